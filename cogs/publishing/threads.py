"""Threads of tables: opened when the game begins, closed when it is over.

A thread is opened from the lobby, which becomes its starter message. The starter message stays in
the channel and shows the players, and at the end the result. Discord gives the thread the id of
this message, and allows only one thread for it. So the bot finds a thread again even if it was
killed before it stored the thread.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Final

import discord
from cachetools import LRUCache, TTLCache

from cogs.interactions.failures import (
    FAILURES,
    THREAD_EXISTS,
    UNKNOWN_MESSAGE,
    ChannelGone,
    Outcome,
    passes,
)
from cogs.interactions.wire import Mine
from engine.core import N_
from tables.model.table import Status
from tables.play.messages import SetThread

if TYPE_CHECKING:
    from cogs.interactions.content import MessageContent
    from cogs.interactions.language import Languages
    from cogs.interactions.responder import Responder
    from cogs.publishing.boards import Boards
    from cogs.publishing.outbox import Outbox
    from tables.model.table import Table
    from tables.service import Tables

log = logging.getLogger(__name__)

NO_THREAD: Final = N_("No thread could be opened for this table, so it is played here.")

SHOW_EVERY: Final = 300.0
"""Shortest time between two edits of a starter message during the game, in seconds."""

NAME_LENGTH: Final = 100
"""Discord's limit on characters in the name of a thread."""

AT_ONCE, WITHIN = 5, 600.0
"""Limit on new threads for the tables of one opener in a period, and the period in seconds."""

REMEMBERED: Final = 4096
"""Size of both caches: tables with an edited starter message, and with a newly opened thread."""


class Threads:
    """Opens threads, shows their games in the channel, and archives them."""

    def __init__(
        self,
        tables: Tables,
        outbox: Outbox,
        boards: Boards,
        languages: Languages,
    ) -> None:
        self._tables = tables
        self._outbox = outbox
        self._wire = outbox.messages.wire
        self._boards = boards
        self._languages = languages
        self._shown_at: LRUCache[int, float] = LRUCache(REMEMBERED)
        self._waiting: set[int] = set()
        self._opened: TTLCache[int, int] = TTLCache(REMEMBERED, WITHIN)

    async def open(self, table: Table, responder: Responder | None) -> Table | None:
        """Prepare the thread of a game that has begun, if the table should be played in one.

        In a forum, the post of the lobby is the thread. Otherwise the thread is opened here. In
        both cases, the message of the lobby becomes the starter message.

        If Discord refuses, the table is played in the channel and is no longer `threaded`. If a
        later attempt may succeed, this returns None or, after a click, raises one of FAILURES.
        """
        starts = table.message_id == table.thread_id or table.thread_id is None
        if not (table.threaded and starts and table.status is Status.PLAYING):
            return table
        try:
            thread = table.thread_id or await self._create(table)
            return await self._tables.do(table.id, SetThread(thread))
        except FAILURES as error:
            self._boards.behind.add(table.id)
            if responder is not None:
                raise
            log.info("table %s: its thread cannot be opened yet: %s", table.id, error)
            return None

    async def _create(self, table: Table) -> int | None:
        """Return the id of the lobby's thread, which is created if needed; None if that fails."""
        if table.message_id is None or not self._may_open(table):
            return None
        starter = Mine(table.channel_id, table.message_id)
        try:
            await self._wire.open_thread(starter, self._name(table))
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                return table.message_id
            if passes(error) and error.code != UNKNOWN_MESSAGE:
                raise
            log.warning("table %s: no thread could be opened: %s", table.id, error)
            return None
        return table.message_id

    async def create_post(
        self, table: Table, content: MessageContent, beside: discord.Thread
    ) -> int | None:
        """Create a post for a table in the forum of another post, with the tags open to everybody.

        Returns the id of the post, which is also the id of its first message. Returns None if no
        post was created.
        """
        forum = beside.parent
        if not isinstance(forum, discord.ForumChannel) or not self._may_open(table):
            return None
        letter, in_words = await self._outbox.messages.studio.compose(content)
        tags = [tag.id for tag in beside.applied_tags if not tag.moderated]
        try:
            sent = await self._wire.open_post(forum.id, self._name(table), letter, tags)
        except FAILURES as error:
            log.warning("table %s: no post could be created: %s", table.id, error)
            return None
        post = sent.message_id
        self._outbox.messages.note_sent(sent, content, in_words=in_words, channel_id=post)
        return post

    def _may_open(self, table: Table) -> bool:
        """Return whether the opener may have another thread now; if so, count the thread."""
        opener, opened = table.opener.id, self._opened
        if table.id not in opened and [*opened.values()].count(opener) >= AT_ONCE:
            log.info("table %s: its opener has opened too many threads just now", table.id)
            return False
        opened[table.id] = opener
        return True

    def _is_due(self, table: Table) -> bool:
        """Return whether the starter message of a table should be edited now."""
        if table.thread_id is None or table.start_hash is None:
            return False
        age = time.monotonic() - self._shown_at.get(table.id, -SHOW_EVERY)
        if age < SHOW_EVERY and not table.status.over:
            self._waiting.add(table.id)
            return False
        return True

    def take_due(self) -> set[int]:
        """Return the numbers of tables whose starter messages have waited long enough."""
        before = time.monotonic() - SHOW_EVERY
        due = {one for one in self._waiting if self._shown_at.get(one, before) <= before}
        self._waiting -= due
        return due

    async def show_starter(self, table: Table, responder: Responder | None) -> None:
        """Edit the starter message of a table's thread, if an edit is due.

        Until the edit is done, the table does not count as shown.
        """
        if not self._is_due(table):
            return
        shown = self._boards.shown.pop(table.id, None)
        content = await self._boards.draw(table, starter=True)
        try:
            done = await self._show(table, content, responder)
        except ChannelGone:
            await self._tables.maintenance.close_channel(table.channel_id)
            return
        if not done:
            self._boards.behind.add(table.id)
        elif shown is not None:
            self._boards.shown[table.id] = shown

    async def _show(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> bool:
        """Edit the starter message, unless it shows a later game in the thread.

        Returns False if the edit failed. Raises ChannelGone if the channel was deleted.
        """
        if table.thread_id is None or not await self._tables.lookup.is_newest_in_thread(table):
            return True
        done = await self._outbox.edit(table, table.thread_id, content, responder)
        self._shown_at[table.id] = time.monotonic()
        self._waiting.discard(table.id)
        return done is not Outcome.FAILED

    async def close(self, table: Table) -> None:
        """Archive the thread of a finished table, unless a live table is played there."""
        if table.thread_id is None or await self._tables.lookup.live_in(table.thread_id):
            return
        try:
            await self._wire.archive_thread(table.thread_id)
        except FAILURES as error:
            log.info("table %s: its thread was not archived: %s", table.id, error)

    def _name(self, table: Table) -> str:
        title = self._languages.of(table.language).title(table.game.info)
        return f"{title} #{table.id}"[:NAME_LENGTH]
