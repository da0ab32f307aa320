"""How Buck Dice looks on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.buckdice import rules
from cogs.buckdice.drawings import DRAWINGS, name_pieces
from cogs.buckdice.story import (
    chip_or_chips,
    describe_opening,
    describe_turn,
    describe_turns,
    name_way_out,
)
from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.interactions.content import Fragment
from cogs.interactions.names import count
from cogs.interactions.parts import Items, rows, text
from engine import game
from engine.buckdice import BUCK, Throw, View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.display.words.emojis import Emojis

GAME = game("buckdice")
FEWER = {2: "two dice", 1: "one die"}
"""How many dice are thrown, where it is not three."""


class BuckDiceRenderer(Renderer):
    """Shows the point number, the story of the turn, and one button: Throw."""

    game = GAME
    accent = 0xC9A227
    has_levels = False  # nobody decides anything
    sign = "gold_6"
    gist = "throw the point number"
    drawings = DRAWINGS
    pitch = "No thinking, all luck: shout at the dice, and do not be the last one left."

    def clicks(self, seats: int, options: Mapping[str, str]) -> float:
        """Return how many clicks a game takes, one after the other, as was measured."""
        if options["pace"] == "rounds" or options["game"] == "pot":
            return 3 + 0.6 * seats  # at 2 seats to 8, within two clicks
        return 7 * seats - 4.5  # within a tenth

    def headline(self, context: RenderContext) -> str:
        """Return which of the three games it is, and its aim."""
        view: View = context.view
        aim = f"first to {BUCK} takes it" if view.game == "pot" else "the last one left loses"
        return f"{view.game.capitalize()}: {aim}"

    def board(self, context: RenderContext) -> Fragment:
        """Return point number, throws of this turn and all scores; at the end the scores."""
        view: View = context.view
        items: Items = []
        if view.point is not None:
            items.append(text(f"## Point number {context.emojis[f'gold_{view.point}']}"))
        if view.throws_by is None:
            items.append(text(describe_opening(context, view)))
        elif view.throws_by == view.thrower:
            items.append(text(describe_turn(context, view)))
        return Fragment([*items, text(_list_scores(context, view))])

    def guide(self, context: RenderContext) -> str:
        """Say what the next press does, for who plays for the first time."""
        if context.options["pace"] == "rounds":
            return "One press throws three rounds, for everybody."
        return "One press throws until somebody scores, also for the others."

    def controls(self, context: RenderContext) -> Items:
        """Return the one button."""
        if Throw() not in context.moves:
            return []
        rounds = context.options["pace"] == "rounds"
        label = "Throw three rounds" if rounds else "Throw until somebody scores"
        return rows([context.move_button(Throw(), label, discord.ButtonStyle.primary)])

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        """Describe a turn that has ended; None before, since the board shows its throws."""
        return "\n".join(describe_turns(context, [step])) or None

    def describe_steps(self, context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
        """Tell every turn that has ended since the latest click."""
        return describe_turns(context, steps)

    def describe_replay_step(self, context: RenderContext, step: SeenStep) -> str:
        """Describe a throw in the middle of a turn, which the board shows."""
        return f"{context.name(step.seat)} throws."

    def result(self, context: RenderContext, seat: int) -> str:
        """Return how a player got out, or the points; in the pot game chips won or paid."""
        view: View = context.view
        if any(view.chips):
            return f"{view.chips[seat]:+d} {chip_or_chips(view.chips[seat])}"
        ways = [name_way_out(left) for left in view.left if left.seat == seat]
        return ways[0] if ways else f"not safe, {view.scores[seat]}"

    def ending(self, context: RenderContext) -> str:
        """Return who takes the pot; else who loses or, where two have played, who wins."""
        view: View = context.view
        if view.winner is not None:
            return f"{context.name(view.winner)} takes the pot of {count(view.pot, 'chip')}!"
        return (
            super().ending(context) if _are_two(view) else f"{context.name(view.loser or 0)} loses!"
        )

    def margin(self, context: RenderContext) -> str:
        """Say how far who loses came, and who was safe first; or how the pot was won."""
        view: View = context.view
        way = name_way_out(view.left[0])
        if view.loser is None:
            return f"{self.result(context, view.left[0].seat)}, by {way}"
        points = count(view.scores[view.loser], "point")
        if _are_two(view):
            return f"Safe by {way}, against {points} of {context.name(view.loser)}"
        return f"{points}; {context.name(view.left[0].seat)} was safe first, by {way}"

    def emblem(self, context: RenderContext) -> str:
        """Return an egg where the end names who loses."""
        view: View = context.view
        return "crown" if view.loser is None or _are_two(view) else "goose_egg"

    def scores(self, view: View) -> tuple[int, ...]:
        """Return the points."""
        return view.scores

    def three_lines(self, emojis: Emojis) -> tuple[str, str, str]:  # noqa: ARG002 - words are enough
        """Say what suffices to start."""
        return rules.THREE_LINES

    def rules(self, emojis: Emojis) -> tuple[Chapter, ...]:
        """Describe the rules in our own words."""
        return rules.describe_rules(emojis)


def _are_two(view: View) -> bool:
    """Return whether two people have played: who of them does not lose has won."""
    return len(view.scores) == 2


def _list_scores(context: RenderContext, view: View) -> str:
    """Return everybody's way to 15, who is out, and what is in the pot."""
    out = {left.seat for left in view.left}
    lines: list[str] = []
    for seat, score in enumerate(view.scores):
        safe, throws = seat in out, seat == view.thrower
        bar = "".join(context.emojis[key] for key in name_pieces(BUCK if safe else score, BUCK))
        paid = f" · paid {-view.chips[seat]}" if view.pot else ""
        mark = "▶" if throws else "✅" if safe else "▫️"
        end = f"{paid} · safe" if safe else paid
        lines.append(f"{mark} {bar} **{score}** {context.name(seat)}{end}")
    if view.dice in FEWER:
        lines.append(f"{context.name(view.thrower or 0)} throws {FEWER[view.dice]}.")
    if view.pot:
        lines.append(f"🪙 In the pot: **{view.pot}** {chip_or_chips(view.pot)}")
    return "\n".join(lines)


RENDERER = BuckDiceRenderer()
