"""Achievements: a dozen or so for each game, earned once on a server and told once.

    ducks.py pond.py trophy.py buckets.py buckdice.py      what the course of a game earns
    counts.py                                              what wins and games add up to

A name is the game's key and a word, `ducks.flock`. What the course of a game earns is a pure
function of its log; a seat for which the caretaker moved earns nothing by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from records.achievements import buckdice, buckets, counts, ducks, pond, trophy
from records.achievements.counts import counted
from records.model import Goal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Seat
    from records.finished_game import Tale

__all__ = ["GOALS", "counted", "earned_by"]

_MODULES: Final = (ducks, pond, trophy, buckets, buckdice)
_COURSES: Final = {module.GAME: module.earned for module in _MODULES}

GOALS: Final = {
    f"{game}.{word}": Goal(f"{game}.{word}", game, title, words)
    for game, goals in (*((module.GAME, module.GOALS) for module in _MODULES), *counts.GOALS)
    for word, title, words in goals
}
"""Every achievement by its key."""


def earned_by(tale: Tale) -> Iterator[tuple[Seat, str]]:
    """Seat and name of all that the course of a game earns, each once."""
    course = _COURSES.get(tale.game.info.key)
    if course is None:
        return
    for seat, word in dict.fromkeys(course(tale)):
        if seat not in tale.absent:
            yield seat, f"{tale.game.info.key}.{word}"
