"""Calling players who do not see that it is their turn: a small message with a mention and a link.

The board is edited in place, and an edit notifies nobody. So who has not reacted for a while is
called by a message, which is deleted when that player acts. Who is there anyway is never called.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from cogs.core.content import MessageContent, text
from cogs.core.responder import SEND_ERRORS
from cogs.core.table_text import table_link
from tables.model import Status

if TYPE_CHECKING:
    import discord

    from cogs.core.publishing.channel_log import ChannelLog
    from cogs.core.publishing.edit_tokens import EditTokens
    from engine.core import Seat
    from tables.model import Table
    from tables.service import Tables

log = logging.getLogger(__name__)

AWAY_AFTER: Final = 180.0
"""Seconds without a click at the table after which a player is called at once."""

REMEMBERED: Final = 20_000
"""Of so many people at tables it is known when they clicked last."""


class Calls:
    """Posts and deletes calls."""

    def __init__(
        self, client: discord.Client, tables: Tables, tokens: EditTokens, log_: ChannelLog
    ) -> None:
        self._client = client
        self._tables = tables
        self._tokens = tokens
        self._channels = log_
        self._seen: OrderedDict[tuple[int, int], float] = OrderedDict()

    def note_seen(self, table_id: int, person_id: int) -> None:
        """Note that a person clicks at a table now."""
        self._seen[table_id, person_id] = time.monotonic()
        self._seen.move_to_end((table_id, person_id))
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)

    async def follow(self, table: Table, turns: tuple[Seat, ...], by: int | None) -> None:
        """Delete a call that is answered; call those who are long away.

        Args:
            table: as it is now.
            turns: the seats to which the turn has just come.
            by: the id of the person who has clicked at the table; None where nobody has.
        """
        if table.call_id is not None and not self._unanswered(table, by):
            table = await self._clear(table)
        away = [seat for seat in turns if self._is_away(table, seat)]
        if away and table.call_id is None:
            await self._post(table, tuple(away))

    async def call(self, table: Table) -> None:
        """Call everybody whom the table waits for, in place of an earlier call."""
        if table.status is Status.PLAYING and table.waiting_on:
            if table.call_id is not None:
                table = await self._clear(table)
            await self._post(table, table.waiting_on)

    def _unanswered(self, table: Table, by: int | None) -> set[Seat]:
        """Return the seats that were called, are still waited for, and have not clicked now."""
        waiting = set(table.notified) & set(table.waiting_on)
        return {seat for seat in waiting if table.seats[seat].person.id != by}

    def _is_away(self, table: Table, seat: Seat) -> bool:
        """Return whether a player is known not to have clicked at the table for a while."""
        seen = self._seen.get((table.id, table.seats[seat].person.id))
        return seen is not None and time.monotonic() - seen > AWAY_AFTER

    async def _post(self, table: Table, seats: tuple[Seat, ...]) -> None:
        """Post a call; where that fails, the next look of the maintenance finds the turn again."""
        people = tuple(table.seats[seat].person.id for seat in seats)
        mentions = ", ".join(f"<@{person}>" for person in people)
        words = f"▶ {mentions}: your turn at {table.game.info.title}, {table_link(table)}"
        try:
            message_id = await self._send(table, MessageContent([text(words)], calls=people))
        except SEND_ERRORS as error:
            log.warning("table %s: nobody could be called: %s", table.id, error)
            return
        self._channels.note_own(message_id)
        await self._tables.set_call(table.id, message_id, seats)

    async def _send(self, table: Table, content: MessageContent) -> int:
        """Send a message that notifies; returns its id.

        A follow-up of a click is a new message, and notifies (Discord's documentation, "Receiving
        and Responding to Interactions"): it is sent where the table's message has a token. The
        first follow-up of a deferred command would be an edit, and notify nobody; tokens come from
        responses that are given, so it is none of these. Without a token the bot posts as itself.
        """
        sent = await self._tokens.follow_up(table.message_id, content)
        if sent is not None:
            return sent
        channel = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        posted = await channel.send(
            view=content.view(),
            allowed_mentions=content.allowed_mentions(),
            nonce=f"{table.id}-{table.revision}c",
        )
        return posted.id

    async def _clear(self, table: Table) -> Table:
        """Delete the call, and note that there is none."""
        if table.call_id is not None:
            channel = self._client.get_partial_messageable(table.channel_id)
            try:
                if not await self._tokens.delete(table.call_id):
                    await channel.get_partial_message(table.call_id).delete()
            except SEND_ERRORS as error:  # gone, or it stays: it is of no harm
                log.info("table %s: the call was not deleted: %s", table.id, error)
        return await self._tables.set_call(table.id, None, ())
