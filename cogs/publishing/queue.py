"""Background work for tables, such as the update of boards after a start.

Each channel has its own queue, and several queues run at once. So a channel that Discord slows down
does not delay other channels. The tables of one channel wait for one another.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""Limit on channels that are worked on at the same time."""

LAST_WORK: Final = 3.0
"""Seconds for running work to end when the queue is closed."""

Work = Callable[[int], Awaitable[None]]
"""Does work for a table."""


@dataclass(slots=True)
class _Line:
    """The work that waits for a channel, in order, and the task that does it, once it has begun."""

    done: asyncio.Future[None]
    waiting: dict[tuple[Work, int], None] = field(default_factory=dict[tuple[Work, int], None])
    worker: asyncio.Task[None] | None = None


class WorkQueue:
    """Work for tables that waits, by channel. The first channels are those that are worked on."""

    def __init__(self) -> None:
        self._lines: dict[int, _Line] = {}
        self._closed = False

    def __len__(self) -> int:
        return sum(len(line.waiting) for line in self._lines.values())

    def add(self, channel_id: int, work: Work, table_id: int) -> None:
        """Add work for a table, unless it waits already."""
        if self._closed:
            return
        if channel_id not in self._lines:
            self._lines[channel_id] = _Line(asyncio.get_running_loop().create_future())
            self._begin()
        self._lines[channel_id].waiting[work, table_id] = None

    def _begin(self) -> None:
        """Begin with the next channel, unless enough are worked on."""
        for channel_id, line in islice(self._lines.items(), AT_ONCE):
            if line.worker is None:
                line.worker = asyncio.create_task(self._work_off(channel_id, line))

    async def work_off(self) -> None:
        """Wait until all work that waits now is done."""
        if self._lines:
            await asyncio.wait([line.done for line in self._lines.values()])

    async def close(self) -> None:
        """Let running work end, and drop waiting work, which the next start finds again."""
        self._closed = True
        for line in self._lines.values():
            line.waiting.clear()
        workers = [line.worker for line in self._lines.values() if line.worker is not None]
        if workers:
            _, late = await asyncio.wait(workers, timeout=LAST_WORK)
            for worker in late:
                worker.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _work_off(self, channel_id: int, line: _Line) -> None:
        while line.waiting:
            work, table_id = each = next(iter(line.waiting))
            del line.waiting[each]
            try:
                await work(table_id)
            except Exception:
                log.exception("table %s: could not be brought up to date", table_id)
        del self._lines[channel_id]
        line.done.set_result(None)
        self._begin()
