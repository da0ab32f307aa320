"""The process that draws: pictures take libraries, memory and time that clicks go without.

It is started when a picture is wanted, and ends by itself when none is wanted for a while. It draws
one picture after the other, the one first that has waited longest.
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
"""Seconds of processor time that a picture may take; most take some hundredths."""

PATIENCE: Final = 15.0
"""Seconds that a picture may take, on a machine where others are busy, too."""


class NotDrawn(Exception):
    """The process that draws has failed at a picture, or does not answer."""


class DrawingProcess:
    """A process that draws one picture after the other; one thread at a time asks it."""

    def __init__(self) -> None:
        self._process: Process | None = None

    def ask(self, drawing: Callable[[], T]) -> T:
        """Return what a drawing returns there; raises NotDrawn."""
        for _ in range(2):  # the first process may have been at its end
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
        """End it; what is asked next begins another one."""
        if self._process is not None:
            self._process.end()
        self._process = None


_DRAWING: Final = DrawingProcess()
atexit.register(_DRAWING.end)
_THREAD: Final = ThreadPoolExecutor(1, "drawing")


def begin(drawing: Callable[[], T]) -> Future[T]:
    """Have something drawn, and return what will be drawn; if that is cancelled before, it is not.

    Args:
        drawing: a function that another process can look up.

    Raises, where it is waited for:
        NotDrawn: it could not be drawn.
    """
    return _THREAD.submit(_DRAWING.ask, drawing)


def draw(drawing: Callable[[], T]) -> asyncio.Future[T]:
    """Do the same, for who waits for it in the event loop."""
    return asyncio.wrap_future(begin(drawing))
