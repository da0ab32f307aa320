"""How much memory the servers of a bot take: as discord.py keeps them, and as this bot does.

    python -m bench.guilds [servers]

Each server has 40 channels with three overwrites each, and 25 roles, with names and topics.
"""

from __future__ import annotations

import asyncio
import gc
import json
import multiprocessing
import sys
from typing import TYPE_CHECKING, Any

import discord
import psutil

from cogs.app.client import DucksClient

if TYPE_CHECKING:
    from collections.abc import Iterable

SERVERS = 1_000
CHANNELS, OVERWRITES, ROLES = 40, 3, 25


def server(number: int) -> str:
    """Return a server as Discord sends it."""
    first = (number + 1) << 32
    colors = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    roles = [
        {
            "id": str(first + role), "name": f"Role number {role}", "position": role, "color": role,
            "permissions": str(0xF98A58E501 + role), "colors": colors, "hoist": False, "flags": 0,
            "managed": False, "mentionable": False,
        }
        for role in range(ROLES)
    ]  # fmt: skip
    overwrites = [
        {"id": str(first + role), "type": 0, "allow": "1024", "deny": "0"}
        for role in range(OVERWRITES)
    ]
    channels = [
        {
            "id": str(first + 1_000 + channel), "type": 0 if channel % 4 else 4, "nsfw": False,
            "name": f"channel-{channel}-{number}", "position": channel, "rate_limit_per_user": 0,
            "topic": f"The topic of channel {channel} of server {number}, some words long",
            "last_message_id": str(first + 5_000 + channel), "parent_id": str(first + 1_000),
            "permission_overwrites": overwrites, "flags": 0,
        }
        for channel in range(CHANNELS)
    ]  # fmt: skip
    lists = ("emojis", "stickers", "threads", "voice_states", "presences", "stage_instances")
    return json.dumps({
        "id": str(first), "name": f"Server {number}", "owner_id": "5", "icon": "a" * 32,
        "member_count": 100, "features": ["COMMUNITY", "NEWS"], "members": [], "roles": roles,
        "channels": channels, "guild_scheduled_events": [], **dict.fromkeys(lists, ()),
    })  # fmt: skip


def measure(kind: str, servers: int) -> float:
    """Return the megabytes that so many servers take: `ours` or `plain`."""
    return asyncio.run(_measure(kind, servers))


async def _measure(kind: str, servers: int) -> float:
    intents = discord.Intents(guilds=True)
    plain = {"member_cache_flags": discord.MemberCacheFlags.none(), "max_messages": None}
    client: Any = DucksClient() if kind == "ours" else discord.AutoShardedClient(
        intents=intents, chunk_guilds_at_startup=False, **plain
    )  # fmt: skip
    state = client._connection  # noqa: SLF001 - as bot and gateway use it
    state.shard_count, state.shard_ids = 1, [0]
    gc.collect()
    before = psutil.Process().memory_info().rss
    for number in range(servers):
        state.parsers["GUILD_CREATE"](json.loads(server(number)))
    gc.collect()
    return (psutil.Process().memory_info().rss - before) / 1e6


def main(arguments: Iterable[str]) -> None:
    """Measure with so many servers as the command line says, each in a process of its own."""
    words = list(arguments)
    servers = int(words[0]) if words else SERVERS
    for kind in ("plain", "ours"):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            print(f"{servers:,} servers, {kind}: {pool.apply(measure, (kind, servers)):.1f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
