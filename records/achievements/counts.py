"""What wins and games add up to: the same steps for every game, with words of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from db.records.rows import StandingRow

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
"""Game and its achievements: word, title, and what has to be done."""


def counted(game: str, row: StandingRow) -> Iterator[str]:
    """The names of all that a standing (all time, after the game) amounts to."""
    if game not in _TITLES:
        return
    if row.wins >= FIRST:
        yield f"{game}.first-win"
    if row.streak >= STREAK:
        yield f"{game}.streak"
    if row.games >= MANY:
        yield f"{game}.many"
