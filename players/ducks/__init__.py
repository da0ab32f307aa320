"""Players of Ducks in a Bucket.

rule.py    a rule of thumb: easy and normal; standing orders
solve.py   what innings and hands are worth; the program that writes the worths of a first seat
best.py    hard, and what each move is worth
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from players.ducks.rule import ORDERS, choose_easy, choose_normal

if TYPE_CHECKING:
    from engine.core import Source
    from engine.ducks import Move
    from players.core import Assessed, Knowledge

__all__ = ["ORDERS", "assess", "choose_easy", "choose_hard", "choose_normal", "weigh_chances"]


def choose_hard(known: Knowledge, source: Source) -> Move:
    """Make the move that is worth most; of equal ones the first."""
    from players.ducks import best  # noqa: PLC0415 - only who thinks needs numpy

    return best.choose_hard(known, source)


def assess(known: Knowledge) -> tuple[Assessed, ...]:
    """Return what each move is worth: points of this round, and in the last round the win."""
    from players.ducks import best  # noqa: PLC0415 - only who thinks needs numpy

    return best.assess(known)


def weigh_chances(known: Knowledge) -> dict[Move, float]:
    """Return the chance to win with each move: exactly at the end of a game, before by a model."""
    from players.ducks import best  # noqa: PLC0415 - only who thinks needs numpy

    return best.weigh_chances(known)
