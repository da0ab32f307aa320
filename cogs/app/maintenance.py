"""What time and Discord do to tables and records while nobody clicks."""

from __future__ import annotations

import logging
import math
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord.ext import commands, tasks

from cogs.app.health import is_connected
from cogs.app.metrics import TABLES
from cogs.interactions.permissions import may_write
from cogs.interactions.responder import SEND_ERRORS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.app.workers.sharding import Sharding
    from tables.model.advice import Regret
    from tables.storage.finished import FinishedTable

log = logging.getLogger(__name__)

TABLES_EVERY = 5.0
"""Seconds between two looks for silent or aged tables."""

CALM: Final = 10.0
"""Seconds after more shards have changed hands in which a worker among others leaves boards alone.

By then the one before has let go of them, and stored what its boards show. Else two or three would
edit all boards of a channel within the five seconds in which Discord takes five edits there.
"""

CLAIMED_FOR: Final = timedelta(minutes=15)
"""For how long it is kept that a click is handled: after that no token could answer it."""

PURGE_EVERY = 1.0
"""Hours between two looks for servers that the bot left long ago."""

REVIEW_EVERY = 5.0
"""Seconds between two looks for games whose decisions are not weighed yet."""

REVIEW_REST = 3.0
"""How many times as long as a review has taken none begins: so a quarter of a core is busy at most,
however many games have ended."""


class MaintenanceCog(commands.Cog):
    """Silence, age, restarts, deleted channels, servers joined and left; no commands.

    Of several workers each looks after the tables of its shards; what is to be done once is done by
    the one that keeps house.
    """

    def __init__(self, client: DucksClient, services: Services, sharding: Sharding) -> None:
        self._client = client
        self._sharding = sharding
        self._tables = services.tables
        self._records = services.records
        self._publisher = services.publisher
        self._watching = services.watching
        self._chores = services.chores
        self._calm_at = math.inf
        self._changed: set[int] = set()
        self._cut_off: set[int] = set()

    async def cog_load(self) -> None:
        """Start the loops."""
        self.beat.start()
        self.look_after_tables.start()
        self.purge.start()
        self.review.start()

    async def cog_unload(self) -> None:
        """Stop them."""
        self.beat.cancel()
        self.look_after_tables.cancel()
        self.purge.cancel()
        self.review.cancel()

    @tasks.loop(seconds=TABLES_EVERY)
    async def beat(self) -> None:
        """Note that people can play; not while Discord is away, however long other work takes."""
        if is_connected(self._client):
            await _try(self._tables.heartbeat.beat)

    @tasks.loop(seconds=TABLES_EVERY)
    async def look_after_tables(self) -> None:
        """Close what is too old, offer the seats of the silent, call who was not called.

        While Discord is away tables do not age. A beat comes first: after an outage or a step of
        the clock it moves their times.
        """
        if is_connected(self._client) and await _try(self._tables.heartbeat.beat):
            for work in (
                self._expire,
                self._forget_claims,
                self._follow_channels,
                self._move_late,
                self._note_returned,
                self._offer_seats,
                self._check_boards,
                self._call,
                self._remind,
                self._watching.send_cards,
                self._count,
                *(self._chores if self._sharding.keeps_house.is_set() else ()),
            ):
                await _try(work)
        await _try(self._publisher.settle)
        await self._catch_up()

    async def _catch_up(self) -> None:
        """Bring the boards up to date that are behind, once nobody else edits them any more."""
        now = time.monotonic()
        if self._sharding.news:
            self._sharding.news = False
            self._calm_at = now + CALM if self._client.budget.workers > 1 else now
        if now >= self._calm_at and await _try(self._publisher.catch_up):
            self._calm_at = math.inf

    async def _expire(self) -> None:
        if self._sharding.keeps_house.is_set():
            self._publisher.refresh(await self._tables.maintenance.expire())

    async def _forget_claims(self) -> None:
        if self._sharding.keeps_house.is_set():
            before = discord.utils.time_snowflake(discord.utils.utcnow() - CLAIMED_FOR)
            await self._tables.maintenance.forget_claims(before)

    async def _follow_channels(self) -> None:
        changed = await self._tables.maintenance.follow_channels(self._may_write)
        self._publisher.refresh(changed)

    def _may_write(self, guild_id: int, channel_id: int) -> bool | None:
        return guild_id not in self._cut_off and may_write(self._client, guild_id, channel_id)

    async def _move_late(self) -> None:
        if self._tables.heartbeat.moved:  # boards tell when a clock runs out
            self._tables.heartbeat.moved = False
            behind = await self._tables.maintenance.find_not_shown()
            self._publisher.refresh(table for table in behind if table.pace.budget is not None)
        self._publisher.refresh(await self._tables.maintenance.move_late())

    async def _note_returned(self) -> None:
        returned = await self._tables.maintenance.find_returned()
        self._publisher.refresh(returned)
        self._publisher.call(returned)

    async def _offer_seats(self) -> None:
        self._publisher.refresh(await self._tables.maintenance.find_silent())

    async def _check_boards(self) -> None:
        await self._publisher.restore(await self._tables.maintenance.find_unchecked())

    async def _call(self) -> None:
        self._publisher.call(await self._tables.maintenance.find_uncalled())

    async def _remind(self) -> None:
        self._publisher.remind(await self._tables.reminders.find_due())

    async def _count(self) -> None:
        TABLES.set(await self._tables.lookup.count_live())

    @look_after_tables.before_loop
    async def catch_up(self) -> None:
        """After a start, bring up to date the messages that were left behind."""
        await self._client.wait_until_ready()
        await self._sharding.holds.wait()
        self._sharding.news = False
        await _try(self._publisher.catch_up)  # else the loop would never begin

    @tasks.loop(hours=PURGE_EVERY)
    async def purge(self) -> None:
        """Delete the records of servers that the bot left a month ago."""
        if not self._sharding.keeps_house.is_set():
            return
        if await _try(self._update_guilds):  # else one that is back might be purged
            await _try(self._purge_guilds)
        await _try(self._records.privacy.sweep)
        await _try(self._records.privacy.compact)

    @tasks.loop(seconds=REVIEW_EVERY)
    async def review(self) -> None:
        """Weigh the decisions of games that have ended."""
        if self._sharding.keeps_house.is_set():
            await _try(self._review)

    async def _review(self) -> None:
        await self._records.regrets.catch_up(self._weigh, REVIEW_REST)

    async def _weigh(self, table: FinishedTable) -> tuple[Regret, ...] | None:
        """Return what decisions cost, and have the end of the game say what decided it."""
        found = await self._tables.reviews.find_regrets(table)
        if found:
            self._publisher.tell_decision(table.row.id)
        return found

    @purge.before_loop
    @review.before_loop
    async def wait(self) -> None:
        """Wait until the bot has logged in, and is the one worker to do this."""
        await self._client.wait_until_ready()
        await self._sharding.keeps_house.wait()

    async def _purge_guilds(self) -> None:
        for guild_id in await self._records.guilds.purge():
            log.info("guild %s: left a month ago, its data are removed", guild_id)
        await self._records.guilds.delete_unfinished()

    async def _update_guilds(self) -> None:
        """Note on which servers the bot is: it may have joined or left some while it was down.

        Discord is asked: discord.py goes on to list a server that was left during an outage. With
        many servers that takes many requests; a server that is joined or left meanwhile is noted
        by its event.
        """
        self._changed.clear()
        present = [guild.id async for guild in self._client.fetch_guilds(limit=None)]
        for guild_id in await self._records.guilds.update(present, self._changed):
            if guild_id not in self._changed:
                await self._tables.maintenance.close_guild(guild_id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Keep what is recorded of a server that the bot joins, perhaps again."""
        self._changed.add(guild.id)
        await self._records.guilds.mark_joined(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note that a server is there that was out of reach."""
        self._changed.add(guild.id)
        self._cut_off.discard(guild.id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Note that a server is out of reach: time counts for nobody there."""
        self._cut_off.add(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the tables of a server that the bot has left; its records go in a month."""
        self._changed.add(guild.id)
        await self._records.guilds.mark_left(guild.id)
        await self._tables.maintenance.close_guild(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the tables of a deleted channel."""
        await self._tables.maintenance.close_channel(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the tables of a deleted thread, and say so where it was opened."""
        closed = await self._tables.maintenance.close_channel(payload.thread_id)
        self._publisher.refresh(table for table in closed if table.thread_id is not None)


async def _try(work: Callable[[], Awaitable[object]]) -> bool:
    """Do some housekeeping, and return whether it succeeded; a failure keeps nothing else."""
    try:
        await work()
    except SEND_ERRORS as error:
        log.warning("%s has to wait for Discord: %s", work.__qualname__, error)
    except Exception:
        log.exception("%s failed; it will be tried again", work.__qualname__)
    else:
        return True
    return False


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(MaintenanceCog(client, client.services, client.sharding))
