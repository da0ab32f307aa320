"""Measures the time of clicks with one, two and three workers on PostgreSQL.

    python -m bench.workers [clicks]

People click at tables of all games, on servers of twelve shards, as fast as the bot answers. The
next click at a table comes as soon as everybody sees the result of the previous click. With one
worker, people also click at fixed paces, however slow the bot's answers are.

The people, their sandbox and the PostgreSQL server share the machine with the bot. Therefore the
processor time per click, of all workers together and of the PostgreSQL server, says more than the
number of clicks per second.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

import psutil

from sandbox import Sandbox
from sandbox.settings import Sharding
from tests.bench.people import (
    PATIENCE,
    UNLIMITED,
    Made,
    Players,
    Table,
    cpu_seconds,
    keep_pace,
    open_tables,
    play,
)
from tests.e2e.workers import SHARDS, Workers, add_guilds
from tests.postgresql import MISSING, Server, find_programs

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable

CLICKS = 1500
TABLES = 100
WORKERS = (1, 2, 3)
PACES = (50, 100, 200)
"""Fixed paces, in clicks per second."""


@dataclass(frozen=True)
class Cluster:
    """Workers on a database, tables on servers of all shards, and the PostgreSQL server."""

    workers: Workers
    players: Players
    tables: list[Table]
    server: Server

    async def measure(self, name: str, clicking: Awaitable[None]) -> str:
        """Await `clicking`, and return a line of figures about its clicks."""
        self.players.made = Made()
        begun, ours, theirs = time.perf_counter(), self._cpu(), self._cpu_of_server()
        await clicking
        times = self.players.made.times
        taken = time.perf_counter() - begun
        spent = self._cpu() - ours, self._cpu_of_server() - theirs
        parts = [quantiles(times, n=100)[part] for part in (49, 94, 98)]
        line = "".join(
            f"{each:>9.2f}" for each in (*parts, *(1000 * s / len(times) for s in spent))
        )
        return f"{name:<34}{len(times) / taken:>10.1f}{line}"

    def _cpu(self) -> float:
        """Return the processor seconds of the workers so far."""
        return sum(cpu_seconds(bot.pid) for bot in self.workers.running)

    def _cpu_of_server(self) -> float:
        """Return the processor seconds of the server and its connections so far."""
        number = (self.server.folder / "data" / "postmaster.pid").read_text().split()[0]
        server = psutil.Process(int(number))
        return sum(sum(each.cpu_times()[:2]) for each in (server, *server.children()))


@asynccontextmanager
async def started(number: int) -> AsyncGenerator[Cluster]:
    """Start `number` workers on a new database, and open the tables."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(Server(safe=True))
        server.make_template()
        url = server.url(server.make())
        sharding = Sharding(max_concurrency=SHARDS)
        async with (
            Sandbox(answer_within=PATIENCE, sharding=sharding) as box,
            Workers(box, folder, url, LOG_LEVEL="INFO", **UNLIMITED) as workers,
            Players(box.core) as players,
        ):
            guilds = add_guilds(box.core, SHARDS)
            for _ in range(number):
                await workers.start()
            await workers.share(*[SHARDS // number] * number)
            tables = open_tables(players, TABLES, guilds)
            await play(players, tables, 5 * TABLES)
            yield Cluster(workers, players, tables, server)


async def measure(clicks: int) -> None:
    """Measure each number of workers, and print the results."""
    if find_programs() is None:
        raise SystemExit(MISSING)
    names = ("time p50", "p95", "p99", "cpu", "server")
    heads = "".join(f"{name:>9}" for name in names)
    print(f"{'':<34}{'clicks/s':>10}{heads}  (ms a click)")
    for number in WORKERS:
        async with started(number) as cluster:
            name, where = f"workers: {number}", (cluster.players, cluster.tables)
            print(await cluster.measure(name, play(*where, clicks)), flush=True)
            for pace in PACES if number == 1 else ():
                clicking = keep_pace(*where, pace, clicks / pace)
                print(await cluster.measure(f"{name}, pace: {pace}", clicking), flush=True)


if __name__ == "__main__":
    asyncio.run(measure(int(sys.argv[1]) if sys.argv[1:] else CLICKS))
