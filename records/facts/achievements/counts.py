"""Achievements for numbers of wins and games: the same numbers for every game, other words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.model.standings import Standing

FIRST, STREAK, SOME, MANY = 1, 3, 10, 50

_TITLES: Final = {
    "ducks": (
        ("💦", "First Splash"),
        ("🎳", "Three Ducks in a Row"),
        ("👣", "Webbed Feet"),
        ("🎟️", "Bucket Regular"),
    ),
    "pond": (
        ("🔝", "Top of the Pond"),
        ("🏄", "Making Waves"),
        ("🧺", "A Picnic Basket"),
        ("🐸", "Pond Life"),
    ),
    "trophy": (
        ("🦌", "First Trophy"),
        ("🎩", "Hat Trick of Bucks"),
        ("🧭", "Knows the Woods"),
        ("🪓", "Old Woodsman"),
    ),
    "buckets": (
        ("👑", "Crowned"),
        ("🏰", "A Dynasty"),
        ("🌾", "Farmhand"),
        ("📝", "Bucket List"),
    ),
    "buckdice": (
        ("🏁", "First One Home"),
        ("👢", "Lucky Boots"),
        ("🤸", "Warmed Up"),
        ("🛋️", "Part of the Furniture"),
    ),
}
_WORDS: Final = (
    ("first-win", "Won a game against other people."),
    ("streak", f"Won {STREAK} games in a row against other people."),
    ("some", f"Finished {SOME} games with people, {SOME} with ducks, or {SOME} alone."),
    ("many", f"Finished {MANY} games with people, {MANY} with ducks, or {MANY} alone."),
)

GOALS: Final = tuple(
    (
        game,
        tuple(
            (word, sign, title, words)
            for (sign, title), (word, words) in zip(titles, _WORDS, strict=True)
        ),
    )
    for game, titles in _TITLES.items()
)
"""Each game with its achievements: the word, its sign, the title, and what earns it."""

PEOPLE: Final = frozenset({"first-win", "streak"})
"""Those that are won from others, and so from people alone."""


def find_by_counts(game: str, row: Standing) -> Iterator[str]:
    """Yield the names of the achievements that a standing of all time has earned."""
    for name, (done, needed) in count_on(game, row).items():
        if done >= needed:
            yield name


def count_on(game: str, row: Standing) -> dict[str, tuple[int, int]]:
    """Return the count and the count needed of each such achievement, by its name."""
    if game not in _TITLES:
        return {}
    reached = ((row.wins, FIRST), (row.streak, STREAK), (row.games, SOME), (row.games, MANY))
    return {f"{game}.{word}": got for (word, _), got in zip(_WORDS, reached, strict=True)}
