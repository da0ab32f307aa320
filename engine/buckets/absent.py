"""What a sensible caretaker does for somebody absent.

He builds as the rules advise, draws, defends as cheaply as he can, leads his lowest card, and
otherwise loses as few buckets as possible.
"""

from __future__ import annotations

from engine.buckets.cards import VALUES, total
from engine.buckets.moves import SIDES, Auto, Confirm, Draw, Keep, Move, Play, Remove
from engine.buckets.playing import defences
from engine.buckets.pyramid import SIZE, loss, parts, removable
from engine.buckets.state import Building, Playing, Setup
from engine.core import Seat


def building(stage: Building, seat: Seat) -> Move:
    """A finished pyramid is confirmed as it is, an unfinished one built by the rules' advice."""
    return Confirm() if len(stage.sites[seat].built) == SIZE else Auto()


def playing(stage: Playing, seat: Seat, setup: Setup) -> Move:
    """Draw, keep the larger part, defend with the smallest sum, decline, or lead."""
    if seat != stage.turn:
        return Draw()
    if stage.split:
        return _keep(stage, seat)
    if stage.trick is None:
        return _lead(stage, seat)
    defending = defences(stage, seat, setup)
    if defending:
        return Play(min(defending, key=lambda cards: (total(cards), len(cards))))
    pyramid = stage.pyramids[seat]
    boxes = removable(pyramid, stage.trick.colour)
    return Remove(min(boxes, key=lambda box: (loss(pyramid, box), -box)))


def _lead(stage: Playing, seat: Seat) -> Move:
    hand = stage.hands[seat]
    if not hand:
        return Draw()
    return Play((min(hand, key=lambda card: (VALUES[card], card)),))


def _keep(stage: Playing, seat: Seat) -> Move:
    left, right = parts(stage.pyramids[seat])
    return Keep(SIDES[len(right) > len(left)])
