"""What a replay looks like: the game's own board after so many steps, and the ways to other steps.

Only finished games are replayed, so it may be seen through anybody's eyes. A seat's private view is
the one that the game's renderer draws for its player, without the controls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from discord import ui

from cogs.core.components import PageButton
from cogs.core.content import Fragment, Items, MessageContent, rows, text
from cogs.core.context import render_context, see_steps
from cogs.core.messages import describe_places
from cogs.core.names import plain_name
from cogs.core.paging import select
from cogs.core.renderer import RenderContext, Renderer
from engine.core import CHANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.core.emojis import Emojis
    from engine.core import Seat
    from records.replay import Replay
    from tables.model import PlayedMove, Table

PAGES = "replay"

EVERYBODY = "p"
"""Whose eyes: the public's; else a seat's number."""

STRIDE = 10
"""How far the long steps go, in games that have many."""


def replay_page(
    renderer: Renderer,
    replay: Replay,
    emojis: Emojis,
    step: int,
    eyes: str,
    *,
    shared: bool = False,
) -> MessageContent:
    """Return the table after so many steps as a seat or everybody saw it; shared: no controls.

    A step beyond the ends of the replay stands for the end itself.
    """
    step = min(max(step, 0), replay.length)
    table = replay.at(step)
    seat = None if eyes == EVERYBODY else int(eyes)
    context = render_context(table, emojis)
    board = renderer.board(context)
    private = _private(renderer, table, emojis, seat)
    ending = [text(describe_places(renderer, table, context))] if table.outcome else []
    items: Items = [
        text(_head(renderer, context, step, replay.length, seat)),
        *ending,
        *without_controls(board.items),
        *_describe_step(renderer, context, replay.made(step), seat),
        *private.items,
    ]
    if not shared:
        items += _controls(replay, step, eyes)
    container: ui.Container[Any] = ui.Container(*items, accent_colour=renderer.accent)
    return MessageContent([container], [*board.files, *private.files])


def _head(
    renderer: Renderer, context: RenderContext, step: int, length: int, seat: Seat | None
) -> str:
    over = context.outcome is not None
    through = "" if seat is None or over else f" · as {context.name(seat)} saw it"
    where = "The game is over" if over else renderer.headline(context)
    return (
        f"### {renderer.game.info.title}, replay\n"
        f"-# {where} · table #{context.table_id} · step {step} of {length}{through}"
    )


def _describe_step(
    renderer: Renderer, context: RenderContext, made: Sequence[PlayedMove], seat: Seat | None
) -> Items:
    """Say what was done in a step, and what came of it."""
    steps = see_steps(renderer.game, made, seat)
    sentences = [sentence for step in steps if (sentence := renderer.describe_step(context, step))]
    if not sentences:
        moves = [step for step in steps if step.seat != CHANCE]
        sentences = [renderer.describe_replay_step(context, step) for step in moves]
    sentences = sentences or ["The game begins."]
    if any(step.by_caretaker for step in steps):
        sentences[0] += " (by the caretaker)"
    lines = (line for sentence in sentences for line in sentence.splitlines())
    return [text("\n".join(f"> {line}" for line in lines))]


def _private(renderer: Renderer, table: Table, emojis: Emojis, seat: Seat | None) -> Fragment:
    """Return what a seat alone could see; nothing after the end, or where nothing is hidden."""
    if seat is None or table.outcome is not None:
        return Fragment([])
    hand = renderer.hand(render_context(table, emojis, seat))
    if hand is None:
        return Fragment([])
    head = text(f"**What {plain_name(table.seats[seat].person.name)} alone could see**")
    return Fragment([ui.Separator(), head, *without_controls(hand.items)], hand.files)


def without_controls(items: Items) -> Items:
    """The components that show something; controls are left out."""
    kept: Items = []
    for item in items:
        if isinstance(item, ui.Container) or _is_pressed(item):
            kept += without_controls(list(item.children))
        elif not isinstance(item, ui.ActionRow):
            kept.append(item)
    return kept


def _is_pressed(item: ui.Item[Any]) -> TypeGuard[ui.Section[Any]]:
    """Whether it is a section with a button beside its words."""
    return isinstance(item, ui.Section) and not isinstance(item.accessory, ui.Thumbnail)


def _controls(replay: Replay, step: int, eyes: str) -> Items:
    table, length = replay.table.id, replay.length

    def to(how: str, label: str, wanted: int) -> PageButton:
        there = min(max(wanted, 0), length)
        return PageButton.of(PAGES, how, table, there, eyes, label=label, disabled=there == step)

    steps: list[ui.Item[Any]] = [
        to("first", "First", 0),
        to("back", "◀ Back", step - 1),
        to("on", "Next ▶", step + 1),
        to("last", "Last", length),
    ]
    more: list[ui.Item[Any]] = []
    if length > 3 * STRIDE:
        more += [
            to("far", f"◀ {STRIDE} back", step - STRIDE),
            to("fast", f"{STRIDE} on ▶", step + STRIDE),
        ]
    more += [
        PageButton.of(PAGES, "share", table, step, eyes, label="Share"),
        PageButton.of(PAGES, "log", table, label="Transcript"),
    ]
    return [*rows(steps), *rows(more), *_eyes(replay, step, eyes)]


def _eyes(replay: Replay, step: int, eyes: str) -> Items:
    """Through whose eyes, in a game that hides something."""
    table = replay.table
    if not table.game.info.hidden:
        return []
    seats = [(str(i), f"What {s.person.name} could see") for i, s in enumerate(table.seats)]
    options = [(EVERYBODY, "What everybody could see"), *seats]
    return rows([select("Through whose eyes", options, eyes, PAGES, "eyes", table.id, step)])
