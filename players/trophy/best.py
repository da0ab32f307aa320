"""The best hunter: each turn is played exactly, for the chance to win."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from engine.trophy.dice import KINDS
from players.core import Assessed
from players.trophy.hunting import FRESH, POINTS, Hunter, best_turn, make_hunter
from players.trophy.race import catch_up, is_exact, worths

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Source
    from engine.trophy import Die, Move, View
    from engine.trophy.dice import Counts
    from players.core import Knowledge

FAR: Final = 40
"""Who needs more points hunts on; the chance, of 1.4 % at most, is not searched for seconds."""


def choose_hard(known: Knowledge, source: Source) -> Move:  # noqa: ARG001 - nothing is left to luck
    """Roll as long as that wins more often than to stop."""
    roll, *stop = known.moves
    if not stop:
        return roll
    play = best_turn(worths(known.view, known.seat))
    return roll if play.goes_on(_read(known.view)) else stop[0]


def assess(known: Knowledge) -> tuple[Assessed, ...]:
    """Return what each choice is worth: points of this turn, and the chance to win."""
    view: View = known.view
    now, play = _read(view), best_turn(worths(view, known.seat))
    roll, *stop = known.moves
    missing = play.count_missing(now)
    exact = is_exact(view, known.seat) and missing <= FAR
    win = play.roll(now) if missing <= FAR else catch_up(missing)
    found = [Assessed(roll, best_turn(POINTS).roll(now), win, exact)]
    return (*found, *(Assessed(move, view.score, play.stop(now), exact) for move in stop))


def _read(view: View) -> Hunter:
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
