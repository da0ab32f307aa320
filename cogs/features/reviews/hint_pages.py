"""The pages of hints, and the part that reviews add to statistics.

A hint names the best move and the reason.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import discord

from cogs.display.components import PageMoveButton, back_button
from cogs.display.pages.board import render_context
from cogs.display.pages.presses import find_way
from cogs.features.reviews.regrets import RegretSpan, count_enough
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.parts import rows, text, width
from engine.core import N_
from players.review import SMALL, find_reason, is_mistake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.features.reviews.regrets import Hint
    from cogs.interactions.language import Language
    from players.core import Assessed


WIDEST: Final = 40
"""Width of the longest way to a move that a tip names, in letters: one line of a phone."""

_PICTURE: Final = re.compile(r"<a?:\w+:\d+>")


def render_hint(_: Language, renderer: Renderer, hint: Hint, emojis: Emojis) -> MessageContent:
    """Return the private page of a hint, in the reader's language."""
    context = render_context(hint.table, emojis, hint.seat, language=_)
    best, told = tell_best(renderer, context, hint.moves)
    table, number, blue = hint.table, context.seq, discord.ButtonStyle.primary
    play = PageMoveButton.of(table.id, number, str(best.move), _("Play it"), style=blue)
    items = map(text, (f"### 💡 {_('Hint')}", told))
    return framed(renderer.accent, *items, *rows([play, back_button(_, table.id)]))


def tell_tip(_: Language, renderer: Renderer, hint: Hint, emojis: Emojis) -> str:
    """Return two lines for a board or a private page: the buttons to press, and the reason.

    Each fits one line of a phone, so that tips are equally high.

    Moves that are nearly as good as the best count as equal, because a move that a board offers at
    once is easier to learn from. Empty if no button makes the move, or too many would be named.
    """
    context, first = render_context(hint.table, emojis, hint.seat, language=_), hint.moves[0]
    worse = [each for each in hint.moves if is_mistake(first, each)]
    even = [each for each in hint.moves if each not in worse]
    best, way = find_way(renderer, context, order_moves(renderer, context, even))
    reason = find_reason((best, *worse), last=renderer.is_last(context))
    fits = 0 < width(_PICTURE.sub("00", way)) <= WIDEST
    return f"**{way}**\n-# {renderer.teach(context, reason)}" if fits and reason else ""


def order_moves(
    renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]
) -> list[Assessed]:
    """Return the moves, best first; `Renderer.leaves` orders moves that are as good as the best."""
    even = [each for each in moves if abs(moves[0].worth - each.worth) < SMALL]
    even.sort(key=lambda each: renderer.leaves(context, each.move), reverse=True)
    return [*even, *(each for each in moves if each not in even)]


def tell_best(
    renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]
) -> tuple[Assessed, str]:
    """Return the best move, and two lines: the buttons to press, and the reason that decides."""
    moves = order_moves(renderer, context, moves)
    even = [each for each in moves if abs(moves[0].worth - each.worth) < SMALL]
    best, way = find_way(renderer, context, even)
    name = f"**{way or renderer.name_move(context, best.move)}**"
    if len(moves) == 1:
        return best, f"{name}\n{renderer.advise(context, best.move)}"
    same = context.language.frame("All other moves are equally good.")
    others = [each for each in moves if each != best]
    why = same if len(even) == len(moves) else renderer.explain(context, (best, *others))
    return best, f"{name}\n{why}"


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
