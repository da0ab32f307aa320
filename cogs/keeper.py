"""The keeper: notes which servers the bot is on, and lets go of what must not be kept longer."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from discord.ext import commands, tasks

if TYPE_CHECKING:
    import discord

    from cogs.client import DucksClient
    from cogs.desk import Desk

log = logging.getLogger(__name__)

EVERY = 1.0
"""Hours between two looks for servers that were left long ago."""


class KeeperCog(commands.Cog):
    """Comings and goings of servers; no commands."""

    def __init__(self, client: DucksClient, desk: Desk) -> None:
        self.client = client
        self.desk = desk
        self._came: set[int] = set()

    async def cog_load(self) -> None:
        """Start the housekeeping."""
        self.purge.start()

    async def cog_unload(self) -> None:
        """Stop it."""
        self.purge.cancel()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is on a server, maybe again: what is remembered of it stays."""
        self._came.add(guild.id)
        await self.desk.annals.guild_joined(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server that was out of reach is there."""
        self._came.add(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot has left a server: what is remembered of it goes in a month."""
        self._came.discard(guild.id)
        await self.desk.annals.guild_left(guild.id)

    @tasks.loop(hours=EVERY)
    async def purge(self) -> None:
        """Remove what is remembered of servers that were left a month ago."""
        try:
            await self._note_servers()
            for guild_id in await self.desk.annals.purge():
                log.info("guild %s: left a month ago, its data are removed", guild_id)
            await self.desk.annals.sweep()
        except Exception:
            log.exception("the purge failed; it will be tried again")

    @purge.before_loop
    async def wait(self) -> None:
        """Not before the bot has logged in."""
        await self.client.wait_until_ready()

    async def _note_servers(self) -> None:
        """The bot may have been let in or thrown out while it was away.

        Discord is asked: discord.py goes on to list a server that was left during an outage. That
        takes many requests where there are many servers; whichever comes meanwhile is there, too.
        """
        self._came.clear()
        present = [guild.id async for guild in self.client.fetch_guilds(limit=None)]
        for guild_id in await self.desk.annals.guilds_now(present, self._came):
            if guild_id not in self._came:
                await self.desk.tables.close_guild(guild_id)


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(KeeperCog(client, client.desk))
