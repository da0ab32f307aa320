"""What a replay looks like: the game's own board after so many steps, and buttons to other steps.

Only finished games are replayed, so anybody may see what each seat could see. A seat's private view
is what the game's renderer draws for its player, without the controls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.controls.components import PageButton
from cogs.display.controls.paging import EVERYBODY, REPLAY, REVIEW, select
from cogs.display.pages.context import render_context, see_steps
from cogs.display.pages.end import describe_ending
from cogs.display.pages.result_card import render_result_card
from cogs.interactions.content import Fragment, MessageContent, framed
from cogs.interactions.names import clean_name, plain_name
from cogs.interactions.parts import SEPARATOR_LINE, Items, Part, drop_controls, rows, text
from engine.core import CHANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.display.words.emojis import Emojis
    from engine.core import Seat
    from records.boards.replay import Replay
    from tables.model.table import PlayedMove, Table

STRIDE = 10
"""How many steps the long buttons go, in games that have many steps."""


def render_replay(
    renderer: Renderer,
    replay: Replay,
    emojis: Emojis,
    step: int,
    eyes: str,
    *,
    shared: bool = False,
) -> MessageContent:
    """Return the table after so many steps, as a seat or everybody saw it; at the end the card.

    A step beyond the ends of the replay is replaced by the end itself. A shared page has no
    controls.
    """
    step = min(max(step, 0), replay.length)
    table = replay.at(step)
    seat = None if eyes == EVERYBODY else int(eyes)
    context = render_context(table, emojis)
    board, card = renderer.board(context), Fragment([])
    private = render_hand(renderer, table, emojis, seat)
    ending = [text(describe_ending(renderer, table, context))] if table.outcome else Items()
    if table.outcome and len(table.seats) > 1:
        card = render_result_card(renderer, table, context)
    items: Items = [
        text(_make_heading(renderer, context, step, replay.length, seat)),
        *ending,
        *card.items,
        *drop_controls(board.items),
        *_describe_step(renderer, context, replay.made(step), seat),
        *private.items,
    ]
    if not shared:
        items += _make_controls(replay, step, eyes, reviewed=renderer.has_hints)
    pictures = [*card.pictures, *board.pictures, *private.pictures]
    return framed(renderer.accent, *items, pictures=pictures)


def _make_heading(
    renderer: Renderer, context: RenderContext, step: int, length: int, seat: Seat | None
) -> str:
    """Return game, position, table, step, and whose view it is."""
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


def render_hand(renderer: Renderer, table: Table, emojis: Emojis, seat: Seat | None) -> Fragment:
    """Return what a seat alone could see; nothing after the end, or where nothing is hidden."""
    if seat is None or table.outcome is not None:
        return Fragment([])
    hand = renderer.hand(render_context(table, emojis, seat))
    if hand is None:
        return Fragment([])
    head = text(f"**What {plain_name(table.seats[seat].person.name)} alone could see**")
    return Fragment([SEPARATOR_LINE, head, *drop_controls(hand.items)], hand.pictures)


def _make_controls(replay: Replay, step: int, eyes: str, *, reviewed: bool) -> Items:
    """Return the buttons to other steps, Share, Transcript, and the choice of the viewer.

    `reviewed`: whether it is known what the moves were worth.
    """
    table, length = replay.table.id, replay.length

    def make_button(how: str, label: str, wanted: int) -> Part:
        there = min(max(wanted, 0), length)
        return PageButton.of(REPLAY, how, table, there, eyes, label=label, disabled=there == step)

    steps: Items = [
        make_button("first", "First", 0),
        make_button("back", "◀ Back", step - 1),
        make_button("on", "Next ▶", step + 1),
        make_button("last", "Last", length),
    ]
    more: Items = []
    if length > 3 * STRIDE:
        more += [
            make_button("far", f"◀ {STRIDE} back", step - STRIDE),
            make_button("fast", f"{STRIDE} on ▶", step + STRIDE),
        ]
    more += [
        PageButton.of(REPLAY, "share", table, step, eyes, label="Share"),
        PageButton.of(REPLAY, "log", table, label="Transcript"),
    ]
    if reviewed:
        more.append(PageButton.of(REVIEW, "open", table, label="Review"))
    return [*rows(steps), *rows(more), *_make_viewer_select(replay, step, eyes)]


def _make_viewer_select(replay: Replay, step: int, eyes: str) -> Items:
    """Return the choice whose view is shown, in a game that hides something."""
    table = replay.table
    if not table.game.info.hidden:
        return []
    seats = [
        (str(i), f"What {clean_name(s.person.name)} could see") for i, s in enumerate(table.seats)
    ]
    options = [(EVERYBODY, "What everybody could see"), *seats]
    return rows([select("Through whose eyes", options, eyes, REPLAY, "eyes", table.id, step)])
