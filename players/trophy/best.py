"""The best hunter: each turn is played exactly, for the chance to win."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.trophy.dice import KINDS
from players.core import Assessed
from players.trophy.race import find_error, worths
from players.trophy.rolls import FRESH, Hunter, best_turn, list_points, make_hunter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Source
    from engine.trophy import Die, Move, View
    from engine.trophy.dice import Counts
    from players.core import Knowledge


def choose_hard(known: Knowledge, source: Source) -> Move:  # noqa: ARG001 - nothing is left to luck
    """Roll as long as that wins more often than to stop."""
    roll, *stop = known.moves
    if not stop:
        return roll
    play = best_turn(worths(known.view, known.seat))
    return roll if play.goes_on(read_hunter(known.view)) else stop[0]


def assess(known: Knowledge) -> tuple[Assessed, ...]:
    """Return what each choice is worth: points of this turn, and the chance to win."""
    view: View = known.view
    now, play = read_hunter(view), best_turn(worths(view, known.seat))
    off = find_error(view, known.seat)
    roll, *stop = known.moves
    found = [Assessed(roll, best_turn(list_points(view.noted)).roll(now), play.roll(now), off)]
    return (*found, *(Assessed(move, view.score, play.stop(now), off) for move in stop))


def read_hunter(view: View) -> Hunter:
    """Return the turn that a view shows."""
    if not view.rolled:
        return FRESH
    points, startles, tracks = map(_count, (view.points, view.startles, view.tracks))
    return make_hunter(points, startles, tracks, view.noted)


def _count(dice: Iterable[Die]) -> Counts:
    """Count dice by colour."""
    letters = Counter(die.letter for die in dice)
    brown, white, green, orange = (letters[kind.letter] for kind in KINDS)
    return brown, white, green, orange
