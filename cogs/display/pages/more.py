"""The page behind ⋯: all that one person can do at a table besides playing.

It is private, and offers only what is of use now and is not refused to this person. What it leads
to is shown in its place, with a way back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.display.controls.components import ActionButton, PageButton, back_button
from cogs.display.controls.paging import ALBUM, CANCEL, ORDER_PAGES, REVIEW, WATCH
from cogs.display.pages.end import SHOWN_ACHIEVEMENTS
from cogs.display.pages.how_to_play import how_to_play_button
from cogs.display.words.table_text import PHASES, table_link
from cogs.interactions.content import MessageContent
from cogs.interactions.names import clean_name
from cogs.interactions.parts import Items, rows, text
from players.orders import ORDERS
from tables.model.table import Status

if TYPE_CHECKING:
    from cogs.display.pages.renderer import Renderer
    from engine.core import Seat
    from tables.model.table import Table

Buttons = Items


def render_more(
    renderer: Renderer,
    table: Table,
    person_id: int,
    now: float,
    *,
    notice: str = "",
    hint: MessageContent | None = None,
    earned: int = 0,
) -> MessageContent:
    """Return the page of a person, who need not sit at the table.

    Args:
        renderer: of the table's game.
        table: as it is now.
        person_id: whose page it is.
        now: Unix seconds.
        notice: a sentence that stands above all else: why something was refused.
        hint: stands in the place of the heading.
        earned: how many achievements the end of the game has earned.
    """
    head = f"### {table.game.info.title}\n-# Table #{table.id} · {_describe_phase(table)}"
    above = [text(notice)] if notice else []
    shown = [text(head)] if hint is None else hint.items
    buttons = _list_buttons(renderer, table, table.seat_of(person_id), now, earned)
    pictures = () if hint is None else hint.pictures
    return MessageContent([*above, *shown, *rows(buttons)], pictures)


def render_leaving(table: Table) -> MessageContent:
    """Return the question whether a player leaves a game that others go on with."""
    words = (
        f"### Leave {table.game.info.title}?\n"
        "The caretaker plays on for you, and you can take your seat again until the game ends."
    )
    if len(table.present) == 1:
        words = (
            f"### Leave {table.game.info.title}?\n"
            "Nobody else is left, so the game ends without a result."
        )
    red = discord.ButtonStyle.danger
    leave = ActionButton.of(table.id, "quit", "Leave the game", style=red)
    return MessageContent([text(words), *rows([leave, back_button(table.id)])])


def describe_leaving(table: Table, person_id: int) -> str:
    """Say what leaving has done; `table` as it is afterwards."""
    if table.status is Status.PLAYING and table.seat_of(person_id) is not None:
        return (
            f"You left table #{table.id}; the caretaker plays on for you. **I'm back** behind ⋯ "
            "takes your seat again: who is away when the game ends has lost it, whatever the "
            "caretaker wins."
        )
    return f"You left table #{table.id}."


def _describe_phase(table: Table) -> str:
    """Return a link to the message of a table, or what became of it."""
    return PHASES[table.status] if table.status.over else table_link(table)


def _list_buttons(
    renderer: Renderer, table: Table, seat: Seat | None, now: float, earned: int
) -> Buttons:
    """Return what is of use now, in the order in which it is looked for."""
    page = int(table.status is Status.LOBBY)  # the lobby itself has the three lines
    how_to_play = how_to_play_button(table.game.info.key, table.id, page)
    fair_dice = ActionButton.of(table.id, "fair", "Fair dice")
    if table.status is not Status.PLAYING:
        return [*_offer_results(renderer, table, earned), how_to_play, fair_dice]
    return [
        *_offer_hint(renderer, table, seat),
        how_to_play,
        *([] if seat is None else _offer_odds(renderer, table)),
        *(_offer_watching(table) if seat is None else _offer_order(table, seat)),
        fair_dice,
        *([] if seat is None else _offer_seats(table, seat, now)),
    ]


def _offer_results(renderer: Renderer, table: Table, earned: int) -> Buttons:
    """Return the review of a finished game, and its achievements where the board has not all."""
    buttons: Buttons = []
    if table.status is Status.FINISHED and table.state is not None and renderer.has_hints:
        buttons.append(PageButton.of(REVIEW, "open", table.id, label="Review"))
    if earned > SHOWN_ACHIEVEMENTS:
        label = f"All {earned} achievements"
        buttons.append(PageButton.of(ALBUM, "table", table.id, label=label))
    return buttons


def _offer_hint(renderer: Renderer, table: Table, seat: Seat | None) -> Buttons:
    """Return the button for a hint to whoever is to choose."""
    if seat is None or seat not in table.to_act or not (renderer.has_hints and table.gives_hints):
        return []
    return [ActionButton.of(table.id, "hint", "💡 Hint")]


def _offer_odds(renderer: Renderer, table: Table) -> Buttons:
    """Return the switch of the odds, which are shown to all or to nobody."""
    if not renderer.has_odds:
        return []
    label = "Hide the odds for all" if table.odds else "Show the odds to all"
    return [ActionButton.of(table.id, "odds", label, arg=int(not table.odds))]


def _offer_watching(table: Table) -> Buttons:
    """Return the button of a spectator; a direct message has none."""
    if table.guild_id is None:
        return []
    return [PageButton.of(WATCH, "on", table.id, label="👀 Watch")]


def _offer_order(table: Table, seat: Seat) -> Buttons:
    """Return the button to a player's standing order, where the table takes any."""
    if not table.pace.slow or table.game.info.key not in ORDERS or table.seats[seat].caretaker:
        return []
    return [PageButton.of(ORDER_PAGES, table.id, label="📋 Standing order")]


def _offer_seats(table: Table, seat: Seat, now: float) -> Buttons:
    """Return what can be done about the absent, oneself included, and the ways out of the game."""
    own, buttons = table.seats[seat], Items()
    for silent in table.waiting_on:
        if silent != seat and not own.caretaker and table.may_hand_over(silent, now):
            name = clean_name(table.seats[silent].person.name)[:50]
            buttons.append(ActionButton.of(table.id, "care", f"Play on for {name}", arg=silent))
    if own.caretaker or own.away_until > now:
        buttons.append(ActionButton.of(table.id, "back", "I'm back"))
    if len(table.people) == 1:
        buttons.append(PageButton.of(CANCEL, "ask", table.id, label="End the game"))
        return buttons
    if not own.departed:
        buttons.append(ActionButton.of(table.id, "leaving", "Leave"))
    if seat in table.deciding(now):
        buttons.append(PageButton.of(CANCEL, "ask", table.id, label="End without a result"))
    return buttons
