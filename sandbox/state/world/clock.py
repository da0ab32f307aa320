"""Time and ids of the stand-in: a clock that tests can advance, and snowflakes."""

from __future__ import annotations

import asyncio
import heapq
import time
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

DISCORD_EPOCH: Final = 1_420_070_400.0
"""The first second of 2015, from which snowflakes count."""


class Clock:
    """The time of the stand-in: the machine's time plus what tests add."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._order = count()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._timer: asyncio.TimerHandle | None = None

    def now(self) -> float:
        """Return seconds since 1970."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Add seconds to the time; run everything that is due before returning."""
        self._ahead += seconds
        self._run()

    def call_later(self, seconds: float, what: Callable[[], None]) -> None:
        """Call `what` after that many seconds of this clock."""
        heapq.heappush(self._due, (self.now() + seconds, next(self._order), what))
        self._schedule()

    def stop(self) -> None:
        """Cancel all calls that are still to come."""
        self._due.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _run(self) -> None:
        while self._due and self._due[0][0] <= self.now():
            heapq.heappop(self._due)[2]()
        self._schedule()

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._due:
            wait = max(0.001, self._due[0][0] - self.now())
            self._timer = asyncio.get_running_loop().call_later(wait, self._run)


class Snowflakes:
    """Creates ids that rise with time, as Discord's do."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def create(self) -> int:
        """Return a new id, greater than all before it."""
        now = int((self._clock.now() - DISCORD_EPOCH) * 1000) << 22
        self._last = max(now, self._last + 1)
        return self._last


def make_fixed_snowflake(number: int) -> int:
    """Return an id that is the same at every start, for the first people and places."""
    return (int((1_704_067_200.0 - DISCORD_EPOCH) * 1000) + number * 1000) << 22


def format_time(seconds: float) -> str:
    """Return a time as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
