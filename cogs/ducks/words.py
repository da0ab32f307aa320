"""Words for hands and moves of Ducks in a Bucket."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cogs.interactions.names import count, join_names
from engine.ducks import Promote, Roll, Stop, ThrowAway

if TYPE_CHECKING:
    from engine.ducks import Hand, View
    from engine.ducks.dice import Dice

WORDS = ("no", "one", "two", "three", "four", "five")


def name_hand(hand: Hand | None) -> str:
    """Return what a hand is called, or a lost bucket; its dice are shown beside it."""
    return "goose egg" if hand is None else hand.rank


def add_article(hand: Hand | None) -> str:
    """Return a hand within a sentence: "one pair", "a straight"."""
    name = name_hand(hand)
    return f"a {name}" if name in {"full house", "straight", "goose egg"} else name


def label_move(view: View, move: object) -> str:
    """Return what a move does, for its button."""
    match move:
        case Promote(dice):
            return f"Promote {_name_dice(dice, view.dice)}"
        case Roll():
            return f"Roll {_name_left(view.left)}"
        case Stop():
            return f"Stop: {name_hand(view.hand)}"
        case ThrowAway() if view.left > 1:
            return f"Throw one away, roll {_name_left(view.left - 1)}"
        case _:
            return "Lose the bucket"


def _name_left(left: int) -> str:
    return count(left, "die", "dice")


def _name_dice(dice: Dice, lie: Dice) -> str:
    """Return dice in words, out of those that lie there: "both 5s", "2 and 3", "two 1s and 4"."""
    if len(set(dice)) == 1:
        return _name_alike(len(dice), dice[0], lie.count(dice[0]))
    alike = Counter(dice).items()
    return join_names([f"{WORDS[n]} {die}s" if n > 1 else str(die) for die, n in alike])


def _name_alike(number: int, die: int, of: int) -> str:
    """Return some dice of a value, of which so many lie there."""
    if number < of:
        return f"{WORDS[number]} {die}{'s' * (number > 1)}"
    every = {1: "the", 2: "both"}.get(of, f"all {WORDS[of]}")
    return f"{every} {die}{'s' * (of > 1)}"
