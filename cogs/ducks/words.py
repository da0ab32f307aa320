"""Words for hands and moves of Ducks in a Bucket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.interactions.names import count
from engine.ducks import Promote, Roll, Stop, ThrowAway

if TYPE_CHECKING:
    from engine.ducks import Hand, View

ONE_THING = ("one pair", "full house", "straight")
"""Ranks of hands that take the article "a" in a sentence."""


def add_article(hand: Hand | None) -> str:
    """Return a hand within a sentence: "a pair of sixes and a 1", "three ones"."""
    if hand is None:
        return "nothing"
    return ("a " if hand.rank in ONE_THING else "") + hand.name


def label_move(view: View, move: object) -> str:
    """Return what a move does, for its button."""
    match move:
        case Promote(dice):
            between = " " if dice[0] == view.boss else "+"
            return f"Promote {between.join(map(str, dice))}"
        case Roll():
            return "Roll" if view.phase == "fresh" else f"Roll {count(view.left, 'die', 'dice')}"
        case Stop():
            return f"Stop with {add_article(view.hand)}"[:80]
        case ThrowAway() if view.left == 1:
            return "Throw it away: lose the bucket"
        case ThrowAway():
            return f"Throw one away, roll {view.left - 1}"
        case _:
            return "Lose the bucket"
