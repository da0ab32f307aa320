"""What a click costs, how long a start takes, how much memory is used: ours and the smallest bot.

    python -m bench.click [clicks]

runs `bot.py` and `bench/smallest.py` (one button, a counter, nothing stored) side by side, each
logged in to a sandbox of its own in this process, and clicks on each in turn. A click counts from
the moment it is made until the bot's first answer has arrived. Ours are real moves at tables of
Ducks in a Bucket, each committed before it is answered; what is published after the answer is
waited for, and does not count.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Self

import psutil

from sandbox import Sandbox
from tests.e2e.table import click_once, over, ready_board, seated, table_of
from tests.people import Person, has_button

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.people import Done

ROOT = Path(__file__).parents[1]
CLICKS = 400
STARTS = 3
WARM = 400
"""Clicks of each that are made first and do not count.

So many that the database's log has grown to its lasting size: to grow costs the disk more.
"""

RATIO, START, MEMORY = 2.0, 3.0, 120.0
"""The house's limits: times the smallest bot's click, seconds beyond its start, megabytes."""


class Program:
    """One of the two bots as a process, with a sandbox of its own."""

    def __init__(self, *command: str) -> None:
        self._command = command
        self.box = Sandbox()
        self.seconds_to_ready = 0.0

    async def __aenter__(self) -> Self:
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
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        await self._until_ready()
        self.seconds_to_ready = time.perf_counter() - begun
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._process.terminate()
        await self._process.wait()
        await self._reading
        await self._stack.aclose()

    @property
    def megabytes(self) -> float:
        """The memory that the process holds."""
        return psutil.Process(self._process.pid).memory_info().rss / 1e6

    async def _until_ready(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 - it was asked for
        async for line in self._process.stdout:
            if b"ready as" in line:
                return
        raise SystemExit(f"{self._command} did not get ready")

    async def _read(self) -> None:
        """Keep the pipe empty."""
        assert self._process.stdout is not None  # noqa: S101 - it was asked for
        async for _ in self._process.stdout:
            pass

    def milliseconds(self, done: Done) -> float:
        """From a click to its first answer."""
        click = self.box.core.interactions[int(done.interaction_id)]
        return 1000 * ((click.answered_at or float("inf")) - click.created_at)


def ours() -> Program:
    """The bot as it is run."""
    return Program(str(ROOT / "bot.py"))


def smallest() -> Program:
    """The smallest bot."""
    return Program("-m", "bench.smallest")


class Tables:
    """Two people who play Ducks in a Bucket again and again."""

    def __init__(self, people: tuple[Person, ...]) -> None:
        self._people = people
        self._chance = random.Random(1)  # noqa: S311 - a measurement keeps no secret
        self.number = 0

    async def click(self) -> Done:
        """One move; at a new table where the last one's game is over."""
        opener = self._people[0]
        board = ready_board(opener, self._people, self.number) if self.number else None
        if board is None or over(board):
            self.number = table_of(await seated(self._people, "ducks"))
        return await click_once(self._people, self._chance, self.number)


async def clicks(mine: Program, least: Program, number: int) -> tuple[list[float], list[float]]:
    """Milliseconds of so many clicks on each, made in turn."""
    async with (
        Person(mine.box, "Mallard") as mallard,
        Person(mine.box, "Pintail") as pintail,
        Person(least.box, "Teal") as teal,
    ):
        tables = Tables((mallard, pintail))
        await teal.command("count")
        button = await teal.wait_for(has_button("Count"))
        found: tuple[list[float], list[float]] = ([], [])
        for turn in range(WARM + number):
            done = await tables.click(), await teal.click("Count", button)
            if turn >= WARM:
                found[0].append(mine.milliseconds(done[0]))
                found[1].append(least.milliseconds(done[1]))
        print(f"{tables.number} tables were played on")
        return found


async def starts() -> tuple[float, float]:
    """Median seconds from the start of each process, with an empty database, until it is ready."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(STARTS):
        for program, found in zip((ours(), smallest()), times, strict=True):
            async with program:
                found.append(program.seconds_to_ready)
    return median(times[0]), median(times[1])


def milliseconds_to_disk(times: int = 100) -> float:
    """What it takes this disk to keep a few kilobytes for good: each of our clicks waits for it."""
    found: list[float] = []
    with tempfile.TemporaryFile() as file:
        for _ in range(times):
            file.write(bytes(8192))
            file.flush()
            begun = time.perf_counter()
            os.fsync(file.fileno())
            found.append(1000 * (time.perf_counter() - begun))
    return median(found)


def line(name: str, times: list[float]) -> str:
    """A line of the table of clicks."""
    parts = quantiles(times, n=20)
    return f"{name:<10}{median(times):>8.2f}{parts[0]:>8.2f}{parts[-1]:>8.2f}"


def verdict(what: str, value: float, limit: float, unit: str) -> str:
    """A figure beside its limit."""
    held = "held" if value <= limit else "NOT HELD"
    return f"{what}: {value:.2f}{unit}, limit {limit:g}{unit}: {held}"


async def measure(number: int) -> None:
    """Measure everything, and print it."""
    async with ours() as mine, smallest() as least:
        fresh = mine.megabytes
        our_times, their_times = await clicks(mine, least, number)
        memory = mine.megabytes
        print(f"{'ms a click':<10}{'median':>8}{'5 %':>8}{'95 %':>8}")
        print(line("ours", our_times))
        print(line("smallest", their_times))
        print(f"of which the disk, for ours: {milliseconds_to_disk():.2f} ms (median of an fsync)")
        print(verdict("ratio of medians", median(our_times) / median(their_times), RATIO, ""))
        print(f"memory: {fresh:.0f} MB fresh; the smallest bot has {least.megabytes:.0f} MB")
        print(verdict("memory after the games", memory, MEMORY, " MB"))
    our_start, their_start = await starts()
    print(f"start to ready: ours {our_start:.2f} s, the smallest bot {their_start:.2f} s")
    print(verdict("beyond discord.py's own", our_start - their_start, START, " s"))


def main(arguments: Iterable[str]) -> None:
    """Measure with so many clicks as the command line says."""
    words = list(arguments)
    asyncio.run(measure(int(words[0]) if words else CLICKS))


if __name__ == "__main__":
    main(sys.argv[1:])
