"""The rules of Ducks in the Pond in our own words, with pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.renderer import Chapter
from cogs.interactions.parts import text
from engine.pond import DUCKS, RANKS, SETS

if TYPE_CHECKING:
    from cogs.display.words.emojis import Emojis


THREE_LINES = (
    "Six days: six dice on the first, one fewer each day. Two players take turns on one sheet.",
    "Three dice of a number fill its duck's row, best on one day. A set takes dice of one day.",
    (
        "Tap dice for more: a 1 changes a die by one, a 3 re-rolls others, a 6 brings six dice "
        "next day, two make a wild one."
    ),
)


def describe_rules(emojis: Emojis) -> tuple[Chapter, ...]:
    """Describe the rules, in chapters."""
    two = (
        "They share the sheet and take turns, a day each; the higher roll starts, in a rematch "
        "the winner. Who fills the last box of a row, or claims a set, scores it."
    )
    alone = (
        f"{_list_ranks()}\n"
        "-# Ducks in the Pond was designed by Etien. This is an unofficial fan implementation."
    )
    return (
        Chapter("Rows", [text(_describe_rows(emojis))]),
        Chapter("Sets", [text(_describe_sets(emojis))]),
        Chapter("Abilities", [text(_describe_abilities(emojis))]),
        Chapter("Alone or in twos", [text(f"**Two players**: {two[0].lower()}{two[1:]}\n{alone}")]),
    )


def _describe_rows(emojis: Emojis) -> str:
    """Return the rows with what they score."""
    head = (
        "Each duck takes three dice of its number. A full row scores: the higher value if all "
        "three came on one day, else the lower."
    )
    lines = [f"{emojis[duck.key]} {duck.name} {duck.singly}/**{duck.one_roll}**" for duck in DUCKS]
    return "\n".join([head, *lines])


def _describe_sets(emojis: Emojis) -> str:
    """Return the sets with examples and what they score."""
    example = {
        "full-house": (2, 2, 2, 6, 6),
        "4-kind": (4, 4, 4, 4),
        "5-kind": (5, 5, 5, 5, 5),
        "straight": (3, 4, 5),
    }
    head = "A set is claimed whole, with dice of one day, and each but once."
    return (
        head
        + "\n"
        + "\n".join(
            f"{' '.join(emojis[f'white_{die}'] for die in example[kind.key])} {kind.name} "
            f"**{'/'.join(map(str, kind.points.values()))}**"
            + (" for 3, 4 or 5 dice; one in the whole game" if len(kind.points) > 1 else "")
            for kind in SETS
        )
    )


def _describe_abilities(emojis: Emojis) -> str:
    """Return what dice can do instead of being placed."""
    one, two, three, five, six = (emojis[f"white_{die}"] for die in (1, 2, 3, 5, 6))
    return (
        f"{one} changes another die by one: {one} {five} makes a {six}. Any number of times.\n"
        f"{three} re-rolls any of your other dice, once a day.\n"
        f"{six} makes your next day sunny: six dice.\n"
        f"**Any two dice** become one wild die, once a day, and you say what it shows, from 1 to "
        f"5: {two} {six} can become a {emojis['gold_4']}."
    )


def _list_ranks() -> str:
    """Return the ranks of a lone player, with their points."""
    ranks = sorted(RANKS)
    higher = ", ".join(f"{points} a {name}" for points, name in ranks[1:])
    return f"{ranks[0][0]} points make a {ranks[0][1]}, {higher}."
