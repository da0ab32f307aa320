"""The renderer of Buck Dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckdice import words
from cogs.buckdice.words import (
    chip_or_chips,
    describe_opening,
    describe_throw,
    describe_turn,
    describe_turns,
    name_way_out,
)
from cogs.display.art.canvas import PIECE, name_pieces
from cogs.display.art.charts import is_narrow
from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.interactions.content import Fragment
from cogs.interactions.language import count, ordinal, plain_name
from cogs.interactions.parts import Items, rows, text
from engine.buckdice import BUCK, Throw, View
from players.buckdice import KIT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.display.emojis import Emojis
    from cogs.interactions.language import Language

GAME = KIT.rules
NEAR = 5
"""Most missing points that the board announces."""
FEWER = {2: "two dice", 1: "one die"}
"""Words for throws with fewer than three dice."""
ANIMALS = "🦌🦊🦉🐇🐗🦔🦡🦫"
"""Markers of people in the race, by seat; ducks have their faces."""


class BuckDiceRenderer(Renderer):
    """Shows the point number, the story of the turn, and one button: Throw."""

    game = GAME
    accent = 0xC9A227
    has_levels = False  # nobody decides anything
    click_seconds = 3
    sign = "gold_6"
    gist = "throw the point number"
    pitch = "No thinking, all luck: shout at the dice, and do not be the last one left."

    def clicks(self, seats: int, options: Mapping[str, str]) -> float:
        if options["pace"] == "rounds":
            return 3 + 0.5 * seats  # within two clicks
        if options["game"] == "pot":
            return 18 + 2.8 * seats  # within a tenth
        return 25.3 * seats - 12  # within a tenth; thirteen-fourteen up to a sixth more

    def headline(self, context: RenderContext) -> str:
        """Return the variant and its aim; near the end, who may lose it."""
        view: View = context.view
        if view.game == "pot":
            return f"Exactly {BUCK} takes the pot"
        if view.left and len(last := _find_last(view)) == 2:
            return f"Only two left: {' or '.join(map(context.name, last))} loses"
        game = f"{view.game.capitalize()}: " * (view.game != "classic")
        return f"{game}exactly {BUCK} is safe, the last one left loses".capitalize()

    def board(self, context: RenderContext) -> Fragment:
        """Return the last throw and the race to 15; at the end the scores."""
        view: View = context.view
        items: Items = []
        if view.point is not None and context.outcome is None:
            items.append(text(_explain_point(context, view)))
        if view.throws_by is None:
            items.append(text(describe_opening(context, view)))
        elif context.outcome is None:
            items.append(text(describe_turn(context, view)))
        return Fragment([*items, text(_list_scores(context, view))])

    def guide(self, context: RenderContext) -> str:
        if context.options["pace"] == "rounds":
            return "One press throws three rounds, for everybody."
        return "One press throws your three dice once."

    def controls(self, context: RenderContext) -> Items:
        if Throw() not in context.moves:
            return []
        rounds = context.options["pace"] == "rounds"
        label = "Throw three rounds" if rounds else "Throw"
        return rows([context.move_button(Throw(), label)])

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        return describe_throw(context, step)

    def describe_steps(self, context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
        """Tell the turns since the latest click; in a running game the board has the last one."""
        last = [] if context.outcome is None else [describe_turn(context, context.view)]
        return [*describe_turns(context, steps), *last]

    def describe_replay_step(self, context: RenderContext, step: SeenStep) -> str:
        return f"{context.name(step.seat)} throws."

    def result(self, context: RenderContext, seat: int) -> str:
        """Return how a player became safe, or their points; in the pot game their chips."""
        view: View = context.view
        if any(view.chips):
            return f"{view.chips[seat]:+d} {chip_or_chips(view.chips[seat])}"
        ways = [name_way_out(left) for left in view.left if left.seat == seat]
        return ways[0] if ways else f"not safe, {view.scores[seat]}"

    def mark(self, context: RenderContext, seat: int) -> str:
        """Return a player's chips in the pot game; else three point numbers, 15, or the points."""
        view: View = context.view
        if any(view.chips):
            return f"{view.chips[seat]:+d}"
        if any(left.by == "big buck" for left in view.left if left.seat == seat):
            return 3 * " ⚀⚁⚂⚃⚄⚅"[view.point or 0]
        return str(BUCK if seat not in _find_last(view) else view.scores[seat])

    def ending(self, context: RenderContext) -> str:
        """Tell a lone person's result; else who took the pot, won (if two played), or lost."""
        view, lone = context.view, context.lone
        if lone is not None and self._is_near(context, lone):
            return self._miss(context, lone)
        if view.winner is not None:
            return f"{context.name(view.winner)} takes the pot of {count(view.pot, 'chip')}!"
        if _are_two(view):
            return super().ending(context)
        if lone is None:
            return f"{_tell_loss(context, view)}!"
        if lone == view.loser:
            return f"{context.name(lone)} is the last one, with {_count_points(view)}"
        place = context.outcome.places[lone] if context.outcome else 1
        rank = "first" if place == 1 else ordinal(place)
        return f"{context.name(lone)} is safe, {rank} of {len(view.scores)}!"

    def margin(self, context: RenderContext) -> str:
        """Return an addition to the headline: how the game was won, the order, or who lost."""
        view, lone = context.view, context.lone
        near = lone is not None and self._is_near(context, lone)
        first, *others = (context.name(left.seat) for left in view.left)
        way = name_way_out(view.left[0])
        if view.loser is None:
            won = f"{first} takes the pot" if near else self.result(context, view.left[0].seat)
            return f"{won}, by {way}"
        if _are_two(view):
            behind = f", {context.name(view.loser)} has {_count_points(view)}"
            return f"{first} is safe by {way}{behind * (not near)}"
        if lone not in {None, view.loser}:
            return _tell_loss(context, view)
        return f"{first} was safe first, then {', then '.join(others)}"

    def emblem(self, context: RenderContext) -> str:
        """Return an egg if the headline names the loser."""
        loser, lone = context.view.loser, context.lone
        told = lone == loser if lone is not None else not _are_two(context.view)
        return "goose_egg" if told and loser is not None else super().emblem(context)

    def short(self, context: RenderContext, seat: int) -> int:
        """Return the points that a player still needed for 15."""
        view: View = context.view
        return BUCK - view.scores[seat] if seat in _find_last(view) else 0

    def _is_near(self, context: RenderContext, seat: int) -> bool:
        # A big buck wins without points, so the best score is no measure.
        return is_narrow(BUCK, BUCK - self.short(context, seat))

    def scores(self, view: View) -> tuple[int, ...]:
        return view.scores

    def three_lines(self, _: Language, emojis: Emojis) -> tuple[str, str, str]:  # noqa: ARG002 - needs no pictures
        return words.THREE_LINES

    def rules(self, _: Language, emojis: Emojis) -> tuple[Chapter, ...]:
        return words.describe_rules(emojis)


def _are_two(view: View) -> bool:
    """Return whether only two have played: then one loses and the other wins."""
    return len(view.scores) == 2


def _find_last(view: View) -> list[int]:
    """Return the seats that are still in the game."""
    out = {left.seat for left in view.left}
    return [seat for seat in range(len(view.scores)) if seat not in out]


def _count_points(view: View) -> str:
    """Return the points of the loser, in words."""
    return count(view.scores[view.loser or 0], "point")


def _tell_loss(context: RenderContext, view: View) -> str:
    return f"{context.name(view.loser or 0)} loses with {_count_points(view)}"


def _explain_point(context: RenderContext, view: View) -> str:
    gold = context.emojis[f"gold_{view.point}"]
    sums = ", dice that add up to it too" if view.game == "pot" else ""
    return f"{gold} is the **point number**: each is 1 point{sums}, and you throw again."


def _list_scores(context: RenderContext, view: View) -> str:
    """Return the race to 15, the safe players, and the pot."""
    last = _find_last(view)
    lines: list[str] = []
    for seat, score in enumerate(view.scores):
        safe, left = seat not in last, BUCK - score
        stand = "safe" if safe else f"{left} to go" if left <= NEAR else score
        paid = f" · paid {-view.chips[seat]}" if view.pot else ""
        track = _draw_track(context, seat, BUCK if safe else score)
        lines.append(f"{track} **{plain_name(context.names[seat])}** · {stand}{paid}")
    if view.dice in FEWER:
        lines.append(f"{context.name(view.thrower or 0)} throws {FEWER[view.dice]}.")
    if view.pot:
        lines.append(f"🪙 In the pot: **{view.pot}** {chip_or_chips(view.pot)}")
    return "\n".join(lines)


def _draw_track(context: RenderContext, seat: int, score: int) -> str:
    """Return a player's marker on the way to the goal."""
    track = [context.emojis[key] for key in name_pieces(score, BUCK)]
    marker = (context.faces[seat] if context.faces else "") or ANIMALS[seat]
    track.insert(-(-score // PIECE), marker)
    return f"{''.join(track)}{'✅' if score == BUCK else '🏁'}"


RENDERER = BuckDiceRenderer()
