"""Players of Ducks in the Pond.

rule.py    a rule of thumb: easy and normal players
solve.py   the worth of dice and sheets; the program that writes `values.bin`
best.py    the hard player, and the worth of each move: final score, or points ahead of the other
spread.py  programs that compute the spread of final scores, and of the changes of a lead
facts.py   luck and achievements
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.pond import Pond
from players.core import Kit, Level, Player, Unit, Worth
from players.pond.best import assess, choose_hard, expect_chance, weigh_chances
from players.pond.facts import ACHIEVEMENTS, METER
from players.pond.rule import choose_easy, choose_normal

KIT: Final = Kit(
    rules=Pond(),
    face="cogs.pond.board",
    players={
        Level.EASY: Player(1, quick=True, choose=choose_easy),
        Level.NORMAL: Player(1, quick=True, choose=choose_normal),
        Level.HARD: Player(1, quick=False, choose=choose_hard),
    },
    worth=Worth(
        unit=lambda seats: Unit.AHEAD if seats == 2 else Unit.POINTS,
        assess=assess,
        weigh_chances=weigh_chances,
        begin={1: 90.266192, 2: 11.789974},  # from `players.pond.solve`
        expect_chance=expect_chance,
        positions=Path(__file__).with_name("positions.jsonl"),
        practice={1: 23, 2: 10},
    ),
    meter=METER,
    achievements=ACHIEVEMENTS,
)
