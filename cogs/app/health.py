"""A sign of life for whoever looks after the process.

While every connection to Discord's gateway is open and answers heartbeats, and the database is in
its place, a file is touched again and again. Its age tells a container's health check, or a person,
whether the bot is alive. Such a check needs neither Python nor a port.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import socket
import sys
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, Literal

import aiohttp
import discord
from prometheus_client import Counter, Gauge, Histogram, start_http_server
from pythonjsonlogger.json import JsonFormatter

from cogs.app.workers.connection import Refused
from cogs.interactions.interaction import now_handled

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import SimpleNamespace


# The log of the process: lines for people, or JSON for programs that collect logs.
#
# Every line that is written while an interaction is handled says which one, with its server and
# table, and which process it was: the logs of several workers come together in one place. No line
# holds a secret: the libraries that log what they send are heard only from INFO on.

WORKER: Final = f"{socket.gethostname()}-{os.getpid()}"
"""The name of this process among those that serve the same bot."""


def set_up_log(
    level: str, form: Literal["text", "json"], is_news: Callable[[logging.LogRecord], bool]
) -> None:
    """Log to the standard error what is news, from `level` on."""
    discord.VoiceClient.warn_nacl = False  # nobody speaks here
    discord.VoiceClient.warn_dave = False
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JSON if form == "json" else _TEXT)
    handler.addFilter(is_news)
    handler.addFilter(_tell_click)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    # A start that fails says why, and nothing else.
    logging.getLogger("discord.client").setLevel(logging.WARNING)
    # At DEBUG discord.py tells whole payloads: tokens of interactions, and what one player alone
    # may see.
    logging.getLogger("discord").setLevel(max(logging.INFO, root.level))


_TEXT: Final = logging.Formatter(
    "[{asctime}] [{levelname:<8}] {name}: {message}{click}", "%Y-%m-%d %H:%M:%S", style="{"
)
_JSON: Final = JsonFormatter(
    "{asctime}{levelname}{name}{message}",
    style="{",
    rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
    static_fields={"worker": WORKER},
    reserved_attrs=[*logging.makeLogRecord({}).__dict__, "message", "asctime", "click"],
)


def _tell_click(record: logging.LogRecord) -> bool:
    """Add which interaction a line is about."""
    handled = now_handled()
    record.__dict__.update(handled)
    words = " ".join(f"{name}={number}" for name, number in handled.items())
    record.click = f" [{words} worker={WORKER}]" if handled else ""
    return True


log = logging.getLogger(__name__)

EVERY: Final = 15.0
"""Seconds between two touches; the health check calls a file older than a minute dead."""

IMPATIENT: Final = 1.0
"""Seconds between two checks while there is no connection."""


def is_connected(client: discord.AutoShardedClient) -> bool:
    """Return whether every gateway connection is open and has answered a heartbeat.

    discord.py closes a connection that is silent for a minute, so that one counts as closed too.
    """
    shards = client.shards.values()
    return bool(shards) and all(map(is_open, shards))


def is_open(shard: discord.ShardInfo) -> bool:
    """Return whether a gateway connection is open and has answered a heartbeat."""
    return not shard.is_closed() and math.isfinite(shard.latency)


async def show_life(
    client: discord.AutoShardedClient,
    path: Path,
    saves: Callable[[], bool],
    *,
    every: float = EVERY,
) -> None:
    """Touch `path` while the client is connected, until it is closed or this is cancelled.

    It is not touched either while `saves` says that nothing can be saved.

    A file that an earlier process left is removed first; this process removes its own at the end.
    If the file cannot be written, that is logged once and no life is shown.
    """
    try:
        _remove(path)
        while not client.is_closed():
            alive = is_connected(client) and saves()
            if alive:
                _touch(path)
            await asyncio.sleep(every if alive else min(every, IMPATIENT))
    except OSError as error:
        log.warning("HEALTH_FILE cannot be written: %s", error.strerror)
    finally:
        with contextlib.suppress(OSError):
            _remove(path)


def _touch(path: Path) -> None:
    """Set the file's age to zero; this is quicker than a hop to a thread.

    It follows no link: others may write in the folder, and would have any file touched.
    """
    file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)
    try:
        os.utime(file)
    finally:
        os.close(file)


def _remove(path: Path) -> None:
    """Delete the file if it is there."""
    path.unlink(missing_ok=True)


# What can be seen of a large bot from outside: the figures that docs/scaling.md tells of.

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
