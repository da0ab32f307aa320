"""The shards of a bot that is one process, as on SQLite: nobody else takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workers.leases import ShardRow

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


class Alone:
    """What `Leases` does for several workers, without rows: see there."""

    worker: Final = ""
    workers: Final = 1
    live: Final = frozenset[str]()

    def __init__(self) -> None:
        self.leaving = self.cut_off = False
        self.held: frozenset[int] = frozenset()
        self._total = 0

    async def enter(self) -> None:
        """Do nothing: there is no other worker to register for."""

    async def settle(self, total: int) -> int:
        """Return the number of all shards."""
        self._total = total
        return total

    async def look(self, _silences: Mapping[int, float]) -> bool:
        """Return that no other worker has gone."""
        return False

    def to_ask(self) -> list[int]:
        """Return no shard: nobody could take over a silent one."""
        return []

    def choose(self, served: Collection[int]) -> ShardRow | None:
        """Return the next shard without a session, or None."""
        free = (number for number in range(self._total) if number not in served)
        return next((ShardRow(number, "", "") for number in free), None)

    async def take(self, _row: ShardRow) -> bool:
        """Return that nobody was faster."""
        return True

    async def hold(self, row: ShardRow) -> bool:
        """Hold a shard."""
        self.held |= {row.shard}
        return True

    async def give_up(self, shard: int) -> None:
        """Leave a shard to the next try."""
        self.held -= {shard}

    async def leave(self) -> None:
        """Release all shards."""
        self.held = frozenset()
