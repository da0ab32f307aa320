"""Processes for computations that take longer than a click may wait."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from typing import TYPE_CHECKING, Final, TypeVar

from players.thinker import FAILURES, NICENESS, Gone, Process

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

log = logging.getLogger(__name__)

LIMIT: Final = 1.0
"""Seconds of processor time for a player's move; docs/strength.md has the measured times."""

WAIT: Final = 9
"""Factor on a call's time limit, so that a busy machine does not fail it."""

MOST: Final = max(1, (os.cpu_count() or 2) - 1)
"""Processes that think at once; one core is left for clicks."""


class Thinkers:
    """Calls functions in other processes, started on demand.

    Args:
        limit: seconds of processor time for a call.
        most: processes that think at once; further calls wait.
        niceness: the processes' niceness, from 0 to 19.
    """

    def __init__(self, limit: float = LIMIT, most: int = MOST, niceness: int = NICENESS) -> None:
        self._limit = limit
        self._niceness = niceness
        self._free = asyncio.Semaphore(most)
        self._idle: list[Process] = []
        self._busy: set[Process] = set()

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(process.pid for process in (*self._idle, *self._busy))

    async def run(
        self, call: Callable[..., T], *args: object, limit: float | None = None
    ) -> T | None:
        """Return the result of a call; None if its time runs out or its process dies.

        `limit`: seconds of processor time instead of the usual limit.
        """
        limit = limit or self._limit
        async with self._free:
            try:
                while self._idle:
                    with contextlib.suppress(Gone):
                        return await self._ask(self._idle.pop(), limit, call, args)
                return await self._ask(Process(self._niceness), limit, call, args)
            except FAILURES as error:
                log.warning("thinking has failed: %s", type(error).__name__)
                return None

    async def _ask(
        self, process: Process, limit: float, call: Callable[..., T], args: tuple[object, ...]
    ) -> T:
        """Return the answer of a process, and keep the process if it answers in time."""
        self._busy.add(process)
        try:
            answer = await asyncio.to_thread(process.ask, limit, WAIT * limit, call, args)
            self._idle.append(process)
            return answer
        finally:
            self._busy.discard(process)
            if process not in self._idle:
                process.end()

    async def close(self) -> None:
        """End the processes."""
        for process in (*self._idle, *self._busy):
            process.end()
        self._idle.clear()
