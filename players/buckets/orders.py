"""Standing orders of The Bucket King: how to defend. Pyramids are built by their owners."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.buckets.cards import total
from engine.buckets.moves import Draw, Move, Play
from players.buckets.rule import choose_normal
from players.core import StandingOrder, draw_nothing

if TYPE_CHECKING:
    from engine.buckets.view import BucketsView
    from players.core import Knowledge

_AS_NORMAL: Final = draw_nothing(choose_normal)


def _defend(most: int, known: Knowledge) -> Move | None:
    """Defend with the lowest sum of at most so many cards, and draw; else say nothing."""
    view: BucketsView = known.view
    if view.playing is None:
        return None
    if known.moves[0] == Draw():
        return known.moves[0]
    if view.playing.trick is None:
        return None
    plays = [m for m in known.moves if isinstance(m, Play) and len(m.cards) <= most]
    return min(plays, key=lambda move: (total(move.cards), len(move.cards)), default=None)


def _play_on(known: Knowledge) -> Move | None:
    """Play as the caretaker once the pyramids stand."""
    return None if known.view.playing is None else _AS_NORMAL(known)


ORDERS: Final = (
    *(
        StandingOrder(
            f"defend {most}",
            f"Defend with my lowest sum of {words}; leave all else to me.",
            partial(_defend, most),
        )
        for most, words in enumerate(("one card", "one or two cards", "any cards"), start=1)
    ),
    StandingOrder(
        "caretaker",
        "Play as a normal duck would; I build my pyramid myself.",
        _play_on,
    ),
)
