"""Achievements: a dozen or so for each game; a person earns each of them once on a server.

A name is the game's key and a word, `ducks.flock`. What the course of a game earns is a pure
function of its log, which the game's kit knows; a seat for which the caretaker moved earns nothing
by it. Numbers of wins and games earn the same in every game, by other titles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from players.games import KITS, find_kit
from records.model.people import Goal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Seat
    from players.core import FinishedGame, Kit
    from records.model.standings import Standing

FIRST, STREAK, SOME, MANY = 1, 3, 10, 50

_COUNTED: Final = (
    ("first-win", "Won a game against other people.", True),
    ("streak", f"Won {STREAK} games in a row against other people.", True),
    ("some", f"Finished {SOME} games with people, {SOME} with ducks, or {SOME} alone.", False),
    ("many", f"Finished {MANY} games with people, {MANY} with ducks, or {MANY} alone.", False),
)
"""By numbers of wins and games: the word, what earns it, whether it is won from people alone."""


def _list_goals(kit: Kit) -> Iterator[Goal]:
    if kit.achievements is None:
        return
    key, people = kit.key, kit.achievements.people
    for word, sign, title, words in kit.achievements.goals:
        yield Goal(f"{key}.{word}", key, sign, title, words, people=word in people)
    counted = zip(kit.achievements.counted, _COUNTED, strict=True)
    for (sign, title), (word, words, won) in counted:
        yield Goal(f"{key}.{word}", key, sign, title, words, people=won)


GOALS: Final = {goal.key: goal for kit in KITS for goal in _list_goals(kit)}
"""Every achievement by its key."""


def find_achievements(finished: FinishedGame) -> Iterator[tuple[Seat, str]]:
    """Yield the seat and the name of every achievement that the game earns, each once."""
    key = finished.game.info.key
    kit = find_kit(key)
    if kit is None or kit.achievements is None:
        return
    for seat, word in dict.fromkeys(kit.achievements.find(finished)):
        if seat not in finished.absent:
            yield seat, f"{key}.{word}"


def find_by_counts(game: str, row: Standing) -> Iterator[str]:
    """Yield the names of the achievements that a standing of all time has earned."""
    for name, (done, needed) in count_on(game, row).items():
        if done >= needed:
            yield name


def count_on(game: str, row: Standing) -> dict[str, tuple[int, int]]:
    """Return the count and the count needed of each such achievement, by its name."""
    reached = ((row.wins, FIRST), (row.streak, STREAK), (row.games, SOME), (row.games, MANY))
    found = {f"{game}.{word}": got for (word, *_), got in zip(_COUNTED, reached, strict=True)}
    return {name: got for name, got in found.items() if name in GOALS}
