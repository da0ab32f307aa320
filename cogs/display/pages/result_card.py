"""The result card of a finished game, and the sentence about what decided it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cogs.display.art.result_card import Finisher, draw_result, name_finish
from cogs.display.pages.context import render_context, see_steps
from cogs.interactions.content import Fragment, picture
from cogs.interactions.names import clean_name
from players.coach.turning import find_turning

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
    words = [renderer.result(context, each.seat) for each in finishers]
    alt = describe_card(finishers, words)
    return _make_card(finishers, alt)


def render_podium(ends: Iterable[tuple[str, int, int, str, int]]) -> Fragment:
    """Return the card of people with names, places, scores, words and faces, without a game."""
    finishers = _rank(ends)
    return _make_card(finishers, describe_card(finishers, [each.words for each in finishers]))


def list_finishers(
    renderer: Renderer, table: Table, context: RenderContext
) -> tuple[Finisher, ...]:
    """Return the players in the order of their places by the rules."""
    outcome, ranks = table.outcome, table.game.info.scores_compare
    if outcome is None:
        return ()
    words = ["" if ranks else renderer.result(context, seat) for seat in range(len(table.seats))]
    names = (player.person.name for player in table.seats)
    faces = (-player.person_id * bool(player.level) for player in table.seats)
    return _rank(zip(names, outcome.places, outcome.scores, words, faces, strict=True))


def _rank(ends: Iterable[tuple[str, int, int, str, int]]) -> tuple[Finisher, ...]:
    """Return names with places, scores, words and faces, by seat, in the order of their places."""
    found = [
        Finisher(seat, clean_name(name), place, score, words, face)
        for seat, (name, place, score, words, face) in enumerate(ends)
    ]
    return tuple(sorted(found, key=lambda finisher: finisher.place))


def _make_card(finishers: tuple[Finisher, ...], alt: str) -> Fragment:
    """Return the card as a picture."""
    return picture("result", partial(draw_result, finishers), alt)


def describe_card(finishers: Sequence[Finisher], results: Sequence[str]) -> str:
    """Return the alt text of the card."""
    places = zip(finishers, results, strict=True)
    finish = name_finish(finishers)
    how = f" ({finish})" if finish else ""
    return (
        f"A podium{how}: {'; '.join(f'{one.place}. {one.name}: {words}' for one, words in places)}."
    )


def describe_decision(renderer: Renderer, replay: Replay, found: Review, emojis: Emojis) -> str:
    """Say what a review is sure to have decided the game; empty where it is sure of nothing."""
    outcome, lone = replay.table.outcome, render_context(replay.table, emojis).lone
    turning = find_turning(found, outcome.winners if outcome else (), lone)
    if turning is None:
        return ""
    step = replay.step_before(turning.seq)
    before = replay.at(step)
    context = render_context(before, emojis, turning.seat if before.game.info.hidden else None)
    who = context.name(turning.seat)
    if turning.decision is None:
        luck = "lucky" if turning.change > 0 else "unlucky"
        steps = see_steps(before.game, replay.made(step)[-1:], None)
        told = renderer.describe_step(context, steps[0])
        dice = f"\n> {told.splitlines()[-1]}" if told else ""
        return f"🎯 **What decided it:** {who} was {luck} here.{dice}"
    made, best = (
        renderer.name_move(context, each.move)
        for each in (turning.decision.made, turning.decision.best)
    )
    return f"🎯 **What decided it:** {who} chose **{made}**; **{best}** was better."
