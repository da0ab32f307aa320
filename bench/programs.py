"""The programs that are measured: each a process, on another core than its sandbox in this one."""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from bench.players import Players
from sandbox import Sandbox
from tests.e2e.process import ROOT, Bot

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

PATIENCE = 60.0
"""Seconds that the sandbox waits for an answer: a slow one is measured, not lost."""

UNLIMITED = dict.fromkeys(
    ("TABLES_PER_PERSON", "LOBBIES_PER_PERSON", "TABLES_PER_CHANNEL", "CLICKS_PER_SECOND"),
    "1000000",
)
"""Settings for few people who play at very many tables, and click as fast as a program."""

OURS, SMALLEST = (str(ROOT / "bot.py"),), ("-m", "bench.smallest")
"""What Python runs: the bot as it is run, and the smallest one."""

CORES = sorted(os.sched_getaffinity(0))


def leave_core() -> None:
    """Keep this process, with people and sandboxes, off the core of the bots, if there are two."""
    os.sched_setaffinity(0, CORES[1:] or CORES)


def cpu_seconds(pid: int) -> float:
    """Return the processor time that all threads of a process have used so far.

    It is Linux's clock of another process (clock_getcpuclockid), in nanoseconds. psutil counts
    hundredths of a second, and a click takes less.
    """
    return time.clock_gettime((~pid << 3) | 2)


@dataclass(frozen=True)
class Program:
    """A bot that runs, and people who click on it; `seconds`: how long it took to get ready."""

    pid: int
    people: Players
    seconds: float

    def megabytes(self) -> tuple[float, float]:
        """Return the memory that the process holds, and that of its children."""
        process = psutil.Process(self.pid)
        children = (child.memory_info().rss for child in process.children(recursive=True))
        return process.memory_info().rss / 1e6, sum(children) / 1e6

    def cpu_seconds(self) -> float:
        """Return the processor time that the process and its children have used so far."""
        process = psutil.Process(self.pid)
        children = (child.pid for child in process.children(recursive=True))
        return sum(map(cpu_seconds, (self.pid, *children))) + sum(process.cpu_times()[2:4])


@asynccontextmanager
async def running(*command: str, **settings: str) -> AsyncGenerator[Program]:
    """Run a bot on the first core.

    Args:
        command: what Python runs.
        settings: more environment variables.
    """
    settings = {"PYTHONPATH": str(ROOT), "LOG_LEVEL": "INFO"} | UNLIMITED | settings
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(answer_within=PATIENCE) as box, Players(box.core) as people:
            bot = Bot(box, Path(folder), *command, **settings)
            begun = time.perf_counter()
            await bot.start()
            os.sched_setaffinity(bot.pid, CORES[:1])
            try:
                await bot.ready(listed=False)
                yield Program(bot.pid, people, time.perf_counter() - begun)
            finally:
                await bot.stop()
