"""Time and ids of the stand-in: a clock that tests can set forward, and snowflakes."""

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
"""Time zero of snowflakes, in Unix seconds: the start of 2015."""


class Clock:
    """The clock of the stand-in: the machine's time plus the seconds that tests have added."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._order = count()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._timer: asyncio.TimerHandle | None = None

    def now(self) -> float:
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Set the clock forward, and make all calls that have become due."""
        self._ahead += seconds
        self._run()

    def call_later(self, seconds: float, what: Callable[[], None]) -> None:
        """Call `what` once this clock has gone forward by `seconds`."""
        heapq.heappush(self._due, (self.now() + seconds, next(self._order), what))
        self._schedule()

    def stop(self) -> None:
        """Cancel all pending calls."""
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
    """Creates ids that rise with time, like Discord's ids."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def create(self) -> int:
        now = int((self._clock.now() - DISCORD_EPOCH) * 1000) << 22
        self._last = max(now, self._last + 1)
        return self._last


def make_fixed_snowflake(number: int) -> int:
    """Return an id for a person or place of a new world; it is the same at every start."""
    return (int((1_704_067_200.0 - DISCORD_EPOCH) * 1000) + number * 1000) << 22


def format_time(seconds: float) -> str:
    """Return a time in Discord's format: ISO 8601 in UTC, with microseconds."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
