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
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord.shard
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from workers.leases import LeasesUnavailable

if TYPE_CHECKING:
    from collections.abc import Coroutine

    import discord

    from cogs.app.workers.budget import Budget
    from workers.leases import Leases, ShardRow, Slots


# Sessions at Discord's gateway that can be asked, and that stay away once they are dropped.

LONGEST_PAUSE: Final = 3
"""Between two tries to connect a session pauses for 2 seconds to the power of this at most.

discord.py lets the pauses grow to 17 minutes, which go on when Discord can be reached again.
"""


ASKED_EVERY: Final = 1.0
"""Seconds between the heartbeats of a connection that waits for its turn to identify."""

ANSWERED_WITHIN: Final = 3.0
"""Seconds of silence after which an IDENTIFY is not sent: it could be held up, and come early."""


class PatientSocket(DiscordWebSocket):
    """A connection that reads on while it waits for its turn to identify, and asks to be answered.

    What came meanwhile would wait unread, and Discord's answer to the first heartbeat seem late.
    Where that is given up, nobody has the connection yet: discord.py leaves it open, with a thread
    that sends heartbeats.
    """

    async def send_heartbeat(self, data: Any) -> None:  # noqa: ANN401 - as it is there
        """Send it, and note before when: its thread notes that later than Discord may answer."""
        alive: Any = self._keep_alive
        if alive is not None:
            alive.beat()
        await super().send_heartbeat(data)

    async def identify(self) -> None:
        """Identify when `before_identify_hook` lets it; raises what ends the connection before."""
        await self._enter(self._identify())

    async def resume(self) -> None:
        """Go on with a session; raises what ends the connection before."""
        await self._enter(super().resume())

    async def _enter(self, entering: Coroutine[Any, Any, None]) -> None:
        """Identify or resume, or close the connection."""
        try:
            await entering
        except BaseException:
            await self.close()
            raise

    async def _identify(self) -> None:
        reading, asking = asyncio.create_task(self._read()), asyncio.create_task(self._ask())
        identifying = asyncio.create_task(super().identify())
        tasks = identifying, reading, asking
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await next(task for task in tasks if task.done())
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            await self.poll_event()

    async def _ask(self) -> None:
        while True:
            await asyncio.sleep(ASKED_EVERY)
            await self.ask()

    async def ask(self) -> None:
        """Send a heartbeat, which Discord has to acknowledge."""
        alive: Any = self._keep_alive
        if alive is not None:
            await self.send_heartbeat(alive.get_payload())

    async def send_as_json(self, data: Any) -> None:  # noqa: ANN401 - as it is there
        """Send it; raises TimeoutError where Discord is silent that should be asked to identify."""
        alive: Any = self._keep_alive
        if data["op"] == self.IDENTIFY and time.perf_counter() - alive._last_recv > ANSWERED_WITHIN:  # noqa: SLF001 - as below
            raise TimeoutError
        await super().send_as_json(data)


class LeasedShard(discord.shard.Shard):
    """The session of a shard, until it is closed.

    discord.py lets all sessions that are lost wait for each other, and begins one again that was
    closed while it waited.
    """

    _closed = False
    _heard = 0.0
    _again: asyncio.Task[None] | None = None

    def __init__(self, *parts: Any) -> None:  # noqa: ANN401 - as it is there
        super().__init__(*parts)
        vars(self._backoff)["_max"] = LONGEST_PAUSE  # type: ignore[reportUnknownMemberType]

    @property
    def silence(self) -> float:
        """For how many seconds Discord has said nothing, not even to heartbeats."""
        if (alive := self._keep_alive) is not None:
            self._heard = alive._last_recv  # noqa: SLF001 - discord.py tells of it in no other way
        return time.perf_counter() - self._heard

    @property
    def _keep_alive(self) -> Any:  # noqa: ANN401 - it is private there
        socket: Any = self.ws
        return socket._keep_alive  # noqa: SLF001

    async def ask(self) -> None:
        """Send a heartbeat, which Discord has to acknowledge, if the connection is open."""
        socket: Any = self.ws
        with contextlib.suppress(OSError, discord.ConnectionClosed):
            await socket.ask()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Begin to connect again; others may at the same time."""
        self._connect(super().reidentify(exc))

    async def reconnect(self) -> None:
        """Begin a new session; discord.py's own ends the bot where the gateway hangs up early."""
        await self.reidentify(ReconnectWebSocket(self.id, resume=False))

    def _connect(self, connecting: Coroutine[Any, Any, None]) -> None:
        if self._closed:
            connecting.close()
        else:
            self._again = asyncio.create_task(connecting)

    def launch(self) -> None:
        """Hear of what happens; not where it was closed while it connected."""
        if self._closed:
            self._again = asyncio.create_task(self.ws.close(code=1000))
        else:
            self._heard = time.perf_counter()
            super().launch()

    async def close(self) -> None:
        """Close the connection, and make no other."""
        self._closed = True
        if self._again is not None:
            self._again.cancel()
        await super().close()


def use_here() -> None:
    """Let discord.py make its sessions of these classes."""
    names: Any = discord.shard
    names.DiscordWebSocket = PatientSocket
    names.Shard = LeasedShard


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
