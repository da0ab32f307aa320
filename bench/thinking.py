"""What a click at a table takes while ducks think at others.

    python -m bench.thinking [clicks]

Two people play Ducks in a Bucket by themselves. They click as fast as the bot answers, first
while nobody else plays, then while at eight other tables a person plays with three hard ducks who
take no pause. The times are those until the bot's answer has arrived.
"""

from __future__ import annotations

import asyncio
import sys
from statistics import median, quantiles
from typing import TYPE_CHECKING

from bench.click import verdict
from bench.players import Players, Table
from bench.programs import ours

if TYPE_CHECKING:
    from collections.abc import Iterable

CLICKS = 400
WARM = 50
"""Clicks that are made first and do not count."""

TABLES = 8
LATER = 15.0
"""The limit of what thinking may add to the median of a click, in milliseconds."""


async def time_clicks(table: Table, number: int) -> list[float]:
    """Click so often; return the milliseconds until each answer."""
    times: list[float] = []
    for _ in range(WARM + number):
        await table.prepare()
        made = await table.click()
        times.append(1000 * ((made.answered_at or float("inf")) - made.created_at))
    return times[WARM:]


async def play_on(table: Table) -> None:
    """Play game after game."""
    while True:
        await table.prepare()
        await table.click()


async def measure(number: int) -> None:
    """Measure without thinking and with it, and print it."""
    async with ours(DUCK_PAUSE="0") as program, Players(program.box.core) as players:
        table = Table(players, "ducks")
        found = {"nobody thinks": await time_clicks(table, number)}
        others = [
            Table(players, "ducks", seed, seats=1, options={"ducks": 3, "level": "hard"})
            for seed in range(TABLES)
        ]
        playing = [asyncio.create_task(play_on(other)) for other in others]
        found[f"{TABLES} tables think"] = await time_clicks(table, number)
        for task in playing:
            task.cancel()
        failed = await asyncio.gather(*playing, return_exceptions=True)
        print("moves of people at the other tables:", sum(len(other.waits) for other in others))
    for each in failed:
        if not isinstance(each, asyncio.CancelledError):
            raise SystemExit(f"a table has stopped: {each!r}")
    show(found)


def show(found: dict[str, list[float]]) -> None:
    """Print what the clicks have taken."""
    for name, times in found.items():
        print(f"{name:<16} p50 {median(times):6.2f} ms   p95 {quantiles(times, n=20)[-1]:6.2f} ms")
    idle, busy = map(median, found.values())
    print(verdict("later by the thinking", busy - idle, LATER, " ms"))


def main(arguments: Iterable[str]) -> None:
    """Measure with so many clicks as the command line says."""
    words = list(arguments)
    asyncio.run(measure(int(words[0]) if words else CLICKS))


if __name__ == "__main__":
    main(sys.argv[1:])
