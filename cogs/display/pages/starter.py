"""What a table's thread begins with: its starter message in the channel, and the call into it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cogs.display.pages.board import head_of
from cogs.display.pages.context import render_context
from cogs.display.pages.end import render_ended, render_final, render_result
from cogs.display.words.faces import show_player
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.names import join_names
from cogs.interactions.parts import text
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
    from records.model.people import Earned, SoloScore
    from tables.model.table import Series, Table


def invite(table: Table, content: MessageContent) -> MessageContent:
    """Return a board that, as the first message of a thread, calls the players into it."""
    people = tuple(each.person_id for each in table.people if each.person_id > 0)
    if table.thread_id is None or table.status is not Status.PLAYING:
        return content
    mentions = join_names([f"<@{person}>" for person in people])
    line = text(f"-# 🧵 {mentions}: you play here.")
    return replace(content, items=[line, *content.items], calls=people)


def render_starter(  # noqa: PLR0917 - all that an end is made of
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    earned: Sequence[Earned] = (),
    series: Series | SoloScore | None = None,
    decided: str = "",
) -> MessageContent:
    """Return the starter message of a table whose game has begun; as `render_table`."""
    if table.status is Status.PLAYING:
        shown = _render_playing(renderer, table, emojis)
    elif table.status is not Status.FINISHED:
        shown = render_ended(table)
    elif table.state is None:
        shown = render_result(table, emojis)
    else:
        context = render_context(table, emojis)
        shown = render_final(renderer, table, context, earned, series, decided)
    if table.thread_id == table.channel_id:  # a forum's post, which it stands in
        return shown
    how = "It is played" if table.status is Status.PLAYING else "It was played"
    return replace(shown, items=[*shown.items, text(f"-# 🧵 {how} in <#{table.thread_id}>")])


def _render_playing(renderer: Renderer, table: Table, emojis: Emojis) -> MessageContent:
    """Say who plays, who leads, and whose turn it is."""
    context = render_context(table, emojis)
    scores = renderer.scores(context.view)
    return framed(
        renderer.accent,
        text(f"{head_of(renderer, context)}\n-# {renderer.headline(context)}"),
        text(f"{_list_scores(table, scores, emojis)}\n{_tell_turn(table, emojis)}"),
    )


def _list_scores(table: Table, scores: Sequence[int], emojis: Emojis) -> str:
    """Return the players with their scores in one line, those ahead first and with a crown."""
    order = sorted(range(len(table.seats)), key=lambda seat: -scores[seat])
    ahead = max(scores) if max(scores) > min(scores) else None
    return " · ".join(
        f"{emojis['crown'] if scores[seat] == ahead else ''} "
        f"{show_player(table.seats[seat], emojis)} {scores[seat]}".lstrip()
        for seat in order
    )


def _tell_turn(table: Table, emojis: Emojis) -> str:
    """Say whose turn it is."""
    thinking = () if table.thinking is None else (table.thinking,)
    names = [show_player(table.seats[seat], emojis) for seat in table.waiting_on or thinking]
    return f"▶ It is the turn of {join_names(names)}."
