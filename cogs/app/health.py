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
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import discord

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
