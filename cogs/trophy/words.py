"""Words of Trophy Buck: its rules, and hints with the reasons for the best move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.renderer import Chapter
from cogs.display.table_text import in_tenths
from cogs.interactions.language import count
from cogs.interactions.parts import text
from engine.trophy import FACES_NOTE, GOAL, KINDS, STARTLES_TO_END, Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext
    from engine.trophy import View
    from players.core import Assessed


# The rules of Trophy Buck in our own words.

SIDES = ("points", "tracks", "startle")
"""Sides of a die, in the order of the rules."""


def describe_shortly(emojis: Emojis) -> tuple[str, str, str]:
    """Return the three lines that are enough to start, with the sides of a die."""
    points, tracks, startle = (emojis[f"green_{side}"] for side in SIDES)
    return (
        (
            f"Draw three dice and roll: {points} **Points** count, {tracks} **Tracks** roll again "
            f"if you go on, {startle} **Startles** stay."
        ),
        (
            f"After each roll **stop** and score, or **draw** on. {STARTLES_TO_END} Startles end "
            "your turn with nothing."
        ),
        f"Whoever reaches {GOAL} points makes it the last round, and the best total wins.",
    )


def describe_rules(emojis: Emojis) -> tuple[Chapter, ...]:
    dice = "\n".join(
        f"**{kind.dice} {kind.colour}** {_show_sides(emojis, kind.colour, kind.sides)}"
        for kind in KINDS
    )
    points, tracks, startle = (emojis[f"green_{side}"] for side in SIDES)
    turn = (
        "Draw three dice from the bag and roll them.\n"
        f"- {points} **Points** are laid aside; they score if you stop in time.\n"
        f"- {startle} **Startles** stay in front of you. {STARTLES_TO_END} of them end your turn, "
        "and you score nothing.\n"
        f"- {tracks} **Tracks** are rolled again when you go on, with new dice from the bag to "
        "make three.\n\n"
        "After each roll: **stop** and score, or **roll again**. When the bag runs short, "
        "your points are noted and the Points dice go back into the bag (a new stand)."
    )
    end = (
        f"The round in which somebody reaches {GOAL} is played to its end, so that all have the "
        "same number of turns. The best total wins; equal leaders hunt on, one turn each, until "
        "one is ahead. It is a game for three or more; with the option of two hunters, two "
        "can play as well.\n"
        "-# Trophy Buck was designed by Steve Jackson and published by Steve Jackson "
        "Games. This is an unofficial fan implementation."
    )
    return (
        Chapter("Your turn", [text(turn)]),
        Chapter(
            "The dice",
            [text(f"How many of a die's six sides show each symbol:\n{dice}\n-# {FACES_NOTE}")],
        ),
        Chapter("The end", [text(end)]),
    )


def _show_sides(emojis: Emojis, colour: str, sides: tuple[int, int, int]) -> str:
    shown = zip(("points", "startle", "tracks"), sides, strict=True)
    return " · ".join(f"{emojis[f'{colour}_{side}']} {number}" for side, number in shown)


def explain(context: RenderContext, moves: Sequence[Assessed]) -> str:
    view: View = context.view
    best, other = moves[:2]
    chance = in_tenths(context.language, view.end_ways / view.end_of)
    risk = f"The next roll ends the turn {chance} times"
    if best.move == Stop():
        return f"{risk}, and {count(view.score, 'point')} would be lost."
    if not view.score:
        return "There is nothing to lose: you have no points in this turn yet."
    if not view.end_ways:
        return "The next roll cannot end the turn."
    if best.points >= other.points:
        return f"{risk}, but on average it brings more than it costs."
    leader = max(
        (seat for seat in range(len(view.totals)) if seat != view.hunter),
        key=view.totals.__getitem__,
    )
    lead = f"{context.name(leader)} has {count(view.totals[leader], 'point')}"
    return f"{lead}, so a chance of many points is worth more than {view.score} for sure."
