"""The result card of a finished game, and the sentence about what decided it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.art.result_card import Finisher, draw_result
from cogs.display.pages.context import render_context, see_steps
from cogs.display.words.amounts import format_amount
from cogs.interactions.content import Fragment, picture
from players.coach.turning import find_turning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.display.words.emojis import Emojis
    from players.coach.review import Review
    from records.boards.replay import Replay
    from tables.model.table import Table


def render_result_card(renderer: Renderer, table: Table, context: RenderContext) -> Fragment:
    """Return the card of a finished game as a picture; its words are the same in more detail.

    Who plays alone gets the board in its place: a podium needs others.
    """
    if len(table.seats) == 1:
        return renderer.board(context)
    finishers = list_finishers(renderer, table, context)
    return picture(
        "result",
        (table.id, finishers),  # a game that is over does not change
        lambda: draw_result(table.game.info.title, f"table #{table.id}", finishers),
        describe_card(finishers, [renderer.result(context, each.seat) for each in finishers]),
    )


def list_finishers(renderer: Renderer, table: Table, context: RenderContext) -> list[Finisher]:
    """Return the players in the order of their places by the rules."""
    outcome = table.outcome
    if outcome is None:
        return []
    ranks = table.game.info.scores_compare
    all_of = zip(context.names, outcome.places, outcome.scores, strict=True)
    found = [
        Finisher(seat, *each, words="" if ranks else renderer.result(context, seat))
        for seat, each in enumerate(all_of)
    ]
    return sorted(found, key=lambda finisher: finisher.place)


def describe_card(finishers: Sequence[Finisher], results: Sequence[str]) -> str:
    """Return the alt text of the card."""
    places = zip(finishers, results, strict=True)
    return f"A podium: {'; '.join(f'{one.place}. {one.name}: {words}' for one, words in places)}."


def describe_decision(renderer: Renderer, replay: Replay, found: Review, emojis: Emojis) -> str:
    """Say what a review is sure to have decided the game; empty where it is sure of nothing."""
    outcome = replay.table.outcome
    turning = find_turning(found, outcome.winners if outcome else ())
    if turning is None:
        return ""
    step = replay.step_before(turning.seq)
    before = replay.at(step)
    context = render_context(before, emojis, turning.seat if before.game.info.hidden else None)
    who, worth = context.name(turning.seat), format_amount(abs(turning.change), found.unit)
    if turning.decision is None:
        luck = "good" if turning.change > 0 else "bad"
        steps = see_steps(before.game, replay.made(step)[-1:], None)
        told = renderer.describe_step(context, steps[0])
        dice = f"\n> {told.splitlines()[-1]}" if told else ""
        return f"🎯 **What decided it:** {luck} luck of {who}, worth {worth}.{dice}"
    made, best = (
        renderer.name_move(context, each.move)
        for each in (turning.decision.made, turning.decision.best)
    )
    return f"🎯 **What decided it:** {who} chose **{made}**; **{best}** was worth {worth} more."
