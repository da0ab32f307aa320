"""The best player of an inning, exactly where `Round.is_exact`, against the hands that are made."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from engine.ducks import Bust, Move, Promote, Roll, Stop, View
from engine.ducks.dice import WHITE
from players.core import Assessed
from players.ducks.inning import GOOSE_EGG, BestInning, find_marks, grade_hands
from players.ducks.round import OFF, Round, weigh_hands
from players.ducks.win import weigh_wins

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Source
    from players.core import Knowledge
    from players.ducks.inning import Values


def choose_hard(known: Knowledge, source: Source) -> Move:  # noqa: ARG001 - nothing is left to luck
    """Make the move that is worth most; of equal ones the first."""
    if len(known.moves) == 1:
        return known.moves[0]
    round_ = _read(known.view)
    play = best_inning(round_ if round_.last else _forget(round_))
    return max(known.moves, key=lambda move: _weigh(play, known.view, move).item())


def assess(known: Knowledge) -> tuple[Assessed, ...]:
    """Return what each move is worth: points of this round, and in the last round the win."""
    round_ = _read(known.view)
    told = round_.last and round_.is_exact
    return tuple(
        Assessed(move, points, win if told else None, 0.0 if round_.is_exact else OFF)
        for move, (points, win) in _weigh_twice(known)
    )


def weigh_chances(known: Knowledge) -> dict[Move, float]:
    """Return the chance to win with each move, if what follows is played for it: see `win`."""
    return {move: win for move, (_, win) in _weigh_twice(known)}


def _weigh_twice(known: Knowledge) -> Iterator[tuple[Move, tuple[float, float]]]:
    """Yield the moves: what each is worth if one plays for points of the round, and to win."""
    view: View = known.view
    play = _best_innings(_read(view), view.rounds - view.round)
    for move in known.moves:
        points, win = _weigh(play, view, move).tolist()
        yield move, (points, win)


@lru_cache(maxsize=64)
def best_inning(round_: Round) -> BestInning:
    """Return the best play in a round, which is the same for all choices of an inning."""
    worths = weigh_hands(round_)[:, None, None]
    return BestInning(worths, find_marks(wild=round_.wild), wild=round_.wild, bust=round_.bust)


@lru_cache(maxsize=64)
def _best_innings(round_: Round, rounds_left: int) -> BestInning:
    """Return the best play for points, and that for the win: together they take as long as one."""
    worths = np.stack((weigh_hands(_forget(round_)), weigh_wins(round_, rounds_left)), axis=1)
    marks = find_marks(wild=round_.wild)
    return BestInning(worths[:, None], marks, wild=round_.wild, bust=round_.bust)


def _read(view: View) -> Round:
    """Return the round that a view shows."""
    grades = grade_hands(wild=view.wild)
    return Round(
        made=tuple(grades[i.hand.dice] if i.hand else GOOSE_EGG for i in view.innings),
        totals=tuple(view.totals[seat] for seat in view.order),
        last=view.round == view.rounds,
        wild=view.wild,
        bust=view.press == "bust",
    )


def _forget(round_: Round) -> Round:
    """Return the same round where only its points count: who made which hand is all the same."""
    nothing = (0,) * len(round_.totals)
    return replace(round_, made=tuple(sorted(round_.made)), totals=nothing, last=False)


def _weigh(play: BestInning, view: View, move: Move) -> Values:
    """Return what a move is worth in each of the innings that are played at once."""
    match move:
        case Promote():
            bucket = tuple(sorted((*view.bucket, *move.dice)))
            worth = play.promote((bucket, view.left - len(move.dice)))
        case Stop():
            worth = play.stop(view.bucket)
        case Roll():
            worth = play.roll((view.bucket, view.left if view.bucket else WHITE))
        case Bust():
            worth = play.lost
        case _:
            worth = play.give_up((view.bucket, view.left))
    return worth[0]
