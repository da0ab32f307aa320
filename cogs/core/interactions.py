"""The desk: every click and command passes here on its way to a table and back.

A click is parsed (`components`), makes one call into `tables`, and is published. Nothing is decided
about rules here. `Desk` also does the housekeeping that no click asks for.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import discord

from cogs.core import messages
from cogs.core.access import require_here, require_reader
from cogs.core.errors import sentence
from cogs.core.house import ServerRules
from cogs.core.place import require_place
from cogs.core.publisher import Publisher
from cogs.core.renderer import Page, RenderContext, Renderer, text
from cogs.core.responder import SEND_ERRORS, Responder, TooLate, responding
from engine.errors import NotYourTurn
from tables.errors import (
    NO_SEAT,
    NotSeated,
    SeatBack,
    StaleClick,
    TableClosed,
    TableError,
    WrongPhase,
)
from tables.model import Person, Status, Table
from tables.playing import whose_turn

if TYPE_CHECKING:
    from cogs.core.client import DucksClient
    from cogs.core.emojis import Emojis
    from records.service import Records
    from tables.service import Tables

log = logging.getLogger(__name__)

Click = discord.Interaction[Any]

Turn = Callable[[Responder, tuple[str, ...], tuple[str, ...]], Awaitable[None]]
"""What turns to a page of a book: the answer to give, the args of the item, the values chosen."""


class Desk:
    """What commands and buttons call."""

    def __init__(
        self, client: DucksClient, tables: Tables, records: Records, emojis: Emojis
    ) -> None:
        self.tables = tables
        self.records = records
        self.emojis = emojis
        self.renderers: dict[str, Renderer] = {}
        self.books: dict[str, Turn] = {}
        self.house = ServerRules(records)
        self.publisher = Publisher(client, tables, records, self.renderers, emojis)
        self._actions: dict[str, Callable[[Responder, int, int | None], Awaitable[None]]] = {
            "join": self._join,
            "leave": self._leave,
            "start": self._start,
            "cancel": self._cancel,
            "rematch": self._rematch,
            "care": self._care,
            "back": self._back,
            "hand": self._hand,
        }

    # What a click does

    async def move(self, interaction: Click, table_id: int, seq: int, move: str) -> None:
        """A move of the game, from the board or from a private hand."""
        async with responding(interaction) as responder:
            await self.tables.lookup.require_in(table_id, interaction.guild_id)
            try:
                table = await self.tables.act(table_id, person(interaction), seq, move)
            except (StaleClick, SeatBack, WrongPhase, TableClosed) as error:
                await self._stale(responder, table_id, error)
            else:
                await self._show(responder, table)

    async def context(self, interaction: Click, table_id: int, seq: int, focus: str) -> None:
        """Another way of looking at the state; for those who are to act or hold a hand."""
        async with responding(interaction) as responder:
            table = await self.find(interaction, table_id)
            seat = _seat(table, interaction.user.id)
            if responder.on_private:  # a hand is shown as it is now, however old the click
                await responder.edit(self.hand_page(table, seat, focus))
            elif table.status.over:
                await self._stale(responder, table_id, WrongPhase("This game is over."))
            elif seq != table.drawn_for(None) and len(table.to_act) <= 1:
                await self._stale(responder, table_id, StaleClick("The game has gone on since."))
            elif seat in table.to_act:
                await self.publisher.context(table_id, responder, focus)
            else:
                raise NotYourTurn(
                    whose_turn([table.seats[s].person.name for s in table.waiting_on])
                )

    async def action(self, interaction: Click, table_id: int, name: str, arg: int | None) -> None:
        """Something about the table: join, leave, start, cancel, rematch, care, back, hand."""
        async with responding(interaction) as responder:
            await self.tables.lookup.require_in(table_id, interaction.guild_id)
            await self._actions[name](responder, table_id, arg)

    async def turn(
        self, interaction: Click, book: str, args: tuple[str, ...], values: tuple[str, ...]
    ) -> None:
        """Turn to a page of a book; the cogs that keep books enter them in `books`."""
        async with responding(interaction) as responder:
            await self.books[book](responder, args, values)

    async def _show(self, responder: Responder, table: Table) -> None:
        """After a move: the player's private hand first if it was clicked, then the board."""
        if responder.on_private:
            seat = _seat(table, responder.interaction.user.id)
            try:
                await responder.edit(self.hand_page(table, seat))
            finally:  # the others see what was done, also where the click came too late to answer
                await self.publisher.publish(table.id, responder)
        else:
            await self.publisher.publish(table.id, responder, table)

    async def _stale(self, responder: Responder, table_id: int, error: TableError) -> None:
        """A click on what is no longer true: show what is, and say so privately."""
        table = await self.tables.get(table_id)
        if responder.on_private:
            await responder.edit(self.hand_page(table, _seat(table, responder.interaction.user.id)))
        elif responder.message_id == table.message_id:
            await self.publisher.publish(table_id, responder)
        await responder.send_private(sentence(error))

    async def _join(self, responder: Responder, table_id: int, _arg: int | None) -> None:
        click = responder.interaction
        await self.tables.join(table_id, person(click), click.id)
        await self.publisher.publish(table_id, responder)

    async def _leave(self, responder: Responder, table_id: int, _arg: int | None) -> None:
        await self.tables.leave(table_id, person(responder.interaction))
        await self.publisher.publish(table_id, responder)

    async def _start(self, responder: Responder, table_id: int, _arg: int | None) -> None:
        await self.tables.start(table_id, person(responder.interaction))
        await self.publisher.publish(table_id, responder)

    async def _cancel(self, responder: Responder, table_id: int, _arg: int | None) -> None:
        await self.tables.cancel(table_id, person(responder.interaction))
        await self.publisher.publish(table_id, responder)

    async def _care(self, responder: Responder, table_id: int, arg: int | None) -> None:
        if arg is None:
            raise NotSeated("This button names no seat.")
        await self.tables.hand_over(table_id, person(responder.interaction), arg)
        await self.publisher.publish(table_id, responder)

    async def _back(self, responder: Responder, table_id: int, _arg: int | None) -> None:
        await self.tables.take_back(table_id, person(responder.interaction))
        await self.publisher.publish(table_id, responder)

    async def _rematch(self, responder: Responder, table_id: int, _arg: int | None) -> None:
        click = responder.interaction
        await require_place(click)
        await self.house.require_channel(click)
        table = await self.tables.rematch(table_id, person(click), click.id)
        if len(table.seats) == 1:
            await self.open_with(responder, table)
        else:  # the lobby is there, or on its way by the click that opened it
            await self.publisher.publish(table.id)
            table = await self.tables.get(table.id)
            await responder.send_private(f"You joined the rematch: {link(table)}")

    async def _hand(self, responder: Responder, table_id: int, _arg: int | None) -> None:
        table = await self.tables.get(table_id)
        page = self.hand_page(table, _seat(table, responder.interaction.user.id))
        if responder.on_private:
            await responder.edit(page)
        else:
            await responder.send(page, private=True)

    def hand_page(self, table: Table, seat: int, focus: str = "") -> Page:
        """What one player alone may see."""
        if table.status is not Status.PLAYING:
            return Page([text(f"The game at table #{table.id} is over: {link(table)}")])
        shown = self.renderers[table.game.info.key].hand(self._look(table, seat, focus))
        if shown is None:
            return Page([text(f"Nothing is hidden in this game: {link(table)}")])
        return Page(shown.items, shown.files)

    def _look(self, table: Table, seat: int, focus: str) -> RenderContext:
        return messages.render_context(table, self.emojis, seat, focus)

    # What a command does

    async def find(self, interaction: Click, table_id: int) -> Table:
        """A table of this server or this direct message, by its number; raises NoSuchTable."""
        table = await self.tables.get(table_id, interaction.guild_id)
        require_here(interaction, table)
        return table

    async def hand_out(self, responder: Responder, table: Table) -> None:
        """Give a table's transcript, as a file, to somebody who may see its moves."""
        await require_reader(responder.interaction, table)
        transcript = await self.tables.transcripts.text(table.id)
        file = discord.File(io.BytesIO(transcript.encode()), f"table-{table.id}.txt")
        await responder.send_file(f"The transcript of {called(table)}.", file)

    async def open(self, interaction: Click, game_key: str, options: dict[str, str]) -> None:
        """`/<game> start`: a lobby in this channel."""
        async with responding(interaction, private=False) as responder:
            await require_place(interaction)
            await self.house.require_channel(interaction)
            table = await self.tables.open(
                game_key,
                await self.house.options(interaction, game_key, options),
                interaction.guild_id,
                interaction.channel_id or 0,
                person(interaction),
                interaction.id,
            )
            await self.open_with(responder, table)

    async def open_with(self, responder: Responder, table: Table) -> None:
        """Post a new table's lobby as the answer; where nobody could see it, there is no table."""
        try:
            await self.publisher.show_again(table.id, responder)
        except (TooLate, *SEND_ERRORS):
            await self.tables.cancel(table.id, table.opener, force=True)
            raise

    async def rules(self, interaction: Click, game_key: str) -> None:
        """`/<game> rules`: a page for the asker alone."""
        async with responding(interaction) as responder:
            renderer = self.renderers[game_key]
            page = Page(renderer.rules(self.emojis), renderer.rules_files())
            await responder.send(page, private=True)

    # What nobody asks for

    async def refresh(self, tables: list[Table]) -> None:
        """Bring the messages of some tables up to date; one that fails does not stop the rest."""
        for table in tables:
            try:
                await self.publisher.publish(table.id)
            except Exception:
                log.exception("table %s: could not be refreshed", table.id)


def person(interaction: Click) -> Person:
    """Who clicked."""
    return Person(interaction.user.id, interaction.user.display_name)


def called(table: Table) -> str:
    """What a table is called within a sentence: its number and its game."""
    return f"table #{table.id}, {table.game.info.title}"


def link(table: Table) -> str:
    """A link to a table's live message."""
    place = table.guild_id or "@me"
    if table.message_id is None:
        return f"`/table show table:{table.id}`"
    what = "the lobby" if table.status is Status.LOBBY else "the board"
    return f"[{what}](<https://discord.com/channels/{place}/{table.channel_id}/{table.message_id}>)"


def _seat(table: Table, person_id: int) -> int:
    seat = table.seat_of(person_id)
    if seat is None:
        raise NotSeated(NO_SEAT)
    if table.status is Status.LOBBY:
        raise WrongPhase("The game has not begun yet.")
    return seat
