"""A rule of thumb for The Bucket King: easy and normal play by it, and hard in its play-outs.

It builds each colour in a column, so that the first bucket of any colour costs little. It leads a
low card of a colour of which it holds much and would lose little, defends with the lowest sum, and
loses as few buckets as it can.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.buckets.moves import Auto, Confirm, Draw, Keep, Move, Place, Play, Remove
from engine.buckets.pyramid import build_for, total
from players.buckets.fast import choose_lead, hold_cards, number_card, read_boxes, read_mask
from players.core import StandingOrder, choose_loosely, draw_nothing

if TYPE_CHECKING:
    from engine.buckets.state import BucketsView, PlayingView
    from engine.core import Source
    from players.core import Knowledge


def choose_normal(known: Knowledge, source: Source) -> Move:  # noqa: ARG001 - nothing is left to luck
    """Play by the rule."""
    view: BucketsView = known.view
    playing = view.playing
    if playing is None:
        return _choose_building(known, view)
    if known.moves[0] == Draw():
        return known.moves[0]
    if playing.split:
        left, right = playing.split
        return Keep("right" if len(right) > len(left) else "left")
    if playing.trick is None:
        return _lead(view, playing, known.seat)
    plays = [move for move in known.moves if isinstance(move, Play)]
    if plays:
        return min(plays, key=lambda move: (total(move.cards), len(move.cards)))
    lost = {each.box: count_lost(playing, each.box) for each in playing.removals}
    return Remove(min(lost, key=lambda box: (lost[box], -box)))


def count_lost(playing: PlayingView, box: int) -> int:
    """Return how many buckets go with the one in a box."""
    removal = next(each for each in playing.removals if each.box == box)
    return len(removal.falls) + min(map(len, removal.parts), default=0)


def _choose_building(known: Knowledge, view: BucketsView) -> Move:
    """Build box by box; where somebody else has begun otherwise, have the rest built."""
    built, wanted = (view.building and view.building.built) or "", build_for(view.hand)
    if Confirm() in known.moves:
        return Confirm()
    return Place(len(built), wanted[len(built)]) if wanted.startswith(built) else Auto()


def _lead(view: BucketsView, playing: PlayingView, seat: int) -> Move:
    """Lead by the rule."""
    pyramid = playing.pyramids[seat]
    hand = hold_cards(map(number_card, view.hand))
    lead = choose_lead(hand, read_mask(pyramid), read_boxes(pyramid))
    return Play((next(card for card in view.hand if number_card(card) == lead),))


def choose_easy(known: Knowledge, source: Source) -> Move:
    """Play one move of three at random; build by the rule."""
    if known.view.playing is None:
        return choose_normal(known, source)
    return choose_loosely(choose_normal, known, source)


# Standing orders of The Bucket King: how to defend. Pyramids are built by their owners.

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
