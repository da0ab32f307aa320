"""Texts of Trophy Buck: the rules, and reasons why a move is the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.renderer import Chapter
from cogs.display.table_text import in_tenths
from cogs.interactions.parts import text
from engine.trophy import FACES_NOTE, GOAL, KINDS, STARTLES_TO_END, Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext
    from cogs.interactions.language import Language
    from engine.trophy import View
    from players.core import Assessed


# The rules of Trophy Buck in our own words.

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
        Chapter(_("Your turn"), [text(turn)]),
        Chapter(_("The dice"), [text(f"{sides}\n{dice}\n-# {_(FACES_NOTE)}")]),
        Chapter(_("The end"), [text(end)]),
    )


def _show_sides(emojis: Emojis, colour: str, sides: tuple[int, int, int]) -> str:
    shown = zip(("points", "startle", "tracks"), sides, strict=True)
    return " · ".join(f"{emojis[f'{colour}_{side}']} {number}" for side, number in shown)


def explain(context: RenderContext, moves: Sequence[Assessed]) -> str:
    _ = context.language
    view: View = context.view
    best, other = moves[:2]
    chance = in_tenths(_, view.end_ways / view.end_of)
    if best.move == Stop():
        return _.plural(
            "Risk that the next roll ends the turn: {chance}. {n} point would be lost.",
            "Risk that the next roll ends the turn: {chance}. {n} points would be lost.",
            view.score,
            chance=chance,
        )
    if not view.score:
        return _("There is nothing to lose: you have no points in this turn yet.")
    if not view.end_ways:
        return _("The next roll cannot end the turn.")
    if best.points >= other.points:
        return _(
            "Risk that the next roll ends the turn: {chance}. But on average, another roll gains "
            "more points than it loses.",
            chance=chance,
        )
    leader = max(
        (seat for seat in range(len(view.totals)) if seat != view.hunter),
        key=view.totals.__getitem__,
    )
    return _(
        "{who} has {total}, so a chance of many points is better than {points} points for sure.",
        who=context.name(leader),
        total=view.totals[leader],
        points=view.score,
    )
