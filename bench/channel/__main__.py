"""Measure how quiet a channel is, and that boards do not wait.

    python -m bench.channel [--only messages|rate|waits|start|kills] [--tables 10000] [--kills 10]

Each part runs on a sandbox of its own with Discord's rate limits. The people and the sandbox share
the machine with the bot, so a busy machine makes people wait who would not wait elsewhere.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from typing import TYPE_CHECKING

from bench.channel.figures import HEAD
from bench.channel.kills import measure_kills
from bench.channel.pace import measure_rate, measure_waits
from bench.channel.quiet import measure_messages
from bench.channel.start import measure_start

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bench.channel.figures import Figure

PARTS = ("messages", "rate", "waits", "start", "kills")


async def measure(parts: list[str], tables: int, kills: int) -> None:
    """Measure some parts, and print each."""
    measures: dict[str, Callable[[], Awaitable[list[Figure]]]] = {
        "messages": measure_messages,
        "rate": measure_rate,
        "waits": measure_waits,
        "start": lambda: measure_start(tables),
        "kills": lambda: measure_kills(kills),
    }
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(HEAD)
    for part in parts:
        for figure in await measures[part]():
            print(figure.line(), flush=True)


def main() -> None:
    """Measure what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m bench.channel", description="measure")
    parser.add_argument("--only", choices=PARTS, action="append", help="a part; again for more")
    parser.add_argument("--tables", type=int, default=10_000, help="open tables of the start")
    parser.add_argument("--kills", type=int, default=10, help="how often the bot is killed")
    chosen = parser.parse_args()
    asyncio.run(measure(chosen.only or list(PARTS), chosen.tables, chosen.kills))


if __name__ == "__main__":
    main()
