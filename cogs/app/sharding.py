"""A worker's shards, which are launched and closed as leases change, and its share of requests.

discord.py's AutoShardedClient launches a fixed set of shards once. Here a shard is launched when
this worker takes it over, and closed when another worker holds it. The new session is ready before
the old session is closed. The package `workers` decides who holds a shard; this module carries the
decisions out.

Discord allows the bot's token 50 requests a second, and an IP address 10,000 invalid requests in
ten minutes. Each worker takes an equal share of both, so no request waits for the database.
Requests with an interaction's token do not count towards the first limit. If they are refused, they
count towards the second limit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import operator
import time
from collections import Counter, deque
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord.shard
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from workers.leases import LeasesUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    import discord

    from workers.alone import Alone
    from workers.leases import Leases, ShardRow, Slots

REQUESTS: Final = 50
"""Requests per second with the bot's token (Discord's documentation, "Rate Limits")."""

INVALID: Final = 9_000
"""Limit on invalid requests in ten minutes; at 10,000 Discord bans the IP address (same source)."""

INVALID_FOR: Final = 600.0
"""Seconds for which an invalid request counts towards the limit."""


class TooManyInvalid(aiohttp.ClientError):
    """No request may be sent now: more invalid ones could make Discord ban the IP address."""


class Budget:
    """This worker's share of the requests that Discord allows.

    Args:
        clock: Returns monotonic seconds.

    Attributes:
        workers: The number of workers.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.workers = 1
        self._clock = clock
        self._sent: deque[float] = deque()
        self._invalid: deque[float] = deque()
        self._turn = asyncio.Lock()

    def pace(self, client: discord.Client) -> None:
        """Delay the requests with the bot's token as needed, and note all answers.

        Middlewares do this, because a trace of aiohttp would slow responses to clicks by 3 %.
        """
        request = partial(client.http.request, middlewares=(self._send,))
        client.http.request = request  # type: ignore[method-assign]
        async_context.set(_NotingAdapter(self._note_answer))

    async def take(self) -> None:
        """Wait until a request with the bot's token may be sent; raise TooManyInvalid."""
        async with self._turn:
            _forget(self._invalid, self._clock() - INVALID_FOR)
            if len(self._invalid) * self.workers >= INVALID:
                raise TooManyInvalid("Discord has refused too many requests lately")
            await asyncio.sleep(self._pause())
            self._sent.append(self._clock())

    def _pause(self) -> float:
        """Return the seconds until this worker's share allows another request."""
        now, part = self._clock(), REQUESTS / self.workers
        most, window = max(1, int(part)), max(1.0, 1 / part)
        _forget(self._sent, now - 2 * window)
        if len(self._sent) < most:
            return 0.0
        return max(0.0, self._sent[-most] + window - now)

    def note(self, status: int, scope: str | None) -> None:
        """Count an answer of 401, 403 or 429 as an invalid request.

        A 429 with the `scope` "shared" does not count, because others caused it.
        """
        if status in {401, 403} or (status == 429 and scope != "shared"):
            self._invalid.append(self._clock())

    async def _send(
        self, request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        await self.take()
        return await self._note_answer(request, send)

    async def _note_answer(
        self, request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        if isinstance(request.body, aiohttp.MultipartWriter):  # sent in one write instead of nine
            await request.update_body(await request.body.as_bytes())
        response = await send(request)
        self.note(response.status, response.headers.get("X-RateLimit-Scope"))
        return response


class _NotingAdapter(AsyncWebhookAdapter):
    """discord.py's adapter for requests with an interaction's token; it also notes the answers.

    Args:
        note: A middleware that sees each answer.
    """

    def __init__(self, note: aiohttp.ClientMiddlewareType) -> None:
        super().__init__()
        self._note = note
        self._session: Any = None
        self._noting: Any = None

    async def request(self, route: Any, session: Any, **options: Any) -> Any:  # noqa: ANN401 - as in discord.py
        if session is not self._session:  # not for each request: this would slow clicks
            self._session = session
            self._noting = SimpleNamespace(
                request=partial(session.request, middlewares=(self._note,))
            )
        return await super().request(route, self._noting, **options)


def _forget(times: deque[float], before: float) -> None:
    while times and times[0] <= before:
        times.popleft()


# Sessions at Discord's gateway. They can check that Discord answers, and stay closed once dropped.

LONGEST_PAUSE: Final = 3
"""Exponent of the longest pause between two tries to connect: 2 ** 3 seconds.

In discord.py the pauses grow to 17 minutes, although Discord may be reachable again much earlier.
"""


ASKED_EVERY: Final = 1.0
"""Seconds between heartbeats of a connection that waits for its turn to identify."""

ANSWERED_WITHIN: Final = 3.0
"""Longest silence of Discord, in seconds, after which an IDENTIFY is still sent.

An IDENTIFY that arrives late may come too close to the next IDENTIFY.
"""


class PatientSocket(DiscordWebSocket):
    """A connection that keeps reading while it waits for its turn to identify.

    Otherwise unread messages would pile up, and Discord's answer to the first heartbeat would seem
    late. If identifying fails, the connection closes itself. discord.py would leave the connection
    open, with a thread that sends heartbeats.
    """

    async def send_heartbeat(self, data: Any) -> None:  # noqa: ANN401 - as in discord.py
        """Note the time, then send a heartbeat; discord.py may note it too late."""
        alive: Any = self._keep_alive
        if alive is not None:
            alive.beat()
        await super().send_heartbeat(data)

    async def identify(self) -> None:
        """Identify when `before_identify_hook` allows it; on an error, close the connection."""
        await self._enter(self._identify())

    async def resume(self) -> None:
        """Resume a session; on an error, close the connection."""
        await self._enter(super().resume())

    async def _enter(self, entering: Coroutine[Any, Any, None]) -> None:
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
        """Send a heartbeat, which Discord must acknowledge."""
        alive: Any = self._keep_alive
        if alive is not None:
            await self.send_heartbeat(alive.get_payload())

    async def send_as_json(self, data: Any) -> None:  # noqa: ANN401 - as in discord.py
        """Send a message, but no IDENTIFY while Discord is silent: raise TimeoutError instead."""
        alive: Any = self._keep_alive
        if data["op"] == self.IDENTIFY and time.perf_counter() - alive._last_recv > ANSWERED_WITHIN:  # noqa: SLF001 - discord.py has no public way
            raise TimeoutError
        await super().send_as_json(data)


class LeasedShard(discord.shard.Shard):
    """The session of a shard. It waits for no other session, and stays closed once it is closed.

    In discord.py, lost sessions reconnect one after the other, and a session that is closed while
    it waits for its turn begins again.
    """

    _closed = False
    _heard = 0.0
    _again: asyncio.Task[None] | None = None

    def __init__(self, *parts: Any) -> None:  # noqa: ANN401 - as in discord.py
        super().__init__(*parts)
        vars(self._backoff)["_max"] = LONGEST_PAUSE  # type: ignore[reportUnknownMemberType]

    @property
    def silence(self) -> float:
        """Seconds since Discord's last message, heartbeats included."""
        if (alive := self._keep_alive) is not None:
            self._heard = alive._last_recv  # noqa: SLF001 - discord.py has no public way
        return time.perf_counter() - self._heard

    @property
    def _keep_alive(self) -> Any:  # noqa: ANN401 - private in discord.py
        socket: Any = self.ws
        return socket._keep_alive  # noqa: SLF001

    async def ask(self) -> None:
        """Send a heartbeat, which Discord must acknowledge, if the connection is open."""
        socket: Any = self.ws
        with contextlib.suppress(OSError, discord.ConnectionClosed):
            await socket.ask()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Connect again, without waiting for other shards."""
        self._connect(super().reidentify(exc))

    async def reconnect(self) -> None:
        """Begin a new session.

        discord.py's own method ends the bot if the gateway closes the new connection too early.
        """
        await self.reidentify(ReconnectWebSocket(self.id, resume=False))

    def _connect(self, connecting: Coroutine[Any, Any, None]) -> None:
        if self._closed:
            connecting.close()
        else:
            self._again = asyncio.create_task(connecting)

    def launch(self) -> None:
        """Receive events, unless the shard was closed while it connected."""
        if self._closed:
            self._again = asyncio.create_task(self.ws.close(code=1000))
        else:
            self._heard = time.perf_counter()
            super().launch()

    async def close(self) -> None:
        """Close the connection for good."""
        self._closed = True
        if self._again is not None:
            self._again.cancel()
        await super().close()


def use_here() -> None:
    """Make discord.py use the two classes above for its sessions."""
    names: Any = discord.shard
    names.DiscordWebSocket = PatientSocket
    names.Shard = LeasedShard


log = logging.getLogger(__name__)

LOOK_EVERY: Final = 3.0
"""Seconds between two looks at the rows of all workers."""

TAKE_WITHIN: Final = 60.0
"""Seconds that a shard has to get ready. After that, another worker may try."""

GREETED_WITHIN: Final = 10.0
"""Seconds that a cut-off worker waits for the greeting of Discord's gateway."""

KEEPS_AFTER: Final = 10.0
"""Seconds from taking the first shard from another worker until this one is the housekeeper.

Meanwhile the other worker learns of it, at its next look: after `LOOK_EVERY`, and five seconds more
if the database is slow.
"""

HAND_OVER_WITHIN: Final = 600.0
"""Seconds for which a stopping worker waits for others to take over its shards."""


class Sharding:
    """The shards of this worker.

    Args:
        client: The client with the shards.
        leases: The shards that this worker holds.
        slots: The times at which workers may begin sessions.
        budget: This worker's share of requests.
        total: The number of shards; None for Discord's recommendation.

    Attributes:
        holds: Set once this worker holds a shard.
        housekeeping: Set while this worker is the housekeeper, because it holds the first shard
            and no other worker believes to hold it.
        news: Whether boards may be behind, because a shard was taken over or a worker has gone.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        leases: Leases | Alone,
        slots: Slots,
        budget: Budget,
        total: int | None = None,
    ) -> None:
        self.holds = asyncio.Event()
        self.housekeeping = asyncio.Event()
        self.news = False
        self._client: Any = client  # discord.py has no public way to add and drop shards
        self._leases = leases
        self._slots = slots
        self._budget = budget
        self._wanted = total
        self._total = 1
        self._buckets, self._starts = 1, 1_000
        self._held: set[int] = set()
        self._keeps_at = 0.0
        self._waiting: Counter[int] = Counter()
        self._launched: list[int] = []
        self._look_now = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._taking: asyncio.Task[None] | None = None
        self._dropping: set[asyncio.Task[None]] = set()
        use_here()

    def covers(self, guild_id: int | None) -> bool:
        """Return whether this worker receives events of a server, or of direct messages if None."""
        return ((guild_id or 0) >> 22) % self._total in self._held

    async def enter(self) -> None:
        """Register as a worker that has no shards yet but a share of Discord's limits.

        Raises:
            DatabaseError: One of the named errors of `db.errors`.
        """
        await self._leases.enter()
        self._budget.workers = self._leases.workers
        self._looking = asyncio.create_task(self._keep_looking())

    async def launch(self) -> None:
        """Find out the number of shards, and launch leased shards from now on.

        Raises:
            discord.GatewayNotFound: Discord did not name its gateway.
            DatabaseError: As in `enter`.
        """
        recommended, _, limits = await self._client.http.get_bot_gateway()
        self._buckets, self._starts = limits["max_concurrency"], limits["total"]
        self._total = await self._leases.settle(self._wanted or recommended)
        self._client.shard_count = self._total
        self._client._connection.shard_count = self._total  # noqa: SLF001
        self._client._connection.shard_ids = self._launched  # noqa: SLF001
        self._look_now.set()

    async def wait_to_identify(self, shard: int) -> None:
        """Wait until Discord allows another IDENTIFY. All workers share this limit."""
        self._waiting[shard] += 1
        try:
            await self._slots.wait(shard % self._buckets, self._starts)
        finally:
            self._waiting[shard] -= 1

    async def hand_over(self) -> None:
        """Keep serving until other workers, if any, have taken over all shards or time is up."""
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
        """Stop being a worker. Close the client before this."""
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
                log.warning("the rows of the other workers cannot be read: %s", error)
                self.housekeeping.clear()
            except Exception:
                log.exception("looking after the shards failed; the next try follows")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._look_now.wait()
            self._look_now.clear()

    async def _look(self) -> None:
        """Drop shards that another worker holds, and begin to take over another shard."""
        held = self._held.copy()  # a shard taken during `look` must not be dropped
        taking = self._taking is not None and not self._taking.done()
        self.news |= await self._leases.look(self._measure())
        self._budget.workers = self._leases.workers
        for shard in held - self._leases.held:
            log.info("shard %d is held by another worker", shard)
            self._held.discard(shard)
            self._begin(self._dropping, self._drop(shard))
        if 0 not in self._held:
            self.housekeeping.clear()
        elif time.monotonic() >= self._keeps_at:
            self.housekeeping.set()
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
        """Return the silence of each session, except those that wait for a slot."""
        held = ((shard, self._sessions.get(shard)) for shard in self._held)
        return {n: session.silence for n, session in held if session and not self._waiting[n]}

    async def _wait_for_greeting(self) -> None:
        """Let this worker take shards again if Discord's gateway greets it."""
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
                    other = row.holder not in ("", self._leases.worker)
                    self._keeps_at = time.monotonic() + (KEEPS_AFTER if other else 0.0)
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
        """Begin the session of a shard; return whether the session was ready in time."""
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
