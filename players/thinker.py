"""A process that thinks for others: `python -m players.thinker NICENESS`.

It reads pickled functions with their arguments from its input, calls them, and writes the pickled
results, each after its length. Before the first it writes how many games there are: it is ready.
It ends with its pipes, and so, silently, with the process that has started it; with a call that
takes more seconds of processor time than it may; and when nobody asks it for a while. A `Process`
is how others see it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, cast

from players.games import KITS

if TYPE_CHECKING:
    from collections.abc import Callable

NICENESS = 5
"""By how much such a process lets others go first: who clicks does not wait for who thinks."""

IDLE = 300.0
"""Seconds without a question after which it ends: it holds some 50 MB."""

START_LIMIT: Final = 30.0
"""Seconds in which a process has to be there, on a machine that is slow and busy."""

_LENGTH: Final = 8
"""Bytes of the length before an answer."""

_FROM_OUTSIDE: Final = {-signal.SIGALRM, -signal.SIGKILL, -signal.SIGTERM}
"""How a process has ended that has not failed itself; the first is what ends one that is idle."""

FAILURES: Final = (OSError, EOFError, ValueError, pickle.PickleError)
"""What asking a process raises that dies, is ended, or does not answer in time."""


_PASSED_ON: Final = ("PATH", "HOME", "LANG", "TMPDIR", "LC_", "LD_", "DYLD_", "PYTHON", "COVERAGE_")
"""How the names of what is set begin that a process needs: none of them is a token or password."""


class Gone(OSError):
    """A process was ended, as nobody had asked it or from outside: another one can be asked."""


class Process:
    """A process that was started; `ask` waits for it, in whatever thread that is.

    Args:
        niceness: by how much it lets others go first, from 0 to 19.
    """

    def __init__(self, niceness: int) -> None:
        self._is_ready = self._is_ended = False
        self._until = 0.0
        self._process = subprocess.Popen(  # noqa: S603 - of our own words
            [sys.executable, "-m", "players.thinker", str(niceness)],
            cwd=Path(__file__).parents[1],
            env={n: value for n, value in os.environ.items() if n.startswith(_PASSED_ON)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            process_group=0,  # Ctrl-C is for who has started it
        )
        os.set_blocking(cast("IO[bytes]", self._process.stdin).fileno(), False)

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
            patience: seconds after which it is given up, wherever it has stopped.
            call: a function that the process can import.
            args: its arguments.
        """
        question = pickle.dumps((limit, call, args))
        try:
            if not self._is_ready:
                self._until = time.monotonic() + START_LIMIT
                self._read()
                self._is_ready = True
            self._until = time.monotonic() + patience
            self._write(question)
            return self._read()
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

    def _write(self, said: bytes) -> None:
        """Write all of it, as the process reads it."""
        left = memoryview(said)
        while left:
            pipe = self._wait_for(self._process.stdin, select.POLLOUT)
            left = left[os.write(pipe, left) :]

    def _read(self) -> Any:  # noqa: ANN401 - a result of any type
        """Return what the process says next."""
        return pickle.loads(self._take(int.from_bytes(self._take(_LENGTH))))  # noqa: S301 - from our own process

    def _take(self, size: int) -> bytes:
        """Return so many bytes, as the process writes them."""
        taken = b""
        while len(taken) < size:
            pipe = self._wait_for(self._process.stdout, select.POLLIN)
            if not (part := os.read(pipe, size - len(taken))):
                raise EOFError
            taken += part
        return taken

    def _wait_for(self, pipe: IO[bytes] | None, event: int) -> int:
        """Return the number of a pipe once something can be done with it; raises TimeoutError."""
        number, poll = cast("IO[bytes]", pipe).fileno(), select.poll()
        poll.register(number, event)
        if not poll.poll(max(0.0, self._until - time.monotonic()) * 1000):
            raise TimeoutError
        return number


def main() -> None:
    """Answer until the input ends."""
    os.nice(int(sys.argv[1]))
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # numpy: who thinks has one core
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # nobody reads any more: it ends without a word
    _write(pickle.dumps(len(KITS)))
    while True:
        signal.setitimer(signal.ITIMER_REAL, IDLE)  # its signal ends the process
        try:
            limit, call, args = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own process
        except (EOFError, pickle.UnpicklingError):  # the second: in the middle of a question
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, limit)  # so does this one's
        result = call(*args)
        signal.setitimer(signal.ITIMER_PROF, 0)
        _write(pickle.dumps(result))


def _write(said: bytes) -> None:
    sys.stdout.buffer.write(len(said).to_bytes(_LENGTH) + said)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
