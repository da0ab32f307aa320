"""A process that thinks for others: `python -m players.thinker NICENESS`.

It reads pickled functions with their arguments from its input, calls them, and writes the pickled
results. Before the first it writes how many players there are: it is ready. It ends with its input,
and so with the process that has started it; with a call that takes more seconds of processor time
than it may; and when nobody asks it for a while. A `Process` is how others see it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from players import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

NICENESS = 5
"""By how much such a process lets others go first: who clicks does not wait for who thinks."""

IDLE = 300.0
"""Seconds without a question after which it ends: it holds some 50 MB."""

START_LIMIT: Final = 30.0
"""Seconds in which a process has to be there, on a machine that is slow and busy."""

_FROM_OUTSIDE: Final = {-signal.SIGALRM, -signal.SIGKILL, -signal.SIGTERM}
"""How a process has ended that has not failed itself; the first is what ends one that is idle."""

FAILURES: Final = (OSError, EOFError, ValueError, pickle.PickleError)
"""What asking a process raises that dies, is ended, or does not answer in time."""


class Gone(OSError):
    """A process was ended, as nobody had asked it or from outside: another one can be asked."""


class Process:
    """A process that was started; `ask` waits for it, in whatever thread that is.

    Args:
        niceness: by how much it lets others go first, from 0 to 19.
    """

    def __init__(self, niceness: int) -> None:
        self._is_ready = self._is_ended = False
        self._process = subprocess.Popen(  # noqa: S603 - of our own words
            [sys.executable, "-m", "players.thinker", str(niceness)],
            cwd=Path(__file__).parents[1],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,  # Ctrl-C is for who has started it
        )

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def ask(
        self, limit: float, patience: float, call: Callable[..., Any], args: tuple[object, ...]
    ) -> Any:  # noqa: ANN401 - a result of any type
        """Return what a call returns there; raises one of FAILURES, of which one is `Gone`.

        Args:
            limit: seconds of processor time that it may take.
            patience: seconds that an answer is waited for.
            call: a function that the process can import.
            args: its arguments.
        """
        if not self._is_ready:
            self._read(START_LIMIT)
            self._is_ready = True
        questions = cast("BinaryIO", self._process.stdin)
        try:
            questions.write(pickle.dumps((limit, call, args)))
            questions.flush()
            return self._read(patience)
        except (ConnectionError, EOFError) as error:
            if self._process.wait() in _FROM_OUTSIDE and not self._is_ended:
                raise Gone from error
            raise  # it has failed at the question, or `end` has ended it

    def end(self) -> None:
        """End it, whatever it does."""
        self._is_ended = True
        self._process.kill()
        with contextlib.suppress(OSError), self._process:  # closes the pipes
            pass

    def _read(self, patience: float) -> Any:  # noqa: ANN401 - a result of any type
        answers = cast("BinaryIO", self._process.stdout)
        if not select.select([answers], [], [], patience)[0]:
            raise TimeoutError
        return pickle.load(answers)  # noqa: S301 - from our own process


def main() -> None:
    """Answer until the input ends."""
    os.nice(int(sys.argv[1]))
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # numpy: who thinks has one core
    _write(pickle.dumps(len(PLAYERS)))
    while True:
        signal.setitimer(signal.ITIMER_REAL, IDLE)  # its signal ends the process
        try:
            limit, call, args = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own process
        except EOFError:
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, limit)  # so does this one's
        result = call(*args)
        signal.setitimer(signal.ITIMER_PROF, 0)
        _write(pickle.dumps(result))


def _write(said: bytes) -> None:
    sys.stdout.buffer.write(said)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
