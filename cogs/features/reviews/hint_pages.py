"""What a hint looks like: the best move and why; on demand what each other would cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.display.controls.components import ActionButton, PageMoveButton, back_button
from cogs.display.pages.board import render_context
from cogs.display.words.table_text import describe_accuracy, percent
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.parts import rows, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.display.words.emojis import Emojis
    from cogs.features.reviews.hints import Hint
    from players.core import Assessed

SHOWN = 5
"""The moves that are compared, the best included: a private page is half a phone at most."""

SMALL = 1e-4
"""What differs by less comes to the same: the tables behind it have so many digits."""


def render_hint(
    renderer: Renderer, hint: Hint, emojis: Emojis, *, compared: bool = False
) -> MessageContent:
    """Return the private page of a hint.

    Args:
        renderer: of the game.
        hint: to be shown.
        emojis: the pictures.
        compared: whether all moves are shown; else a button leads there.
    """
    context = render_context(hint.table, emojis, hint.seat)
    moves, table = order_moves(renderer, context, hint.moves), hint.table
    best = [tell_best(renderer, context, moves)]
    told = compare_moves(renderer, context, moves) if compared else best
    items = [text("### 💡 Hint"), *map(text, told or best)]
    number, blue = context.seq, discord.ButtonStyle.primary
    buttons = [PageMoveButton.of(table.id, number, str(moves[0].move), "Play it", style=blue)]
    if _differ(moves) and not compared:
        buttons.append(ActionButton.of(table.id, "compare", "Compare all", arg=number))
    return framed(renderer.accent, *items, *rows([*buttons, back_button(table.id)]))


def order_moves(
    renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]
) -> list[Assessed]:
    """Return moves, the best first: of those that come to the same that which leaves most."""
    even = [each for each in moves if abs(moves[0].worth - each.worth) < SMALL]
    even.sort(key=lambda each: renderer.leaves(context, each.move), reverse=True)
    return [*even, *(each for each in moves if each not in even)]


def tell_best(renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]) -> str:
    """Return the best move by its button's label, and below it the reason and the chance to win."""
    name = f"**{renderer.name_move(context, moves[0].move)}**"
    if len(moves) == 1:
        return f"{name}\n{renderer.advise(context, moves[0].move)}"
    same = "Anything else comes to the same."
    why = renderer.explain(context, moves) if _differ(moves) else same
    return f"{name}\n{why}{_tell_win(moves[0])}"


def _differ(moves: Sequence[Assessed]) -> bool:
    """Return whether any move is worse than the first."""
    return moves[0].worth - min(each.worth for each in moves) >= SMALL


def _tell_win(best: Assessed) -> str:
    """Return a sentence about the chance to win, where it is known."""
    if best.win is None:
        return ""
    if best.exact:
        return f" Chance to win: {percent(best.win)}."
    about = min(max(round(100 * best.win), 1), 99)
    return f" Chance to win: about {about} %."


def compare_moves(
    renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]
) -> list[str]:
    """Return paragraphs: what each move costs, the best first, and what is counted."""
    if not _differ(moves):
        return []
    best, unit = moves[0], renderer.unit
    worse = [each for each in moves if best.worth - each.worth >= SMALL]
    shown, even = [best, *worse[: SHOWN - 1]], len(moves) - len(worse) - 1
    costs = ["best", *(describe_cost(best, each, unit) for each in shown[1:])]
    lines = [
        f"`{cost}` {renderer.name_move(context, each.move)}"
        for cost, each in zip(costs, shown, strict=True)
    ]
    if even:
        lines.insert(1, f"-# {even} more {'costs' if even == 1 else 'cost'} nothing")
    left = len(worse) - len(shown) + 1
    more = [f"-# and {left} more that cost as much or more"] * (left > 0)
    measure = f"-# {_describe_measure(renderer, context, moves)}"
    return ["\n".join(["**Moves compared, and what they cost**", *lines, *more]), measure]


def describe_cost(best: Assessed, each: Assessed, unit: str = "points") -> str:
    """Return what a move costs beside the best, in what decides: "-5.2 % to win"."""
    if best.worth - each.worth < SMALL:
        return "no worse" if each.error else "costs nothing"
    if each.win is None or best.win is None:
        return _describe_loss(each.points - best.points, each.error, 2, unit)
    return _describe_loss(100 * (each.win - best.win), 100 * each.error, 1, "% to win")


def _describe_loss(change: float, error: float, digits: int, unit: str) -> str:
    """Return a loss with so many digits behind the point, and its standard error."""
    least = 10**-digits
    if -change < least / 2:
        return "costs hardly anything"
    how_sure = f" ± {max(error, least):.{digits}f}" if error else ""
    return f"{change:+.{digits}f}{how_sure} {unit}"


def _describe_measure(renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]) -> str:
    """Say what the numbers mean."""
    best = moves[0]
    what = renderer.currency(context) if best.win is None else "the chance to win"
    if any(each.error for each in moves):
        return f"In {what}, from games tried out with hands that fit; ± says how far off it may be."
    accuracy = describe_accuracy(best, renderer.unit)
    return f"In {what}, if all that follows is played well: {accuracy}."
