"""The view of Trophy Buck, where nothing is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.core import (
    Seat,
)
from engine.trophy.dice import (
    KINDS,
    SYMBOLS,
    Counts,
    Dice,
)
from engine.trophy.hunts import GOAL, needs_new_stand, odds_of_end

if TYPE_CHECKING:
    from engine.trophy.hunts import State

_BY_LETTER: Final = {kind.letter: kind for kind in KINDS}


@dataclass(frozen=True, slots=True)
class Die:
    """A die on screen: its colour and letter, its symbol, and the score of its Points side."""

    letter: str
    colour: str
    symbol: str
    points: int


@dataclass(frozen=True, slots=True)
class InBag:
    """The number of dice of a colour in the bag."""

    letter: str
    colour: str
    dice: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A leader, and his points in this round of the tiebreak; None before his turn."""

    seat: Seat
    points: int | None


@dataclass(frozen=True, slots=True)
class View:
    """The whole table; nothing is hidden in this game.

    Attributes:
        totals: banked points by seat.
        first: the seat that began; None before the draw.
        hunter: the seat on turn; None before and after the game.
        rolled: whether the hunter has rolled in this turn.
        dice: the dice of his last roll.
        points: the Points dice set aside.
        startles: the Startles in front of him.
        tracks: the Tracks he re-rolls if he goes on.
        bag: the dice in the bag, by colour.
        noted: points scored in this turn before the last new stand.
        score: points banked by stopping now, noted points included.
        new_stand: whether the Points dice go back to the bag before the next roll.
        end_ways: numerator of the chance that the next roll ends the turn, in lowest terms.
        end_of: denominator of this chance.
        final_round: whether this round is the last because a total has reached the goal; False in a
            tiebreak.
        tiebreak: this round of the tiebreak; empty without one.
        latest: the points of each seat's last finished turn; None before its first.
        winner: set when the game is over.
    """

    totals: tuple[int, ...]
    first: Seat | None
    hunter: Seat | None
    rolled: bool
    dice: tuple[Die, ...]
    points: tuple[Die, ...]
    startles: tuple[Die, ...]
    tracks: tuple[Die, ...]
    bag: tuple[InBag, ...]
    noted: int
    score: int
    new_stand: bool
    end_ways: int
    end_of: int
    final_round: bool
    tiebreak: tuple[Tried, ...]
    latest: tuple[int | None, ...]
    winner: Seat | None


@lru_cache(maxsize=4096)
def _show_dice(dice: Dice) -> tuple[Die, ...]:
    kinds = [(_BY_LETTER[die[0]], SYMBOLS[die[1]]) for die in dice]
    return tuple(Die(kind.letter, kind.colour, symbol, kind.points) for kind, symbol in kinds)


@lru_cache(maxsize=4096)
def _show_counts(counts: Counts, face: str) -> tuple[Die, ...]:
    """Return the counted dice of all colours, each with this face."""
    pairs = zip(KINDS, counts, strict=True)
    return _show_dice(tuple(kind.letter + face for kind, n in pairs for _ in range(n)))


@lru_cache(maxsize=1024)
def _show_bag(bag: Counts) -> tuple[InBag, ...]:
    return tuple(InBag(kind.letter, kind.colour, n) for kind, n in zip(KINDS, bag, strict=True))


def make_view(state: State) -> View:
    turn, odds = state.turn, odds_of_end(state.turn)
    playing = state.first is not None and state.winner is None
    return View(
        totals=state.totals,
        first=state.first,
        hunter=state.hunter if playing else None,
        rolled=bool(turn.roll),
        dice=_show_dice(turn.roll),
        points=_show_counts(turn.points, "P"),
        startles=_show_counts(turn.startles, "S"),
        tracks=_show_counts(turn.tracks, "T"),
        bag=_show_bag(turn.bag),
        noted=turn.noted,
        score=turn.score,
        new_stand=needs_new_stand(turn),
        end_ways=odds.numerator,
        end_of=odds.denominator,
        final_round=playing and not state.tied and max(state.totals) >= GOAL,
        tiebreak=_show_tiebreak(state),
        latest=state.latest or (None,) * len(state.totals),
        winner=state.winner,
    )


def _show_tiebreak(state: State) -> tuple[Tried, ...]:
    results = (*state.tried, *(None for _ in state.tied[len(state.tried) :]))
    return tuple(Tried(seat, points) for seat, points in zip(state.tied, results, strict=True))
