"""The rules page of Ducks in a Bucket, in our own words, with pictures of examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.renderer import Chapter
from cogs.interactions.parts import text

if TYPE_CHECKING:
    from cogs.display.words.emojis import Emojis

THREE_LINES = (
    (
        "Roll five white dice and the blue **Boss**. **Promote** dice that match it or add up to "
        "it: for a 5, 5s or 2+3."
    ),
    (
        "Then **stop**, or **roll** the rest. Promote nothing and you lose a die; lose the last "
        "and you score nothing."
    ),
    "The best poker hand in a bucket scores most, with each 2 wild. The most points win.",
)

RANKS = (
    ("Five of a kind", (6, 6, 6, 6, 6)),
    ("Four of a kind", (4, 4, 4, 4, 1)),
    ("Straight", (1, 2, 3, 4, 5)),
    ("Full house", (5, 5, 5, 3, 3)),
    ("Three of a kind", (3, 3, 3, 6, 1)),
    ("Two pair", (6, 6, 4, 4, 1)),
    ("One pair", (5, 5, 6, 4, 1)),
    ("No pair", (6, 5, 4, 3, 1)),
)


def describe_rules(emojis: Emojis) -> tuple[Chapter, ...]:
    """Describe the rules, in chapters."""
    goose_egg = f"{emojis['goose_egg']} goose egg"
    inning = (
        "Roll five white dice and the blue **Boss**. The Boss decides what you may promote "
        "into your bucket, one way per roll:\n"
        "- **Matching**: as many dice as you like that show the same as the Boss.\n"
        "- **Adding**: one set of two or more dice that add up to the Boss.\n"
        f"{_show_roll(emojis, 5, 1, 2, 3, 5, 5)} → {_show_ways(emojis, (5,), (5, 5), (2, 3))}\n"
        f"{_show_roll(emojis, 2, 1, 1, 2, 4, 6)} → {_show_ways(emojis, (2,), (1, 1))}\n"
        f"{_show_roll(emojis, 2, 3, 4, 5, 6, 6)} → nothing"
    )
    going_on = (
        "After a promotion **stop**, and your hand counts, or **roll** the dice outside the "
        "bucket and the Boss again.\n"
        "If you promote nothing, one die is thrown away and you must roll on. Without dice left "
        f"the bucket is lost: a {goose_egg}, no points.\n"
        f"{emojis['duck']} **Ducks are wild**: a 2 in the bucket takes whatever value makes the "
        "best hand. Outside it is a plain 2."
    )
    hands = (
        f"Best first:\n{_list_ranks(emojis)}\n-# Equal hands: the higher dice, then the others, "
        "then who went first. A straight beats a full house here."
    )
    points = (
        "The best hand scores as many points as there are players, the next one less, and so on; "
        "goose eggs score 0. "
        "Another player goes first in each round, and the game ends when everybody has done so "
        "once (or twice, as the table is set up).\n"
        "-# Designed by James Ernest, Joe Kisenwether and John Kovalic, published by Crab "
        "Fragment Labs. This is an unofficial fan implementation."
    )
    return (
        Chapter("Your inning", [text(inning)]),
        Chapter("Going on", [text(going_on)]),
        Chapter("Hands", [text(hands)]),
        Chapter("Points", [text(points)]),
    )


def _show_roll(emojis: Emojis, boss: int, *dice: int) -> str:
    """Return a roll as pictures, the Boss last."""
    return f"{_show_dice(emojis, dice)}  {emojis[f'boss_{boss}']}"


def _show_ways(emojis: Emojis, *ways: tuple[int, ...]) -> str:
    """Return what can be promoted, as pictures."""
    return " or ".join(_show_dice(emojis, dice) for dice in ways)


def _list_ranks(emojis: Emojis) -> str:
    """Return a line for each rank, with an example."""
    return "\n".join(
        f"{i}. {name}  {_show_dice(emojis, dice)}" for i, (name, dice) in enumerate(RANKS, start=1)
    )


def _show_dice(emojis: Emojis, dice: tuple[int, ...]) -> str:
    """Return white dice as pictures."""
    return " ".join(emojis[f"white_{die}"] for die in dice)
