"""How Buck Dice looks on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.buckdice.rules import SUMMARY, describe_rules
from cogs.buckdice.story import by, chips, ended, opening, turn
from cogs.core.content import Fragment, Items, rows, text
from cogs.core.renderer import RenderContext, Renderer, SeenStep
from engine import game
from engine.buckdice import BUCK, Throw, View

if TYPE_CHECKING:
    from cogs.core.emojis import Emojis

GAME = game("buckdice")


class BuckDiceRenderer(Renderer):
    """The point number, the story of the turn, and one button: Throw."""

    game = GAME
    accent = 0xC9A227
    sign = "gold_6"

    def headline(self, context: RenderContext) -> str:
        """Which of the three games, and what it is about."""
        view: View = context.view
        aim = f"first to {BUCK} takes it" if view.game == "pot" else "the last one left loses"
        return f"{view.game.capitalize()}: {aim}"

    def board(self, context: RenderContext) -> Fragment:
        """The point number, the throws of this turn, and everybody's score; at the end the last."""
        view: View = context.view
        items: Items = []
        if view.point is not None:
            items.append(text(f"## Point number {context.emojis[f'gold_{view.point}']}"))
        if view.throws_by is None:
            items.append(text(opening(context, view)))
        elif view.throws_by == view.thrower or _over(view):
            items.append(text(turn(context, view)))
        scores = [] if _over(view) else [text(_scores(context, view))]
        return Fragment([*items, *scores])

    def controls(self, context: RenderContext) -> Items:
        """One button."""
        view: View = context.view
        if Throw() not in context.moves:
            return []
        what = {3: "three dice", 2: "two dice", 1: "one die"}[view.dice]
        label = f"Throw {what}" + (" again" if view.again else "")
        return rows([context.move_button(Throw(), label, discord.ButtonStyle.primary)])

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        """What a turn came to when it has ended, with its throws; the rest is on the board."""
        before: View = step.before
        after: View = step.after
        if before.thrower is None or isinstance(step.move, Throw):
            return None
        return None if after.thrower == before.thrower else ended(context, before, after)

    def describe_replay_step(self, context: RenderContext, step: SeenStep) -> str:
        """A throw in the middle of a turn, which the board shows."""
        return f"{context.name(step.seat)} throws."

    def result(self, context: RenderContext, seat: int) -> str:
        """Points, how a player got out, and in the pot game the chips won or paid."""
        view: View = context.view
        words = [super().result(context, seat)]
        words += [f"out by {by(left)}" for left in view.left if left.seat == seat]
        if seat == view.loser:
            words.append("the loser")
        if any(view.chips):
            words.append(f"{view.chips[seat]:+d} {chips(view.chips[seat])}")
        return ", ".join(words)

    def ending(self, context: RenderContext) -> str:
        """The winner and the pot; else the loser, who is what the game is about."""
        view: View = context.view
        if view.winner is not None:
            return f"{context.name(view.winner)} takes the pot of {view.pot} {chips(view.pot)}!"
        return f"{context.name(view.loser or 0)} is the loser!"

    def emblem(self, context: RenderContext) -> str:
        """The loser gets an egg."""
        return "crown" if context.view.loser is None else "goose_egg"

    def summary(self, emojis: Emojis) -> str:  # noqa: ARG002 - words are enough
        """Say what the game is about."""
        return SUMMARY

    def rules(self, emojis: Emojis) -> Items:
        """Tell the rules in our own words."""
        return describe_rules(emojis)


def _over(view: View) -> bool:
    return view.winner is not None or view.loser is not None


def _scores(context: RenderContext, view: View) -> str:
    """Everybody's way to 15, who is out, and what is in the pot."""
    out = {left.seat: left for left in view.left}
    lines: list[str] = []
    for seat, score in enumerate(view.scores):
        mark = "▶" if seat == view.thrower else "✅" if seat in out else "▷"
        safe = f" · out by {by(out[seat])}" if seat in out else ""
        paid = f" · paid {-view.chips[seat]}" if view.pot else ""
        lines.append(f"{mark} {_bar(score)} **{score}** {context.name(seat)}{paid}{safe}")
    if view.pot:
        lines.append(f"🪙 In the pot: **{view.pot}** {chips(view.pot)}")
    return "\n".join(lines)


def _bar(score: int) -> str:
    return f"`{'█' * score}{'░' * (BUCK - score)}`"


RENDERER = BuckDiceRenderer()
