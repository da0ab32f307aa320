"""Which shard a worker takes over next: of what the database says, and nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


@dataclass(frozen=True, slots=True)
class ShardRow:
    """A shard, who hears of it, and whether Discord does.

    Attributes:
        shard: its number.
        holder: the worker that holds it; empty: none.
        taker: the worker that is about to; empty: none.
        silent: whether Discord does not answer the session of its holder.
        moved_at: when it last went to another worker for that, in Unix seconds of `now`.
    """

    shard: int
    holder: str
    taker: str
    silent: bool = False
    moved_at: float = 0.0


def choose(
    shards: Sequence[ShardRow],
    live: frozenset[str],
    worker: str,
    served: Collection[int],
    silent: Collection[int] | None = (),
) -> ShardRow | None:
    """Return the shard that a worker is to take over next; None: none.

    First those of its own that it does not serve: the database was away while it took them. Then
    those that no live worker holds, up to an equal share; then one that is silent for its holder,
    beyond that share too; then one of a worker that has at least two more.

    Args:
        shards: all of them.
        live: the workers that beat and do not stand aside.
        worker: the one that asks.
        served: the shards whose events it hears.
        silent: those that may go to it since they are silent; None: not all of its own sessions are
            answered, so it takes nothing from others that live.
    """
    if worker not in live:
        return None
    owners = [_owner(row, live) for row in shards]
    counts = Counter(dict.fromkeys(live, 0))
    counts.update(owner for owner in owners if owner is not None)
    richest, most = counts.most_common(1)[0]
    owned = list(zip(shards, owners, strict=True))
    found = [row for row, owner in owned if owner == worker and row.shard not in served]
    if counts[worker] < -(-len(shards) // len(live)):
        found += [row for row, owner in owned if owner is None]
    if silent is not None:
        others = [row for row in shards if row.holder in live - {worker} and row.taker not in live]
        found += [row for row in others if row.shard in silent]
        if None not in owners and most - counts[worker] >= 2:
            found += [row for row in others if row.holder == richest]
    return next(iter(found), None)


def _owner(row: ShardRow, live: Collection[str]) -> str | None:
    """Return the live worker that is about to hold a shard, or else holds it."""
    return next((name for name in (row.taker, row.holder) if name in live), None)
