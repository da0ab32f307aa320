"""The rules of Trophy Buck in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.renderer import Chapter
from cogs.interactions.parts import text
from engine.trophy import FACES_NOTE, GOAL, KINDS, STARTLES_TO_END

if TYPE_CHECKING:
    from cogs.display.emojis import Emojis
    from cogs.interactions.language import Language


SIDES = ("points", "tracks", "startle")
"""Sides of a die, in the order in which the rules explain them."""


def describe_shortly(_: Language, emojis: Emojis) -> tuple[str, str, str]:
    """Return the three lines that are enough to start, with the sides of a die."""
    points, tracks, startle = (emojis[f"green_{side}"] for side in SIDES)
    return (
        _(
            "Draw three dice and roll: {points} **Points** count, {tracks} **Tracks** roll again "
            "if you go on, {startle} **Startles** stay.",
            points=points,
            tracks=tracks,
            startle=startle,
        ),
        _(
            "After each roll, **stop** and score, or **draw** again. {number} Startles end your "
            "turn without points.",
            number=STARTLES_TO_END,
        ),
        _(
            "The round in which somebody reaches {goal} points is the last. The best total wins.",
            goal=GOAL,
        ),
    )


def describe_rules(_: Language, emojis: Emojis) -> tuple[Chapter, ...]:
    dice = "\n".join(
        f"**{kind.dice}** {emojis[f'{kind.colour}_die']} "
        f"{_show_sides(emojis, kind.colour, kind.sides)}"
        for kind in KINDS
    )
    points, tracks, startle = (emojis[f"green_{side}"] for side in SIDES)
    turn = _(
        "Draw three dice from the bag and roll them.\n"
        "- {points} **Points** are laid aside; they score if you stop in time.\n"
        "- {startle} **Startles** stay in front of you. {number} of them end your turn, "
        "and you score nothing.\n"
        "- {tracks} **Tracks** are rolled again when you go on, with new dice from the bag to "
        "make three.\n\n"
        "After each roll: **stop** and score, or **roll again**. When the bag runs short, "
        "your points are noted and the Points dice go back into the bag (a new stand).",
        points=points,
        startle=startle,
        tracks=tracks,
        number=STARTLES_TO_END,
    )
    end = _(
        "The round in which somebody reaches {goal} is played to its end, so that all players have "
        "the same number of turns. The best total wins. Leaders with equal totals hunt on, one "
        "turn each, until one of them is ahead. The game is for three or more players. With the "
        "option for two hunters, two can play as well.\n"
        "-# Trophy Buck was designed by Steve Jackson and published by Steve Jackson Games. This "
        "is an unofficial fan implementation.",
        goal=GOAL,
    )
    sides = _("How many of a die's six sides show each symbol:")
    return (
        Chapter(_.sense("chapter of the rules", "Your turn"), [text(turn)]),
        Chapter(_("The dice"), [text(f"{sides}\n{dice}\n-# {_(FACES_NOTE)}")]),
        Chapter(_("The end"), [text(end)]),
    )


def _show_sides(emojis: Emojis, colour: str, sides: tuple[int, int, int]) -> str:
    shown = zip(("points", "startle", "tracks"), sides, strict=True)
    return " · ".join(f"{emojis[f'{colour}_{side}']} {number}" for side, number in shown)
