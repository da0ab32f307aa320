"""What a click costs, how long a start takes, how much memory is used: ours and the smallest bots.

    python -m bench.click [clicks]

Each of our games, on SQLite and on a server of PostgreSQL, and each of the two bots of
`bench/smallest.py` is a process of its own, logged in to a sandbox of its own in this process. They
are clicked on in turn, click by click, so that whatever else the machine does hits all alike. A
click takes the time from when it is made until the bot's first answer has arrived; it costs all the
processor time that the bot uses until it is clicked on again. Ours are moves at real tables, each
committed before it is answered. What opens a new table does not count.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import fmean, median, quantiles
from typing import TYPE_CHECKING

from bench.players import SEATS, Count, Players, Table, milliseconds
from bench.programs import ours, smallest, start_server

if TYPE_CHECKING:
    from bench.programs import Program

CLICKS = 400
STARTS = 3
WARM = 150
"""Clicks of each that are made first and do not count."""

RATIO, DRAWN_RATIO = 1.25, 2.0
"""The limits of a click's time: times that of the smallest bot that stores.

The second is that of The Bucket King, which draws a picture.
"""

START, MEMORY = 3.0, 120.0
"""The limits of a start, in seconds beyond the smallest bot's, and of memory, in megabytes."""

NOTHING, STORING = "stores nothing", "stores a row"

ON_SERVER = " (server)"
"""What the names of our games end in where they are kept on PostgreSQL."""


@dataclass
class Clicked:
    """A program, what clicks on it, and what its clicks have taken, in milliseconds."""

    program: Program
    clicker: Count | Table
    times: list[float] = field(default_factory=list[float])
    costs: list[float] = field(default_factory=list[float])
    _before: float | None = None

    async def click(self, *, counts: bool) -> None:
        """Enter what the last click has cost, and click again."""
        if self._before is not None:
            self.costs.append(1000 * (self.program.cpu_seconds - self._before))
            self._before = None
        await self.clicker.prepare()
        before = self.program.cpu_seconds
        made = await self.clicker.click()
        if counts:
            self._before = before
            self.times.append(milliseconds(made))

    def line(self, name: str, least: Clicked) -> str:
        """Return a line of the table: times, costs, and the ratio of both to the smallest's."""
        parts = quantiles(self.times, n=20)
        figures = (median(self.times), parts[-1], median(self.costs), fmean(self.costs))
        ratios = self.ratio(least), median(self.costs) / median(least.costs)
        return f"{name:<16}" + "".join(f"{figure:>9.2f}" for figure in (*figures, *ratios))

    def ratio(self, least: Clicked) -> float:
        """Return how many times as long as the smallest bot's click one of these takes."""
        return median(self.times) / median(least.times)


async def clicks(stack: AsyncExitStack, number: int) -> dict[str, Clicked]:
    """Return what so many clicks on each have taken."""
    bots = {NOTHING: smallest(stores=False), STORING: smallest(stores=True)}
    bots |= {name: ours() for name in SEATS} | on_server(stack)
    all_of: dict[str, Clicked] = {}
    for name, bot in bots.items():
        program = await stack.enter_async_context(bot)
        players = await stack.enter_async_context(Players(program.box.core))
        game = name.removesuffix(ON_SERVER)
        all_of[name] = Clicked(program, Table(players, game) if game in SEATS else Count(players))
    for turn in range(WARM + number):
        for clicked in all_of.values():
            await clicked.click(counts=turn >= WARM)
    return all_of


def on_server(stack: AsyncExitStack) -> dict[str, Program]:
    """Return our bots on PostgreSQL, one for each game, if a server of it can be started here."""
    server = start_server(stack)
    names = SEATS if server else ()
    return {f"{name}{ON_SERVER}": ours(DATABASE_URL=server.url(server.make())) for name in names}


async def starts() -> tuple[float, float]:
    """Median seconds from the start of each process, with an empty database, until it is ready."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(STARTS):
        for program, found in zip((ours(), smallest(stores=False)), times, strict=True):
            async with program:
                found.append(program.seconds_to_ready)
    return median(times[0]), median(times[1])


def verdict(what: str, value: float, limit: float, unit: str = "") -> str:
    """A figure beside its limit."""
    held = "held" if value <= limit else "NOT HELD"
    return f"{what}: {value:.2f}{unit}, limit {limit:g}{unit}: {held}"


def show(all_of: dict[str, Clicked]) -> None:
    """Print what was clicked."""
    least = all_of[STORING]
    names = ("time p50", "p95", "cpu p50", "mean", "x time", "x cpu")
    print(f"{'ms a click':<16}" + "".join(f"{name:>9}" for name in names))
    for name, clicked in all_of.items():
        print(clicked.line(name, least))
    for name in SEATS:
        limit = DRAWN_RATIO if name == "buckets" else RATIO
        print(verdict(f"{name}, times the smallest that stores", all_of[name].ratio(least), limit))


async def measure(number: int) -> None:
    """Measure everything, and print it."""
    async with AsyncExitStack() as stack:
        all_of = await clicks(stack, number)
        show(all_of)
        print(f"memory: the smallest bot has {all_of[NOTHING].program.megabytes:.0f} MB")
        for name in SEATS:
            memory = all_of[name].program.megabytes
            print(verdict(f"memory after games of {name}", memory, MEMORY, " MB"))
    our_start, their_start = await starts()
    print(f"start to ready: ours {our_start:.2f} s, the smallest bot {their_start:.2f} s")
    print(verdict("beyond discord.py's own", our_start - their_start, START, " s"))


if __name__ == "__main__":
    asyncio.run(measure(int(sys.argv[1]) if sys.argv[1:] else CLICKS))
