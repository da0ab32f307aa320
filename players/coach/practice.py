"""Positions to practise on, and those that are shipped: `players.coach.positions` makes these."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine import game
from engine.core import Match
from players import assess
from players.core import know, rank

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core import Seat
    from players.core import Assessed, Knowledge

FILE: Final = Path(__file__).with_name("positions.jsonl")

WIN: Final = 0.01
"""What a mistake costs at least of the chance to win, where that decides."""

POINTS: Final = 0.1
"""What a mistake costs at least elsewhere."""


@dataclass(frozen=True, slots=True)
class Position:
    """A point of a game at which one seat is to choose.

    Attributes:
        game: its key.
        seats: how many play.
        options: complete.
        first: the seat that starts, as in `Game.start`.
        moves: all before, as texts.
    """

    game: str
    seats: int
    options: Mapping[str, str]
    first: Seat | None
    moves: tuple[str, ...]

    def know(self) -> Knowledge:
        """Return what the seat knows that is to choose."""
        rules = game(self.game)
        match = Match.begin(rules, self.seats, self.options, self.first)
        for text in self.moves:
            match, _ = match.read(match.to_act[0], text)
        return know(rules, self.options, match.state, match.to_act[0])


@cache
def load_positions() -> tuple[Position, ...]:
    """Return the shipped set."""
    lines = map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
    return tuple(map(_read, lines))


def _read(line: Mapping[str, Any]) -> Position:
    """Return the position of a line."""
    names = ("game", "seats", "options", "first")
    return Position(*(line[name] for name in names), moves=tuple(line["moves"]))


def weigh(position: Position) -> tuple[Assessed, ...]:
    """Return what the choices in a position are worth, the best first."""
    return rank(assess(position.game, position.know()))


def is_mistake(best: Assessed, made: Assessed) -> bool:
    """Return whether a move gives something away that can be seen."""
    return best.worth - made.worth >= (POINTS if best.win is None else WIN)
