"""The live message of a table: edited, posted anew, moved down, and what clicks tell of it.

Whether somebody else has deleted it is asked before a table is linked to, and every ten minutes
while the game waits. Kept here, too: which state each message shows, and which messages are to be
tried again.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from cogs.display.pages.starter import invite
from cogs.display.words.table_text import table_link
from cogs.interactions.content import is_in_words
from cogs.interactions.failures import FAILURES, ChannelGone, Outcome, posted_at
from cogs.interactions.raw.clicks import find_last_message
from tables.model.table import Table
from tables.play.messages import MoveToPost

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable

    from cogs.interactions.content import MessageContent
    from cogs.interactions.responder import Responder
    from cogs.publishing.calls import Calls
    from cogs.publishing.drawing import Drawing
    from cogs.publishing.outbox import Outbox
    from tables.service import Tables

MOVE_DOWN_EVERY: Final = 30.0
"""Seconds that a board stays in place at least, however much people write below it."""

CANNOT_SHOW: Final = (
    "What you did counts, but I cannot show it here: the thread is locked, or I may not write here "
    "any more. Please ask an admin."
)

_PLACES: Final = (
    *("revision", "channel_id", "threaded", "thread_id", "message_id"),
    *("call_id", "notified", "reminded"),
)
"""What publishing changes of a table itself."""

NOT_SHOWN: Final = -1
"""The revision of a table whose message shows none in full."""

SILENT_CHANNEL: Final = 600.0
"""Seconds after which people may have written below a board, where Discord does not say."""


class Lock(asyncio.Lock):
    """A lock that knows whether anybody holds it or waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self._interested = 0

    @property
    def idle(self) -> bool:
        """Whether nobody holds the lock or waits for it."""
        return self._interested == 0

    async def __aenter__(self) -> None:
        self._interested += 1
        try:
            await self.acquire()
        except BaseException:
            self._interested -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self._interested -= 1
        self.release()


class LiveMessages:
    """The live messages of the tables of this process.

    Attributes:
        shown: the tables as their messages show them, by number, until that is stored.
        behind: the tables whose messages are to be brought up to date soon.
        focused: the tables whose messages show what a player is picking.
    """

    def __init__(
        self,
        tables: Tables,
        drawing: Drawing,
        outbox: Outbox,
        calls: Calls,
        *,
        refresh: Callable[[Iterable[Table]], None],
    ) -> None:
        self._tables = tables
        self._refresh = refresh
        self._drawing = drawing
        self._outbox = outbox
        self._calls = calls
        self._locks: WeakValueDictionary[int, Lock] = WeakValueDictionary()
        self.shown: dict[int, Table] = {}
        self._in_words: set[int] = set()
        self.behind: set[int] = set()
        self.focused: set[int] = set()

    def lock(self, table_id: int) -> Lock:
        """Return the lock of a table: who holds it draws the newest state."""
        return self._locks.setdefault(table_id, Lock())

    @asynccontextmanager
    async def newest(self, table_id: int, fresh: Table | None = None) -> AsyncGenerator[Table]:
        """Take the lock of a table, and give its newest state; `fresh`, if nobody came between."""
        lock = self.lock(table_id)
        newest = fresh if lock.idle else None
        async with lock:
            yield newest or await self._tables.lookup.get(table_id)

    # What a message shows

    async def show(
        self, table: Table, responder: Responder | None, focus: str, *, passed: bool
    ) -> Table:
        """Edit the live message, or move it down; end the table of a deleted channel."""
        content = await self._drawing.draw(table, focus)
        (self.focused.add if focus else self.focused.discard)(table.id)
        try:
            if passed and await self._should_move(table, responder):
                moved = await self._post(table, content, responder)
                if isinstance(moved, Table):
                    return moved
            return await self._edit(table, content, responder)
        except ChannelGone:
            await self._tables.maintenance.close_channel(table.board_channel)
            return await self._tables.lookup.get(table.id)

    async def restore(self, tables: Iterable[Table]) -> list[Table]:
        """Post the messages anew that were deleted; return the tables as they are then."""

        async def restore(table: Table) -> Table:
            async with self.newest(table.id) as newest:
                return await self.restore_one(newest)

        return await asyncio.gather(*map(restore, tables))

    async def restore_one(self, table: Table) -> Table:
        """Post the message anew if it was deleted; of a table that is over, tell of none then."""
        if table.message_id is None or not await self._outbox.is_gone(table, table.message_id):
            return table
        if table.status.over:
            return replace(table, message_id=None)
        self._outbox.rendered.pop(table.message_id, None)
        return await self.show(table, None, "", passed=False)

    async def _edit(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> Table:
        """Edit the live message; post a new one where there is none, or none that can be edited."""
        done, before = Outcome.GONE, table.message_id
        if before is not None:
            done = await self._outbox.edit(table, before, content, responder)
        if done is Outcome.GONE:
            posted = await self._post(table, content, responder)
            if isinstance(posted, Table):
                if before is not None:
                    await _point_at(posted, responder)
                return posted
            done = posted
        if done is Outcome.DONE:
            self.note_shown(table, table)
        elif done is Outcome.FAILED:
            self.behind.add(table.id)
        elif responder is not None:
            await responder.send_private(CANNOT_SHOW)
        return table

    async def _post(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> Table | Outcome:
        """Post the message anew, in place of the live one; else whether to try again."""
        invited = invite(table, content) if table.message_id is None else content
        posted = await self._outbox.post(table, invited, responder)
        if isinstance(posted, Outcome):
            return posted
        self._outbox.rendered[posted] = content.digest
        live = await self.set_live(table, posted)
        self.note_shown(table, live)
        return live

    async def _should_move(self, table: Table, responder: Responder | None) -> bool:
        """Return whether people have written below the board, and it has stayed for a while.

        How long is told by Discord's clock where somebody clicked: ours may be wrong. After the
        turn of a duck no click tells what is below, so Discord is asked.
        """
        if table.message_id is None or table.guest is not None:
            return False
        now = time.time() if responder is None else posted_at(responder.interaction.id)
        stayed = now - posted_at(table.message_id)
        if stayed < MOVE_DOWN_EVERY:
            return False
        if responder is None and table.waiting_on:
            await self._outbox.look_below(table)
        return self._outbox.is_covered(table.board_channel, table.message_id)

    async def set_live(self, table: Table, message_id: int) -> Table:
        """Make a message the live one, and delete the one that was."""
        table, useless = await self._tables.messages.set_message(table.id, message_id)
        if useless is not None and useless != table.thread_id:
            await self._outbox.delete(table, useless)
        return table

    def note_shown(self, drawn: Table, table: Table) -> None:
        """Note that the message shows a table as it was drawn, and show it again if it has changed.

        `table`: as it is now. Where its message or a call is changes nothing that is shown.
        """
        same = drawn is table or _place_as(drawn, table) == table
        self.shown[table.id] = table if same else drawn
        if not same:
            self._refresh([table])

    def is_shown(self, table: Table) -> bool:
        """Return whether the message shows this state, and that is still to be stored.

        To be asked before a call is made: what is shown may be stored meanwhile.
        """
        shown = self.shown.get(table.id)
        return shown is not None and shown.revision == table.revision

    def is_behind(self, table: Table) -> bool:
        """Return whether a message is to be tried again: in vain so far, or in a reduced form."""
        reduced = _is_in_words(table) or table.id in self._drawing.plain
        return table.id in self.behind or reduced

    async def store(self) -> None:
        """Store which state each message shows: none, as long as that is in a reduced form."""
        shown = dict(self.shown)
        plain = self._drawing.plain
        in_words = {number for number, table in shown.items() if _is_in_words(table)}
        now = {
            number: NOT_SHOWN if number in in_words or number in plain else table.revision
            for number, table in shown.items()
            if number not in in_words & self._in_words
        }
        if now:
            await self._tables.maintenance.set_shown(now)
        self._refresh(shown[number] for number in self._in_words & now.keys())  # to close threads
        self._in_words = in_words
        self.shown = {
            number: table
            for number, table in self.shown.items()
            if _is_in_words(table) or shown.get(number) is not table
        }

    # What a click tells

    def note_click(self, table: Table, responder: Responder) -> None:
        """Note that a person is there, and what the click tells of the channel."""
        interaction, clicked = responder.interaction, responder.message_id
        self._calls.note_seen(table.id, interaction.user.id)
        if clicked is None or responder.on_private:
            return
        self._outbox.note_own(clicked, *filter(None, (table.call_id,)))
        last = find_last_message(interaction)
        if last is None and posted_at(interaction.id) - posted_at(clicked) > SILENT_CHANNEL:
            last = clicked + 1  # Discord does not say; by now somebody may well have written
        self._outbox.note_last(interaction.channel_id or 0, last)

    async def take_click(self, table: Table, responder: Responder) -> Table:
        """Note what a click tells; a message newer than the live one, once lost, becomes it."""
        self.note_click(table, responder)
        clicked, old = responder.message_id, table.message_id
        if clicked in (None, table.thread_id) or responder.on_private:
            return table
        if old is not None and clicked <= old:
            return table
        return await self.set_live(table, clicked)

    async def take_post(self, table: Table, responder: Responder, post: int) -> Table:
        """Move a table to its post in a forum, if that was lost in a crash and is clicked now.

        `post`: the message that was clicked; the first message of a post has its id.
        """
        if table.thread_id or table.status.over or post != responder.interaction.channel_id:
            return table
        moved = await self._tables.do(table.id, MoveToPost(post))
        if table.message_id is not None:
            await self._outbox.delete(table, table.message_id)
        return moved

    async def keep_token(self, table: Table, responder: Responder, before: int | None) -> None:
        """Keep the token of a click on the live message; delete an older one that was clicked.

        The click has to be acknowledged by then: if its first response is a new message, its token
        edits that one as the original, and not the message that was clicked.

        Args:
            table: as it is now.
            responder: of the click.
            before: the live message before the click; if there is another now, it is gone.
        """
        clicked, live = responder.message_id, table.message_id
        if clicked is None or live is None or responder.on_private or clicked > live:
            return
        acknowledged = await responder.ensure_acknowledged()
        if clicked < live and clicked == before:
            return
        if acknowledged:
            self._outbox.keep_token(clicked, responder.interaction)
        if clicked < live and clicked != table.thread_id:
            await self._outbox.delete(table, clicked)


def _is_in_words(table: Table) -> bool:
    """Return whether pictures are missing on the messages of a table."""
    return is_in_words(table.message_id) or is_in_words(table.thread_id)


def _place_as(drawn: Table, table: Table) -> Table:
    """Return a table as it was drawn, where `table` is now."""
    return replace(drawn, **{name: getattr(table, name) for name in _PLACES})


async def _point_at(table: Table, responder: Responder | None) -> None:
    """Tell who has clicked where the board is now, unless the click has shown it."""
    if responder is not None and responder.done and not responder.told:
        with suppress(*FAILURES):
            await responder.send_private(f"What you did counts: {table_link(table)}")
