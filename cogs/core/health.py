"""A sign of life for whoever looks after the process.

While every connection to Discord's gateway is open and answers heartbeats, and the database is
where it was, a file is touched again and again. Its age tells a container's health check, or a
person, whether the bot is alive; asking needs neither Python nor a port.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import discord

log = logging.getLogger(__name__)

EVERY: Final = 15.0
"""Seconds between two touches; the health check calls a file older than a minute dead."""

IMPATIENT: Final = 1.0
"""Seconds between two looks while there is no connection."""


def is_connected(client: discord.AutoShardedClient) -> bool:
    """Whether every gateway connection is open and has answered a heartbeat.

    A connection that falls silent is closed by discord.py after a minute, so it ends up here too.
    """
    shards = client.shards.values()
    return bool(shards) and all(
        not shard.is_closed() and math.isfinite(shard.latency) for shard in shards
    )


async def show_life(
    client: discord.AutoShardedClient,
    path: Path,
    saves: Callable[[], bool],
    *,
    every: float = EVERY,
) -> None:
    """Touch `path` while the client is connected, until it is closed or this is cancelled.

    Nor is it touched while `saves` says that nothing can be saved.

    A file left by an earlier process is removed first, and one's own at the end. Where the file
    cannot be written, that is logged once and no life is shown.
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


# An empty file's inode, on a temporary file system as a rule: quicker than a hop to a thread.


def _touch(path: Path) -> None:
    path.touch()


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
