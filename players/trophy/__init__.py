"""Players of Trophy Buck.

rule.py   a rule of thumb: easy and normal; standing orders
race.py   what totals are worth: the race, the last round, the tiebreak
solve.py  the program that solves those of them that `values.bin` has
best.py   hard: each turn played exactly, and what each choice is worth
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from players.trophy.race import weigh_loss
from players.trophy.rule import ORDERS, choose_easy, choose_normal

if TYPE_CHECKING:
    from engine.core import Source
    from engine.trophy import Move
    from players.core import Assessed, Knowledge

__all__ = ["ORDERS", "assess", "choose_easy", "choose_hard", "choose_normal", "weigh_loss"]


def choose_hard(known: Knowledge, source: Source) -> Move:
    """Roll as long as that wins more often than to stop."""
    from players.trophy import best  # noqa: PLC0415 - only who thinks needs numpy

    return best.choose_hard(known, source)


def assess(known: Knowledge) -> tuple[Assessed, ...]:
    """Return what each choice is worth: points of this turn, and the chance to win."""
    from players.trophy import best  # noqa: PLC0415 - only who thinks needs numpy

    return best.assess(known)
