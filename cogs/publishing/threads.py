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
    from collections.abc import Awaitable, Callable

    from cogs.interactions.content import MessageContent
    from cogs.interactions.responder import Responder
    from cogs.publishing.painter import Painter
    from cogs.publishing.tools import Tools
    from tables.model.table import Table

    Edit = Callable[[Table, int, MessageContent, Responder | None], Awaitable[Outcome]]
    """Replaces the content of a message of a table."""

log = logging.getLogger(__name__)

NO_THREAD: Final = N_("No thread could be opened for this table, so it is played here.")

SHOW_EVERY: Final = 300.0
"""Shortest time between two edits of a starter message during the game, in seconds."""

NAME_LENGTH: Final = 100
"""Discord's limit on characters in the name of a thread."""

AT_ONCE, WITHIN = 5, 600.0
"""Limit on new threads for the tables of one opener in a period, and the period in seconds."""


class Threads:
    """Opens threads, shows their games in the channel, and archives them."""

    def __init__(self, tools: Tools, edit: Edit, painter: Painter) -> None:
        """Store what threads need; `edit` is `Boards.edit`."""
        self._tools = tools
        self._tables = tools.tables
        self._lives = tools.lives
        self._wire = tools.messages.wire
        self._edit = edit
        self._painter = painter

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
            self._lives.note(table.id, behind=True)
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
        letter, in_words = await self._tools.messages.compose(content)
        tags = [tag.id for tag in beside.applied_tags if not tag.moderated]
        try:
            sent = await self._wire.open_post(forum.id, self._name(table), letter, tags)
        except FAILURES as error:
            log.warning("table %s: no post could be created: %s", table.id, error)
            return None
        post = sent.message_id
        self._tools.messages.note_sent(sent, content, in_words=in_words, channel_id=post)
        return post

    def _may_open(self, table: Table) -> bool:
        """Return whether the opener may have another thread now; if so, count the thread."""
        opener, now = table.opener.id, time.monotonic()
        lately = self._lives.select(
            lambda live: (
                live.opened_at is not None
                and live.opened_at[0] == opener
                and now - live.opened_at[1] < WITHIN
            )
        )
        if table.id not in lately and len(lately) >= AT_ONCE:
            log.info("table %s: its opener has opened too many threads just now", table.id)
            return False
        self._lives.note(table.id, opened_at=(opener, now))
        return True

    def _is_due(self, table: Table) -> bool:
        """Return whether the starter message of a table should be edited now."""
        if table.thread_id is None or table.start_hash is None:
            return False
        age = time.monotonic() - self._lives.find(table.id).starter_at
        if age < SHOW_EVERY and not table.status.over:
            self._lives.note(table.id, starter_due=True)
            return False
        return True

    def note_due(self) -> None:
        """Note that starter messages which have waited long enough need an update."""
        before = time.monotonic() - SHOW_EVERY
        due = self._lives.select(lambda live: live.starter_due and live.starter_at <= before)
        for table_id in due:
            self._lives.note(table_id, starter_due=False, behind=True)

    async def show_starter(self, table: Table, responder: Responder | None) -> None:
        """Edit the starter message of a table's thread, if an edit is due.

        Until the edit is done, the table does not count as shown.
        """
        if not self._is_due(table):
            return
        shown = self._lives.find(table.id).shown
        self._lives.note(table.id, shown=None)
        content = await self._painter.draw(table, starter=True)
        try:
            done = await self._show(table, content, responder)
        except ChannelGone:
            await self._tables.maintenance.close_channel(table.channel_id)
            return
        if not done:
            self._lives.note(table.id, behind=True)
        elif shown is not None:
            self._lives.note(table.id, shown=shown)

    async def _show(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> bool:
        """Edit the starter message, unless it shows a later game in the thread.

        Returns False if the edit failed. Raises ChannelGone if the channel was deleted.
        """
        if table.thread_id is None or not await self._tables.lookup.is_newest_in_thread(table):
            return True
        done = await self._edit(table, table.thread_id, content, responder)
        self._lives.note(table.id, starter_at=time.monotonic(), starter_due=False)
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
        title = self._tools.languages.of(table.language).title(table.game.info)
        return f"{title} #{table.id}"[:NAME_LENGTH]
