"""What clicks take with one worker, two and three, on each engine.

    python -m bench.workers [seconds]

Tables of all games, on servers of twelve shards, are clicked on as fast as the bot answers. At
each the next click is made as soon as everybody sees what the last one did. One worker is clicked
on at a fixed pace, too, whatever its answers take.

The people, their sandbox and the server of PostgreSQL share the machine with the bot. So the
processor time of a click, of all workers together and of the server, tells more than the clicks a
second.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

import psutil

from bench.players import SEATS, Players, Table, milliseconds
from bench.programs import PATIENCE, UNLIMITED, cpu_seconds, start_server
from sandbox import Sandbox
from sandbox.settings import Sharding
from tests.e2e.workers import SHARDS, Workers, add_guilds
from tests.postgresql import find_programs

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable

    from tests.postgresql import Server

SECONDS = 10.0
TABLES = 100
WORKERS = (1, 2, 3)
PACES = (50, 100, 200)
"""Clicks a second of a fixed pace."""


@dataclass(frozen=True)
class Cluster:
    """Workers on a database, and tables on servers of all their shards; `server`: PostgreSQL's."""

    workers: Workers
    tables: list[Table]
    server: Server | None

    async def play(self, seconds: float) -> list[float]:
        """Click as fast as is answered; returns the milliseconds from each click to its answer."""
        until = time.perf_counter() + seconds

        async def play(table: Table) -> list[float]:
            times: list[float] = []
            while time.perf_counter() < until:
                times.append(await click(table))
            return times

        found = await asyncio.gather(*map(play, self.tables))
        return [each for one in found for each in one]

    async def keep_pace(self, pace: int, seconds: float) -> list[float]:
        """Make so many clicks a second, each at a table at which nobody clicks just then."""
        idle: asyncio.Queue[Table] = asyncio.Queue()
        for table in self.tables:
            idle.put_nowait(table)

        async def click_at(table: Table) -> float:
            taken = await click(table)
            idle.put_nowait(table)
            return taken

        begun, clicks = time.perf_counter(), list[asyncio.Task[float]]()
        for number in range(int(pace * seconds)):
            await asyncio.sleep(begun + number / pace - time.perf_counter())
            clicks.append(asyncio.create_task(click_at(await idle.get())))
        return await asyncio.gather(*clicks)

    async def measure(self, name: str, clicking: Awaitable[list[float]]) -> str:
        """Have clicks made; returns a line of figures."""
        begun, ours, theirs = time.perf_counter(), self._cpu(), self._cpu_of_server()
        times = await clicking
        taken = time.perf_counter() - begun
        spent = self._cpu() - ours, self._cpu_of_server() - theirs
        parts = quantiles(times, n=100)
        figures = (median(times), parts[94], parts[98], *(1000 * s / len(times) for s in spent))
        line = "".join(f"{figure:>9.2f}" for figure in figures)
        return f"{name:<34}{len(times) / taken:>10.1f}{line}"

    def _cpu(self) -> float:
        """Return the seconds that the workers have used so far."""
        return sum(cpu_seconds(bot.pid) for bot in self.workers.running)

    def _cpu_of_server(self) -> float:
        """Return the seconds that the server and its connections have used so far."""
        if self.server is None:
            return 0.0
        number = (self.server.folder / "data" / "postmaster.pid").read_text().split()[0]
        server = psutil.Process(int(number))
        return sum(sum(each.cpu_times()[:2]) for each in (server, *server.children()))


async def click(table: Table) -> float:
    """Click once; returns the milliseconds to the answer."""
    await table.prepare()
    return milliseconds(await table.click())


@asynccontextmanager
async def started(engine: str, number: int) -> AsyncGenerator[Cluster]:
    """Start so many workers on a new database, and open the tables."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url, server = f"sqlite:///{folder}/ducks.db", None
        if engine == "postgresql" and (server := start_server(stack)):
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
            games = list(SEATS)
            tables = [
                Table(players, games[i % len(games)], i, guilds[i % len(guilds)])
                for i in range(TABLES)
            ]
            for table in tables:
                await table.prepare()
            yield Cluster(workers, tables, server)


async def measure(seconds: float) -> None:
    """Measure with each engine and number of workers, and print it."""
    names = ("time p50", "p95", "p99", "cpu", "server")
    heads = "".join(f"{name:>9}" for name in names)
    print(f"{'':<34}{'clicks/s':>10}{heads}  (ms a click)")
    for engine in ("sqlite", "postgresql") if find_programs() else ("sqlite",):
        for number in WORKERS:
            async with started(engine, number) as cluster:
                name = f"{engine}, workers: {number}"
                print(await cluster.measure(name, cluster.play(seconds)), flush=True)
                for pace in PACES if number == 1 else ():
                    line = cluster.measure(
                        f"{name}, pace: {pace}", cluster.keep_pace(pace, seconds)
                    )
                    print(await line, flush=True)


if __name__ == "__main__":
    asyncio.run(measure(float(sys.argv[1]) if sys.argv[1:] else SECONDS))
