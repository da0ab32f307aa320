"""How Trophy Buck looks on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.core.content import Fragment, Items, rows, text
from cogs.core.names import join_names
from cogs.core.renderer import RenderContext, Renderer, SeenStep
from cogs.trophy.drawings import DRAWINGS
from cogs.trophy.rules import SUMMARY, rules
from engine import game
from engine.core import First
from engine.trophy import (
    GOAL,
    KINDS,
    STARTLES_TO_END,
    SYMBOLS,
    Die,
    Hunt,
    Roll,
    Stop,
    View,
)

if TYPE_CHECKING:
    from cogs.core.emojis import Emojis

GAME = game("trophy")
_COLOURS = {kind.letter: kind.colour for kind in KINDS}
_POINTS = {kind.letter: kind.points for kind in KINDS}


SPOTS = {"brown": "🟤", "white": "⚪", "green": "🟢", "orange": "🟠"}
"""Beside the letter of a colour in the bag."""


class TrophyRenderer(Renderer):
    """Three dice large, what lies aside, what the bag holds, and the risk of going on."""

    game = GAME
    accent = 0x8A5A2B
    sign = "bag"
    drawings = DRAWINGS

    def headline(self, context: RenderContext) -> str:
        """The goal, or what the end waits for."""
        view: View = context.view
        if view.winner is not None:
            return "The hunt is over"
        if view.tiebreak:
            return "Tiebreak among the leaders"
        if view.final_round:
            return "The last round: the best total wins"
        return f"First to {GOAL} points"

    def board(self, context: RenderContext) -> Fragment:
        """The turn and everybody's totals; nothing more when the game is over."""
        view: View = context.view
        if view.hunter is None:
            return Fragment([])
        turn = _turn(context.emojis, view) if view.rolled else _fresh(context, view)
        return Fragment([*(text(part) for part in turn), text(_totals(context, view))])

    def controls(self, context: RenderContext) -> Items:
        """Roll and Stop, with what each would do."""
        view: View = context.view
        buttons: list[discord.ui.Item[Any]] = []
        if Roll() in context.moves:
            buttons.append(
                context.move_button(Roll(), _roll_label(view), discord.ButtonStyle.primary)
            )
        if Stop() in context.moves:
            label = f"Stop and score {view.score}" if view.score else "Stop with nothing"
            buttons.append(context.move_button(Stop(), label, discord.ButtonStyle.success))
        return rows(buttons)

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        """Rolls and stops, and what they led to."""
        before: View = step.before
        match step.move:
            case First(seat):
                return f"{context.name(seat)} hunts first."
            case Roll() if before.new_stand:
                return _told_stand(context, before)
            case Stop():
                said = f"{context.name(step.seat)} stops and scores **{before.score}**"
                return said + _turned(context, step)
            case Hunt():
                return _told_hunt(context, step)
            case _:
                return None

    def result(self, context: RenderContext, seat: int) -> str:
        """Points, and who won them a tiebreak."""
        view: View = context.view
        level = view.totals.count(view.totals[seat]) > 1
        broken = ", ahead in the tiebreak" if seat == view.winner and level else ""
        return super().result(context, seat) + broken

    def summary(self, emojis: Emojis) -> str:  # noqa: ARG002 - words are enough
        """Say what the game is about."""
        return SUMMARY

    def rules(self, emojis: Emojis) -> Items:
        """Tell the rules in our own words."""
        return rules(emojis)


def _fresh(context: RenderContext, view: View) -> list[str]:
    """A turn in which nothing was rolled yet."""
    emojis = context.emojis
    dice = sum(bag.dice for bag in view.bag)
    return [f"# {emojis['bag']} {dice} dice", f"Bag: {_bag(view)}\n{_risk(view)}"]


def _turn(emojis: Emojis, view: View) -> list[str]:
    """The dice of the last roll, what lies aside, the bag, and the risk."""
    noted = f" + {view.noted} noted" if view.noted else ""
    free = STARTLES_TO_END - len(view.startles)
    lines = [
        f"Points **{view.score}** {_heap(emojis, view.points)}{noted}",
        f"Startles **{len(view.startles)}** of {STARTLES_TO_END} {_heap(emojis, view.startles)}"
        + emojis["empty"] * free,
        f"Bag: {_bag(view)}",
        _risk(view),
    ]
    if view.new_stand:
        lines.append("-# The bag is too empty: rolling on moves to a new stand.")
    return [f"# {' '.join(_picture(emojis, die) for die in view.dice)}", "\n".join(lines)]


def _bag(view: View) -> str:
    """How many dice of each colour: spot, letter, number."""
    dice = (f"{SPOTS[bag.colour]}{bag.letter.upper()} **{bag.dice}**" for bag in view.bag)
    return " · ".join(dice)


def _risk(view: View) -> str:
    """The exact chance that the next roll ends the turn."""
    if not view.end_ways:
        return "The next roll cannot end the turn."
    percent = 100 * view.end_ways / view.end_of
    return (
        f"The next roll ends the turn: **{percent:.1f} %**"
        f"\n-# exactly {view.end_ways:,} in {view.end_of:,}"
    )


def _totals(context: RenderContext, view: View) -> str:
    """Everybody's total, and in a tiebreak what the leaders have scored in it."""
    tried = {leader.seat: leader for leader in view.tiebreak}
    lines: list[str] = []
    for seat, total in enumerate(view.totals):
        turn = "▶" if seat == view.hunter else "▷"
        points = tried[seat].points if seat in tried else None
        tie = (
            ""
            if seat not in tried
            else " · tiebreak" + (f" +{points}" if points is not None else "")
        )
        lines.append(f"{turn} {context.name(seat)} **{total}**{tie}")
    return "\n".join(lines)


def _roll_label(view: View) -> str:
    if not view.rolled:
        return "Draw three and roll"
    if view.new_stand:
        return "New stand: roll on"
    again = len(view.tracks)
    return f"Roll again: {again} kept, {3 - again} new" if again else "Roll three new dice"


def _told_stand(context: RenderContext, before: View) -> str:
    """The bag was too empty, so the Points dice went back into it."""
    return (
        f"{_who(context, before)} moves to a new stand: **{before.score}** points are noted, "
        "the Points dice are back in the bag."
    )


def _told_hunt(context: RenderContext, step: SeenStep) -> str:
    """The dice, what they brought, and what that led to."""
    before: View = step.before
    dice: tuple[str, ...] = step.move.dice
    who = _who(context, before)
    seen = " ".join(context.emojis[f"{_COLOURS[die[0]]}_{SYMBOLS[die[1]]}"] for die in dice)
    startles = len(before.startles) + sum(die[1] == "S" for die in dice)
    if startles < STARTLES_TO_END:
        gained = sum(_POINTS[die[0]] for die in dice if die[1] == "P")
        return f"{who} rolls {seen}" + (f": **+{gained}**" if gained else "")
    lost = f", {before.score} points are lost" if before.score else ""
    return f"{who} rolls {seen}: {startles} Startles, the deer are gone{lost}" + _turned(
        context, step
    )


def _turned(context: RenderContext, step: SeenStep) -> str:
    """The end of a sentence about the end of a turn: totals, last round, tiebreak."""
    before, after = step.before, step.after
    hunter = before.hunter or 0
    total = after.totals[hunter]
    said = f", {total} in all." if total != before.totals[hunter] else "."
    if after.final_round and not before.final_round:
        return f"{said}\n{context.name(hunter)} has reached {GOAL}: the round is finished."
    fresh = after.tiebreak and all(leader.points is None for leader in after.tiebreak)
    if not fresh:
        return said
    leaders = join_names([context.name(leader.seat) for leader in after.tiebreak])
    level = "are still level" if before.tiebreak else f"are level at {max(after.totals)}"
    return f"{said}\n{leaders} {level}: they hunt on, one turn each."


def _who(context: RenderContext, view: View) -> str:
    return context.name(view.hunter or 0)


def _picture(emojis: Emojis, die: Die) -> str:
    return emojis[f"{die.colour}_{die.symbol}"]


def _heap(emojis: Emojis, dice: tuple[Die, ...]) -> str:
    return "".join(_picture(emojis, die) for die in dice)


RENDERER = TrophyRenderer()
