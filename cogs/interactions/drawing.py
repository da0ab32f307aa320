"""The process that draws: pictures take libraries, memory and time that clicks go without.

It is started when a picture is wanted, and ends by itself when none is wanted for a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import select
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import players

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

LIMIT: Final = 10.0
"""Seconds of processor time that a picture may take; most take some hundredths."""

PATIENCE: Final = 30.0
"""Seconds that an answer is waited for, on a machine where others are busy, too."""

_ROOT: Final = Path(players.__file__).parents[1]


class NotDrawn(Exception):
    """Two processes, one after the other, have not drawn a picture."""


class DrawingProcess:
    """A process that draws one picture after the other; one thread at a time asks it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, drawing: Callable[[], T]) -> T:
        """Return what `drawing` returns there; raises NotDrawn."""
        question, failure = pickle.dumps((LIMIT, drawing, ())), None
        for _ in range(2):  # the first process may have been at its end
            try:
                return self._ask(question)
            except (OSError, EOFError, pickle.UnpicklingError) as error:
                failure = error
                self.close()
        raise NotDrawn from failure

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(OSError), self._process:  # closes its pipes, and waits
                self._process = None

    def _ask(self, question: bytes) -> Any:  # noqa: ANN401 - a result of any type
        if self._process is None:
            self._process = _start()
            _read(self._process)
        _write(self._process, question)
        return _read(self._process)


def _start() -> subprocess.Popen[bytes]:
    """Start a process; as a group of its own it outlives Ctrl-C until the last click is drawn."""
    return subprocess.Popen(
        [sys.executable, "-m", "players.thinker", "0"],
        cwd=_ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        process_group=0,
    )


def _write(process: subprocess.Popen[bytes], question: bytes) -> None:
    assert process.stdin is not None  # noqa: S101 - it was asked for
    process.stdin.write(question)
    process.stdin.flush()


def _read(process: subprocess.Popen[bytes]) -> Any:  # noqa: ANN401 - a result of any type
    assert process.stdout is not None  # noqa: S101 - it was asked for
    if not select.select([process.stdout], [], [], PATIENCE)[0]:
        raise TimeoutError
    process.stdout.read(4)  # the length, which pickle knows itself
    return pickle.load(process.stdout)  # noqa: S301 - from our own process


_DRAWING: Final = DrawingProcess()
_THREAD: Final = ThreadPoolExecutor(1, "drawing")


def draw(drawing: Callable[[], T]) -> asyncio.Future[T]:
    """Have something drawn from now on, and return what will be drawn.

    Args:
        drawing: a function that another process can look up.

    Raises, where it is waited for:
        NotDrawn: it could not be drawn.
    """
    return asyncio.get_running_loop().run_in_executor(_THREAD, _DRAWING.ask, drawing)
