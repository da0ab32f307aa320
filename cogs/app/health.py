"""Signs of life of the process, its log, and its metrics.

The bot touches a file every few seconds, as long as every connection to Discord's gateway is open
and answers heartbeats, and the database can save. From the age of this file, a container's health
check or a person sees whether the bot is alive. Such a check needs neither Python nor a port.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
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

from cogs.app.connection import Refused
from cogs.interactions.interaction import now_handled

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import SimpleNamespace


# The log of the process: lines for people, or JSON for programs that collect logs.
#
# A line written while an interaction is handled names the interaction, its server and its table. It
# also names the process, because the logs of several workers may be collected in one place. No line
# holds a secret: libraries that log their requests at DEBUG are limited to INFO.

WORKER: Final = f"{socket.gethostname()}-{os.getpid()}"
"""Name of this process among the workers."""


def set_up_log(
    level: str, form: Literal["text", "json"], is_news: Callable[[logging.LogRecord], bool]
) -> None:
    """Log to standard error the records of `level` and above that `is_news` accepts."""
    discord.VoiceClient.warn_nacl = False  # the bot uses no voice
    discord.VoiceClient.warn_dave = False
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JSON if form == "json" else _TEXT)
    handler.addFilter(is_news)
    handler.addFilter(_tell_click)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    # This logger's INFO lines are left out, because a failed start should log only its reason.
    logging.getLogger("discord.client").setLevel(logging.WARNING)
    # At DEBUG discord.py logs whole payloads, with tokens of interactions and hidden cards.
    logging.getLogger("discord").setLevel(max(logging.INFO, root.level))


_TEXT: Final = logging.Formatter(
    "[{asctime}] [{levelname:<8}] {name}: {message}{click}", "%Y-%m-%d %H:%M:%S%z", style="{"
)
_JSON: Final = JsonFormatter(
    "{levelname}{name}{message}",
    style="{",
    timestamp="time",
    rename_fields={"levelname": "level", "name": "logger"},
    static_fields={"worker": WORKER},
    reserved_attrs=[*logging.makeLogRecord({}).__dict__, "message", "asctime", "click"],
)


def tell_last(sentence: str, form: str) -> None:
    """Print why the process ends, in the format of the log."""
    record = logging.LogRecord("bot", logging.CRITICAL, "", 0, sentence, None, None)
    sys.stderr.write(f"{_JSON.format(record) if form == 'json' else sentence}\n")


def _tell_click(record: logging.LogRecord) -> bool:
    """Add the ids of the handled interaction to a record. As a filter, accept every record."""
    handled = now_handled()
    record.__dict__.update(handled)
    words = " ".join(f"{name}={number}" for name, number in handled.items())
    record.click = f" [{words} worker={WORKER}]" if handled else ""
    return True


log = logging.getLogger(__name__)

EVERY: Final = 15.0
"""Seconds between two touches of the file. After a minute without one, the health check fails."""

IMPATIENT: Final = 1.0
"""Seconds between two checks while the bot has no connection or cannot save."""


def is_connected(client: discord.AutoShardedClient) -> bool:
    """Return whether every gateway connection is open and has answered a heartbeat.

    A connection that has been silent for a minute is not open, because discord.py closes it.
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
    """Touch `path` while the client is connected, until the client is closed or this is cancelled.

    While `saves` returns False, the file is not touched. The file of an earlier process is removed
    at the start, and the file of this process at the end. If the file cannot be written, log this
    once and stop.
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
    """Set the file's age to zero, or create the file.

    This blocks the event loop, but handing the work to a thread would take longer. Links are not
    followed: otherwise anybody who can write in the folder could have any file touched.
    """
    file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)
    try:
        os.utime(file)
    finally:
        os.close(file)


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


# Metrics for the operation of a large bot; see docs/scaling.md.

ANSWERS: Final = Counter("ducks_discord_answers", "Discord's answers by HTTP status", ("status",))
WAITS: Final = Counter("ducks_rate_limit_seconds", "Seconds of waiting that Discord has asked for")
LAG: Final = Histogram(
    "ducks_loop_lag_seconds",
    "Delay of the event loop after a sleep of one second",
    buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0),
)
TABLES: Final = Gauge("ducks_open_tables", "Tables in a lobby or a game, over all workers")
QUEUES: Final = Gauge("ducks_publishing_queue", "Updates and calls that wait")
SHARDS: Final = Gauge("ducks_shards", "Connections to the gateway by state", ("state",))


def serve(host: str, port: int) -> None:
    """Answer Prometheus at http://host:port/metrics, unless another process has the port.

    Raises Refused if the host or the port cannot be used at all.
    """
    try:
        start_http_server(port, host)
    except PermissionError as error:
        raise Refused(f"METRICS_PORT cannot be opened: {error.strerror}.") from None
    except (OSError, UnicodeError) as error:
        if not isinstance(error, OSError) or error.errno != errno.EADDRINUSE:
            why = error.strerror if isinstance(error, OSError) else "this is not the name of a host"
            raise Refused(f"METRICS_HOST cannot be used: {why}.") from None
        log.warning("METRICS_PORT %d is taken, so this process shows no figures", port)


async def watch(client: discord.AutoShardedClient, waiting: Callable[[], int]) -> None:
    """Measure the event loop, the queue and the shards once a second, until this is cancelled.

    Args:
        client: The client whose gateway connections are counted.
        waiting: Returns the number of updates and calls that wait.
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
    """Return a trace for discord.py's HTTP client that counts Discord's answers and waits."""

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
