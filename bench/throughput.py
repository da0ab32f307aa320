"""How many clicks the bot answers while many tables are played at once.

    python -m bench.throughput [seconds]

Tables of all games, each in a channel of its own, are clicked on as fast as the bot answers: at
each the next click is made as soon as everybody sees what the last one did. The people and their
sandbox share the machine with the bot, so the processor time of a click tells more than the clicks
a second.
"""

from __future__ import annotations

import asyncio
import sys
import time
from statistics import median, quantiles
from typing import TYPE_CHECKING

from bench.players import SEATS, Players, Table
from bench.programs import ours

if TYPE_CHECKING:
    from collections.abc import Iterable

SECONDS = 10.0
TABLES = (25, 100, 500)


async def throughput(number: int, seconds: float) -> str:
    """Play at so many tables for so long; returns a line of figures."""
    async with ours() as program, Players(program.box.core) as players:
        games = list(SEATS)
        tables = [Table(players, games[i % len(games)], seed=i) for i in range(number)]
        for table in tables:
            await table.prepare()
        begun, cpu = time.perf_counter(), program.cpu_seconds
        found = await asyncio.gather(*(_play(table, begun + seconds) for table in tables))
        taken, cpu = time.perf_counter() - begun, program.cpu_seconds - cpu
        times = [each for one in found for each in one]
        parts = quantiles(times, n=100)
        figures = (median(times), parts[94], parts[98], 1000 * cpu / len(times))
        line = "".join(f"{figure:>9.2f}" for figure in figures)
        return f"{number:>6}{len(times) / taken:>10.1f}{line}{program.megabytes:>8.0f}"


async def _play(table: Table, until: float) -> list[float]:
    """Click until that time; returns the milliseconds from each click to its answer."""
    times: list[float] = []
    while time.perf_counter() < until:
        await table.prepare()
        made = await table.click()
        times.append(1000 * ((made.answered_at or float("inf")) - made.created_at))
    return times


async def measure(seconds: float) -> None:
    """Measure with few tables and with many, and print it."""
    names = ("time p50", "p95", "p99", "cpu")
    heads = "".join(f"{name:>9}" for name in names)
    print(f"{'tables':>6}{'clicks/s':>10}{heads}{'MB':>8}  (ms a click)")
    for number in TABLES:
        print(await throughput(number, seconds))


def main(arguments: Iterable[str]) -> None:
    """Measure for so many seconds as the command line says."""
    words = list(arguments)
    asyncio.run(measure(float(words[0]) if words else SECONDS))


if __name__ == "__main__":
    main(sys.argv[1:])
