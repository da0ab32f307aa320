"""Sessions at Discord's gateway that can be asked, and that stay away once they are dropped.

discord.py makes its sessions of these two classes, as it has no public way to name others.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any, Final

import discord.shard
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

if TYPE_CHECKING:
    from collections.abc import Coroutine


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
