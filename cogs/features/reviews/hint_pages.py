"""The pages of hints, and the part that reviews add to statistics.

A hint names the best move and the reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.display.components import PageMoveButton, back_button
from cogs.display.pages.board import render_context
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

SMALL = 1e-4
"""Smallest difference between values that counts: the precision of the solved tables."""


def render_hint(_: Language, renderer: Renderer, hint: Hint, emojis: Emojis) -> MessageContent:
    """Return the private page of a hint, in the reader's language."""
    context = render_context(hint.table, emojis, hint.seat, language=_)
    moves, table = order_moves(renderer, context, hint.moves), hint.table
    told = f"### 💡 {_('Hint')}", tell_best(renderer, context, moves)
    number, blue = context.seq, discord.ButtonStyle.primary
    play = PageMoveButton.of(table.id, number, str(moves[0].move), _("Play it"), style=blue)
    return framed(renderer.accent, *map(text, told), *rows([play, back_button(_, table.id)]))


def tell_tip(_: Language, renderer: Renderer, hint: Hint, emojis: Emojis) -> str:
    """Return the best move and the reason in one line, for a board or a private page."""
    context = render_context(hint.table, emojis, hint.seat, language=_)
    moves = order_moves(renderer, context, hint.moves)
    return " · ".join(tell_best(renderer, context, moves).split("\n"))


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
