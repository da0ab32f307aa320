"""A process that computes for others: `python -m players.thinker NICENESS`.

It reads pickled functions with their arguments from its input, calls them, and writes the pickled
results, each preceded by its length. When it is ready, it first writes the number of games. It ends
silently when its pipes close, so it does not outlive the process that started it. It also ends if a
call takes more processor time than allowed, and after some time without questions. Other processes
use it through a `Process`.
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
"""Niceness of the process, so that clicks need not wait for computations."""

IDLE = 300.0
"""Seconds without a question before the process ends, to free some 50 MB."""

START_LIMIT: Final = 30.0
"""Seconds in which a started process must be ready, long enough for a slow and busy machine."""

_LENGTH: Final = 8
"""Bytes of the length before an answer."""

_FROM_OUTSIDE: Final = {-signal.SIGALRM, -signal.SIGKILL, -signal.SIGTERM}
"""Exit codes of a process that did not fail by itself. SIGALRM ends an idle process."""

FAILURES: Final = (OSError, EOFError, ValueError, pickle.PickleError)
"""Errors of `Process.ask` if the process dies, is ended, or does not answer in time."""


_PASSED_ON: Final = (
    *("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "LD_LIBRARY_PATH", "LD_PRELOAD"),
    *("DYLD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE"),
    "COVERAGE_PROCESS_CONFIG",
)
"""Names of the environment variables that a process needs; none is a token or password."""


class Gone(OSError):
    """The process ended because it was idle, or was ended from outside. Ask another process."""


class Process:
    """A started process; `ask` blocks the calling thread.

    Args:
        niceness: from 0 to 19; a higher value lets other processes go first.
    """

    def __init__(self, niceness: int) -> None:
        self._is_ready = self._is_ended = False
        self._until = 0.0
        self._process = subprocess.Popen(  # noqa: S603 - a fixed command
            [sys.executable, "-m", "players.thinker", str(niceness)],
            cwd=Path(__file__).parents[1],
            env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            process_group=0,  # Ctrl-C does not reach this process
        )
        os.set_blocking(cast("IO[bytes]", self._process.stdin).fileno(), False)

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(
        self, limit: float, patience: float, call: Callable[..., Any], args: tuple[object, ...]
    ) -> Any:  # noqa: ANN401 - a result of any type
        """Return the result of a call; raises one of FAILURES, among them `Gone`.

        Args:
            limit: seconds of processor time for the call.
            patience: seconds before the call is given up.
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
            raise  # the call made the process fail, or `end` ended it

    def end(self) -> None:
        """End the process at once, even while it computes."""
        self._is_ended = True
        self._process.kill()
        with contextlib.suppress(OSError), self._process:  # closes the pipes
            pass

    def _write(self, said: bytes) -> None:
        """Write all bytes, as fast as the process reads them."""
        left = memoryview(said)
        while left:
            pipe = self._wait_for(self._process.stdin, select.POLLOUT)
            left = left[os.write(pipe, left) :]

    def _read(self) -> Any:  # noqa: ANN401 - a result of any type
        """Return the next answer of the process."""
        return pickle.loads(self._take(int.from_bytes(self._take(_LENGTH))))  # noqa: S301 - from our own process

    def _take(self, size: int) -> bytes:
        """Return the next `size` bytes that the process writes."""
        taken = b""
        while len(taken) < size:
            pipe = self._wait_for(self._process.stdout, select.POLLIN)
            if not (part := os.read(pipe, size - len(taken))):
                raise EOFError
            taken += part
        return taken

    def _wait_for(self, pipe: IO[bytes] | None, event: int) -> int:
        """Return the number of a pipe once it is ready; raises TimeoutError."""
        number, poll = cast("IO[bytes]", pipe).fileno(), select.poll()
        poll.register(number, event)
        if not poll.poll(max(0.0, self._until - time.monotonic()) * 1000):
            raise TimeoutError
        return number


def main() -> None:
    """Answer questions until the input ends."""
    os.nice(int(sys.argv[1]))
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # keeps numpy on one core
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # ends silently if nobody reads its output
    _write(pickle.dumps(len(KITS)))
    while True:
        signal.setitimer(signal.ITIMER_REAL, IDLE)  # SIGALRM ends the process
        try:
            limit, call, args = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own process
        except (EOFError, pickle.UnpicklingError):  # UnpicklingError: a question was cut off
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, limit)  # SIGPROF ends the process, too
        result = call(*args)
        signal.setitimer(signal.ITIMER_PROF, 0)
        _write(pickle.dumps(result))


def _write(said: bytes) -> None:
    sys.stdout.buffer.write(len(said).to_bytes(_LENGTH) + said)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
