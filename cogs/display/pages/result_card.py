"""The result card of a finished game, and the sentence about what decided it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cogs.display.art.result_card import Finisher, draw_result
from cogs.display.pages.context import render_context
from cogs.display.words.amounts import format_amount
from cogs.interactions.content import Fragment, picture
from cogs.interactions.names import clean_name
from players.coach.turning import find_turning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.display.words.emojis import Emojis
    from players.coach.review import Review
    from records.boards.replay import Replay
    from tables.model.table import Table


def render_result_card(renderer: Renderer, table: Table, context: RenderContext) -> Fragment:
    """Return the card of a finished game as a picture; its words are the same in more detail."""
    finishers = list_finishers(table)
    return picture(
        "result",
        partial(draw_result, table.game.info.title, f"table #{table.id}", finishers),
        describe_card(finishers, [renderer.result(context, each.seat) for each in finishers]),
    )


def list_finishers(table: Table) -> list[Finisher]:
    """Return the players in the order of their places by the rules."""
    outcome = table.outcome
    if outcome is None:
        return []
    found = [
        Finisher(seat, clean_name(player.person.name), outcome.places[seat], outcome.scores[seat])
        for seat, player in enumerate(table.seats)
    ]
    return sorted(found, key=lambda finisher: finisher.place)


def describe_card(finishers: Sequence[Finisher], results: Sequence[str]) -> str:
    """Return the alt text of the card."""
    places = zip(finishers, results, strict=True)
    return f"A podium: {'; '.join(f'{one.place}. {one.name}: {words}' for one, words in places)}."


def describe_decision(renderer: Renderer, replay: Replay, found: Review, emojis: Emojis) -> str:
    """Say what a review is sure to have decided the game; empty where it is sure of nothing."""
    turning = find_turning(found)
    if turning is None:
        return ""
    before = replay.at(replay.step_before(turning.seq))
    context = render_context(before, emojis, turning.seat if before.game.info.hidden else None)
    who, worth = context.name(turning.seat), format_amount(abs(turning.change), found.unit)
    if turning.decision is None:
        luck = "good" if turning.change > 0 else "bad"
        where = renderer.headline(context)
        return f"🎯 **What decided it:** {luck} luck of {who}, worth {worth} ({where})."
    made, best = (
        renderer.name_move(context, each.move)
        for each in (turning.decision.made, turning.decision.best)
    )
    return f"🎯 **What decided it:** {who} chose **{made}**; **{best}** was worth {worth} more."
