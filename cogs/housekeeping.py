"""The housekeeping of all tables: what time and Discord do to them while nobody clicks."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord.ext import commands, tasks

from cogs.health import connected

if TYPE_CHECKING:
    from cogs.client import DucksClient
    from cogs.desk import Desk

log = logging.getLogger(__name__)

EVERY = 5.0
"""Seconds between two looks for silent or aged tables."""


class HousekeepingCog(commands.Cog):
    """Silence, age, restarts, deleted channels and left servers; no commands."""

    def __init__(self, client: DucksClient, desk: Desk) -> None:
        self.client = client
        self.desk = desk

    async def cog_load(self) -> None:
        """Start it."""
        self.beat.start()
        self.housekeeping.start()

    async def cog_unload(self) -> None:
        """Stop it."""
        self.beat.cancel()
        self.housekeeping.cancel()

    @tasks.loop(seconds=EVERY)
    async def beat(self) -> None:
        """Note that people can play; not while Discord is away, whatever else takes its time."""
        if not connected(self.client):
            return
        try:
            await self.desk.tables.heartbeat.beat()
        except Exception:
            log.exception("it could not be noted that the bot runs; it will be tried again")

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


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(HousekeepingCog(client, client.desk))
