"""A rule of thumb for The Bucket King: easy and normal play by it, and hard in its play-outs.

It builds each colour in a column, so that the first bucket of any colour costs little. It leads a
low card of a colour of which it holds much and would lose little, defends with the lowest sum, and
loses as few buckets as it can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.buckets.cards import total
from engine.buckets.moves import Auto, Confirm, Draw, Keep, Move, Place, Play, Remove
from engine.buckets.pyramid import build_for
from players.buckets.fast import choose_lead, hold_cards, number_card, read_boxes, read_mask
from players.core import choose_loosely

if TYPE_CHECKING:
    from engine.buckets.view import BucketsView, PlayingView
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
