"""`/table`: list, show, leave, cancel, verify, log; and the housekeeping of all tables."""

from __future__ import annotations

import logging
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from cogs.access import require_reader
from cogs.answer import answering
from cogs.desk import Desk, called, link, person
from cogs.errors import Declined
from cogs.face import plain_name
from tables.errors import NoSuchTable
from tables.model import Status, Table

if TYPE_CHECKING:
    from cogs.client import DucksClient

log = logging.getLogger(__name__)

Click = discord.Interaction[Any]

EVERY = 5.0
"""Seconds between two looks for silent or aged tables."""

MESSAGE = 2000
"""Characters that Discord allows in a message."""

PHASES = {
    Status.LOBBY: "waiting for players",
    Status.PLAYING: "being played",
    Status.FINISHED: "finished",
    Status.CANCELLED: "cancelled",
    Status.ABANDONED: "abandoned",
    Status.CLOSED: "closed",
}


async def complete_table(interaction: Click, typed: str) -> list[app_commands.Choice[int]]:
    """The live tables of this channel, and the newest one that is over."""
    client: DucksClient = interaction.client  # type: ignore[assignment] - Discord's client is ours
    tables = await client.desk.tables.live_in(interaction.channel_id or 0)
    newest = await client.desk.tables.newest_in(interaction.channel_id or 0)
    if newest is not None and newest.status.over:
        tables = [*tables, newest]
    choices = [app_commands.Choice(name=describe(table)[:100], value=table.id) for table in tables]
    return [choice for choice in choices if typed.lower() in choice.name.lower()][:25]


def describe(table: Table) -> str:
    """A table in one line of plain text."""
    names = ", ".join(seat.person.name for seat in table.seats)
    return f"#{table.id} {table.game.info.title}, {PHASES[table.status]}: {names}"


@app_commands.allowed_contexts(guilds=True, dms=True)
class TableCog(commands.GroupCog, group_name="table", group_description="The tables here"):
    """Commands about tables of any game."""

    def __init__(self, client: DucksClient, desk: Desk) -> None:
        super().__init__()
        self.client = client
        self.desk = desk

    async def cog_load(self) -> None:
        """Start the housekeeping."""
        self.housekeeping.start()

    async def cog_unload(self) -> None:
        """Stop it."""
        self.housekeeping.cancel()

    @app_commands.command(name="list", description="The tables in this channel")
    async def list_(self, interaction: Click) -> None:
        """Every live table of the channel, with a link."""
        async with answering(interaction) as answer:
            tables = await self.desk.tables.live_in(interaction.channel_id or 0)
            lines = [f"{plain_name(describe(t))} · {link(t)}" for t in tables]
            await answer.tell(_first_of(lines) or "No table is open in this channel.")

    @app_commands.command(description="Show a table's board again, at the bottom of the channel")
    @app_commands.describe(table="Which one; the newest in this channel if you do not say")
    @app_commands.autocomplete(table=complete_table)
    async def show(self, interaction: Click, table: int | None = None) -> None:
        """Post the live message anew."""
        async with answering(interaction, private=False) as answer:
            found = await self._find(interaction, table)
            if found.channel_id != interaction.channel_id:
                # Not everybody who reads this channel may read that one.
                raise Declined(f"Table #{found.id} is played elsewhere: {link(found)}")
            await self.desk.publisher.show_again(found.id, answer)

    @app_commands.command(description="Leave a table; in a game the caretaker plays on for you")
    @app_commands.describe(table="Which one; yours in this channel if you do not say")
    @app_commands.autocomplete(table=complete_table)
    async def leave(self, interaction: Click, table: int | None = None) -> None:
        """Give the seat up, or hand it to the caretaker."""
        async with answering(interaction) as answer:
            found = await self._mine(interaction, table)
            left = await self.desk.tables.leave(found.id, person(interaction))
            await answer.tell(_farewell(left, interaction.user.id))
            await self.desk.publisher.publish(left.id)

    @app_commands.command(description="Cancel a table: your own, or any if you are allowed to")
    @app_commands.describe(table="Which one; yours in this channel if you do not say")
    @app_commands.autocomplete(table=complete_table)
    async def cancel(self, interaction: Click, table: int | None = None) -> None:
        """End a table without a result."""
        async with answering(interaction) as answer:
            found = await self._mine(interaction, table)
            force = await self.desk.house.may_cancel(interaction)
            await self.desk.tables.cancel(found.id, person(interaction), force=force)
            await answer.tell(f"Table #{found.id} is cancelled.")
            await self.desk.publisher.publish(found.id)

    @app_commands.command(description="Check the dice of a finished table")
    @app_commands.describe(table="Which one; the newest in this channel if you do not say")
    @app_commands.autocomplete(table=complete_table)
    async def verify(self, interaction: Click, table: int | None = None) -> None:
        """Derive every chance move again from the secret, and say whether they are the same."""
        async with answering(interaction) as answer:
            found = await self._find(interaction, table)
            await require_reader(interaction, found)
            verdict = await self.desk.tables.verify(found.id)
            await answer.tell(f"{called(found)}: {verdict}")

    @app_commands.command(description="The transcript of a table as a file")
    @app_commands.describe(table="Which one; the newest in this channel if you do not say")
    @app_commands.autocomplete(table=complete_table)
    async def log(self, interaction: Click, table: int | None = None) -> None:
        """Hand out what can be checked offline."""
        async with answering(interaction) as answer:
            await self.desk.hand_out(answer, await self._find(interaction, table))

    async def _find(self, interaction: Click, table_id: int | None) -> Table:
        """The table that was named, or the newest of the channel."""
        if table_id is not None:
            return await self.desk.find(interaction, table_id)
        table = await self.desk.tables.newest_in(interaction.channel_id or 0)
        if table is None:
            raise NoSuchTable("There is no table in this channel yet.")
        return table

    async def _mine(self, interaction: Click, table_id: int | None) -> Table:
        """The table that was named, or the only live one here at which the person sits."""
        if table_id is not None:
            return await self.desk.find(interaction, table_id)
        live = await self.desk.tables.live_in(interaction.channel_id or 0)
        mine = [t for t in live if t.seat_of(interaction.user.id) is not None]
        if not mine:
            raise NoSuchTable("You sit at no table in this channel.")
        if len(mine) > 1:
            which = ", ".join(f"#{table.id}" for table in mine)
            raise NoSuchTable(f"You sit at several tables here: {which}. Say which one.")
        return mine[0]

    @tasks.loop(seconds=EVERY)
    async def housekeeping(self) -> None:
        """Offer the seats of the silent, call who was not called, close what is too old."""
        try:
            await self.desk.refresh([*await self.desk.tables.expire()])
            await self.desk.refresh([*await self.desk.tables.silent()])
            await self.desk.refresh(await self.desk.tables.uncalled())
        except Exception:
            log.exception("housekeeping failed; it will be tried again")

    @housekeeping.before_loop
    async def catch_up(self) -> None:
        """After a start: bring every live board up to date, whatever happened before."""
        await self.client.wait_until_ready()
        try:
            await self.desk.refresh(await self.desk.tables.all_live())
        except Exception:  # else the housekeeping would never begin
            log.exception("not every board could be brought up to date")

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """The tables of a deleted channel end."""
        await self.desk.tables.close_channel(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The tables of a deleted thread end."""
        await self.desk.tables.close_channel(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The tables of a server that the bot has left end."""
        await self.desk.tables.close_guild(guild.id)


def _first_of(lines: list[str]) -> str:
    """As many whole lines as fit into one message."""
    ends = accumulate(len(line) + 1 for line in lines)
    return "\n".join(line for line, end in zip(lines, ends, strict=True) if end - 1 <= MESSAGE)


def _farewell(table: Table, person_id: int) -> str:
    if table.status is Status.PLAYING and table.seat_of(person_id) is not None:
        return (
            f"You left table #{table.id}; the caretaker plays on for you. "
            "Click **I'm back** on the board to take your seat again: who is away when the game "
            "ends has lost it, whatever the caretaker wins."
        )
    return f"You left table #{table.id}."


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(TableCog(client, client.desk))
