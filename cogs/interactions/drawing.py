"""Draws pictures in a process of its own, so that drawing does not delay other clicks.

The process starts when a picture is needed, and ends after a while without work. It draws one
picture at a time, in the order of the requests.
"""

from __future__ import annotations

import asyncio
import atexit
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, TypeVar

from players.thinker import FAILURES, Gone, Process

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

T = TypeVar("T")

LIMIT: Final = 5.0
"""Seconds of processor time allowed for a picture; most pictures take a few hundredths."""

PATIENCE: Final = 15.0
"""Seconds of real time allowed for a picture, longer because the machine may be busy."""


class NotDrawn(Exception):
    """The drawing process has failed at a picture, or does not answer."""


class DrawingProcess:
    """A process that draws one picture at a time. Only one thread may use it at a time."""

    def __init__(self) -> None:
        self._process: Process | None = None

    def ask(self, drawing: Callable[[], T]) -> T:
        """Return the result of a drawing; raise NotDrawn if it fails."""
        for _ in range(2):  # an idle process may just have ended
            try:
                self._process = self._process or Process(niceness=0)
                return self._process.ask(LIMIT, PATIENCE, drawing, ())
            except Gone:
                self.end()
            except FAILURES as error:
                self.end()
                raise NotDrawn from error
        raise NotDrawn

    def end(self) -> None:
        """End the process. The next request starts another one."""
        if self._process is not None:
            self._process.end()
        self._process = None


_DRAWING: Final = DrawingProcess()
atexit.register(_DRAWING.end)
_THREAD: Final = ThreadPoolExecutor(1, "drawing")


def begin(drawing: Callable[[], T]) -> Future[T]:
    """Queue a drawing and return its future. A drawing can be cancelled until it begins.

    Args:
        drawing: A function that another process can import.

    Raises, through the future:
        NotDrawn: The drawing failed or took too long.
    """
    return _THREAD.submit(_DRAWING.ask, drawing)


def draw(drawing: Callable[[], T]) -> asyncio.Future[T]:
    """Queue a drawing as `begin` does; return its future for the event loop."""
    return asyncio.wrap_future(begin(drawing))
