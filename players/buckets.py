"""Players of The Bucket King."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.buckets.cards import total
from engine.buckets.moves import Auto, Confirm, Keep, Move, Play, Remove

if TYPE_CHECKING:
    from engine.buckets.view import BucketsView
    from engine.core import Source
    from players.core import Knowledge


def choose_normal(known: Knowledge, source: Source) -> Move:  # noqa: ARG001 - nothing is left to luck
    """Build as the rules advise; show the lowest sum; lose the fewest buckets."""
    view: BucketsView = known.view
    if view.building is not None:
        return Confirm() if Confirm() in known.moves else Auto()
    plays = [move for move in known.moves if isinstance(move, Play)]
    if plays:
        return min(plays, key=lambda move: (total(move.cards), len(move.cards)))
    if (
        view.playing is not None
        and view.playing.trick is not None
        and isinstance(known.moves[0], Remove)
    ):
        lost = {
            each.box: len(each.falls) + min(map(len, each.parts), default=0)
            for each in view.playing.removals
        }
        return Remove(min(lost, key=lambda box: (lost[box], -box)))
    if view.playing is not None and view.playing.split and isinstance(known.moves[0], Keep):
        left, right = view.playing.split
        return Keep("right" if len(right) > len(left) else "left")
    return known.moves[0]


def choose_easy(known: Knowledge, source: Source) -> Move:
    """Play one move of three at random; build as the rules advise."""
    view: BucketsView = known.view
    if view.building is None and source.below(3) == 0:
        return known.moves[source.below(len(known.moves))]
    return choose_normal(known, source)
