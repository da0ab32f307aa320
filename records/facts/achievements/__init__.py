"""Achievements: a dozen or so for each game; a person earns each of them once on a server.

    ducks.py pond.py trophy.py buckets.py buckdice.py      earned by the course of a game
    counts.py                                              earned by the number of wins and games

A name is the game's key and a word, `ducks.flock`. What the course of a game earns is a pure
function of its log. A seat for which the caretaker moved earns nothing by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from records.facts.achievements import buckdice, buckets, counts, ducks, pond, trophy
from records.facts.achievements.counts import count_on, find_by_counts
from records.model.people import Goal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Seat
    from records.facts.finished_game import FinishedGame

__all__ = ["GOALS", "count_on", "find_achievements", "find_by_counts"]

_MODULES: Final = (ducks, pond, trophy, buckets, buckdice)
_FINDERS: Final = {module.GAME: module.find_achievements for module in _MODULES}

GOALS: Final = {
    f"{game}.{word}": Goal(f"{game}.{word}", game, sign, title, words, people=word in people)
    for game, goals, people in (
        *((module.GAME, module.GOALS, module.PEOPLE) for module in _MODULES),
        *((game, goals, counts.PEOPLE) for game, goals in counts.GOALS),
    )
    for word, sign, title, words in goals
}
"""Every achievement by its key."""


def find_achievements(finished: FinishedGame) -> Iterator[tuple[Seat, str]]:
    """Yield the seat and the name of every achievement that the game earns, each once."""
    find = _FINDERS.get(finished.game.info.key)
    if find is None:
        return
    for seat, word in dict.fromkeys(find(finished)):
        if seat not in finished.absent:
            yield seat, f"{finished.game.info.key}.{word}"
