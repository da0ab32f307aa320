"""Work that nobody waits for, such as bringing boards up to date after a start.

Each channel has a queue of its own, and several are worked on at once. So a channel that Discord
slows down holds up itself alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""How many channels are worked on at the same time."""

LAST_WORK: Final = 3.0
"""Seconds in which work under way may end."""


class WorkQueue:
    """Tables that wait for work, by channel.

    Args:
        work: does what is to be done for a table.
    """

    def __init__(self, work: Callable[[int], Awaitable[None]]) -> None:
        self._work = work
        self._waiting: dict[int, OrderedDict[int, None]] = {}
        self._workers: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._closed = False

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def add(self, channel_id: int, table_id: int) -> None:
        """Add a table, unless it waits already."""
        if self._closed:
            return
        waiting = self._waiting.get(channel_id)
        if waiting is not None:
            waiting[table_id] = None
            return
        self._waiting[channel_id] = OrderedDict({table_id: None})
        worker = asyncio.create_task(self._work_off(channel_id))
        self._workers.add(worker)
        worker.add_done_callback(self._workers.discard)

    async def close(self) -> None:
        """Let the work end that is under way; what waits is found again after the next start."""
        self._closed = True
        for waiting in self._waiting.values():
            waiting.clear()
        if self._workers:
            _, late = await asyncio.wait(self._workers, timeout=LAST_WORK)
            for worker in late:
                worker.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _work_off(self, channel_id: int) -> None:
        """Do the work of one channel, table after table."""
        async with self._slots:
            waiting = self._waiting[channel_id]
            while waiting:
                table_id, _ = waiting.popitem(last=False)
                try:
                    await self._work(table_id)
                except Exception:
                    log.exception("table %s: could not be brought up to date", table_id)
            del self._waiting[channel_id]
