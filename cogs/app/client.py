"""The Discord client, with the services and handlers that the cogs and the clicks need."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.workers.budget import Budget
from cogs.display.controls.routing import find_item
from cogs.interactions.errors import Declined
from cogs.interactions.raw import keep_little, read_clicks
from cogs.interactions.responder import responding

if TYPE_CHECKING:
    from collections.abc import Generator

    from cogs.app.services import Services
    from cogs.app.workers.sharding import Sharding
    from cogs.display.controls.components import ClickHandler
    from cogs.interactions.interaction import ClickRate

CLICKS = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""What is handled here; the tree has the rest."""

CHANGED = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""What a command leads to that Discord still lists in an older form."""

EXTENSIONS = (
    "cogs.commands.tables.cog",
    "cogs.commands.tables.play",
    "cogs.commands.records.privacy",
    "cogs.commands.server.settings",
    "cogs.commands.server.greeting",
    "cogs.app.maintenance",
)
"""The modules with the commands and cogs of the core, by their names."""


class Tree(app_commands.CommandTree["DucksClient"]):
    """The commands; tells people what goes wrong before one of them is reached."""

    async def on_error(
        self, interaction: discord.Interaction[DucksClient], error: app_commands.AppCommandError, /
    ) -> None:
        """Say that a command has changed, as it may have with an update; else apologise."""
        async with responding(interaction) as responder:
            if isinstance(error, app_commands.TransformerError):
                raise Declined("I cannot read what you chose there. Please choose again.")
            if not isinstance(error, CHANGED):
                raise error
            await responder.send_private(
                "This command has changed. Please type it again in a minute."
            )


class DucksClient(commands.AutoShardedBot):
    """A bot of slash commands and buttons; needs no privileged intents and reads no messages."""

    services: Services
    clicks: ClickHandler
    click_rate: ClickRate
    sharding: Sharding

    def __init__(self) -> None:
        self.budget = Budget()
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.5,  # only the ids of servers are needed: be ready sooner
            tree_cls=Tree,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_ratelimit_timeout=30.0,
        )
        self.budget.pace(self)
        read_clicks(self)
        keep_little(self)
        self._under_way: set[asyncio.Task[Any]] = set()

    async def launch_shards(self) -> None:
        """Launch the shards of this worker, now and whenever one is taken over."""
        if not self.is_closed():
            await self.sharding.launch()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002 - discord.py's signature
        """Wait until Discord allows one more session to begin."""
        await self.sharding.wait_to_identify(shard_id or 0)

    async def on_interaction(self, interaction: discord.Interaction[DucksClient]) -> None:
        """Hand clicks and forms on; commands go through the tree."""
        if interaction.type not in CLICKS:
            return
        try:
            self.click_rate.count(interaction.user.id)
            kind, data = find_item(interaction)
            await kind.handle(self.clicks, interaction, data)
        except Declined:  # before a handler could say it
            async with responding(interaction):
                raise
        finally:  # it and its response hold each other until Python looks for garbage
            interaction.extras.clear()

    @contextlib.contextmanager
    def under_way(self) -> Generator[None]:
        """Count the current task, while the block runs, as one that `settle` waits for."""
        task = asyncio.current_task()
        if task is None or task in self._under_way:
            yield
            return
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    async def settle(self, patience: float) -> None:
        """Wait for the clicks and commands that are under way, at most `patience` seconds."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=patience)

    async def load(self) -> None:
        """Load the cogs of the core."""
        for extension in EXTENSIONS:
            await self.load_extension(extension)
