"""Measures the cost of a click.

    python -m bench.click [cost] [wait] [pace] [memory] [start] [--clicks 1000]

It also measures memory and the time to start. The bot runs once for each game. Each of these
processes is logged in to its own sandbox. All bots share the first core; people and sandboxes use
the other cores. People click on the bots in turn, so a busy machine slows all bots alike. Every
command and every click on a message counts as a click, even if it opens, joins or starts a table.
People choose at random, and costs are measured over whole games, so clicks of each kind are as
frequent as in real games.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
import time
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from itertools import pairwise
from math import nan
from statistics import median, quantiles
from typing import TYPE_CHECKING

from players.games import game as find_rules
from sandbox import Sandbox
from tests.bench.large import write_live
from tests.bench.people import (
    SEATS,
    Made,
    Table,
    keep_pace,
    leave_core,
    open_tables,
    play,
    running,
)

if TYPE_CHECKING:
    from tests.bench.people import Program

FEW, MANY = 25, 100
"""Numbers of tables played at the same time: few for costs, many for pace and memory."""
WARM = 1200
"""Clicks on each bot before counting begins. After that many, the bot's files no longer grow."""
SETTLED = 5.0
"""Seconds after which a started bot is idle."""

COST, WAIT = (2.0, 3.0), (3.5, 4.0)
"""Limits of a click's cost and time, in milliseconds on the machine of docs/scaling.md.

The first limit is for games with open hands, the second for games with hidden hands.
"""
PACE, SECONDS, LATEST = 100, 20, 50.0
"""Clicks per second, duration in seconds, and limit in milliseconds for 99 % of the clicks."""
MARKS, IDLE, USED = (10_000, 50_000), 85.0, 110.0
"""Numbers of clicks after which memory is read, and limits in megabytes: idle, used."""
LIVE, READY = 10_000, 2.0
"""Live tables, and the seconds within which a bot with them must be ready."""


@dataclass
class Clicked:
    """A bot and its tables; `spent` is the bot's processor time in seconds."""

    program: Program
    tables: list[Table]
    spent: float = 0.0

    async def play(self, clicks: int) -> None:
        """Click at all tables at the same time, and add up the cost."""
        before = self.program.cpu_seconds()
        await play(self.program.people, self.tables, clicks, to_end=True)
        self.spent += self.program.cpu_seconds() - before

    def costs(self) -> tuple[float, float]:
        """Return milliseconds of processor time per click, and per game (nan if no game ended)."""
        made, spent = self.program.people.made, 1000 * self.spent
        return spent / made.kinds.total(), spent / (made.ends or nan)


def verdict(what: str, value: float, limit: float, unit: str = "") -> None:
    """Print a figure beside its limit."""
    held = "held" if value <= limit else "NOT HELD"
    print(f"{what}: {value:.2f}{unit}, limit {limit:g}{unit}: {held}", flush=True)


def say_memory(what: str, program: Program, limit: float) -> None:
    """Print the memory of a bot with its limit, and the memory of its child processes."""
    own, children = program.megabytes()
    verdict(f"{what} (children: {children:.0f} MB)", own, limit, " MB")


def say_disk() -> None:
    """Print the median time to commit a row on this machine's disk."""
    times = list[float]()
    with tempfile.TemporaryDirectory() as folder, closing(sqlite3.connect(f"{folder}/d")) as file:
        file.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (a)"
        )
        for _ in range(200):
            begun = time.perf_counter()
            with file:
                file.execute("INSERT INTO t VALUES (1)")
            times.append(1000 * (time.perf_counter() - begun))
    print(f"the disk takes {median(times):.2f} ms a commit")


def compare(what: str, figures: dict[str, float], limits: tuple[float, float]) -> None:
    """Print each game's figure, in milliseconds."""
    for game, figure in figures.items():
        verdict(f"{what} of {game}", figure, limits[find_rules(game).info.hidden], " ms")


async def all_of(stack: AsyncExitStack, number: int) -> dict[str, Clicked]:
    """Start the bot once for each game; warm it up at other tables."""
    found = dict[str, Clicked]()
    for game in SEATS:
        program = await stack.enter_async_context(running())
        people = program.people
        await play(people, [Table(people, game, -1 - each) for each in range(FEW)], WARM)
        people.made = Made()
        found[game] = Clicked(program, [Table(people, game, each) for each in range(number)])
    return found


async def cost(clicks: int) -> None:
    """Measure the processor time of clicks while several tables are played."""
    async with AsyncExitStack() as stack:
        found = await all_of(stack, FEW)
        for game in SEATS:
            await found[game].play(clicks)
    names = "".join(f"{name:>7}" for name in ("opens", "joins", "starts", "ends"))
    print(f"{FEW} tables    cpu ms, of a game {names} of 100 clicks")
    for game, clicked in found.items():
        each, whole = clicked.costs()
        print(f"{game:<12}{each:8.2f}{whole:11.0f}{clicked.program.people.made.mix()}")
    compare("cpu", {game: clicked.costs()[0] for game, clicked in found.items()}, COST)


async def wait(clicks: int) -> None:
    """Measure the time of clicks. Each bot has one table, and the bots are clicked in turn."""
    async with AsyncExitStack() as stack:
        found = await all_of(stack, 1)
        for _ in range(clicks):
            for clicked in found.values():
                await clicked.tables[0].click()
    times = {game: median(clicked.program.people.made.times) for game, clicked in found.items()}
    print("one table, p50 in ms:", *(f"{game} {time:.2f}" for game, time in times.items()))
    compare("p50", times, WAIT)


async def pace(seconds: int) -> None:
    """Measure the time of clicks at a fixed pace, at many tables of all games."""
    async with running() as program:
        people, tables = program.people, open_tables(program.people, MANY)
        await play(people, tables, WARM + 5 * MANY)
        people.made = Made()
        await keep_pace(people, tables, PACE, seconds)
    parts = quantiles(people.made.times, n=100)
    print(f"{MANY} tables, {PACE} clicks a second: p50 {parts[49]:.1f} ms, p95 {parts[94]:.1f} ms")
    verdict("p99", parts[98], LATEST, " ms")


async def memory(marks: list[int]) -> None:
    """Measure the memory of a bot while it is idle, and after these numbers of clicks."""
    async with running() as program:
        await asyncio.sleep(SETTLED)
        say_memory("memory idle", program, IDLE)
        tables = open_tables(program.people, MANY)
        for before, mark in pairwise((0, *marks)):
            await play(program.people, tables, mark - before)
            say_memory(f"memory after {mark} clicks at {MANY} tables", program, USED)


async def start(live: int) -> None:
    """Measure how long the bot takes to start with many live tables."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/live.db"
        await write_live(url, next(iter(Sandbox().core.world.guilds)), live)
        async with running(DATABASE_URL=url) as program:
            verdict(f"start to ready with {live} live tables", program.seconds, READY, " s")
            await asyncio.sleep(SETTLED)
            say_memory("memory then", program, USED)


async def main() -> None:
    """Measure the parts that the command line names, or all parts."""
    works = {
        "cost": lambda: cost(chosen.clicks),
        "wait": lambda: wait(chosen.clicks),
        "pace": lambda: pace(SECONDS),
        "memory": lambda: memory(chosen.marks),
        "start": lambda: start(LIVE),
    }
    parser = argparse.ArgumentParser(prog="python -m bench.click")
    parser.add_argument("parts", nargs="*", help=f"from {', '.join(works)}; default: all")
    parser.add_argument("--clicks", type=int, default=1000, help="per bot, for cost and wait")
    parser.add_argument("--marks", type=int, nargs="+", default=MARKS, help="clicks, for memory")
    chosen = parser.parse_args()
    leave_core()
    for part in chosen.parts or works:
        say_disk()
        await works[part]()


if __name__ == "__main__":
    asyncio.run(main())
