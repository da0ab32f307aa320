"""Processes for what takes longer than a click may wait: thinking."""

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
"""Seconds of processor time that a player may think; docs/strength.md says what they take."""

WAIT: Final = 9
"""How many times as long an answer is waited for, on a machine where others are busy, too."""

MOST: Final = max(1, (os.cpu_count() or 2) - 1)
"""How many processes think at once: one core is left to those who click."""


class Thinkers:
    """Calls functions in other processes, which are started when they are needed.

    Args:
        limit: seconds of processor time that a call may take.
        most: how many may think at once; others wait for their turn.
        niceness: by how much they let other processes go first, from 0 to 19.
    """

    def __init__(self, limit: float = LIMIT, most: int = MOST, niceness: int = NICENESS) -> None:
        self._limit = limit
        self._niceness = niceness
        self._free = asyncio.Semaphore(most)
        self._idle: list[Process] = []
        self._busy: set[Process] = set()

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes."""
        return tuple(process.pid for process in (*self._idle, *self._busy))

    async def run(
        self, call: Callable[..., T], *args: object, limit: float | None = None
    ) -> T | None:
        """Return the result of a call; None where its time runs out or its process dies.

        `limit` is in the place of the usual one, if a call may take longer.
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
        """Return the answer of a process, and keep the process if it has answered in time."""
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
