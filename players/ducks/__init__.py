"""Players of Ducks in a Bucket.

rule.py    a rule of thumb: easy and normal players
solve.py   the worth of innings and hands; the program that writes `values.bin`
best.py    the hard player, and the worth of each move: points of this round, or the chance to win
facts.py   luck and achievements
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.ducks import Ducks
from players.core import Kit, Late, Level, Player, Unit, Worth
from players.ducks.facts import ACHIEVEMENTS, METER
from players.ducks.rule import choose_easy, choose_normal

if TYPE_CHECKING:
    from players.core import Knowledge


def count_win(known: Knowledge) -> int:
    """Return the worth of a win in points: the number of seats."""
    return len(known.view.totals)


def add_others(known: Knowledge) -> float:
    """Return a seat's points of past rounds, plus an average for each later round.

    The average is that of a round without goose eggs.
    """
    view, seats = known.view, len(known.view.totals)
    return view.totals[known.seat] + (seats + 1) / 2 * (view.rounds - view.round)


KIT: Final = Kit(
    rules=Ducks(),
    face="cogs.ducks.board",
    players={
        Level.EASY: Player(1, quick=True, choose=choose_easy),
        Level.NORMAL: Player(1, quick=True, choose=choose_normal),
        Level.HARD: Player(3, quick=False, choose=Late("players.ducks.best.choose_hard")),
    },
    worth=Worth(
        unit=lambda _: Unit.POINTS,
        assess=Late("players.ducks.best.assess"),
        count_win=count_win,
        add_others=add_others,
        weigh_chances=Late("players.ducks.best.weigh_chances"),
        positions=Path(__file__).with_name("positions.jsonl"),
        practice={2: 17, 3: 17},
    ),
    meter=METER,
    achievements=ACHIEVEMENTS,
)
