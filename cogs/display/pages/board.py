"""The board of a game that is being played, and the hand that one player alone sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ui

from cogs.display.controls.components import ActionButton, PageButton
from cogs.display.controls.paging import CANCEL, ORDER_PAGES
from cogs.display.pages.context import render_context, see_steps
from cogs.display.pages.fair_dice import fair_dice_line
from cogs.display.pages.how_to_play import how_to_play_button
from cogs.display.words.faces import show_player
from cogs.display.words.table_text import describe_away, describe_clock, table_link
from cogs.interactions.content import Items, MessageContent, framed, rows, text
from cogs.interactions.names import clean_name, join_names, plain_name
from players.orders import ORDERS
from tables.model.table import STANDING_ORDER, Gone, Status, Table

if TYPE_CHECKING:
    from collections.abc import Collection

    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.display.words.emojis import Emojis
    from engine.core import Seat
    from tables.model.table import SeatedPlayer

REASONS = {
    Gone.LEFT: "has left the server",
    Gone.TIMED_OUT: "is timed out",
    Gone.HIDDEN: "cannot see this channel",
}
"""Why somebody cannot play."""


def render_board(
    renderer: Renderer,
    table: Table,
    context: RenderContext,
    now: float,
    learners: Collection[Seat] = (),
) -> MessageContent:
    """Say what happened, where the game stands, whose turn it is, and what can be done.

    `learners`: the seats to which it says what the next press does.
    """
    board = renderer.board(context)
    guide = renderer.guide(context) if learners else ""
    return framed(
        renderer.accent,
        text(f"### {table.game.info.title}\n-# {renderer.headline(context)} · table #{table.id}"),
        *render_steps(renderer, table, context),
        *board.items,
        ui.Separator(),
        text("\n".join([_call(table, context.emojis), *describe_away(table, now)])),
        *([text(f"-# 💬 {guide}")] if guide else ()),
        *renderer.controls(context),
        *rows(_offer_undo(table)),
        *_seat_buttons(table, now),
        *_about(renderer, table),
        pictures=board.pictures,
    )


def _about(renderer: Renderer, table: Table) -> Items:
    """Return what every board ends with; a direct message has no spectators."""
    buttons: list[ui.Item[Any]] = [how_to_play_button(table.game.info.key)]
    if renderer.has_odds:
        label = f"Odds: {'shown' if table.odds else 'hidden'}"
        buttons.append(ActionButton.of(table.id, "odds", label, arg=int(not table.odds)))
    if table.gives_hints and renderer.has_hints:
        buttons.append(ActionButton.of(table.id, "hint", "💡 Hint"))
    buttons += _offer_orders(table)
    if table.guild_id is not None:
        buttons.append(ActionButton.of(table.id, "watch", "👀 Watch"))
    return [*rows(buttons), fair_dice_line(table)]


def _call(table: Table, emojis: Emojis) -> str:
    """Mention those whose turn it is; or say which computer is to move."""
    if not table.waiting_on and table.thinking is not None:
        return f"▶ {show_player(table.seats[table.thinking], emojis)} is thinking"
    people = [f"<@{table.seats[seat].person.id}>" for seat in table.waiting_on]
    clock = describe_clock(table, table.waiting_on)
    return f"▶ {', '.join(people)}: **your turn**{clock}{_tell_late(table)}"


def _tell_late(table: Table) -> str:
    """Say whose time has run out just now; empty where nobody's has."""
    made = {move.seat for move in table.since_click if move.by_caretaker}
    late = [s.person.name for i, s in enumerate(table.seats) if i in made and s.missed]
    names = join_names([plain_name(name) for name in late])
    return f"\n-# The time of {names} had run out: the caretaker has moved." if late else ""


def render_steps(renderer: Renderer, table: Table, context: RenderContext) -> Items:
    """Describe the latest steps, oldest first, in one paragraph."""
    sentences = describe_steps(renderer, table, context)
    lines = [f"> {line}" for sentence in sentences for line in sentence.split("\n")]
    lines += [*_tell_orders(table), *_tell_undo(table)]
    return [text("\n".join(lines))] if lines else []


def describe_steps(renderer: Renderer, table: Table, context: RenderContext) -> list[str]:
    """Return sentences about the steps since the latest click, that one included."""
    return renderer.describe_steps(context, see_steps(table.game, table.since_click, None))


def _seat_buttons(table: Table, now: float) -> Items:
    """Return what can be done about absent players: play on for them, be back, end the game."""
    buttons: list[ui.Item[Any]] = []
    for seat in table.waiting_on:
        if table.may_hand_over(seat, now):
            name = clean_name(table.seats[seat].person.name)[:50]
            buttons.append(ActionButton.of(table.id, "care", f"Play on for {name}", arg=seat))
    # Somebody who was forgotten has an id that no account has, and does not come back.
    gone = [seat for seat in table.seats if seat.caretaker and seat.person.id > 0]
    names = join_names([_name_gone(seat) for seat in gone])
    whose = f"-# The caretaker plays for {names}, who can come back at any time:"
    away = any(table.is_away(seat, now) for seat in table.present)
    more: list[ui.Item[Any]] = []
    if gone or away:
        more.append(ActionButton.of(table.id, "back", "I'm back"))
    if deciding := table.deciding(now):
        agree = sum(table.seats[seat].ends for seat in deciding)
        how = f": {agree} of {len(deciding)} agree" if agree else "…"
        more.append(PageButton.of(CANCEL, "ask", table.id, label=f"End without a result{how}"))
    return [*rows(buttons), *([text(whose)] if gone else ()), *rows(more)]


def _name_gone(seat: SeatedPlayer) -> str:
    """Return the name of an absent player, with the reason where Discord has told it."""
    reason = "" if seat.gone is None else f" ({REASONS[seat.gone]})"
    return f"{plain_name(seat.person.name)}{reason}"


def render_hand(
    renderer: Renderer, table: Table, emojis: Emojis, seat: Seat, focus: str = ""
) -> MessageContent:
    """Return what one player alone may see."""
    if table.status is not Status.PLAYING:
        return MessageContent([text(f"The game at table #{table.id} is over: {table_link(table)}")])
    hand = renderer.hand(render_context(table, emojis, seat, focus))
    if hand is None:
        return MessageContent([text(f"Nothing is hidden in this game: {table_link(table)}")])
    return MessageContent([*hand.items, *rows(_offer_undo(table, seat))], hand.pictures)


def _offer_undo(table: Table, viewer: Seat | None = None) -> list[ActionButton]:
    """Return the button that takes the latest move back, where that is possible.

    It stands where moves are made: on the board, in a game with hidden hands on that of its owner.
    """
    if not table.undoable:
        return []
    seat = table.undoable[0].seat
    if table.game.info.hidden and viewer != seat:
        return []
    whose = "" if seat in table.to_act else f" by {clean_name(table.seats[seat].person.name)[:50]}"
    return [ActionButton.of(table.id, "undo", f"↩ Undo{whose}", arg=table.drawn_for(viewer))]


def _tell_undo(table: Table) -> list[str]:
    """Return a line about who has taken the latest move back; else nothing."""
    if table.undone_by is None:
        return []
    name = plain_name(table.seats[table.undone_by].person.name)
    return [f"-# ↩ {name} has taken a move back."]


def _offer_orders(table: Table) -> list[PageButton]:
    """Return the button to the page of a player's order, where a table takes any."""
    if not (table.pace.slow and table.game.info.key in ORDERS):
        return []
    return [PageButton.of(ORDER_PAGES, table.id, label="📋 Standing order")]


def _tell_orders(table: Table) -> list[str]:
    """Return a line about whose orders have moved since the latest click; else nothing."""
    moved = {move.seat for move in table.since_click if move.player == STANDING_ORDER}
    if not moved:
        return []
    names = join_names([plain_name(table.seats[seat].person.name) for seat in sorted(moved)])
    return [f"-# 📋 By standing order: {names}"]
