"""Scheduled work and events from Discord that change tables and records without a click."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import discord
from cachetools import LRUCache
from discord.ext import commands, tasks

from cogs.app.health import TABLES, is_connected
from cogs.app.services import Chore
from cogs.interactions.failures import SEND_ERRORS
from cogs.interactions.interaction import may_write

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.app.sharding import Sharding

log = logging.getLogger(__name__)

EVERY = 5.0
"""Shortest time between the starts of two rounds, in seconds."""

HOUR: Final = 3600.0

CALM: Final = 10.0
"""Seconds between a move of shards to a worker and the worker's update of outdated boards.

After that time, the previous worker has released the shards and stored the state of its boards.
Without the pause, two or three workers would edit all boards of a channel at once. Discord accepts
only five edits in five seconds in a channel.
"""

REMEMBERED: Final = 4096
"""Cache size: archived threads."""

PROCESSED_FOR: Final = timedelta(minutes=15)
"""Age at which processed interactions are deleted: their tokens have expired by then."""


class MaintenanceCog(commands.Cog):
    """Looks after idle, late and old tables, and cleans up after deleted channels and servers.

    Each worker looks after the tables of its shards. Only the housekeeper does chores that are due
    once for all workers.
    """

    def __init__(self, client: DucksClient, services: Services, sharding: Sharding) -> None:
        self._client = client
        self._sharding = sharding
        self._tables = services.tables
        self._records = services.records
        self._publisher = services.publisher
        services.chores[:0] = self._list_chores()
        self._chores = services.chores
        self._due: dict[str, float] = {}
        self._under_way: dict[str, asyncio.Task[object]] = {}
        self._calm_at = -math.inf
        self._changed: set[int] = set()
        self._cut_off: set[int] = set()
        self._archived: LRUCache[int, discord.Thread] = LRUCache(REMEMBERED)
        self._removed_from: set[int] = set()

    def _list_chores(self) -> list[Chore]:
        """Return the chores in the order of a round."""
        return [
            Chore("storing what boards show", self._publisher.settle, away=True),
            Chore("updating boards", self._catch_up, away=True),
            Chore("closing old tables", self._expire, once=True),
            Chore("forgetting clicks", self._forget_processed, once=True),
            Chore("checking where the bot may write", self._follow_channels),
            Chore("moving for late players", self._move_late),
            Chore("noting who has returned", self._note_returned),
            Chore("offering seats", self._offer_seats),
            Chore("checking boards", self._check_boards),
            Chore("calling players", self._call),
            Chore("counting tables", self._count),
            Chore("deleting old data", self._purge, HOUR, once=True, away=True, long=True),
        ]

    async def cog_load(self) -> None:
        self.look.start()

    async def cog_unload(self) -> None:
        """Stop the loop and all running chores."""
        self.look.cancel()
        for task in self._under_way.values():
            task.cancel()

    @tasks.loop(seconds=EVERY)
    async def look(self) -> None:
        """Record that people can play (a beat), and begin a round if the last one is over.

        Rounds run in the background, so a long round delays no beat. While Discord cannot be
        reached, there is no beat, and tables do not age. After an outage or a jump of the clock,
        the beat moves the tables' deadlines before the round looks at them.
        """
        beat = self._tables.heartbeat.beat
        here = is_connected(self._client) and await _try("storing the heartbeat", beat)
        if self._client.is_ready() and self._sharding.holds.is_set():
            self._begin("a round", partial(self.go_round, here=here))

    async def go_round(self, *, here: bool) -> None:
        """Do all due chores in order; `here`: whether Discord can be reached."""
        now = time.monotonic()
        for chore in self._chores:
            mine = self._sharding.housekeeping.is_set() or not chore.once
            if mine and (here or chore.away) and now >= self._due.get(chore.name, now):
                self._due[chore.name] = now + chore.every
                if chore.long:
                    self._begin(chore.name, partial(_try, chore.name, chore.work))
                else:
                    await _try(chore.name, chore.work)

    def _begin(self, name: str, work: Callable[[], Coroutine[None, None, object]]) -> None:
        """Start work in the background, unless it is still running."""
        if name not in self._under_way:
            task = self._under_way[name] = asyncio.create_task(work(), name=name)
            task.add_done_callback(lambda _: self._under_way.pop(name))

    async def _catch_up(self) -> None:
        """Update boards that are out of date, once no other worker edits them any more."""
        now = time.monotonic()
        if self._sharding.news:
            self._sharding.news = False
            if self._calm_at > -math.inf:  # at a start, no other worker edits the boards
                self._calm_at = now + CALM if self._client.budget.workers > 1 else now
        if now >= self._calm_at:
            await self._publisher.catch_up()
            self._calm_at = math.inf

    async def _expire(self) -> None:
        self._publisher.refresh(await self._tables.maintenance.expire())

    async def _forget_processed(self) -> None:
        before = discord.utils.time_snowflake(discord.utils.utcnow() - PROCESSED_FOR)
        await self._tables.maintenance.forget_processed(before)

    async def _follow_channels(self) -> None:
        changed = await self._tables.maintenance.follow_channels(self._may_write)
        self._publisher.refresh(changed)

    def _may_write(self, guild_id: int, channel_id: int) -> bool | None:
        if guild_id in self._cut_off or channel_id in self._removed_from:
            return False
        return may_write(self._client, guild_id, channel_id, self._archived)

    async def _move_late(self) -> None:
        if self._tables.heartbeat.moved:  # boards show deadlines, and these have moved
            self._tables.heartbeat.moved = False
            behind = await self._tables.maintenance.find_not_shown()
            self._publisher.refresh(
                table for table in behind if table.time_control.budget is not None
            )
        self._publisher.refresh(await self._tables.maintenance.move_late())

    async def _note_returned(self) -> None:
        returned = await self._tables.maintenance.find_returned()
        self._publisher.refresh(returned)
        self._publisher.call(returned)

    async def _offer_seats(self) -> None:
        self._publisher.refresh(await self._tables.maintenance.find_idle())

    async def _check_boards(self) -> None:
        await self._publisher.restore(await self._tables.maintenance.find_unchecked())

    async def _call(self) -> None:
        self._publisher.call(await self._tables.maintenance.find_uncalled())

    async def _count(self) -> None:
        TABLES.set(await self._tables.lookup.count_live())

    async def _purge(self) -> None:
        """Delete the data of servers that the bot left a month ago, and remains of deleted data."""
        if await _try(
            "noting which servers the bot is on", self._update_guilds
        ):  # a server that is back must not be purged
            await _try("deleting data of servers that the bot left", self._purge_guilds)
        await _try("emptying the database's write-ahead log", self._records.privacy.sweep)
        await _try("writing the database anew", self._records.privacy.compact)

    async def _purge_guilds(self) -> None:
        for guild_id in await self._records.guilds.purge():
            log.info("guild %s: the bot left a month ago, so its data was deleted", guild_id)
        await self._records.guilds.delete_unfinished()

    async def _update_guilds(self) -> None:
        """Record the servers of the bot, because it may have joined or left some while it was down.

        The list comes from Discord, because discord.py still lists a server that the bot left
        during an outage. With many servers this takes many requests. Servers that the bot
        joins or leaves meanwhile are in `_changed`; event listeners have already recorded those.
        """
        self._changed.clear()
        present = [guild.id async for guild in self._client.fetch_guilds(limit=None)]
        for guild_id in await self._records.guilds.update(present, self._changed):
            if guild_id not in self._changed:
                await self._tables.maintenance.close_guild(guild_id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that the bot is on a server. If it was there before, its records are kept."""
        self._changed.add(guild.id)
        await self._records.guilds.mark_joined(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note that a server can be reached again."""
        self._changed.add(guild.id)
        self._cut_off.discard(guild.id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Note that a server cannot be reached. Until it can, time stands still at its tables."""
        self._cut_off.add(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that the bot left; its records are deleted after a month."""
        self._changed.add(guild.id)
        await self._records.guilds.mark_left(guild.id)
        await self._tables.maintenance.close_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._tables.maintenance.close_channel(channel.id)

    @commands.Cog.listener()
    async def on_thread_update(self, _before: discord.Thread, after: discord.Thread) -> None:
        """Stop or start the clocks in a thread that was locked or unlocked."""
        self._archived.pop(after.id, None)
        if after.archived:
            self._archived[after.id] = after
        if after.locked:  # the next round would be late by some seconds
            await _try("checking where the bot may write", self._follow_channels)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Note a thread that the bot may write in; discord.py reports unknown threads here, too."""
        self._removed_from.discard(thread.id)
        await self.on_thread_update(thread, thread)

    @commands.Cog.listener()
    async def on_thread_remove(self, thread: discord.Thread) -> None:
        """Stop the clocks in a private thread that the bot was removed from."""
        if thread.is_private() and not thread.permissions_for(thread.guild.me).manage_threads:
            self._removed_from.add(thread.id)
            await _try("checking where the bot may write", self._follow_channels)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the tables of a deleted thread, and say so in its parent channel."""
        closed = await self._tables.maintenance.close_channel(payload.thread_id)
        self._publisher.refresh(table for table in closed if table.message_id is not None)


async def _try(name: str, work: Callable[[], Awaitable[object]]) -> bool:
    """Do a chore; return whether it succeeded. A failure stops no other chore."""
    try:
        await work()
    except SEND_ERRORS as error:
        log.warning("%s has to wait for Discord: %s", name, error)
    except Exception:
        log.exception("%s failed; it will be tried again", name)
    else:
        return True
    return False


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(MaintenanceCog(client, client.services, client.sharding))
