"""The boards of this process: what each table's live message shows, and where it is.

This module edits the messages of lobbies, boards and ends, posts them again, or moves them below
newer messages, as `plan` says. Before the bot links to a table, and every ten minutes while the
game waits, it checks whether the table's message was deleted. The module also remembers the state
that each message shows, the messages that need another edit, and facts learned from clicks.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from cogs.display.pages.messages import invite
from cogs.display.table_text import table_link
from cogs.interactions.failures import BROKEN, FAILURES, ChannelGone, Outcome, posted_at
from cogs.interactions.raw import find_last_message
from cogs.interactions.wire import Token
from cogs.publishing.outbox import channel_of
from cogs.publishing.plan import (
    SENDS,
    Clicked,
    Step,
    begin,
    find_other,
    go_on,
    is_newer,
    judge_clicked,
    may_move,
)
from engine.core import N_
from tables.play.messages import MoveToPost

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable

    from cogs.interactions.content import MessageContent
    from cogs.interactions.responder import Responder
    from cogs.publishing.calls import Calls
    from cogs.publishing.outbox import Outbox
    from cogs.publishing.painter import Painter
    from cogs.publishing.tools import Tools
    from tables.model.table import Table

CANNOT_SHOW: Final = N_(
    "What you did counts, but I cannot show it here: the thread is locked, or I may not write here "
    "any more. Please ask an admin."
)

_PLACES: Final = (
    *("revision", "channel_id", "threaded", "thread_id", "message_id"),
    *("call_id", "called"),
)
"""Columns of a table's row that change when a message, thread or call is posted."""

NOT_SHOWN: Final = -1
"""Revision that marks a reduced message, which lacks its pictures or emojis."""

_TOLD: Final = {Step.BROKEN: BROKEN, Step.HIDDEN: CANNOT_SHOW}
"""What the person who clicked is told if the click cannot be shown."""


class Boards:
    """The live messages of the tables of this process."""

    def __init__(
        self,
        tools: Tools,
        outbox: Outbox,
        painter: Painter,
        calls: Calls,
        refresh: Callable[[Iterable[Table]], None],
    ) -> None:
        """Store what showing needs; `refresh` queues tables whose messages should be updated."""
        self._tables = tools.tables
        self._languages = tools.languages
        self._messages = tools.messages
        self._lives = tools.lives
        self._outbox = outbox
        self._painter = painter
        self._calls = calls
        self._refresh = refresh

    @asynccontextmanager
    async def newest(self, table_id: int, fresh: Table | None = None) -> AsyncGenerator[Table]:
        """Take the lock of a table, and yield the table in its newest state.

        If the lock was free, `fresh` is the newest state and saves a read.
        """
        lock = self._messages.lock(table_id)
        newest = fresh if lock.interested == 0 else None
        async with lock:
            yield newest or await self._tables.lookup.get(table_id)

    async def show(
        self,
        table: Table,
        content: MessageContent,
        responder: Responder | None = None,
        *,
        passed: bool = False,
    ) -> Table:
        """Bring the live message up to date, by an edit or a new message; return the table.

        If the channel was deleted, the table ends. `passed`: whether the turn has passed to other
        players. The message of a lobby that nobody joined is deleted, unless it is a forum post.
        """
        before, shown = table.message_id, table
        gone = before is not None and self._messages.find(before).gone
        moves = passed and await self._should_move(table, responder)
        step = last = begin(table, gone=gone, moves=moves)
        try:
            while step in SENDS:
                if step is Step.EDIT and before is not None:
                    done = await self.edit(table, before, content, responder)
                else:
                    done, shown = await self._post(table, content, responder)
                last, step = step, go_on(step, done)
        except ChannelGone:
            return await self._close(table)
        if step is Step.WITHDRAW:
            await self.keep_token(table, responder, before)
            if before is not None:
                await self._outbox.delete(table, before)
            self.note_shown(table, table)
        elif step is Step.SHOWN and shown is table:
            self.note_shown(table, table)
        elif step is Step.SHOWN and last is Step.POST and before is not None:
            await _point_at(shown, responder)
        elif step is Step.LATER:
            self._lives.note(table.id, behind=True)
        elif step in _TOLD and responder is not None:
            await responder.send_private(responder.language(_TOLD[step]))
        return shown

    async def edit(
        self, table: Table, message_id: int, content: MessageContent, responder: Responder | None
    ) -> Outcome:
        """Replace the content of a message, unless the message already shows this content.

        Raises:
            ChannelGone: The channel was deleted.
        """
        click = responder if responder is not None and responder.message_id == message_id else None
        # An edit answers a click even if nothing changes. In a game with hidden moves, such an edit
        # could reveal a move, so it is left out.
        needed = click is not None and not table.game.info.hidden
        known = self._messages.find(message_id)
        if not needed and known.digest == content.digest:
            return Outcome.DONE
        if known.digest is not None or known.channel_id is None:
            channel_id = channel_of(table, message_id)
            self._messages.note(message_id, digest=None, channel_id=channel_id)
        try:
            await self._messages.edit(message_id, content, click, click.files if click else ())
        except FAILURES as error:
            return self._outbox.judge(table, message_id, error, by_person=responder is not None)
        if not needed:
            self._messages.note(message_id, digest=content.digest)
        return Outcome.DONE

    async def _close(self, table: Table) -> Table:
        """End the tables of a deleted channel or thread; return this table in its new state."""
        await self._tables.maintenance.close_channel(table.board_channel)
        closed = await self._tables.lookup.get(table.id)
        if closed.board_channel != table.board_channel:  # its message is in the channel again
            self._refresh([closed])
        return closed

    async def restore(self, tables: Iterable[Table]) -> list[Table]:
        """Post deleted messages again; return the tables in their new state."""

        async def restore(table: Table) -> Table:
            async with self.newest(table.id) as newest:
                return await self.restore_one(newest)

        return await asyncio.gather(*map(restore, tables))

    async def restore_one(self, table: Table) -> Table:
        """Post a deleted message again. If the table is over, return it without a message."""
        if table.message_id is None or not await self._outbox.is_gone(table, table.message_id):
            return table
        if table.status.over:
            return replace(table, message_id=None)
        self._messages.note(table.message_id, gone=True)
        self._lives.note(table.id, focused=False)
        return await self.show(table, await self._painter.draw(table))

    async def _post(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> tuple[Outcome, Table]:
        """Post a new live message; return the outcome, and the table as it is shown then."""
        invited = content
        if table.message_id is None:
            invited = invite(self._languages.of(table.language), table, content)
            invited = replace(invited, calls=await self._calls.may_mention(invited.calls))
        posted = await self._outbox.post(table, invited, responder)
        if isinstance(posted, Outcome):
            return posted, table
        self._messages.note(posted, digest=content.digest)
        live = await self.set_live(table, posted)
        self.note_shown(table, live)
        return Outcome.DONE, live

    async def _should_move(self, table: Table, responder: Responder | None) -> bool:
        """Return whether people have written below a board that has not moved for a while.

        After the turn of a duck, no click names the last message of the channel, so the bot asks
        Discord.
        """
        now = time.time() if responder is None else posted_at(responder.interaction.id)
        if table.message_id is None or not may_move(table, now):
            return False
        if responder is None and table.waiting_on:
            await self._outbox.look_below(table)
        return self._messages.is_covered(table.board_channel, table.message_id)

    async def set_live(self, table: Table, message_id: int) -> Table:
        """Make a message the live one, and delete the previous one."""
        table, useless = await self._tables.messages.set_message(table.id, message_id)
        if useless is not None and useless != table.thread_id:
            await self._outbox.delete(table, useless)
        return table

    async def leave_one(self, table: Table) -> Table:
        """Leave only the newest message of a table, which becomes the live one.

        A process that is killed between a new message and the deletion of the old one leaves two.
        """
        found = [] if table.guest is not None else await self._outbox.find_boards(table)
        if found and max(found) != table.message_id:
            table, _ = await self._tables.messages.set_message(table.id, max(found))
        for each in found:
            if each not in (table.message_id, table.thread_id):
                await self._outbox.delete(table, each)
        return table

    def note_shown(self, drawn: Table, table: Table) -> None:
        """Note that the message shows `drawn`; update the message if the table has changed since.

        `table` is the present state. A new message, thread or call does not count as a change.
        """
        if self._painter.teacher is not None:
            self._painter.teacher.follow(table)
        same = drawn is table or _place_as(drawn, table) == table
        self._lives.note(table.id, shown=table if same else drawn)
        if not same:
            self._refresh([table])

    def is_shown(self, table: Table) -> bool:
        """Return whether `shown` says that the message shows this state.

        Call this before the next await, during which `store` may clear the entry.
        """
        shown = self._lives.find(table.id).shown
        return shown is not None and shown.revision == table.revision

    def is_behind(self, table: Table) -> bool:
        """Return whether a message needs another edit: it is reduced, or an edit has failed."""
        live = self._lives.find(table.id)
        return live.behind or live.plain is not None or self._is_in_words(table)

    async def store(self) -> None:
        """Store the revision that each message shows, or NOT_SHOWN if the message is reduced."""
        now: dict[int, tuple[Table, bool]] = {}
        revisions: dict[int, int] = {}
        for number, live in self._lives.select(attrgetter("shown")).items():
            if (table := live.shown) is None:
                continue
            lacks = self._is_in_words(table)
            if not (lacks and live.lacks):
                now[number] = table, lacks
                reduced = lacks or live.plain is not None
                revisions[number] = NOT_SHOWN if reduced else table.revision
        if revisions:
            await self._tables.maintenance.set_shown(revisions)
        completed: list[Table] = []
        for number, (table, lacks) in now.items():
            live = self._lives.find(number)
            if live.lacks and not lacks:
                completed.append(table)
            stored = live.shown is table and not lacks
            self._lives.note(number, shown=None if stored else live.shown, lacks=lacks)
        self._refresh(completed)  # archives the threads of ended tables

    def _is_in_words(self, table: Table) -> bool:
        """Return whether the live message or the starter message of a table lacks pictures."""
        lacks = self._messages.lacks_pictures
        return lacks(table.message_id) or lacks(table.thread_id)

    def note_click(self, table: Table, responder: Responder) -> None:
        """Note who has clicked, and the last message of the channel, which the click names."""
        interaction, clicked = responder.interaction, responder.public_id
        self._lives.note_seen(table.id, interaction.user.id)
        if clicked is None:
            return
        self._messages.note_own(clicked, *filter(None, (table.call_id,)))
        last = find_last_message(interaction)
        other = find_other(table, clicked, last, interaction.id)
        if other is not None:
            self._messages.note_last(interaction.channel_id or 0, other)

    async def take_click(self, table: Table, responder: Responder | None) -> Table:
        """Note a click. A clicked message that is newer than the live one becomes the live one."""
        if responder is None:
            return table
        self.note_click(table, responder)
        clicked = responder.public_id
        if clicked is None or not is_newer(table, clicked):
            return table
        return await self.set_live(table, clicked)

    async def take_post(self, table: Table, responder: Responder | None) -> Table:
        """Move a table to the forum post that was clicked, if a crash lost the link to it.

        The first message of a post has the id of the post.
        """
        post = responder.public_id if responder is not None else None
        if responder is None or post is None or post != responder.interaction.channel_id:
            return table
        if table.thread_id or table.status.over:
            return table
        moved = await self._tables.do(table.id, MoveToPost(post))
        if table.message_id is not None:
            await self._outbox.delete(table, table.message_id)
        return moved

    async def keep_token(
        self, table: Table, responder: Responder | None, before: int | None
    ) -> None:
        """Keep the token of a click on the live message; delete an older message if it was clicked.

        The click is acknowledged first. If its first response were a new message, its token would
        edit the new message and not the clicked one.

        Args:
            table: The table in its present state.
            responder: The responder of the click.
            before: The live message before the click.
        """
        clicked = responder.public_id if responder is not None else None
        fate = judge_clicked(table, clicked, before)
        if responder is None or clicked is None or fate is Clicked.NOTHING:
            return
        acknowledged = await responder.ensure_acknowledged()
        if acknowledged and fate is not Clicked.ACKNOWLEDGED:
            self._messages.note(clicked, token=Token.of(responder.interaction))
        if fate is Clicked.REPLACED:
            await self._outbox.delete(table, clicked)
            await _point_at(table, responder)  # somebody has just shown the board again


def _place_as(drawn: Table, table: Table) -> Table:
    """Return `drawn` with the `_PLACES` of `table`."""
    return replace(drawn, **{name: getattr(table, name) for name in _PLACES})


async def _point_at(table: Table, responder: Responder | None) -> None:
    """Send a link to the board, if the click changed the game but showed nothing to its person."""
    if responder is not None and responder.done and not responder.told:
        with suppress(*FAILURES):
            _ = responder.language
            told = _("What you did counts: {link}", link=table_link(_, table))
            await responder.send_private(told)
