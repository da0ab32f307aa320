"""Players of Trophy Buck.

rule.py   a rule of thumb: easy and normal players
race.py   the worth of totals: before the last round, in it, and in a tiebreak
best.py   the hard player: exact turns, the worth of choices; the program that writes `values.bin`
facts.py  luck and achievements
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.trophy import TrophyBuck
from players.core import Kit, Late, Level, Player, Unit, Worth
from players.trophy.facts import ACHIEVEMENTS, METER
from players.trophy.race import weigh_loss
from players.trophy.rule import choose_easy, choose_normal

if TYPE_CHECKING:
    from engine.trophy import Move, View
    from players.core import Knowledge


def lose(known: Knowledge, made: Move, landed: View) -> float | None:
    """Return the worth left if the dice of a roll end the turn, else None."""
    return None if str(made) != "roll" or landed.rolled else weigh_loss(known)


KIT: Final = Kit(
    rules=TrophyBuck(),
    face="cogs.trophy.board",
    players={
        Level.EASY: Player(1, quick=True, choose=choose_easy),
        Level.NORMAL: Player(1, quick=True, choose=choose_normal),
        Level.HARD: Player(3, quick=False, choose=Late("players.trophy.best.choose_hard")),
    },
    worth=Worth(
        unit=lambda _: Unit.WIN,
        assess=Late("players.trophy.best.assess"),
        lose=lose,
        turn=12,
        positions=Path(__file__).with_name("positions.jsonl"),
        practice={3: 33},
        exact_points=(0.3, 2.0),
    ),
    meter=METER,
    achievements=ACHIEVEMENTS,
)
