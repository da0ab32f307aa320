"""What can be seen of a large bot from outside: the figures that docs/scaling.md tells of.

They are counted always, but for Discord's answers, and served where METRICS_PORT is set, by a
thread that answers also when the event loop does not. No label names a person, a server or a table.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import aiohttp
from prometheus_client import Counter, Gauge, Histogram, start_http_server

from cogs.app.health import is_open
from cogs.app.workers.connection import Refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import SimpleNamespace

    import discord

ANSWERS: Final = Counter("ducks_discord_answers", "What Discord has answered to us", ("status",))
WAITS: Final = Counter("ducks_rate_limit_seconds", "Seconds that Discord has told the bot to wait")
LAG: Final = Histogram(
    "ducks_loop_lag_seconds",
    "How late the event loop wakes who has slept a second",
    buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0),
)
TABLES: Final = Gauge("ducks_open_tables", "Tables in the lobby or being played, of all workers")
QUEUES: Final = Gauge("ducks_publishing_queue", "Messages that wait to be brought up to date")
SHARDS: Final = Gauge("ducks_shards", "Connections to the gateway by their state", ("state",))


def serve(host: str, port: int) -> None:
    """Answer Prometheus at http://host:port/metrics; raises Refused where it cannot."""
    try:
        start_http_server(port, host)
    except OSError as error:
        raise Refused(f"METRICS_PORT cannot be opened: {error.strerror}.") from None


async def watch(client: discord.AutoShardedClient, waiting: Callable[[], int]) -> None:
    """Measure once a second what does not happen by a click, until this is cancelled.

    Args:
        client: whose connections to the gateway are counted.
        waiting: returns how many messages wait to be brought up to date.
    """
    loop = asyncio.get_running_loop()
    while True:
        begun = loop.time()
        await asyncio.sleep(1)
        LAG.observe(max(0.0, loop.time() - begun - 1))
        QUEUES.set(waiting())
        shards = [is_open(shard) for shard in client.shards.values()]
        SHARDS.labels("open").set(sum(shards))
        SHARDS.labels("closed").set(len(shards) - sum(shards))


def trace_requests() -> aiohttp.TraceConfig:
    """Return what counts Discord's answers in discord.py's HTTP client."""

    async def count(
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        end: aiohttp.TraceRequestEndParams,
    ) -> None:
        ANSWERS.labels(end.response.status).inc()
        if end.response.status == HTTPStatus.TOO_MANY_REQUESTS:
            WAITS.inc(float(end.response.headers.get("Retry-After", 0)))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(count)
    return trace
