"""What the caretaker does for somebody absent.

He builds as the rules advise, draws a card whenever he may, defends with the lowest sum, leads his
lowest card, and loses as few buckets as possible where he cannot defend.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.buckets.cards import VALUES, total
from engine.buckets.moves import SIDES, Auto, Confirm, Draw, Keep, Move, Play, Remove
from engine.buckets.playing import list_defences
from engine.buckets.pyramid import count_loss, parts, removable
from engine.buckets.state import Playing, Setup
from engine.core import Seat


def choose_building(legal: Sequence[Move]) -> Move:
    """Confirm a finished pyramid as it is; have an unfinished one built."""
    return Confirm() if Confirm() in legal else Auto()


def choose_play(stage: Playing, seat: Seat, setup: Setup) -> Move:
    """Draw, keep the larger part, lead, defend with the lowest sum, or decline."""
    if seat != stage.turn:
        return Draw()
    if stage.split:
        return _choose_part(stage, seat)
    if stage.trick is None:
        return _choose_lead(stage, seat)
    defences = list_defences(stage, seat, setup)
    if defences:
        return Play(min(defences, key=lambda cards: (total(cards), len(cards))))
    pyramid = stage.pyramids[seat]
    boxes = removable(pyramid, stage.trick.colour)
    return Remove(min(boxes, key=lambda box: (count_loss(pyramid, box), -box)))


def _choose_lead(stage: Playing, seat: Seat) -> Move:
    """Lead the lowest card; draw one first where the hand is empty."""
    hand = stage.hands[seat]
    if not hand:
        return Draw()
    return Play((min(hand, key=lambda card: (VALUES[card], card)),))


def _choose_part(stage: Playing, seat: Seat) -> Move:
    """Keep the larger part of a split pyramid, the left one of equal parts."""
    left, right = parts(stage.pyramids[seat])
    return Keep(SIDES[len(right) > len(left)])
