"""What everybody at the table sees of Trophy Buck."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.trophy.dice import KINDS, SYMBOLS, Counts, Dice
from engine.trophy.hunt import GOAL, State, needs_new_stand, odds_of_end

if TYPE_CHECKING:
    from engine.core import Seat

_BY_LETTER: Final = {kind.letter: kind for kind in KINDS}


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it is seen: its colour and letter, its symbol, and what its Points side scores."""

    letter: str
    colour: str
    symbol: str
    points: int


@dataclass(frozen=True, slots=True)
class InBag:
    """How many dice of a colour are in the bag."""

    letter: str
    colour: str
    dice: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A leader in this round of the tiebreak, and his points in it; None before his turn."""

    seat: Seat
    points: int | None


@dataclass(frozen=True, slots=True)
class Ended:
    """The turn that ended last."""

    seat: Seat
    dice: tuple[Die, ...]
    points: int
    startled: bool


@dataclass(frozen=True, slots=True)
class View:
    """All of the table; nothing is hidden in this game.

    Attributes:
        totals: banked points by seat.
        first: who began; None before it is drawn.
        hunter: whose turn it is; None before and after the game.
        rolled: whether the hunter has rolled in this turn.
        dice: the dice of his last roll.
        points: the Points dice that lie aside.
        startles: the Startles in front of him.
        tracks: the Tracks that he re-rolls if he goes on.
        bag: what the bag holds, by colour.
        noted: points of earlier stands of this turn.
        score: what the hunter banks if he stops now, noted points included.
        new_stand: whether the Points dice go back to the bag before the next roll.
        end_ways: the next roll ends the turn with the chance `end_ways` / `end_of`, reduced.
        end_of: see `end_ways`.
        final_round: whether somebody has reached the goal and the last round goes on.
        tiebreak: this round of the tiebreak; empty when there is none.
        last: the turn that ended last.
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
    last: Ended | None
    winner: Seat | None


@lru_cache(maxsize=4096)
def _show_dice(dice: Dice) -> tuple[Die, ...]:
    """Return dice as they look."""
    kinds = [(_BY_LETTER[die[0]], SYMBOLS[die[1]]) for die in dice]
    return tuple(Die(kind.letter, kind.colour, symbol, kind.points) for kind, symbol in kinds)


@lru_cache(maxsize=4096)
def _show_counts(counts: Counts, face: str) -> tuple[Die, ...]:
    """Return so many dice of each colour, all with the same face."""
    pairs = zip(KINDS, counts, strict=True)
    return _show_dice(tuple(kind.letter + face for kind, n in pairs for _ in range(n)))


@lru_cache(maxsize=1024)
def _show_bag(bag: Counts) -> tuple[InBag, ...]:
    """Return how many dice of each colour a bag holds."""
    return tuple(InBag(kind.letter, kind.colour, n) for kind, n in zip(KINDS, bag, strict=True))


def make_view(state: State) -> View:
    """Return the table as everybody sees it now."""
    turn, odds = state.turn, odds_of_end(state.turn)
    playing = state.first is not None and state.winner is None
    last = state.last
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
        last=last and Ended(last.seat, _show_dice(last.roll), last.points, last.startled),
        winner=state.winner,
    )


def _show_tiebreak(state: State) -> tuple[Tried, ...]:
    """Return who hunts in this round of the tiebreak."""
    results = (*state.tried, *(None for _ in state.tied[len(state.tried) :]))
    return tuple(Tried(seat, points) for seat, points in zip(state.tied, results, strict=True))
