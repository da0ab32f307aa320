"""The rules of Buck Dice in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.renderer import Chapter
from cogs.interactions.parts import text
from engine.buckdice import BUCK

if TYPE_CHECKING:
    from cogs.display.words.emojis import Emojis

THREE_LINES = (
    (
        "**Throw** three dice. Each **point number** is 1 point, and you throw again; without one "
        "the dice pass."
    ),
    "Three of another number: **little buck**, 5 points. Three point numbers: **big buck**, safe.",
    f"At exactly {BUCK} you are safe; passing {BUCK} does not count. The last one left loses.",
)


def describe_rules(emojis: Emojis) -> tuple[Chapter, ...]:
    """Describe the three games in our own words."""
    point, other = emojis["gold_5"], emojis["white_3"]
    classic = (
        "Everybody throws for the order: the highest begins, the lowest throws the **point "
        "number**.\n"
        f"Each point number is a point, and you throw again: {point} {other} {point} = 2.\n"
        f"**Little buck**, three alike: {other} {other} {other} = 5, and the dice pass.\n"
        f"**Big buck**, three point numbers: {point} {point} {point}, and you are safe "
        "at once.\n"
        f"Exactly {BUCK} points: safe too. A throw that would pass {BUCK} does not count "
        "and is thrown again. A throw without a score passes the dice. "
        "**The last one left loses.**"
    )
    fewer = (
        "The same as classic, but with 13 points you throw two dice and with 14 only one. With "
        "fewer than three dice there is no buck.\n"
        "-# Buck Dice is a traditional game. This is an unofficial fan implementation."
    )
    pot = (
        "Everybody antes one chip. The first player throws the point number: a 4, 5 or 6; "
        "every miss after the first throw costs a chip. A throw scores in its best way: "
        "three point numbers win at once; two of them or three others alike are a little "
        "buck, 5; otherwise one for a point number and one for each set of lower dice that "
        f"adds up to it. Any score throws again. Whoever has exactly {BUCK} first takes "
        "the pot, into which everybody who never scored pays one chip more.\n"
        "-# The chips are a score of one game. They are worth nothing and buy nothing."
    )
    return (
        Chapter("Classic", [text(classic)]),
        Chapter("Thirteen-fourteen", [text(fewer)]),
        Chapter("Pot", [text(pot)]),
    )
