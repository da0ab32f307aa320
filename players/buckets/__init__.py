"""Players of The Bucket King.

rule.py       cards, hands and pyramids as small numbers, and a rule of thumb on them: easy and
              normal; standing orders
playouts.py   rounds played to their end by the rule, many at once
search.py     hard: play-outs over common deals that agree with what is known of the hidden cards
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.buckets.moves import Auto, Confirm
from players.buckets.rule import ORDERS, choose_easy, choose_normal
from players.core import Assessed

if TYPE_CHECKING:
    from engine.buckets.moves import Move
    from engine.core import Source
    from players.buckets.search import Weighed
    from players.core import Knowledge

__all__ = ["ORDERS", "choose_easy", "choose_hard", "choose_normal", "estimate", "weigh_decision"]


def choose_hard(known: Knowledge, source: Source) -> Move:
    """Return the rule's move, or another one that is clearly better in play-outs."""
    from players.buckets import search  # noqa: PLC0415 - only who thinks needs numpy

    return search.choose_hard(known, source)


def estimate(known: Knowledge) -> tuple[Assessed, ...]:
    """Return what moves bring in play-outs, the same for the same knowledge: the best first.

    Where nothing is weighed it is one move, worth 0: that of the rule, or the rest of a pyramid.
    """
    if known.view.building is not None:
        return (Assessed(Auto() if Auto() in known.moves else Confirm(), 0.0),)
    from players.buckets import search  # noqa: PLC0415 - only who thinks needs numpy

    return search.estimate(known, search.make_source(known))


def weigh_decision(known: Knowledge, made: Move, effort: float) -> Weighed | None:
    """Return what a move is worth beside the best one, the same for the same knowledge."""
    from players.buckets import search  # noqa: PLC0415 - only who thinks needs numpy

    return search.weigh_decision(known, made, search.make_source(known), effort)
