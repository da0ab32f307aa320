"""Players of Trophy Buck.

rule.py       a rule of thumb: easy and normal
orders.py     standing orders
rolls.py      what each roll of a turn can bring
hunting.py    the best play of one turn, exactly, for any worth of its points
race.py       what totals are worth: the race, the last round, the tiebreak
table.py      those of them that are solved in advance
solve.py      the program that solves them
best.py       hard, and what each choice is worth
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from players.trophy.race import weigh_loss
from players.trophy.rule import choose_easy, choose_normal

if TYPE_CHECKING:
    from engine.core import Source
    from engine.trophy import Move
    from players.core import Assessed, Knowledge

__all__ = ["assess", "choose_easy", "choose_hard", "choose_normal", "weigh_loss"]


def choose_hard(known: Knowledge, source: Source) -> Move:
    """Roll as long as that wins more often than to stop."""
    from players.trophy import best  # noqa: PLC0415 - only who thinks needs numpy

    return best.choose_hard(known, source)


def assess(known: Knowledge) -> tuple[Assessed, ...]:
    """Return what each choice is worth: points of this turn, and the chance to win."""
    from players.trophy import best  # noqa: PLC0415 - only who thinks needs numpy

    return best.assess(known)
