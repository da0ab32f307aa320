"""Achievements for numbers of wins and games: the same numbers for every game, other words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from db.stores.records.rows import StandingRow

FIRST, STREAK, MANY = 1, 3, 50

_TITLES: Final = {
    "ducks": ("First Splash", "Three Ducks in a Row", "Bucket Regular"),
    "pond": ("Top of the Pond", "Making Waves", "Pond Life"),
    "trophy": ("First Trophy", "Hat Trick of Bucks", "Old Woodsman"),
    "buckets": ("Crowned", "A Dynasty", "Bucket List"),
    "buckdice": ("First One Home", "Lucky Boots", "Part of the Furniture"),
}
_WORDS: Final = (
    ("first-win", "Won a game against others."),
    ("streak", f"Won {STREAK} games in a row."),
    ("many", f"Played {MANY} games to the end."),
)

GOALS: Final = tuple(
    (game, tuple((word, title, words) for title, (word, words) in zip(titles, _WORDS, strict=True)))
    for game, titles in _TITLES.items()
)
"""Each game with its achievements: the word, the title, and what earns it."""


def find_by_counts(game: str, row: StandingRow) -> Iterator[str]:
    """Yield the names of the achievements that a standing of all time has earned."""
    if game not in _TITLES:
        return
    if row.wins >= FIRST:
        yield f"{game}.first-win"
    if row.streak >= STREAK:
        yield f"{game}.streak"
    if row.games >= MANY:
        yield f"{game}.many"
