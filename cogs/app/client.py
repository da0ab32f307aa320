"""The Discord client, with the services and handlers for cogs and clicks."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.sharding import Budget
from cogs.display.routing import find_carry
from cogs.interactions.failures import Declined
from cogs.interactions.raw import keep_little, read_clicks
from cogs.interactions.responder import responding

if TYPE_CHECKING:
    from collections.abc import Generator

    from cogs.app.services import Services
    from cogs.app.sharding import Sharding
    from cogs.display.components import ClickHandler
    from cogs.interactions.interaction import ClickRate

CHANGED = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""Errors that occur while Discord still lists an older form of a command."""

EXTENSIONS = (
    "cogs.commands.tables",
    "cogs.commands.play",
    "cogs.commands.privacy",
    "cogs.commands.settings",
    "cogs.app.maintenance",
)
"""Modules with the commands and cogs of the core."""


class Tree(app_commands.CommandTree["DucksClient"]):
    """The command tree. It answers the person after an error that happens before a command runs."""

    async def on_error(
        self, interaction: discord.Interaction[DucksClient], error: app_commands.AppCommandError, /
    ) -> None:
        """Say that a choice is unreadable or the command has changed; else apologise."""
        async with responding(interaction):
            if isinstance(error, app_commands.TransformerError):
                raise Declined("I cannot read what you chose there. Please choose again.")
            if not isinstance(error, CHANGED):
                raise error
            raise Declined("This command has changed. Please type it again in a minute.")


class DucksClient(commands.AutoShardedBot):
    """A bot of slash commands and buttons. It needs no privileged intents and reads no messages."""

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
            guild_ready_timeout=0.5,  # no long wait: only the ids of servers are needed
            tree_cls=Tree,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_ratelimit_timeout=30.0,
        )
        self.budget.pace(self)
        read_clicks(self)
        keep_little(self)
        self._under_way: set[asyncio.Task[Any]] = set()

    async def launch_shards(self) -> None:
        """Let `sharding` launch this worker's shards; discord.py would launch a fixed set once."""
        if not self.is_closed():
            await self.sharding.launch()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002 - discord.py's signature
        """Wait until Discord allows another session to begin."""
        await self.sharding.wait_to_identify(shard_id or 0)

    async def on_interaction(self, interaction: discord.Interaction[DucksClient]) -> None:
        """Handle clicks and forms; the tree handles commands."""
        kinds = discord.InteractionType
        if interaction.type not in {kinds.component, kinds.modal_submit}:
            return
        try:
            self.click_rate.count(interaction.user.id)
            carry, data = find_carry(interaction)
            handler = self.services.private if data.private else self.clicks
            await carry(handler, interaction, data)
        except Declined:  # raised before a handler could answer
            async with responding(interaction):
                raise
        finally:  # interaction and response refer to each other: without this they are freed late
            interaction.extras.clear()

    @contextlib.contextmanager
    def under_way(self) -> Generator[None]:
        """Make `settle` wait for the current task while the block runs."""
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
        """Wait for running clicks and commands, at most `patience` seconds."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=patience)

    async def load(self) -> None:
        for extension in EXTENSIONS:
            await self.load_extension(extension)
