"""The bot forked from a process that has read its code: most of a start is reading code.

All that a start does is done anew in each; only modules, fonts and finished drawings are shared.
So it draws in this process and not in another, which would have to draw all of them again.
The processes of tests that are about the start itself, or run another program, are begun by the
system instead.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import bot
from cogs.app.workers.sharding import Sharding
from cogs.interactions import responder
from cogs.interactions.drawing import DrawingProcess, NotDrawn

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.e2e.preloaded"])


class Forked:
    """A running bot, with what `asyncio.subprocess.Process` has of the same names.

    Args:
        folder: the working directory.
        environment: all variables of the environment.
        log: the file to which output and errors are added.
        answer_within: the seconds that it has for an answer: Discord gives three.
        lets_go: as of `Bot`.
    """

    def __init__(
        self,
        folder: Path,
        environment: dict[str, str],
        log: Path,
        answer_within: float,
        *,
        lets_go: bool,
    ) -> None:
        arguments = (folder, environment, log, answer_within, lets_go)
        # A daemon: what a failed test leaves running is ended, and not waited for.
        self._process = _CONTEXT.Process(target=_run, args=arguments, daemon=True)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    async def wait(self) -> int:
        """Wait until the process has ended; returns the exit status."""
        while self._process.exitcode is None:
            await asyncio.to_thread(self._process.join, 1)
        return self._process.exitcode


UNDRAWN = "undrawn"
"""The file in the bot's folder that keeps it from drawing."""


def _draw(_: DrawingProcess, drawing: Callable[[], object]) -> object:
    """Draw here."""
    if Path(UNDRAWN).exists():
        raise NotDrawn
    return drawing()


async def _keep(*_: object) -> None:
    """Do as a worker does in the moment before it closes a session."""


def _run(
    folder: Path, environment: dict[str, str], log: Path, answer_within: float, lets_go: bool
) -> None:
    """Be the bot."""
    if not lets_go:
        Sharding._drop = _keep
    DrawingProcess.ask = _draw
    responder.RESPOND_WITHIN, responder.DEFER_AFTER = answer_within, answer_within / 2
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    with log.open("ab") as file:
        os.dup2(file.fileno(), sys.stdout.fileno())
        os.dup2(file.fileno(), sys.stderr.fileno())
    sys.exit(bot.main([]))
