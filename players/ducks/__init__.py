"""Players of Ducks in a Bucket.

rule.py     a rule of thumb: easy and normal
orders.py   standing orders
inning.py   the best play of innings, exactly, for any worth of their hands
round.py    what a hand is worth, with the hands that are made and the seats to come
table.py    the same for the first of three seats, from a file that solve.py writes
win.py      how often a hand wins the game
best.py     hard, and what each move is worth
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from players.ducks.rule import choose_easy, choose_normal

if TYPE_CHECKING:
    from engine.core import Source
    from engine.ducks import Move
    from players.core import Assessed, Knowledge

__all__ = ["assess", "choose_easy", "choose_hard", "choose_normal", "weigh_chances"]


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
