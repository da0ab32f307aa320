"""Processes for what takes longer than a click may wait: thinking."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import players
from players.thinker import NICENESS

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

log = logging.getLogger(__name__)

LIMIT: Final = 1.0
"""Seconds of processor time that a player may think; docs/strength.md says what they take."""

WAIT: Final = 9
"""How many times as long an answer is waited for, on a machine where others are busy, too."""

START_LIMIT: Final = 30.0
"""Seconds in which a process has to be there, on a machine that is slow and busy."""

MOST: Final = max(1, (os.cpu_count() or 2) - 1)
"""How many processes think at once: one core is left to those who click."""

_ROOT: Final = Path(players.__file__).parents[1]
_FAILURES: Final = (
    OSError,
    TimeoutError,
    EOFError,
    asyncio.IncompleteReadError,
    pickle.PickleError,
)


class Thinkers:
    """Calls functions in other processes, which are started when they are needed.

    Args:
        limit: seconds of processor time that a call may take.
        most: how many may think at once; others wait for their turn.
        niceness: by how much they let other processes go first, from 0 to 19.
    """

    def __init__(self, limit: float = LIMIT, most: int = MOST, niceness: int = NICENESS) -> None:
        self._limit = limit
        self._niceness = niceness
        self._free = asyncio.Semaphore(most)
        self._idle: list[asyncio.subprocess.Process] = []
        self._busy: set[asyncio.subprocess.Process] = set()

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes."""
        return tuple(process.pid for process in (*self._idle, *self._busy))

    async def run(
        self, call: Callable[..., T], *args: object, limit: float | None = None
    ) -> T | None:
        """Return the result of a call; None where its time runs out or its process dies.

        `limit` is in the place of the usual one, if a call may take longer.
        """
        limit = limit or self._limit
        question = pickle.dumps((limit, call, args))
        async with self._free:
            try:
                self._idle = [each for each in self._idle if each.returncode is None]
                process = self._idle.pop() if self._idle else await _start(self._niceness)
                return await self._ask(process, question, WAIT * limit)
            except _FAILURES as error:
                log.warning("thinking has failed: %s", type(error).__name__)
                return None

    async def _ask(
        self, process: asyncio.subprocess.Process, question: bytes, patience: float
    ) -> Any:  # noqa: ANN401 - a result of any type
        """Return the answer of a process, and keep the process if it has answered in time."""
        self._busy.add(process)
        try:
            async with asyncio.timeout(patience):
                answer = await _ask(process, question)
            self._idle.append(process)
            return answer
        finally:
            self._busy.discard(process)
            if process not in self._idle:
                await _end(process)

    async def close(self) -> None:
        """End the processes."""
        for process in (*self._idle, *self._busy):
            await _end(process)
        self._idle.clear()


async def _start(niceness: int) -> asyncio.subprocess.Process:
    """Start a process and wait until it is ready."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "players.thinker",
        str(niceness),
        cwd=_ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(START_LIMIT):
            await _read(process)
    except BaseException:
        await _end(process)
        raise
    return process


async def _ask(process: asyncio.subprocess.Process, question: bytes) -> Any:  # noqa: ANN401 - a result of any type
    questions = cast("asyncio.StreamWriter", process.stdin)
    questions.write(question)
    await questions.drain()
    return await _read(process)


async def _read(process: asyncio.subprocess.Process) -> Any:  # noqa: ANN401 - a result of any type
    answers = cast("asyncio.StreamReader", process.stdout)
    length = int.from_bytes(await answers.readexactly(4), "big")
    return pickle.loads(await answers.readexactly(length))  # noqa: S301 - from our own process


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()
