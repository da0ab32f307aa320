"""Achievements: about a dozen for each game. A person can earn each of them once on a server.

A name has the game's key and a word: `ducks.flock`. Most achievements are pure functions of a
game's log, and the game's kit finds them. A seat for which the caretaker moved does not earn these.
Others are for numbers of wins and games. Every game has these, under titles of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from players.games import KITS, find_kit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Seat
    from players.core import FinishedGame, Kit
    from records.model.standings import Standing


@dataclass(frozen=True, slots=True)
class Goal:
    """An achievement; `people`: it can be earned only in games between people."""

    key: str
    game: str
    sign: str
    title: str
    words: str
    people: bool


FIRST, STREAK, SOME, MANY = 1, 3, 10, 50

_COUNTED: Final = (
    ("first-win", "Won a game against other people.", True),
    ("streak", f"Won {STREAK} games in a row against other people.", True),
    ("some", f"Finished {SOME} games with people, {SOME} with ducks, or {SOME} alone.", False),
    ("many", f"Finished {MANY} games with people, {MANY} with ducks, or {MANY} alone.", False),
)
"""Achievements for wins and games: word, condition, and whether computers are excluded."""


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
"""Achievements by key."""


def find_achievements(finished: FinishedGame) -> Iterator[tuple[Seat, str]]:
    """Yield the seat and the name of each achievement earned in the game, without repetition."""
    key = finished.game.info.key
    kit = find_kit(key)
    if kit is None or kit.achievements is None:
        return
    for seat, word in dict.fromkeys(kit.achievements.find(finished)):
        if seat not in finished.absent:
            yield seat, f"{key}.{word}"


def find_by_counts(game: str, row: Standing) -> Iterator[str]:
    """Yield the names of the achievements for numbers that an all-time standing has earned."""
    for name, (done, needed) in count_on(game, row).items():
        if done >= needed:
            yield name


def count_on(game: str, row: Standing) -> dict[str, tuple[int, int]]:
    """Return the current and the needed number for each of these achievements, by name."""
    reached = ((row.wins, FIRST), (row.streak, STREAK), (row.games, SOME), (row.games, MANY))
    found = {f"{game}.{word}": got for (word, *_), got in zip(_COUNTED, reached, strict=True)}
    return {name: got for name, got in found.items() if name in GOALS}
