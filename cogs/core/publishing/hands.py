"""Private hands that stay true while their tokens live.

A hand is a message that one player alone sees; only the token of that player's last click on it can
edit it. When the turn comes to the player, the hand shows what can be done now.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from cogs.core.messages import render_hand
from cogs.core.responder import SEND_ERRORS, Responder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cogs.core.content import MessageContent
    from cogs.core.emojis import Emojis
    from cogs.core.publishing.edit_tokens import EditTokens
    from cogs.core.renderer import Renderer
    from engine.core import Seat
    from tables.model import Table

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
        self._open: OrderedDict[tuple[int, Seat], tuple[int, bytes]] = OrderedDict()

    async def show(self, responder: Responder, table: Table, seat: Seat, focus: str = "") -> None:
        """Show a player's hand: in the private message that was clicked, or in a new one.

        A click on the board can leave a token that edits the board. It is worth taking where the
        board's own is near its end: then the click is acknowledged, and the hand is a follow-up.
        """
        content = self._render(table, seat, focus)
        clicked = responder.message_id
        if responder.on_private and clicked is not None:
            await responder.edit(content)
            self._tokens.keep(clicked, responder.interaction)
            self._remember(table, seat, clicked, content)
            return
        if (
            clicked is not None
            and self._tokens.is_near_end(clicked)
            and await responder.ensure_acknowledged()
        ):
            self._tokens.keep(clicked, responder.interaction)
        message_id = await responder.send(content, private=True)
        self._tokens.keep(message_id, responder.interaction, responder.target_of(message_id))
        self._remember(table, seat, message_id, content)

    async def follow(self, table: Table, seats: Iterable[Seat]) -> None:
        """Bring the open hands of some players up to date."""
        for seat in seats:
            before = self._open.get((table.id, seat))
            if before is None:
                continue
            message_id, digest = before
            content = self._render(table, seat)
            if content.digest == digest:
                continue
            try:
                edited = await self._tokens.edit(message_id, content)
            except SEND_ERRORS as error:
                log.info("table %s: a hand was not brought up to date: %s", table.id, error)
                edited = None
            if self._open.get((table.id, seat)) != before:
                continue  # the player has opened another one meanwhile
            if edited is not None:
                self._remember(table, seat, message_id, content)
            else:
                self._open.pop((table.id, seat), None)

    def _render(self, table: Table, seat: Seat, focus: str = "") -> MessageContent:
        renderer = self._renderers[table.game.info.key]
        return render_hand(renderer, table, self._emojis, seat, focus)

    def _remember(self, table: Table, seat: Seat, message_id: int, content: MessageContent) -> None:
        self._open[table.id, seat] = message_id, content.digest
        self._open.move_to_end((table.id, seat))
        while len(self._open) > REMEMBERED:
            self._open.popitem(last=False)
