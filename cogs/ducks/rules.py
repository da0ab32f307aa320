"""The rules page of Ducks in a Bucket, in our own words, with pictures of examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.core.content import Items, text

if TYPE_CHECKING:
    from cogs.core.emojis import Emojis

SUMMARY = (
    "A press-your-luck game for two to six. Each round everybody makes one poker hand in the "
    "bucket; better hands score more."
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


def describe_rules(emojis: Emojis) -> Items:
    """Describe the rules, in parts."""
    return [
        text(
            "### Your inning\n"
            "Roll five white dice and the blue **Boss**. The Boss decides what you may promote "
            "into your bucket, one way per roll:\n"
            "- **Matching**: as many dice as you like that show the same as the Boss.\n"
            "- **Adding**: one set of two or more dice that add up to the Boss.\n"
            f"{_show_roll(emojis, 5, 1, 2, 3, 5, 5)} → 5, 5 5 or 2+3\n"
            f"{_show_roll(emojis, 2, 1, 1, 2, 4, 6)} → 2 or 1+1\n"
            f"{_show_roll(emojis, 2, 3, 4, 5, 6, 6)} → nothing"
        ),
        text(
            "After a promotion **stop**, and your hand counts, or **roll** the dice outside the "
            "bucket and the Boss again. If you promote nothing, one die is thrown away and you "
            f"must roll on. Without dice left the bucket is lost: {emojis['goose_egg']} a goose "
            "egg, no points."
        ),
        text(
            f"### Ducks are wild\n{emojis['duck']} A 2 in the bucket takes whatever value makes "
            "the best hand. Outside it is a plain 2."
        ),
        text(
            f"### Hands, best first\n{_list_ranks(emojis)}\n-# Equal hands: higher dice, then "
            "kickers, then who went first. A straight beats a full house here."
        ),
        text(
            "### Points\n"
            "With five players the best hand scores 5, the next 4, and so on; goose eggs score 0. "
            "The button moves left each round, and the game ends when everybody has gone first "
            "once (or twice, as the table is set up)."
        ),
        text(
            "-# Designed by James Ernest, Joe Kisenwether and John Kovalic, published by Crab "
            "Fragment Labs. This is an unofficial fan implementation."
        ),
    ]


def _show_roll(emojis: Emojis, boss: int, *dice: int) -> str:
    """Return a roll as pictures, the Boss last."""
    return f"{_show_dice(emojis, dice)}  {emojis[f'boss_{boss}']}"


def _list_ranks(emojis: Emojis) -> str:
    """Return a line for each rank, with an example."""
    return "\n".join(
        f"{i}. {name}  {_show_dice(emojis, dice)}" for i, (name, dice) in enumerate(RANKS, start=1)
    )


def _show_dice(emojis: Emojis, dice: tuple[int, ...]) -> str:
    """Return white dice as pictures."""
    return " ".join(emojis[f"white_{die}"] for die in dice)
