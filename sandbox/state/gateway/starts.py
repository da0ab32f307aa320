"""How sessions may begin: how many shards there are to be, how fast and how often they identify."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Final

from sandbox.settings import Sharding

if TYPE_CHECKING:
    from sandbox.protocol.json_values import Json
    from sandbox.state.gateway.sessions import Shard
    from sandbox.state.world.world import World

_TRAVEL: Final = 0.05
"""Seconds by which one IDENTIFY may be quicker on its way than the one before."""


class SessionStarts:
    """The sessions that began of late, and what the gateway still allows.

    Args:
        world: has the guilds and the clock.
        sharding: the limits; None: they are told to who asks, and nobody is held to them.

    Attributes:
        early: how many sessions wanted to begin too soon after others of their bucket.
    """

    def __init__(self, world: World, sharding: Sharding | None) -> None:
        self._world = world
        self._held = sharding is not None
        self._sharding = sharding or Sharding()
        self._begun: list[tuple[float, int]] = []
        self.early = 0

    def describe(self) -> Json:
        """Return what "Get Gateway Bot" says of shards and session starts."""
        sharding, now = self._sharding, self._world.clock.now()
        begun = self._list_begun()
        wait = begun[0][0] + sharding.starts.seconds - now if begun else 0.0
        return {
            "shards": max(1, math.ceil(len(self._world.list_bot_guilds()) / sharding.recommended)),
            "session_start_limit": {
                "total": sharding.starts.requests,
                "remaining": max(0, sharding.starts.requests - len(begun)),
                "reset_after": int(wait * 1000),
                "max_concurrency": sharding.max_concurrency,
            },
        }

    def are_used_up(self) -> bool:
        """Return whether so many sessions began in a day that Discord resets the token."""
        return self._held and len(self._list_begun()) >= self._sharding.starts.requests

    def needs_more_shards(self, total: int) -> bool:
        """Return whether one of so many shards would have too many guilds."""
        if not self._held:
            return False
        guilds = self._world.list_bot_guilds()
        counts = Counter((guild.id >> 22) % total for guild in guilds)
        return max(counts.values(), default=0) > self._sharding.most

    def take(self, shard: Shard) -> bool:
        """Count an IDENTIFY, and return whether its session may begin now."""
        now, bucket = self._world.clock.now(), shard.number % self._sharding.max_concurrency
        quota = self._sharding.identify
        recent = [at for at, b in self._begun if b == bucket and now - at < quota.seconds - _TRAVEL]
        self._begun.append((now, bucket))
        early = len(recent) >= quota.requests
        self.early += early
        return not (self._held and early)

    def _list_begun(self) -> list[tuple[float, int]]:
        """Forget what is too long ago; return the time and bucket of each IDENTIFY since then."""
        since = self._world.clock.now() - self._sharding.starts.seconds
        self._begun = [begun for begun in self._begun if begun[0] > since]
        return self._begun
