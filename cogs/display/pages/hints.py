"""What a hint looks like: the best move and why, and what each other would cost."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cogs.display.pages.context import render_context
from cogs.interactions.content import MessageContent, framed, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.display.words.emojis import Emojis
    from players.core import Assessed
    from tables.model.advice import Hint

SHOWN = 10
"""How many other moves are listed."""

SMALL = 1e-4
"""What differs by less comes to the same: the tables behind it have so many digits."""


def percent(chance: float) -> str:
    """Return a chance: "12.5 %"."""
    return f"{100 * chance:.1f} %"


def describe_worth(each: Assessed, *, points: bool = False, unit: str = "points") -> str:
    """Return what a move is worth: "54.2 % to win", or its points where these decide."""
    if each.win is None or points:
        return f"{each.points:.2f} {unit}"
    return f"{percent(each.win)} to win"


def compare(best: Assessed, other: Assessed, *, points: bool = False) -> str:
    """Return what two moves are worth, in points or, where that is what counts, in wins."""
    worths = (describe_worth(each, points=points) for each in (best, other))
    return f"{' against '.join(worths)} on average"


def render_hint(renderer: Renderer, hint: Hint, emojis: Emojis) -> MessageContent:
    """Return the private page of a hint."""
    context = render_context(hint.table, emojis, hint.seat)
    title = f"### 💡 Hint\n-# {renderer.game.info.title} · table #{hint.table.id}"
    parts = [title, *explain_moves(renderer, context, hint.moves)]
    return framed(renderer.accent, *map(text, parts))


def explain_moves(
    renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]
) -> list[str]:
    """Return paragraphs: the best move, why it is, what the others cost, and what is counted.

    The moves begin with the best.
    """
    best, *others = moves
    name = f"**{renderer.name_move(context, best.move)}**"
    if not others:
        return [f"{name}\n{renderer.advise(context, best.move)}"]
    if best.worth - others[-1].worth < SMALL:
        return [f"{name}, or anything else: it comes to the same."]
    tell = partial(describe_cost, best, unit=renderer.unit)
    lines = [f"`{tell(each)}` {renderer.name_move(context, each.move)}" for each in others]
    if len(lines) > SHOWN:
        lines[SHOWN:] = [f"and {len(lines) - SHOWN} more, down to `{tell(others[-1])}`"]
    worth = " · ".join(_list_worths(best, renderer.unit))
    return [
        f"{name}\n{renderer.explain(context, moves)}\n-# {worth}",
        "\n".join(["**What the others cost**", *lines]),
        f"-# {_describe_measure(renderer, context, moves)}",
    ]


def _list_worths(each: Assessed, unit: str) -> list[str]:
    """Return the points of a move, and the chance to win where it is known."""
    win = [] if each.win is None else [describe_worth(each)]
    return [describe_worth(each, points=True, unit=unit), *win]


def describe_cost(best: Assessed, each: Assessed, unit: str = "points") -> str:
    """Return what a move costs beside the best: "-0.52 points, -5.2 % to win"."""
    if best.worth - each.worth < SMALL:
        return "no worse" if each.error else "costs nothing"
    error = f" ± {each.error:.2f}" if each.error else ""
    points = f"{each.points - best.points:+.2f}{error} {unit}"
    if each.win is None or best.win is None:
        return points
    return f"{points}, {100 * (each.win - best.win):+.1f} % to win"


def describe_accuracy(best: Assessed, unit: str = "points") -> str:
    """Return how exact that is what decides: "exact", or "an estimate, off by some 2 %"."""
    if best.exact or best.off is None:
        return "exact" if best.exact else "an estimate"
    off = f"{best.off:.1f} {unit}" if best.win is None else f"{100 * best.off:.0f} %"
    return f"an estimate, off by some {off}"


def _describe_measure(renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]) -> str:
    """Say what the numbers mean."""
    best, currency = moves[0], renderer.currency(context)
    if any(each.error for each in moves):
        return (
            f"In {currency}, as the means of play-outs with hands that fit what you know; "
            "± is the standard error."
        )
    words = f"In {currency}, on average, if all that follows is played well"
    if best.win is None:
        return f"{words}: {describe_accuracy(best, renderer.unit)}."
    too = ", too" if best.exact else ""
    return f"{words}: exact. The chance to win decides; it is {describe_accuracy(best)}{too}."
