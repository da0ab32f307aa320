"""The programs that are measured: each a process of its own, logged in to a sandbox of its own."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Self

import psutil

from sandbox import Sandbox
from tests.postgresql import MISSING, Server, find_programs

if TYPE_CHECKING:
    from contextlib import ExitStack

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0
"""Seconds that the sandbox waits for an answer: a slow one is measured, not lost."""

UNLIMITED = dict.fromkeys(
    ("TABLES_PER_PERSON", "LOBBIES_PER_PERSON", "TABLES_PER_CHANNEL", "CLICKS_PER_SECOND"),
    "1000000",
)
"""Settings for few people who play at very many tables, and click as fast as a program."""

BOTS = set(sorted(os.sched_getaffinity(0))[:1])
"""The core of each bot."""


def leave_core() -> None:
    """Keep this process, with people and stand-in, off the core of the bots, if there are two."""
    os.sched_setaffinity(0, os.sched_getaffinity(0) - BOTS or BOTS)


def cpu_seconds(pid: int) -> float:
    """Return the processor time that all threads of a process have used so far.

    It is Linux's clock of another process (clock_getcpuclockid), in nanoseconds. psutil counts
    hundredths of a second, and a click takes less.
    """
    return time.clock_gettime((~pid << 3) | 2)


class Program:
    """A bot as a process, with a sandbox of its own in this one.

    Args:
        command: what Python runs.
        settings: more environment variables.
    """

    def __init__(self, *command: str, **settings: str) -> None:
        self._command = command
        self._settings = settings
        self.box = Sandbox(answer_within=PATIENCE)
        self.seconds_to_ready = 0.0

    async def __aenter__(self) -> Self:
        """Start the process, and wait until it is ready."""
        self._stack = AsyncExitStack()
        await self._stack.enter_async_context(self.box)
        folder = self._stack.enter_context(tempfile.TemporaryDirectory())
        begun = time.perf_counter()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._command,
            cwd=folder,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT),
                "DISCORD_TOKEN": self.box.token,
                "DISCORD_API_BASE": self.box.api_base,
                **self._settings,
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        os.sched_setaffinity(self.pid, BOTS)
        await self._until_ready()
        self.seconds_to_ready = time.perf_counter() - begun
        self._reading = asyncio.create_task(self._keep_empty())
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the process as a host does."""
        self._process.terminate()
        await self._process.wait()
        await self._reading
        await self._stack.aclose()

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._process.pid

    @property
    def megabytes(self) -> float:
        """The memory that the process holds."""
        return psutil.Process(self.pid).memory_info().rss / 1e6

    @property
    def cpu_seconds(self) -> float:
        """The processor time that all threads of the process have used so far."""
        return cpu_seconds(self.pid)

    async def _until_ready(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 - it was asked for
        async for line in self._process.stdout:
            if b"ready as" in line:
                return
        raise SystemExit(f"{self._command} did not get ready")

    async def _keep_empty(self) -> None:
        """Read what the process says: it must not wait for a full pipe."""
        assert self._process.stdout is not None  # noqa: S101 - it was asked for
        async for _ in self._process.stdout:
            pass


def ours(**settings: str) -> Program:
    """Return the bot as it is run; `settings`: more environment variables."""
    return Program(str(ROOT / "bot.py"), **(UNLIMITED | settings))


def smallest(*, stores: bool) -> Program:
    """Return the smallest bot; `stores`: the one that commits a row with each click."""
    return Program("-m", "bench.smallest", *(["clicks.db"] if stores else []))


def start_server(stack: ExitStack | AsyncExitStack) -> Server | None:
    """Return a server of PostgreSQL that ends with the stack; None, and say so, if none is here."""
    if find_programs() is None:
        print(MISSING)
        return None
    server = stack.enter_context(Server(safe=True))
    server.make_template()
    return server
