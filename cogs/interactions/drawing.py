"""The process that draws: pictures take libraries, memory and time that clicks go without.

It is started when a picture is wanted, and ends by itself when none is wanted for a while.
"""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from players.thinker import FAILURES, Process

T = TypeVar("T")

Wanted = tuple[Future[Any], Callable[[], Any]]
"""What is to be drawn, and what draws it."""

LIMIT: Final = 10.0
"""Seconds of processor time that a picture may take; most take some hundredths."""

PATIENCE: Final = 30.0
"""Seconds that a process may take for it, on a machine where others are busy, too."""


class NotDrawn(Exception):
    """Two processes, one after the other, have not drawn a picture."""


class DrawingProcess:
    """A process that draws one picture after the other; one thread at a time asks it."""

    def __init__(self) -> None:
        self._process: Process | None = None

    def ask(self, drawings: list[Callable[[], Any]]) -> list[Any]:
        """Return what the drawings return there; raises NotDrawn."""
        failure = None
        for _ in range(2):  # the first process may have been at its end
            try:
                self._process = self._process or Process(niceness=0)
                return self._process.ask(LIMIT, PATIENCE, _draw_all, (drawings,))
            except FAILURES as error:
                failure = error
                self.end()
        raise NotDrawn from failure

    def end(self) -> None:
        """End it; what is asked next begins another one."""
        if self._process is not None:
            self._process.end()
        self._process = None


_DRAWING: Final = DrawingProcess()
atexit.register(_DRAWING.end)
_THREAD: Final = ThreadPoolExecutor(1, "drawing")
_WAITING: Final[SimpleQueue[Wanted]] = SimpleQueue()
"""What is drawn in the next turn: all of it at once, as asking takes longer than drawing."""


def begin(drawing: Callable[[], T]) -> Future[T]:
    """Have something drawn from now on, and return what will be drawn.

    Args:
        drawing: a function that another process can look up.

    Raises, where it is waited for:
        NotDrawn: it could not be drawn.
    """
    future = Future[T]()
    _WAITING.put((future, drawing))
    _THREAD.submit(_draw_waiting)
    return future


def draw(drawing: Callable[[], T]) -> asyncio.Future[T]:
    """Do the same, for who waits for it in the event loop."""
    return asyncio.wrap_future(begin(drawing))


def _draw_waiting() -> None:
    """Have drawn what waits, if anybody waits for it still."""
    taken = [_WAITING.get() for _ in range(_WAITING.qsize())]
    if wanted := [each for each in taken if each[0].set_running_or_notify_cancel()]:
        _fulfil(wanted)


def _fulfil(wanted: list[Wanted]) -> None:
    """Have something drawn; where that fails each of it alone, so that it hurts only itself."""
    try:
        drawn = _DRAWING.ask([drawing for _, drawing in wanted])
    except Exception as error:  # noqa: BLE001 - who waits for it is told
        if len(wanted) == 1:
            wanted[0][0].set_exception(error)
            return
        for each in wanted:
            _fulfil([each])
    else:
        for (future, _), one in zip(wanted, drawn, strict=True):
            future.set_result(one)


def _draw_all(drawings: list[Callable[[], Any]]) -> list[Any]:
    return [drawing() for drawing in drawings]
