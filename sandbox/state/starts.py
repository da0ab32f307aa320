"""Session starts: the number of shards, and the limits on IDENTIFY."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Final

from sandbox.protocol.json_values import Json
from sandbox.settings import Sharding
from sandbox.state.sessions import Shard

if TYPE_CHECKING:
    from sandbox.state.world import World

_HASTE: Final = 0.05
"""Tolerance in seconds, because two IDENTIFYs may arrive closer together than they were sent."""


class SessionStarts:
    """The sessions that began within a day, and the limits on further sessions.

    Args:
        world: Has the guilds and the clock.
        sharding: The limits. With None, the bot sees the usual limits, but nothing enforces them.

    Attributes:
        early: Number of IDENTIFYs that came too soon after another one in the same bucket.
    """

    def __init__(self, world: World, sharding: Sharding | None) -> None:
        self._world = world
        self._held = sharding is not None
        self._sharding = sharding or Sharding()
        self._begun: list[tuple[float, int]] = []
        self.early = 0

    def describe(self) -> Json:
        """Return the part of "Get Gateway Bot" about shards and session starts."""
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
        """Return whether Discord would reset the token, after too many sessions in a day."""
        return self._held and len(self._list_begun()) >= self._sharding.starts.requests

    def needs_more_shards(self, total: int) -> bool:
        """Return whether one of `total` shards would have too many guilds."""
        if not self._held:
            return False
        guilds = self._world.list_bot_guilds()
        counts = Counter((guild.id >> 22) % total for guild in guilds)
        return max(counts.values(), default=0) > self._sharding.most

    def take(self, shard: Shard) -> bool:
        """Count an IDENTIFY, and return whether its session may begin now."""
        now, bucket = self._world.clock.now(), shard.number % self._sharding.max_concurrency
        quota = self._sharding.identify
        recent = [at for at, b in self._begun if b == bucket and now - at < quota.seconds - _HASTE]
        self._begun.append((now, bucket))
        early = len(recent) >= quota.requests
        self.early += early
        return not (self._held and early)

    def _list_begun(self) -> list[tuple[float, int]]:
        """Forget IDENTIFYs older than a day; return the time and bucket of all later ones."""
        since = self._world.clock.now() - self._sharding.starts.seconds
        self._begun = [begun for begun in self._begun if begun[0] > since]
        return self._begun
