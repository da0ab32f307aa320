"""What a computer player is, and all that it may know: never a state."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from engine.fairness import HmacSource

if TYPE_CHECKING:
    from pathlib import Path

    from engine.core import Game, Seat, Source

DIGITS: Final = 5
"""Digits in which a worth can be compared: the tables behind it have some more."""

Seen = tuple[tuple[int, str], ...]
"""Steps as one seat was told of them, oldest first: who moved, and the text of `Game.seen`."""


class Level(StrEnum):
    """How well a player plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows when it is to move.

    Attributes:
        options: of the game, complete.
        seat: who is to move.
        view: `Game.view` for this seat.
        moves: the legal moves of this seat, in the order of `Game.moves`; at least one.
        seen: what this seat was told of the game so far. A step that was hidden from it is not
            there: that it was made can be a secret too.
    """

    options: Mapping[str, str]
    seat: Seat
    view: Any
    moves: tuple[Any, ...]
    seen: Seen = ()


@dataclass(frozen=True, slots=True)
class Assessed:
    """What a legal move is worth if everything after it is played as well as can be.

    Attributes:
        move: the move.
        points: what it brings on average, in the currency that the game's `assess` names.
        win: the chance to win, where a shared win counts by its share; None where nothing is known.
        off: how far an estimate is off as a rule, as was measured, where a model tells what counts:
            `win`, or `points` without it. 0 where that is exact, None in play-outs.
        error: where both are means of play-outs, the standard error of its worth beside that of the
            best move.
    """

    move: Any
    points: float
    win: float | None = None
    off: float | None = None
    error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether what counts is exact and no estimate."""
        return self.off == 0

    @property
    def worth(self) -> float:
        """What decides: the chance to win where it is known, else the points."""
        return self.points if self.win is None else self.win


def rank(moves: Iterable[Assessed]) -> tuple[Assessed, ...]:
    """Return moves, the best first; those that come to the same stay in their order."""
    return tuple(sorted(moves, key=lambda each: -round(each.worth, DIGITS)))


@dataclass(frozen=True, slots=True)
class Player:
    """One level of one game. It can be pickled, and so can what it knows.

    Attributes:
        version: grows with every change that can make another move of the same knowledge and
            source.
        quick: whether a choice takes less than some 20 milliseconds. If not, it may take a second
            of one core, and belongs into another process.
        choose: returns one of `moves`; the same for equal knowledge and an equal source. It has
            no clock: what it searches is bounded by numbers.
    """

    version: int
    quick: bool
    choose: Callable[[Knowledge, Source], Any]


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """What a player has settled in advance.

    Attributes:
        text: what is stored: a word, and where it has one the number behind it: `stop 12`.
        sentence: the same for people.
        choose: returns one of `moves`; None where the order says nothing about them. It goes by
            what is to be seen now: `seen` is empty.
    """

    text: str
    sentence: str
    choose: Callable[[Knowledge], Any]


def draw_nothing(choose: Callable[[Knowledge, Source], Any]) -> Callable[[Knowledge], Any]:
    """Return how a player chooses that has no use for a source."""
    return lambda known: choose(known, HmacSource(b"", 0))


def choose_randomly(known: Knowledge, source: Source) -> Any:  # noqa: ANN401 - any game's move
    """Return any legal move, each equally likely."""
    return known.moves[source.below(len(known.moves))]


def choose_loosely(
    rule: Callable[[Knowledge, Source], Any], known: Knowledge, source: Source
) -> Any:  # noqa: ANN401 - any game's move
    """Make one move of three at random, and take nothing back; else play by the rule."""
    moves = [move for move in known.moves if str(move) != "undo"]
    if moves and source.below(3) == 0:
        return moves[source.below(len(moves))]
    return rule(known, source)


def read_values(file: Path) -> array[float]:
    """Read a table: floats of four bytes, the lowest byte first."""
    values = array("f")
    values.frombytes(file.read_bytes())
    if sys.byteorder == "big":
        values.byteswap()
    return values


def know(
    game: Game[Any, Any, Any],
    options: Mapping[str, str],
    state: Any,  # noqa: ANN401 - any game's state
    seat: Seat,
    seen: Seen = (),
) -> Knowledge:
    """Return what a seat that is to act knows in a state, after what it was told so far."""
    return Knowledge(
        game.options(options), seat, game.view(state, seat), game.moves(state, seat), seen
    )


def watch(
    game: Game[Any, Any, Any],
    steps: Iterable[tuple[Any, int, Any]],
    seat: Seat,
) -> Seen:
    """Return what a seat was told of steps: each the state before, who moved, and the move."""
    told = ((by, game.seen(state, by, move, seat)) for state, by, move in steps)
    return tuple((by, text) for by, text in told if text is not None)
