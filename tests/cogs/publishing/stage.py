"""The bot without Discord: real clicks, tables, boards and a real database, and a `FakeWire`.

A stage is one process. `Stage.restart` returns another process on the same database and wire, which
knows nothing of the messages.
"""

from __future__ import annotations

import asyncio
import contextlib
from types import SimpleNamespace

import discord

from cogs.app.clicks import Clicks
from cogs.app.services import Services
from cogs.display.emojis import Emojis
from cogs.display.routing import find_carry, list_custom_ids
from cogs.interactions.drawing import Studio
from cogs.interactions.failures import Declined
from cogs.interactions.letter import File
from cogs.interactions.raw import COMPONENTS, LAST_MESSAGE_ID
from cogs.interactions.responder import responding
from players.games import GAMES
from records.service import Records
from tests.cogs.pictures import RENDERERS
from tests.cogs.publishing.fake_wire import FakeWire, snowflake
from tests.tables.house import ANNA, BEN, CHANNEL, GUILD, House

NOW = 1_800_000_000.0
"""The time on every stage, in Unix seconds. The chance of a game depends on times, by its ids."""


class Drawer(Studio):
    """Draws each picture at once, or not at all while it is `late`."""

    def __init__(self):
        super().__init__()
        self.late = False
        self.drawn = []

    async def draw(self, picture):
        self.drawn.append(picture.filename)
        return None if self.late else File(picture.filename, b"png", picture.alt)


class Stage:
    """A process of the bot.

    Attributes:
        wire: Discord.
        house: The database with its tables.
        services: The services of the bot.
        guilds: The servers that discord.py knows, by id.
        shared: Whether there are other workers.
        guest: Whether the bot is a guest where people click.
    """

    def __init__(self, database, house, wire=None, *, emojis=True):
        self.wire = wire or FakeWire(NOW)
        self.house = house
        self.database = database
        self.guilds = {}
        self.shared = False
        self.guest = False
        records = Records(database, GAMES, house.clock)
        self.client = SimpleNamespace(
            get_guild=self.guilds.get,
            get_channel=lambda _: None,
            is_closed=lambda: False,
            under_way=contextlib.nullcontext,
        )
        self.emojis = Emojis()
        services = Services(
            self.client, self.wire, house.tables, records, self.emojis, shared=lambda: self.shared
        )
        for renderer in RENDERERS.values():
            services.add_renderer(renderer)
        self.emojis.complete = emojis
        self.services = self.client.services = services
        self.publisher, self.messages = services.publisher, services.messages
        self.drawer = self.messages._studio = Drawer()
        self.clicks = Clicks(services)
        self.client.clicks = self.clicks

    async def restart(self, **facts):
        """Return a new process, after this one was killed."""
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            if not task.get_name().startswith("test"):
                task.cancel()
        await asyncio.sleep(0)
        house = House(self.database, self.house.clock, GAMES)
        house._secrets, house._snowflakes = self.house._secrets, self.house._snowflakes
        stage = Stage(self.database, house, self.wire, **facts)
        stage.guest, stage.shared = self.guest, self.shared
        stage.guilds.update(self.guilds)
        return stage

    async def open(self, *people, game="ducks", begun=True, at=-100.0, **facts):
        """Open a table by a command `at` seconds from now; return its number."""
        before, self.wire.now = self.wire.now, NOW + at
        people = people or (ANNA, BEN)
        table = await self.house.tables.lobbies.open(
            game,
            {},
            None if self.guest else GUILD,
            CHANNEL,
            people[0],
            self.wire.count(),
            guest=GUILD if self.guest else None,
            **facts,
        )
        async with responding(self.interaction(people[0])) as responder:
            await self.publisher.publish_new(table, responder)
        for person in people[1:]:
            await self.press(person, "join")
        if begun:
            await self.press(people[0], "start")
        await self.settle()
        self.wire.now = before
        return table.id

    async def table(self, table_id=1):
        return await self.house.tables.lookup.get(table_id)

    async def acting(self, table_id=1):
        """Return the person whose turn it is."""
        table = await self.table(table_id)
        return table.seats[table.to_act[0]].person

    def interaction(self, person, message_id=None, *, private=False, data=None):
        """Return a command, or a click on a message as it is shown now."""
        token = f"token {self.wire.count()}"
        created = snowflake(self.wire.now, 100_000 + self.wire.count())
        message, shown = None, None
        channel_id = CHANNEL
        if message_id is not None:
            shown = self.wire.shown.get(message_id)
            channel_id = self.wire.channels[message_id]
            flags = SimpleNamespace(ephemeral=private)
            message = SimpleNamespace(id=message_id, flags=flags, attachments=())
        self.wire.click(token, message_id, channel_id)
        last = self.wire.last.get(channel_id)
        return SimpleNamespace(
            id=created,
            token=token,
            created_at=discord.utils.snowflake_time(created),
            client=self.client,
            user=SimpleNamespace(id=person.id, display_name=person.name, name=person.name),
            locale=discord.Locale.american_english,
            guild_id=GUILD,
            guild=None,
            channel_id=channel_id,
            channel=None,
            message=message,
            data={LAST_MESSAGE_ID: last, **(data or {})},
            extras={COMPONENTS: shown.items if shown else ()},
            permissions=discord.Permissions.all(),
            app_permissions=discord.Permissions.all(),
            context=SimpleNamespace(private_channel=self.guest),
            is_guild_integration=lambda: not self.guest,
            command=None,
        )

    def find(self, message_id, what):
        """Return the id of the first control of a message that contains this text."""
        ids = list_custom_ids(self.wire.shown[message_id].items)
        for each in ids:
            if what in each:
                return each
        raise LookupError(f"{self.wire.name(message_id)} has no control with {what}")

    async def press(
        self, person, what="t1:", message_id=None, *, values=(), custom_id="", fields=(), **facts
    ):
        """Press the first control with this text in its id, by default on the live message.

        `fields`: the fields of a form that the person sends, as pairs of name and value.
        """
        clicked = message_id or (await self.table()).message_id
        custom_id = custom_id or self.find(clicked, what)
        data = {"custom_id": custom_id, "values": values}
        data["components"] = [
            {"component": {"custom_id": name, "value": value}} for name, value in fields
        ]
        interaction = self.interaction(person, clicked, data=data, **facts)
        try:
            carry, found = find_carry(interaction)
            await carry(self.clicks, interaction, found)
        except Declined:
            async with responding(interaction):
                raise

    async def move(self, **facts):
        """Let the person to act press a move."""
        await self.press(await self.acting(), "t1:", **facts)

    async def settle(self):
        """Wait until nothing runs in the background."""
        while tasks := [
            each
            for each in asyncio.all_tasks() - {asyncio.current_task()}
            if "_complete" not in repr(each) and "test" not in each.get_name()
        ]:
            await asyncio.wait(tasks, timeout=5)
            if any(not each.done() for each in tasks):
                raise TimeoutError(tasks)
