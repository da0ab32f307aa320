"""The pages of hints, and the part that reviews add to statistics.

A hint names the best move and the reason. On demand it also lists the costs of the other moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.display.components import ActionButton, PageMoveButton, back_button
from cogs.display.pages.board import render_context
from cogs.display.table_text import describe_accuracy
from cogs.features.reviews.regrets import RegretSpan, count_enough
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.parts import rows, text
from engine.core import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.features.reviews.regrets import Hint
    from cogs.interactions.language import Language
    from players.core import Assessed

SHOWN = 5
"""Limit on moves compared, including the best, so that the page fits on half a phone's screen."""

SMALL = 1e-4
"""Smallest difference between values that counts: the precision of the solved tables."""


def render_hint(
    _: Language, renderer: Renderer, hint: Hint, emojis: Emojis, *, compared: bool = False
) -> MessageContent:
    """Return the private page of a hint.

    Args:
        _: the reader's language.
        renderer: the renderer of the game.
        hint: the hint.
        emojis: the bot's emojis.
        compared: whether the page compares the moves; otherwise a button leads to the comparison.
    """
    context = render_context(hint.table, emojis, hint.seat, language=_)
    moves, table = order_moves(renderer, context, hint.moves), hint.table
    best = [tell_best(renderer, context, moves)]
    told = compare_moves(renderer, context, moves) if compared else best
    items = [text(f"### 💡 {_('Hint')}"), *map(text, told or best)]
    number, blue = context.seq, discord.ButtonStyle.primary
    buttons = [PageMoveButton.of(table.id, number, str(moves[0].move), _("Play it"), style=blue)]
    if _differ(moves) and not compared:
        buttons.append(ActionButton.of(table.id, "compare", _("Compare all")))
    return framed(renderer.accent, *items, *rows([*buttons, back_button(_, table.id)]))


def order_moves(
    renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]
) -> list[Assessed]:
    """Return the moves, best first; `Renderer.leaves` orders moves that are as good as the best."""
    even = [each for each in moves if abs(moves[0].worth - each.worth) < SMALL]
    even.sort(key=lambda each: renderer.leaves(context, each.move), reverse=True)
    return [*even, *(each for each in moves if each not in even)]


def tell_best(renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]) -> str:
    """Return the best move, named as on its button, with the reason that decides."""
    name = f"**{renderer.name_move(context, moves[0].move)}**"
    if len(moves) == 1:
        return f"{name}\n{renderer.advise(context, moves[0].move)}"
    _ = context.language.frame
    same = _("All other moves are equally good.")
    why = renderer.explain(context, moves) if _differ(moves) else same
    return f"{name}\n{why}"


def _differ(moves: Sequence[Assessed]) -> bool:
    """Return whether any move is worth more or less than the first."""
    return any(abs(moves[0].worth - each.worth) >= SMALL for each in moves)


def compare_moves(
    renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]
) -> list[str]:
    """Return two paragraphs: the costs of the moves, best first, and the measure of costs.

    Return no paragraphs if all moves are equally good.
    """
    if not _differ(moves):
        return []
    best, _ = moves[0], context.language.frame
    worse = [each for each in moves if best.worth - each.worth >= SMALL]
    shown, even = [best, *worse[: SHOWN - 1]], len(moves) - len(worse) - 1
    costs = [_("best"), *(describe_cost(_, renderer, best, each) for each in shown[1:])]
    lines = [
        f"`{cost}` {renderer.name_move(context, each.move)}"
        for cost, each in zip(costs, shown, strict=True)
    ]
    if even:
        lines.insert(1, _.plural("-# {n} more costs nothing", "-# {n} more cost nothing", even))
    if (left := len(worse) - len(shown) + 1) > 0:
        lines.append(
            _.plural(
                "-# and {n} more that costs as much or more",
                "-# and {n} more that cost as much or more",
                left,
            )
        )
    measure = _describe_measure(renderer, context, moves)
    return ["\n".join([_("**Moves compared, and what they cost**"), *lines]), measure]


def describe_cost(_: Language, renderer: Renderer, best: Assessed, each: Assessed) -> str:
    """Return a move's cost against the best move, such as "-5.2 % to win".

    If chances to win are unknown, the cost is in the measure of the game's renderer.
    """
    if best.worth - each.worth < SMALL:
        return _("no worse") if each.error else _("costs nothing")
    if each.win is None or best.win is None:
        loss = _describe_loss(_, best.points - each.points, each.error, 2)
        own = _.of(renderer.game.info.key)
        return renderer.measure(own, loss) if loss else _("costs hardly anything")
    loss = _describe_loss(_, 100 * (best.win - each.win), 100 * each.error, 1)
    return _("{figure} % to win", figure=loss) if loss else _("costs hardly anything")


def _describe_loss(_: Language, loss: float, error: float, digits: int) -> str:
    """Return a loss with its standard error, such as "-0.52 ± 0.1"; empty if it is too small."""
    least = 10**-digits
    if loss < least / 2:
        return ""
    how_sure = f" ± {_.number(max(error, least), digits)}" if error else ""
    return f"-{_.number(loss, digits)}{how_sure}"


def _describe_measure(renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]) -> str:
    """Explain the measure of costs, and how accurate the costs are."""
    best, _ = moves[0], context.language.frame
    what = renderer.currency(context) if best.win is None else _("chance to win")
    if any(each.error for each in moves):
        return _(
            "-# Measure: {what}, from simulated games with possible hands; ± is the likely error.",
            what=what,
        )
    return _(
        "-# Measure: {what}, if everybody plays well from here: {accuracy}.",
        what=what,
        accuracy=describe_accuracy(context.language, renderer.measure, best),
    )


TOLD_SPANS = 4
"""Limit on spans, of ten games each, whose accuracy is shown."""

WORDS = (
    (90, N_("Excellent choices")),
    (75, N_("Good choices")),
    (50, N_("Fair choices")),
    (0, N_("Daring choices")),
)
"""Words for choices, each with its lowest accuracy."""


def describe_spans(_: Language, game: str, spans: Sequence[RegretSpan]) -> str:
    """Say how accurate decisions were in the latest span, and list the accuracy of recent spans.

    Return an empty text if the latest span has too few decisions.
    """
    if not spans or spans[-1].decisions < count_enough(game):
        return ""
    latest = spans[-1]
    word = next(word for least, word in WORDS if latest.accuracy >= least)
    lines = [
        _.plural(
            "**{words}**: accuracy {accuracy} of 100 in {n} game",
            "**{words}**: accuracy {accuracy} of 100 in {n} games",
            latest.games,
            words=_(word),
            accuracy=round(latest.accuracy),
        )
    ]
    earlier = [f"{span.accuracy:.0f}" for span in spans[-TOLD_SPANS:]]
    if len(earlier) > 1:
        lines.append(
            _("-# Accuracy in blocks of ten games: {accuracies}", accuracies=" → ".join(earlier))
        )
    return "\n".join(lines)
