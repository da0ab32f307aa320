"""A thinker that is forked from its bot, so that it need not import the games and numpy again."""

from __future__ import annotations

import os
import signal
import sys
from types import SimpleNamespace
from typing import NoReturn, Self

from players import thinker


class ForkedThinker:
    """A running thinker, with the part of `subprocess.Popen` that `players.thinker` uses."""

    def __init__(self, command: list[str], **_: object) -> None:
        (its_input, questions), (answers, its_output) = os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            _think(command[-1], its_input, its_output)
        os.close(its_input)
        os.close(its_output)
        self.stdin = open(questions, "wb", buffering=0)  # noqa: PTH123, SIM115 - a pipe
        self.stdout = open(answers, "rb", buffering=0)  # noqa: PTH123, SIM115
        self._status: int | None = None

    def wait(self) -> int:
        if self._status is None:
            self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._status

    def kill(self) -> None:
        if self._status is None:
            os.kill(self.pid, signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stdin.close()
        self.stdout.close()
        self.wait()


def _think(niceness: str, its_input: int, its_output: int) -> NoReturn:
    """Answer questions as `python -m players.thinker` does, with nothing else open, and exit."""
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        os.dup2(its_input, 0)
        os.dup2(its_output, 1)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w")
        sys.argv = ["thinker", niceness]
        thinker.main()
        status = 0
    finally:
        os._exit(status)


def fork_thinkers() -> None:
    """Make this process fork its thinkers from now on."""
    thinker.subprocess = SimpleNamespace(Popen=ForkedThinker, PIPE=None)
