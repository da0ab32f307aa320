"""Launches and closes the shards of a client while it runs, as their leases come and go.

discord.py's AutoShardedClient launches a fixed set of shards once. Here each is launched when this
worker takes it over, and closed when another worker holds it. The new session is ready before the
old one is closed. What `workers` decides is done here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import operator
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import aiohttp
from discord.gateway import DiscordWebSocket

from cogs.app.workers.sessions import LeasedShard, use_here
from workers.leases import LeasesUnavailable

if TYPE_CHECKING:
    from collections.abc import Coroutine

    import discord

    from cogs.app.workers.budget import Budget
    from workers.leases import Leases, ShardRow
    from workers.slots import Slots

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 3.0
"""Seconds between two looks at what other workers do."""

TAKE_WITHIN: Final = 60.0
"""Seconds in which a shard has to be ready, or another worker may try."""

GREETED_WITHIN: Final = 10.0
"""Seconds in which Discord's gateway has to greet a worker that was cut off from it."""

HAND_OVER_WITHIN: Final = 600.0
"""Seconds for which a worker that ends waits until others have taken its shards over."""


class Sharding:
    """The shards of this worker.

    Args:
        client: whose shards they are.
        leases: which of them this worker holds.
        slots: when their sessions may begin.
        budget: what each worker may ask of Discord.
        total: how many shards there are to be; None: as many as Discord recommends.

    Attributes:
        holds: set once this worker holds a shard.
        keeps_house: set while it does what one worker does for all: it holds the first shard.
        news: whether boards may be behind: a shard was taken over, or a worker has gone.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        leases: Leases,
        slots: Slots,
        budget: Budget,
        total: int | None = None,
    ) -> None:
        self.holds = asyncio.Event()
        self.keeps_house = asyncio.Event()
        self.news = False
        self._client: Any = client  # discord.py has no public way to add and drop shards
        self._leases = leases
        self._slots = slots
        self._budget = budget
        self._wanted = total
        self._total = 1
        self._buckets, self._starts = 1, 1_000
        self._held: set[int] = set()
        self._waiting: Counter[int] = Counter()
        self._launched: list[int] = []
        self._look_now = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._taking: asyncio.Task[None] | None = None
        self._dropping: set[asyncio.Task[None]] = set()
        use_here()

    def covers(self, guild_id: int | None) -> bool:
        """Return whether this worker hears of a server; None: of direct messages."""
        return ((guild_id or 0) >> 22) % self._total in self._held

    async def enter(self) -> None:
        """Become a worker, which has its part of what Discord allows, and no shards yet.

        Raises:
            DatabaseError: one of the named errors of `db.errors`.
        """
        await self._leases.enter()
        self._budget.workers = self._leases.workers
        self._looking = asyncio.create_task(self._keep_looking())

    async def launch(self) -> None:
        """Launch from now on the shards that are leased.

        Raises:
            discord.GatewayNotFound, DatabaseError
        """
        recommended, _, limits = await self._client.http.get_bot_gateway()
        self._buckets, self._starts = limits["max_concurrency"], limits["total"]
        self._total = await self._leases.settle(self._wanted or recommended)
        self._client.shard_count = self._total
        self._client._connection.shard_count = self._total  # noqa: SLF001
        self._client._connection.shard_ids = self._launched  # noqa: SLF001
        self._look_now.set()

    async def wait_to_identify(self, shard: int) -> None:
        """Wait until Discord allows one more IDENTIFY; all workers share what it allows."""
        self._waiting[shard] += 1
        try:
            await self._slots.wait(shard % self._buckets, self._starts)
        finally:
            self._waiting[shard] -= 1

    async def hand_over(self) -> None:
        """Serve on until other workers have taken over all shards, if there are others."""
        if self._looking is None:
            return
        self._looking.cancel()
        self._leases.leaving = True
        with contextlib.suppress(TimeoutError, LeasesUnavailable):
            async with asyncio.timeout(HAND_OVER_WITHIN):
                await self._look()
                while self._held and self._leases.live:
                    await asyncio.sleep(LOOK_EVERY / 6)
                    await self._look()

    async def close(self) -> None:
        """Be no worker any more; the client is closed."""
        if self._looking is None:
            return
        tasks = [task for task in (self._looking, self._taking, *self._dropping) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._looking = None
        with contextlib.suppress(LeasesUnavailable):
            await self._leases.leave()

    async def _keep_looking(self) -> None:
        while True:
            try:
                await self._look()
            except LeasesUnavailable as error:
                log.warning("the other workers cannot be seen: %s", error)
            except Exception:
                log.exception("the shards could not be looked after; it will be tried again")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._look_now.wait()
            self._look_now.clear()

    async def _look(self) -> None:
        """Drop the shards that another worker holds, and take over the next one."""
        held = self._held.copy()  # one that is taken meanwhile is not in the rows that are read
        taking = self._taking is not None and not self._taking.done()
        self.news |= await self._leases.look(self._measure())
        self._budget.workers = self._leases.workers
        for shard in held - self._leases.held:
            log.info("shard %d is held by another worker", shard)
            self._held.discard(shard)
            if shard == 0:
                self.keeps_house.clear()
            self._begin(self._dropping, self._drop(shard))
        if not taking:
            if self._leases.cut_off:
                self._taking = asyncio.create_task(self._wait_for_greeting())
            elif (row := self._leases.choose(self._held)) is not None:
                self._taking = asyncio.create_task(self._take(row))
        for shard in self._leases.to_ask():
            if session := self._sessions.get(shard):
                await session.ask()

    @property
    def _sessions(self) -> dict[int, LeasedShard]:
        return self._client._AutoShardedClient__shards  # noqa: SLF001

    def _measure(self) -> dict[int, float]:
        """Return the silence of each session, but for those that wait until they may begin."""
        held = ((shard, self._sessions.get(shard)) for shard in self._held)
        return {n: session.silence for n, session in held if session and not self._waiting[n]}

    async def _wait_for_greeting(self) -> None:
        """Take part again once Discord's gateway greets who connects from here."""
        with contextlib.suppress(aiohttp.ClientError, OSError, TimeoutError):
            async with asyncio.timeout(GREETED_WITHIN):
                socket = await self._client.http.ws_connect(str(DiscordWebSocket.DEFAULT_GATEWAY))
                greeted = (await socket.receive()).type is aiohttp.WSMsgType.TEXT
                self._leases.cut_off = not greeted
                await socket.close()
            self._look_now.set()

    async def _take(self, row: ShardRow) -> None:
        """Launch a shard, and hold it once its session is ready."""
        try:
            if not await self._leases.take(row):
                return
            if await self._connect(row.shard) and await self._leases.hold(row):
                log.info("shard %d of %d is held", row.shard, self._total)
                self._held.add(row.shard)
                self.news = True
                self.holds.set()
                if row.shard == 0:
                    self.keeps_house.set()
            else:
                await self._drop(row.shard)
                await self._leases.give_up(row.shard)
        except LeasesUnavailable as error:
            log.warning("shard %d cannot be taken over: %s", row.shard, error)
            await self._drop(row.shard)
        except Exception:
            log.exception("shard %d cannot be taken over", row.shard)
            await self._drop(row.shard)
        finally:
            self._look_now.set()

    async def _connect(self, shard: int) -> bool:
        """Begin the session of a shard, and return whether it was ready in time."""
        ready = asyncio.ensure_future(
            self._client.wait_for("shard_connect", check=partial(operator.eq, shard))
        )
        self._launched.append(shard)
        try:
            async with asyncio.timeout(TAKE_WITHIN):
                await self._client.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
                await ready
        except TimeoutError:
            log.warning("shard %d was not ready within %.0f seconds", shard, TAKE_WITHIN)
            return False
        finally:
            ready.cancel()
        return True

    async def _drop(self, shard: int) -> None:
        """Forget the servers of a shard, and close its session."""
        if shard in self._launched:
            self._launched.remove(shard)
        dropped = self._sessions.pop(shard, None)
        for guild in self._client.guilds:
            if guild.shard_id == shard:
                self._client._connection._remove_guild(guild)  # noqa: SLF001
        if dropped is not None:
            await dropped.disconnect()

    @staticmethod
    def _begin(tasks: set[asyncio.Task[None]], work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
