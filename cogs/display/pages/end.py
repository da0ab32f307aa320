"""The end of a table: a finished game with its result card and medals, or no result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.display.controls.components import ActionButton, PageButton, more_button
from cogs.display.controls.paging import DAILY, REPLAY
from cogs.display.pages.board import head_of, tell_last_steps
from cogs.display.pages.fair_dice import fair_dice_line
from cogs.display.pages.result_card import render_result_card
from cogs.display.words.faces import show_player
from cogs.display.words.table_text import describe_series
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.names import join_names, plain_name
from cogs.interactions.parts import Items, Part, rows, text
from tables.model.table import Status, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.display.words.emojis import Emojis
    from engine.core import Seat
    from records.model.people import Earned, SoloScore
    from tables.model.table import Series

GREY = 0x80848E

GOLD = 0xF0B232

LAST_LINES = 2
"""How many lines tell what happened last."""

SHOWN_ACHIEVEMENTS = 1
"""How many achievements a final board names; the page behind ⋯ leads to all."""

ENDINGS = {
    Status.CANCELLED: "This table was cancelled.",
    Status.ABANDONED: "Nobody is left at this table, so the game was abandoned.",
    Status.CLOSED: "This table was closed.",
}


def render_final(  # noqa: PLR0917 - all that an end is made of
    renderer: Renderer,
    table: Table,
    context: RenderContext,
    earned: Sequence[Earned] = (),
    series: Series | SoloScore | None = None,
    decided: str = "",
) -> MessageContent:
    """Return the end: who won, by what, the last steps, the card, what was earned, what is next.

    `decided`: what decided the game, once that is known.
    """
    card = renderer.last_picture(context) or render_result_card(renderer, table, context)
    return framed(
        GOLD,
        text(f"{head_of(renderer, context)}\n-# The game is over"),
        text(describe_ending(renderer, table, context)),
        *tell_last_steps(renderer, table, context, LAST_LINES),
        *map(text, describe_series(table, series)),
        *card.items,
        *([text(decided)] if decided else ()),
        *_render_achievements(earned),
        *_what_next(table),
        pictures=card.pictures,
    )


def render_result(table: Table, emojis: Emojis) -> MessageContent:
    """Return the end of a game whose log no longer folds: places and scores as they were stored."""
    ranked = sorted(table.seats, key=lambda seat: seat.place or 0)
    lines = [f"`{s.place}` {show_player(s, emojis)} · {s.score}" for s in ranked]
    return framed(
        GOLD,
        text(f"### {emojis['crown']} {table.game.info.title}\n-# The game is over"),
        text("\n".join(lines)),
        text("-# The rules have changed since, so its last board cannot be drawn any more."),
        *_what_next(table),
    )


def _what_next(table: Table) -> Items:
    """Return what every finished game ends with: what people can do now.

    Who has played alone looks for the next game first, and finds the replay behind ⋯.
    """
    alone = len(table.people) == 1
    again = "Play again" if alone else "Rematch"
    green = discord.ButtonStyle.success
    buttons: Items = [ActionButton.of(table.id, "rematch", again, style=green)]
    if alone:
        buttons.append(PageButton.of(DAILY, label="See the daily"))
    elif table.state is not None:
        buttons.append(replay_button(table))
    return [*rows([*buttons, more_button(table.id)]), *fair_dice_line(table)]


def replay_button(table: Table, way: str = "") -> Part:
    """Return the button to the replay of a finished game, which opens at its turning point.

    `way`: to where it leads back, as of `lead_back`.
    """
    return PageButton.of(REPLAY, "turning", table.id, way, label="Replay")


def _render_achievements(earned: Sequence[Earned]) -> Items:
    """Announce an achievement of the game, and say how many more there are."""
    if not earned:
        return []
    more = f" · {len(earned) - SHOWN_ACHIEVEMENTS} more: ⋯"
    return [text(f"{describe_earned(earned[0])}{more * (len(earned) > SHOWN_ACHIEVEMENTS)}")]


def describe_earned(earned: Earned) -> str:
    """Say in a line who earned what."""
    return f"🏅 **{plain_name(earned.name)}** earned **{earned.title}**: {earned.words}"


def describe_ending(renderer: Renderer, table: Table, context: RenderContext) -> str:
    """Say who won and by what, who was shown hints, and who was away."""
    outcome = context.outcome
    if outcome is None:
        return ""
    lines = [
        f"## {context.emojis[renderer.emblem(context)]} {renderer.ending(context)}",
        *filter(None, [renderer.margin(context)]),
    ]
    hints = [f"{context.name(i)} {seat.hints}" for i, seat in enumerate(table.seats) if seat.hints]
    lines += [f"-# Hints shown: {', '.join(hints)}"] if hints else []
    order = sorted(range(len(table.seats)), key=lambda seat: outcome.places[seat])
    return "\n".join([*lines, *_describe_absent(table, context, order)])


def _describe_absent(table: Table, context: RenderContext, order: Sequence[Seat]) -> list[str]:
    """Say how the leaderboard counts seats that their owners had left; the rules do not know them.

    `order` is that of the places.
    """
    seats, outcome = table.seats, context.outcome
    left = [seat for seat in order if seats[seat].caretaker]
    stayed = [seat for seat in order if not seats[seat].caretaker]
    if outcome is None or not left or not stayed:
        return []
    best = [context.name(s) for s in stayed if outcome.places[s] == outcome.places[stayed[0]]]
    win = f", and a win for {join_names(best)}" if outcome.places[stayed[0]] > 1 else ""
    names = join_names([context.name(seat) for seat in left])
    were = "was" if len(left) == 1 else "were"
    return [f"-# {names} {were} away at the end: on the leaderboard that is a loss{win}."]


def render_ended(table: Table) -> MessageContent:
    """Return the message of a table that came to no result."""
    reason = f"{table.reason or ENDINGS[table.status]}{_tell_losers(table)}"
    key = table.game.info.key
    return framed(
        GREY,
        text(f"### {table.game.info.title}\n{reason}\nOpen a new one with `/{key} start`."),
        *([] if table.last_hash is None else _leave_proof(table)),
    )


def _tell_losers(table: Table) -> str:
    """Say who has lost a game that came to no end, where it counts."""
    if not table.forfeited or len(table.seats) == 1:
        return " It counts as unfinished." if table.forfeited else ""
    left = (each for each in table.people if each.caretaker or each.departed)
    lost = [plain_name(each.name) for each in left]
    return f" On the leaderboard that is a loss for {join_names(lost)}."


def _leave_proof(table: Table) -> Items:
    """Return what the message of a game without a result ends with."""
    return [*rows([more_button(table.id)]), *fair_dice_line(table)]
