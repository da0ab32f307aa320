"""Private hands that stay true while their tokens live.

A hand is a message that one player alone sees; only the token of that player's last click on it can
edit it. When the turn comes to the player, the hand shows what can be done now. A player has one
hand at a table: when another one is opened, the earlier one is deleted. So are all when the game is
over: below the board they would push its end off the screen of a phone.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache

from cogs.display.pages.board import render_hand
from cogs.interactions.responder import SEND_ERRORS, Responder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
    from cogs.interactions.content import MessageContent
    from cogs.publishing.edit_tokens import EditTokens
    from engine.core import Seat
    from tables.model.table import Table

log = logging.getLogger(__name__)

REMEMBERED: Final = 1024
"""How many open hands are remembered."""


class Hands:
    """The hands that players have open."""

    def __init__(
        self, tokens: EditTokens, renderers: Mapping[str, Renderer], emojis: Emojis
    ) -> None:
        self._tokens = tokens
        self._renderers = renderers
        self._emojis = emojis
        self._open: LRUCache[tuple[int, Seat], tuple[int, bytes]] = LRUCache(REMEMBERED)

    async def show(self, responder: Responder, table: Table, seat: Seat, focus: str = "") -> None:
        """Show a player's hand: in the private message that was clicked, or in a new one."""
        content = self._render(table, seat, focus)
        before, _ = self._open.get((table.id, seat), (None, b""))
        message_id = await self._send(responder, content)
        self._open[table.id, seat] = message_id, content.digest
        if before is not None and before != message_id:
            await self._delete(table, before)

    async def _send(self, responder: Responder, content: MessageContent) -> int:
        """Send a hand, keep a token for it, and return its id.

        A click on the board can leave a token that edits the board. It is worth taking where the
        board's own is near its end: then the click is acknowledged, and the hand is a follow-up.
        """
        clicked = responder.message_id
        if responder.on_private:
            message_id = await responder.replace(content)
        else:
            if (
                clicked is not None
                and self._tokens.is_near_end(clicked)
                and await responder.ensure_acknowledged()
            ):
                self._tokens.keep(clicked, responder.interaction)
            message_id = await responder.send(content, private=True)
        self._tokens.keep(message_id, responder.interaction, responder.target_of(message_id))
        return message_id

    async def _delete(self, table: Table, message_id: int) -> None:
        try:
            await self._tokens.delete(message_id)
        except SEND_ERRORS as error:
            log.info("table %s: a hand was not deleted: %s", table.id, error)
        self._tokens.forget(message_id)

    async def follow(self, table: Table, turns: Iterable[Seat]) -> None:
        """Bring the open hands of those up to date whose turn it becomes; at the end delete all."""
        if table.status.over:
            await self._delete_all(table)
            return
        for seat in turns:
            message_id, digest = self._open.get((table.id, seat), (None, b""))
            if message_id is None:
                continue
            content = self._render(table, seat)
            if content.digest == digest:
                continue
            if await self._edit(table, message_id, content):
                self._open[table.id, seat] = message_id, content.digest
            else:
                del self._open[table.id, seat]

    async def _delete_all(self, table: Table) -> None:
        """Delete the hands of a game that is over: the end is what a phone should show."""
        for seat in range(len(table.seats)):
            message_id, _ = self._open.pop((table.id, seat), (None, b""))
            if message_id is not None:
                await self._delete(table, message_id)

    async def _edit(self, table: Table, message_id: int, content: MessageContent) -> bool:
        """Edit a hand by the token of an earlier click; False where that fails."""
        try:
            return await self._tokens.edit(message_id, content) is not None
        except SEND_ERRORS as error:
            log.info("table %s: a hand was not brought up to date: %s", table.id, error)
            return False

    def _render(self, table: Table, seat: Seat, focus: str = "") -> MessageContent:
        renderer = self._renderers[table.game.info.key]
        return render_hand(renderer, table, self._emojis, seat, focus)
