"""The private pages that people have open at tables: a hand, and the page behind ⋯.

Only one person sees such a page, and only the token of a click by that person can edit the page.
A person has one page per table. A click on the page replaces its content, and a new page deletes
the old one. Each page is drawn again with every change of its table, and edited if it looks
different now; a page that has nothing more to say is closed. When the game ends, all pages are
deleted, because below the board they would push the result off the screen of a phone.

After a restart the bot does not know the open pages. They stay, and a click on one of their buttons
shows the present state.
"""

from __future__ import annotations

import asyncio
import logging
from enum import Enum
from typing import TYPE_CHECKING

from cogs.display.components import ControlKind
from cogs.display.pages.board import render_hand
from cogs.display.routing import control_kind_of, list_custom_ids
from cogs.interactions.content import MessageContent
from cogs.interactions.failures import FAILURES
from cogs.interactions.raw import COMPONENTS
from cogs.interactions.wire import Token
from cogs.publishing.live import Page
from tables.model.errors import StaleClick
from tables.model.table import Status, Table

if TYPE_CHECKING:
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from cogs.publishing.live import Draw
    from cogs.publishing.painter import Painter
    from cogs.publishing.tools import Tools
    from engine.core import Seat

log = logging.getLogger(__name__)


class PageKind(Enum):
    HAND = "hand"
    MORE = "more"


def clicked_kind(responder: Responder) -> PageKind | None:
    """Return the kind of the clicked page; None for a message that everybody sees.

    The controls on the page show the kind, so this works after a restart. Only a hand has Undo or
    controls that make moves.
    """
    if not responder.on_private:
        return None
    kinds = map(control_kind_of, list_custom_ids(responder.interaction.extras[COMPONENTS]))
    plays = any(kind in {ControlKind.PLAY, ControlKind.UNDO} for kind in kinds)
    return PageKind.HAND if plays else PageKind.MORE


class PrivatePages:
    def __init__(self, tools: Tools, painter: Painter) -> None:
        self._tools = tools
        self._painter = painter
        self._messages = tools.messages
        self._lives = tools.lives

    async def show_hand(
        self, responder: Responder, table: Table, seat: Seat, focus: str = ""
    ) -> None:
        """Show a player's hand in the clicked private message, or in a new one."""
        draw = self._draw_hand(table, seat, responder.language, focus)
        await self.show(responder, table, draw, stays=False)

    async def show(
        self,
        responder: Responder,
        table: Table,
        draw: Draw,
        first: MessageContent | None = None,
        *,
        stays: bool = True,
    ) -> None:
        """Show a page to the person who clicked, in the clicked private message or in a new one.

        Args:
            responder: The responder of the click.
            table: The newest state of the table.
            draw: Draws the page.
            first: What the page shows until it changes, instead of what `draw` returns.
            stays: Whether the page stays if the game is over already.

        Raises StaleClick if `draw` has nothing to show any more.
        """
        content = self._draw(draw, table)
        if content is None:
            raise StaleClick("The game has gone on since.")
        on_board = responder.message_id == table.message_id
        shown = content if first is None else first
        message_id = await self._send(responder, shown, on_board=on_board)
        stays = stays and table.status.over
        page = Page(message_id, content.digest, draw, stays, responder.language)
        await self._keep(table.id, responder.interaction.user.id, page)

    async def show_own(self, responder: Responder, content: MessageContent) -> None:
        """Show a page of a private table. A person has one page for all such tables."""
        message_id = await self._send(responder, content, on_board=False)
        page = Page(message_id, content.digest, None, stays=True, language=responder.language)
        person_id = responder.interaction.user.id
        await self._keep(-person_id, person_id, page)

    async def _keep(self, table_id: int, person_id: int, page: Page) -> None:
        """Remember a page, and delete the person's earlier page at the table.

        `table_id`: For private tables, minus the id of the person.
        """
        before = self._lives.find(table_id).pages.get(person_id)
        self._put(table_id, person_id, page)
        self._messages.note(page.message_id, page_of=table_id)
        if before is not None and before.message_id != page.message_id:
            await self._messages.delete(before.message_id)

    def _put(self, table_id: int, person_id: int, page: Page | None) -> None:
        """Note the page of a person at a table; None if the person has none."""
        pages = {**self._lives.find(table_id).pages}
        if page is None:
            pages.pop(person_id, None)
        else:
            pages[person_id] = page
        self._lives.note(table_id, pages=pages)

    async def close(self, responder: Responder, table: Table) -> None:
        """Delete the clicked page; in a game with hidden hands, show the player's hand instead."""
        person_id = responder.interaction.user.id
        seat = _seat_with_hand(table, person_id)
        if seat is not None:
            await self.show_hand(responder, table, seat)
            return
        self._put(table.id, person_id, None)
        await responder.delete_clicked()

    async def _send(self, responder: Responder, content: MessageContent, *, on_board: bool) -> int:
        """Send a page, and return its message id.

        If the board has no token or its token is about to expire, a click on the board is
        acknowledged first. Then the click's token can edit the board, and the page is a follow-up.
        """
        clicked = responder.message_id if on_board else None
        if responder.on_private:
            return await responder.replace(content)
        if (
            clicked is not None
            and self._messages.find(clicked).near_end
            and await responder.ensure_acknowledged()
        ):
            self._messages.note(clicked, token=Token.of(responder.interaction))
        return await responder.send(content, private=True)

    async def follow(self, table: Table) -> None:
        """Edit the pages of a table that look different now, and close those that are outdated."""
        pages = self._lives.find(table.id).pages
        await asyncio.gather(
            *(self._bring_up_to_date(table, *each) for each in list(pages.items()))
        )

    async def _bring_up_to_date(self, table: Table, person_id: int, page: Page) -> None:
        """Edit or delete a page. After the end, only pages that were opened then stay."""
        if table.status.over and not page.stays:
            await self._delete(table, person_id, page)
            return
        if page.draw is None or self._messages.find(page.message_id).page_of != table.id:
            return
        draw, content = page.draw, self._draw(page.draw, table)
        if content is None and (seat := _seat_with_hand(table, person_id)) is not None:
            draw = self._draw_hand(table, seat, page.language)
            content = self._draw(draw, table)
        if content is None:
            await self._delete(table, person_id, page)
        elif content.digest != page.digest:
            shown = page._replace(digest=content.digest, draw=draw)
            self._put(table.id, person_id, shown)
            await self._edit(table, person_id, shown, content)

    async def _delete(self, table: Table, person_id: int, page: Page) -> None:
        self._put(table.id, person_id, None)
        await self._messages.delete(page.message_id)

    async def _edit(
        self, table: Table, person_id: int, page: Page, content: MessageContent
    ) -> None:
        """Edit a page with the token of an earlier click; forget the page if that fails."""
        try:
            await self._messages.edit(page.message_id, content)
        except FAILURES as error:
            log.info("table %s: a private page was not updated: %s", table.id, error)
            self._put(table.id, person_id, None)

    def _draw(self, draw: Draw, table: Table) -> MessageContent | None:
        """Return a page without switched-off controls."""
        content = draw(table)
        return content and self._tools.left_out.take_from(content, table.game.info.key)

    def _draw_hand(self, table: Table, seat: Seat, language: Language, focus: str = "") -> Draw:
        """Return what draws a seat's hand. A choice in progress ends with the seat's turn."""
        renderer, turn = self._tools.renderers[table.game.info.key], table.waiting.get(seat)

        def draw(newest: Table) -> MessageContent:
            kept = focus if newest.waiting.get(seat) == turn else ""
            tip = self._painter.tell_tip(newest, seat, language)
            return render_hand(renderer, newest, self._tools.emojis, seat, kept, language, tip)

        return draw


def _seat_with_hand(table: Table, person_id: int) -> Seat | None:
    """Return the seat of a person who holds a hidden hand; None for everybody else."""
    playing = table.hides_hands and table.status is Status.PLAYING
    return table.seat_of(person_id) if playing else None
