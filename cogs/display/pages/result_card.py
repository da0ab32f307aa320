"""The result card of a finished game, and the sentence about what decided it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.art.result_card import Curves, Finisher, draw_result
from cogs.display.pages.context import render_context, see_steps
from cogs.interactions.content import Fragment, draw, picture, text
from cogs.interactions.names import clean_name, count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.display.words.emojis import Emojis
    from records.boards.replay import Replay
    from tables.model.table import Table

DECISION_LINES = 3
"""How many sentences, at most, tell what decided a game."""


async def draw_end(renderer: Renderer, replay: Replay, emojis: Emojis) -> Fragment:
    """Return the result card of a finished game; its views are made in a thread."""
    curves = await draw(lambda: follow_scores(renderer, replay))
    return render_result_card(renderer, render_context(replay.table, emojis), replay, curves)


def render_result_card(
    renderer: Renderer, context: RenderContext, replay: Replay, curves: Curves
) -> Fragment:
    """Return the card as a picture, and below it what decided the game."""
    table = replay.table
    finishers = list_finishers(table)
    drawn = picture(
        "result",
        (table.id, finishers),  # a game that is over does not change
        lambda: draw_result(table.game.info.title, f"table #{table.id}", finishers, curves),
        describe_card(finishers, replay, curves),
    )
    decision = describe_decision(renderer, context, replay, curves)
    return Fragment([*drawn.items, *([text(decision)] if decision else [])], drawn.pictures)


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


def follow_scores(renderer: Renderer, replay: Replay) -> Curves:
    """Return the scores after each step of a game, and the step that decided it.

    That is the one after which the winners, and nobody else, stay ahead to the end; where the
    scores alone do not say so, it is the last one. Nobody decides a game played alone.
    """
    game, length = replay.table.game, replay.length
    tables = [replay.at(step) for step in range(length + 1)]
    scores = [renderer.scores(game.view(table.state, None)) for table in tables]
    outcome = replay.table.outcome
    if outcome is None or len(outcome.scores) < 2:
        return Curves(scores, None)
    ahead = [_leaders(now) == set(outcome.winners) for now in scores]
    behind = [step for step, leads in enumerate(ahead) if not leads]
    return Curves(scores, min(behind[-1] + 1, length) if behind else length)


def _leaders(scores: Sequence[int]) -> set[int]:
    return {seat for seat, score in enumerate(scores) if score == max(scores)}


def describe_decision(
    renderer: Renderer, context: RenderContext, replay: Replay, curves: Curves
) -> str:
    """Tell the step that decided the game; empty where there is none."""
    if curves.decided is None:
        return ""
    if curves.decided == replay.length:  # the board tells it anyway
        return "🎯 **Decided with the very last step.**"
    steps = see_steps(renderer.game, replay.made(curves.decided), None)
    sentences = renderer.describe_steps(context, steps)[-DECISION_LINES:]
    if not sentences:
        return ""
    lines = [line for sentence in sentences for line in sentence.split("\n")][-DECISION_LINES:]
    head = f"🎯 **What decided it**, in step {curves.decided} of {replay.length}:"
    return "\n".join([head, *(f"> {line.removeprefix('## ')}" for line in lines)])


def describe_card(finishers: Sequence[Finisher], replay: Replay, curves: Curves) -> str:
    """Return the alt text of the card."""
    places = "; ".join(f"{each.place}. {each.name}: {each.score}" for each in finishers)
    decided = "" if curves.decided is None else f", decided in step {curves.decided}"
    return f"A podium: {places}. Curves of the scores over {count(replay.length, 'step')}{decided}."
