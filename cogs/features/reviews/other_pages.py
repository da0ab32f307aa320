"""What reviews tell on pages that are not theirs: ends of games, leaderboards, statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.board import render_context, see_steps
from cogs.display.words.table_text import format_average
from cogs.features.reviews.regrets import RegretLine, RegretSpan, count_enough
from cogs.interactions.names import count
from players.review import find_turning
from records.model.boards import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
    from players.review import Review
    from records.model.replay import Replay

TOLD_SPANS = 4
"""The most spans of ten games whose accuracy is told."""

WORDS = (
    (90, "Excellent choices"), (75, "Good choices"), (50, "Fair choices"), (0, "Daring choices"),
)  # fmt: skip
"""What choices are called, from an accuracy on."""


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


def explain_board(game_key: str) -> str:
    """Say how one gets on the board of who gives least away."""
    return (
        "It counts what decisions give away, not luck: the least comes first. You are on it "
        f"after {count_enough(game_key)} decisions, whoever you play with."
    )


def to_line(each: RegretLine) -> Line:
    """Return a player as a leaderboard shows them."""
    fact = f"**{format_average(each.game, each.average)}**"
    return Line(each.rank, each.person_id, each.name, each.games, fact)


def describe_spans(game: str, spans: Sequence[RegretSpan]) -> str:
    """Return what decisions gave away lately, and how it was before, span by span."""
    if not spans or spans[-1].decisions < count_enough(game):
        return ""
    latest = spans[-1]
    word = next(word for least, word in WORDS if latest.accuracy >= least)
    games = count(latest.games, "game")
    lines = [f"**{word}**: accuracy {latest.accuracy:.0f} of 100 in {games}"]
    earlier = [f"{span.accuracy:.0f}" for span in spans[-TOLD_SPANS:]]
    if len(earlier) > 1:
        lines.append(f"-# Ten games at a time: {' → '.join(earlier)}")
    return "\n".join(lines)
