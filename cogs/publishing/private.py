"""The private pages that people have open at tables: a hand, and the page behind ⋯.

Only one person sees such a page, and only the token of a click by that person can edit the page.
A person has one page per table. A click on the page replaces its content, and a new page deletes
the old one. When a player's turn comes, the hand shows the possible moves. When the game ends, all
pages are deleted, because below the board they would push the result off the screen of a phone.

After a restart the bot does not know the open pages. They stay, and a click on one of their buttons
shows the present state.
"""

from __future__ import annotations

import logging
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from cachetools import LRUCache

from cogs.display.components import ControlKind
from cogs.display.pages.board import render_hand
from cogs.display.pages.how_to_play import render_fair_dice
from cogs.display.routing import control_kind_of, list_custom_ids
from cogs.interactions.failures import FAILURES
from cogs.interactions.raw import COMPONENTS
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.content import MessageContent
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from cogs.publishing.outbox import Outbox
    from engine.core import Seat
    from tables.model.table import Table

log = logging.getLogger(__name__)

REMEMBERED: Final = 2048
"""Cache size: open pages."""


class PageKind(Enum):
    HAND = "hand"
    MORE = "more"


class _Key(NamedTuple):
    table_id: int
    person_id: int


class _Page(NamedTuple):
    """A page that a person has open.

    Attributes:
        digest: The digest of the content that the page shows.
        picking: Whether the page shows the person's choice in progress.
        stays: Whether the page stays after the end of the game.
        takes_words: Whether the person can add words to the dice on this page.
        language: The person's language.
    """

    kind: PageKind
    message_id: int
    digest: bytes
    picking: bool
    stays: bool
    takes_words: bool
    language: Language


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
    def __init__(self, outbox: Outbox, renderers: Mapping[str, Renderer], emojis: Emojis) -> None:
        self._outbox = outbox
        self._renderers = renderers
        self._emojis = emojis
        self._open: LRUCache[_Key, _Page] = LRUCache(REMEMBERED)

    async def show_hand(
        self, responder: Responder, table: Table, seat: Seat, focus: str = ""
    ) -> None:
        """Show a player's hand in the clicked private message, or in a new one."""
        content = self._render(table, seat, responder.language, focus)
        await self.show(responder, table, PageKind.HAND, content, picking=bool(focus))

    async def show(
        self,
        responder: Responder,
        table: Table,
        kind: PageKind,
        content: MessageContent,
        *,
        picking: bool = False,
    ) -> None:
        """Show a page to the person who clicked, in the clicked private message or in a new one."""
        key = _Key(table.id, responder.interaction.user.id)
        message_id = await self._send(responder, content)
        before = self._open.get(key)
        stays = kind is PageKind.MORE and table.status.over
        takes_words = f"a1:{table.id}:salt" in list_custom_ids(content.items)
        self._open[key] = _Page(
            kind, message_id, content.digest, picking, stays, takes_words, responder.language
        )
        if before is not None and before.message_id != message_id:
            await self._outbox.delete_page(before.message_id)

    async def close(self, responder: Responder, table: Table) -> None:
        """Delete the clicked page; in a game with hidden hands, show the player's hand instead."""
        person_id = responder.interaction.user.id
        seat = table.seat_of(person_id)
        if table.game.info.hidden and seat is not None and table.status is Status.PLAYING:
            await self.show_hand(responder, table, seat)
            return
        self._open.pop(_Key(table.id, person_id), None)
        await responder.delete_clicked()

    async def _send(self, responder: Responder, content: MessageContent) -> int:
        """Send a page, keep a token for it, and return the page's message id.

        If the board has no token or its token is about to expire, a click on the board is
        acknowledged first. Then the click's token can edit the board, and the page is a follow-up.
        """
        clicked = responder.message_id
        if responder.on_private:
            message_id = await responder.replace(content)
        else:
            if (
                clicked is not None
                and self._outbox.is_near_end(clicked)
                and await responder.ensure_acknowledged()
            ):
                self._outbox.keep_token(clicked, responder.interaction)
            message_id = await responder.send(content, private=True)
        self._outbox.keep_token(message_id, responder.interaction, responder.target_of(message_id))
        return message_id

    async def follow(self, table: Table, turns: Collection[Seat], *, redrawn: bool) -> None:
        """Update the open hands of the players whose turn has come; after the end, delete pages.

        When the game begins, a page of fair dice loses its control for adding words. `redrawn`:
        whether the emojis have just become available, so that all hands should show them. A hand
        with a choice in progress shows the emojis at its next change, because an edit now would
        undo the choice.
        """
        if table.status.over:
            await self._delete_all(table)
            return
        for seat, player in enumerate(table.seats):
            key = _Key(table.id, player.person_id)
            page = self._open.get(key)
            if page is None:
                continue
            if page.takes_words and table.status is Status.PLAYING:
                self._open[key] = page._replace(takes_words=False)
                await self._edit(
                    table, page.message_id, render_fair_dice(page.language, table, seat)
                )
            elif page.kind is PageKind.HAND and (seat in turns or (redrawn and not page.picking)):
                await self._bring_up_to_date(table, seat, page)

    async def _bring_up_to_date(self, table: Table, seat: Seat, hand: _Page) -> None:
        content = self._render(table, seat, hand.language)
        key = _Key(table.id, table.seats[seat].person_id)
        if content.digest == hand.digest:
            return
        if await self._edit(table, hand.message_id, content):
            self._open[key] = hand._replace(digest=content.digest, picking=False)
        else:
            del self._open[key]

    async def _delete_all(self, table: Table) -> None:
        """Delete the pages of a finished game, so that the result fits on the screen of a phone.

        Pages behind ⋯ that were opened after the end stay.
        """
        for key, page in list(self._open.items()):
            if key.table_id == table.id and not page.stays:
                del self._open[key]
                await self._outbox.delete_page(page.message_id)

    async def _edit(self, table: Table, message_id: int, content: MessageContent) -> bool:
        """Edit a page with the token of an earlier click; return False on failure."""
        try:
            await self._outbox.edit_page(message_id, content)
        except FAILURES as error:
            log.info("table %s: a private page was not updated: %s", table.id, error)
            return False
        return True

    def _render(
        self, table: Table, seat: Seat, language: Language, focus: str = ""
    ) -> MessageContent:
        renderer = self._renderers[table.game.info.key]
        return render_hand(renderer, table, self._emojis, seat, focus, language)
