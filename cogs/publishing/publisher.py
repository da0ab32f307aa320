"""Publishing: keeps the one live message of every table up to date.

The lobby becomes the board, and the board becomes the result: all three are one message, which the
responses to clicks edit. Only committed states are published. The newest state is read under the
table's lock, unless it was committed just now. So a slow edit never overwrites a newer board.
Another worker has its own lock. So after the edit the state is read once more, and a newer state is
shown.

The message moves down only when people have written below it. First the new message is posted, then
the old message is deleted. After a crash the bot may not know a message that it had posted. The
first click on that message makes it the live message, or deletes it if there is a newer message.

In a game with hidden moves, a message is edited only if its look changes. Otherwise the time of an
edit would reveal a secret move.
"""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import discord

from cogs.display.table_text import live_message_url
from cogs.interactions.content import say
from cogs.interactions.failures import FAILURES, is_broken
from cogs.interactions.raw import find_last_message
from cogs.publishing.boards import Boards
from cogs.publishing.calls import Calls
from cogs.publishing.computers import Computers
from cogs.publishing.live import LONG_AGO
from cogs.publishing.outbox import Outbox
from cogs.publishing.painter import Painter
from cogs.publishing.plan import pass_turn
from cogs.publishing.private import PrivatePages
from cogs.publishing.queue import WorkQueue
from cogs.publishing.threads import NO_THREAD, Threads
from tables.model.errors import StaleClick
from tables.model.table import Status
from tables.play.lobby import find_missing
from tables.play.messages import MoveToPost, SetThread
from tables.service import is_damage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cogs.interactions.content import MessageContent
    from cogs.interactions.responder import Responder
    from cogs.publishing.calls import Wishes
    from cogs.publishing.live import Draw
    from cogs.publishing.painter import Teacher
    from cogs.publishing.tools import Tools
    from engine.core import Seat
    from tables.model.table import Table

log = logging.getLogger(__name__)

_NOWHERE: Final = 0
"""Channel number for work that posts nothing. Such work is done for one table at a time."""

INVITE_EVERY: Final = 600.0
"""Seconds for which nobody is mentioned a second time by a rematch of the same game."""


class Publisher:
    """Keeps the one live message of every table up to date."""

    def __init__(self, tools: Tools, *, shared: Callable[[], bool], pause: float) -> None:
        """Store what publishing needs.

        `shared` returns whether there are other workers. `pause` is explained in `Computers`.
        """
        self._tables = tools.tables
        self._languages = tools.languages
        self._messages = tools.messages
        self._lives = tools.lives
        self._shared = shared
        self._queue = WorkQueue()
        self._outbox = Outbox(tools)
        self._painter = Painter(tools)
        self._calls = Calls(tools, self._outbox, self.refresh)
        self._boards = Boards(tools, self._outbox, self._painter, self._calls, self.refresh)
        self._private = PrivatePages(tools, self._painter)
        self._threads = Threads(tools, self._boards.edit, self._painter)
        self._computers = Computers(tools.tables, self.refresh, pause)
        self.restore = self._boards.restore  # to be called before linking to tables' messages
        self.report_broken = self._outbox.report_broken

    def count_waiting(self) -> int:
        """Return the number of jobs that wait, such as updates and calls."""
        return len(self._queue)

    async def publish(
        self,
        table_id: int,
        responder: Responder | None = None,
        fresh: Table | None = None,
        focus: str = "",
    ) -> None:
        """Update a table's message, by the response to a click if possible.

        Args:
            table_id: The number of the table.
            responder: The responder of the click at this table that led to this update, if any.
            fresh: The table, if nothing was awaited since it was read or committed. Passing it
                saves a read.
            focus: How to show the state. Only the renderer knows the meaning of this text.
        """
        try:
            async with self._boards.newest(table_id, fresh) as table:
                if table.thinking is not None:
                    self._computers.follow(table)
                # A private table has no public message.
                here = None if table.private is not None else await self._place(table, responder)
                if here is not None:
                    passed, turns = pass_turn(self._lives.find(table_id).turn, here.waiting_on)
                    content = await self._painter.draw(here, focus)
                    self._lives.note(table_id, turn=here.waiting_on, focused=bool(focus))
                    live = await self._boards.show(here, content, responder, passed=passed)
                    if live.thread_id is not None:
                        await self._threads.show_starter(live, responder)
                    await self._boards.keep_token(live, responder, here.message_id)
                    if live.rematch_of is not None:
                        self._link_end(live)
                    await self._follow(table, live, turns, responder)
                if self._shared():
                    await self._look_again(table_id)
        except Exception as error:
            # Try again later, unless the table is damaged and nobody has clicked on it.
            if responder is not None or not is_damage(error):
                self._lives.note(table_id, behind=True)
            raise

    async def _follow(
        self,
        table: Table,
        live: Table,
        turns: tuple[Seat, ...],
        responder: Responder | None,
    ) -> None:
        """Update calls, notices, private pages and the thread after the message of a table.

        Args:
            table: The table as it was meant to be shown.
            live: The table as it is shown.
            turns: The seats whose turn has just come.
            responder: The responder of the click that led to this update, if any.
        """
        called = live
        if turns or live.called:
            called = await self._call_away(live, turns, responder)
        for seat in range(len(called.seats)) if called.status.over else turns:
            self._messages.clear_line(called.seats[seat].person_id)
        if self._lives.find(called.id).pages:
            await self._private.follow(called)
        if called.status.over and not self._boards.is_behind(called):
            await self._threads.close(called)
        if responder is not None and table.threaded and not called.threaded:
            await responder.send_private(responder.language(NO_THREAD))

    async def _place(self, table: Table, responder: Responder | None) -> Table | None:
        """Note the clicked post or message, and open the thread if one is due; return the table.

        Returns None if the thread cannot be opened yet.
        """
        posted = await self._boards.take_post(table, responder)
        opened = await self._threads.open(posted, responder) if posted.threaded else posted
        return None if opened is None else await self._boards.take_click(opened, responder)

    async def _call_away(
        self, table: Table, turns: tuple[Seat, ...], responder: Responder | None
    ) -> Table:
        """Call players who probably do not see their turn, and delete an answered call.

        A call changes the table but not its message, so a table that counted as shown still does.
        """
        shown = self._boards.is_shown(table)
        clicked_by = responder.interaction.user.id if responder is not None else None
        called = await self._calls.follow(table, turns, clicked_by)
        if shown:
            self._boards.note_shown(table, called)
        return called

    async def _look_again(self, table_id: int) -> None:
        """Show a table once more if another process has changed it meanwhile.

        This process may have overwritten a newer board. A board that could not be shown waits for
        the next `settle`.
        """
        if self._lives.find(table_id).behind:
            return
        newest = await self._tables.lookup.get(table_id)
        if (self._lives.find(table_id).shown or newest).revision != newest.revision:
            self.refresh([newest])

    async def recognise(self, table: Table, responder: Responder) -> None:
        """Publish after a click that changes nothing, if the clicked message is not the live one.

        So a message that was lost in a crash becomes the live message, or is deleted. Where the bot
        is a guest, every click on a public message leads to an update, because the live message may
        be out of date.
        """
        lost = responder.message_id not in (None, table.message_id, table.thread_id)
        if not responder.on_private and (lost or table.guest is not None):
            await self.publish(table.id, responder)

    async def publish_new(self, table: Table, responder: Responder) -> None:
        """Post a new table as the response; on failure, cancel it unless others have joined."""
        try:
            await self.show_again(table, responder, invite=True)
        except FAILURES as error:
            if is_broken(error):
                self.report_broken(table.id, error)
            click = responder.interaction.id
            kept = await self._tables.endings.withdraw(table.id, table.opener, click)
            if not kept.status.over:
                self.refresh([kept])
            raise

    async def publish_in_post(self, table: Table, responder: Responder) -> None:
        """Show a new table's lobby in a forum post of its own.

        If the command was not used in a forum, or no post can be created, the lobby is posted where
        the command was used.
        """
        beside = responder.interaction.channel
        async with self._boards.newest(table.id) as newest:
            content, post = await self._painter.draw(newest), None
            if isinstance(beside, discord.Thread):
                post = await self._threads.create_post(newest, content, beside)
            if post is not None:
                moved = await self._tables.do(table.id, MoveToPost(post))
                self._outbox.note_posted(moved, post, content)
                self._boards.note_shown(newest, moved)
        if post is not None:
            _ = self._languages.of(table.language)
            words = _(
                "🧵 {game}, table #{number}, has a post of its own: {post}",
                game=_.title(table.game.info),
                number=table.id,
                post=f"<#{post}>",
            )
            await responder.send(say(words), private=False)
            return
        await self.publish_new(await self._tables.do(table.id, SetThread(None)), responder)
        await responder.send_private(responder.language(NO_THREAD))

    async def show_again(self, fresh: Table, responder: Responder, *, invite: bool = False) -> None:
        """Respond to a command with a new live message of the table.

        The caller must not have awaited anything since the table was read or committed. `invite`:
        whether the message notifies the people invited to a rematch, each once in
        `INVITE_EVERY`. A later edit would notify nobody.
        """
        async with self._boards.newest(fresh.id, fresh) as table:
            click, content = responder.interaction, await self._painter.draw(table)
            # Note the last message now, because later clicks name our answer as the last message.
            if last := find_last_message(click):
                self._messages.note_last(click.channel_id or 0, last)
            if invite:
                series = await self._tables.endings.series(table)
                missing = find_missing(table, series.people if series else ())
                missing = self._list_uninvited(table, missing)
                content = replace(content, calls=await self._calls.may_mention(missing))
            message_id = await responder.send(content, private=False)
            self._note_invited(table, content.calls)
            self._lives.note_seen(table.id, click.user.id)
            self._outbox.note_posted(table, message_id, content)
            live = await self._boards.set_live(table, message_id)
            self._boards.note_shown(table, live)
            self._link_end(live)
            self._computers.follow(table)

    def _list_uninvited(self, table: Table, people: Iterable[int]) -> list[int]:
        """Return the people who were not mentioned lately by a rematch of the same game."""
        invited, now = self._lives.find(table.rematch_of or 0).invited, time.monotonic()
        return [each for each in people if now - invited.get(each, LONG_AGO) > INVITE_EVERY]

    def _note_invited(self, table: Table, people: Iterable[int]) -> None:
        if table.rematch_of is not None:
            invited = self._lives.find(table.rematch_of).invited
            now = dict.fromkeys(people, time.monotonic())
            self._lives.note(table.rematch_of, invited={**invited, **now})

    async def show_focus(self, fresh: Table, responder: Responder, focus: str) -> None:
        """Show the live message with another focus, as the response to a click on it.

        Raises StaleClick if the clicked message is not the live one, or was deleted. The caller
        must not have awaited anything since the table was read.
        """
        async with self._boards.newest(fresh.id, fresh) as newest:
            table = await self._boards.take_click(newest, responder)
            clicked = responder.message_id
            if clicked is None or clicked != table.message_id:
                raise StaleClick("The board has moved down.")
            self._messages.note(clicked, digest=None)
            self._lives.note(table.id, focused=True)
            try:
                await responder.edit(await self._painter.draw(table, focus))
            except discord.NotFound as error:
                raise StaleClick("That board was deleted; this is a new one.") from error
            await self._boards.keep_token(table, responder, clicked)

    async def show_hand(
        self, responder: Responder, fresh: Table, seat: Seat, focus: str = ""
    ) -> None:
        """Show a player's hand in the clicked private message, or in a new one.

        The caller must not have awaited anything since the table was read.
        """
        async with self._boards.newest(fresh.id, fresh) as table:
            self._boards.note_click(table, responder)
            await self._private.show_hand(responder, table, seat, focus)

    async def show_more(self, responder: Responder, table: Table, *, notice: str = "") -> None:
        """Show the page behind ⋯ to the person who clicked; see `render_more`."""
        person_id, _ = responder.interaction.user.id, responder.language
        draw = await self._painter.prepare_more(table, person_id, _)
        await self.show_private(responder, table, draw, draw(table, notice) if notice else None)

    async def show_private(
        self, responder: Responder, table: Table, draw: Draw, first: MessageContent | None = None
    ) -> None:
        """Show another page in place of the page behind ⋯; see `PrivatePages.show`."""
        async with self._boards.newest(table.id) as newest:
            self._boards.note_click(newest, responder)
            await self._private.show(responder, newest, draw, first)

    async def show_own(self, responder: Responder, page: MessageContent) -> None:
        """Show a page of a private table in place of the person's earlier one."""
        await self._private.show_own(responder, page)

    async def close_page(self, responder: Responder, table: Table) -> None:
        """Close the clicked page; see `PrivatePages.close`."""
        async with self._boards.newest(table.id, table) as newest:
            self._boards.note_click(newest, responder)
            await self._private.close(responder, newest)

    def refresh(self, tables: Iterable[Table]) -> None:
        """Queue updates of the messages of some tables. Each channel has its own queue."""
        for table in tables:
            self._queue.add(table.board_channel, self.publish, table.id)

    def look_later(self, table_id: int) -> None:
        """Update the message of a table at the next `settle` that can read the database."""
        self._lives.note(table_id, behind=True)

    def call(self, tables: Iterable[Table]) -> None:
        """Queue calls to the people whom some tables wait for. Each channel has its own queue."""
        for table in tables:
            self._queue.add(table.board_channel, self._call, table.id)

    def call_as_wished(self, wishes: Wishes) -> None:
        """Ask `wishes` who is called once more, and who is never mentioned."""
        self._calls.wishes = wishes

    def teach_by(self, teacher: Teacher) -> None:
        """Ask `teacher` for tips from now on."""
        self._painter.teacher = teacher

    def add_tip(self, table: Table) -> None:
        """Queue an edit that adds a tip to the messages of a table."""
        self._queue.add(table.board_channel, self._add_tip, table.id)

    async def redraw_plain(self, tables: Iterable[Table]) -> None:
        """Redraw messages that were drawn without the emojis, and the messages of `tables`.

        A message with a choice in progress stays as it is. All others have been redrawn when this
        returns, except those that Discord has refused.
        """
        for table in tables:
            self._lives.note(table.id, plain=table.board_channel)
        for table_id, live in self._lives.select(lambda live: live.plain is not None).items():
            if not live.focused:
                self._queue.add(live.plain or _NOWHERE, self.publish, table_id)
        await self._queue.work_off()

    async def catch_up(self) -> None:
        """Update the messages that do not show the newest state.

        Call this after a start, and when this process has taken over tables from another one.
        """
        maintenance = self._tables.maintenance
        await self.settle()
        self._messages.forget_contents()
        self._messages.note_own(*await maintenance.live_messages())
        behind = await maintenance.find_not_shown()
        doubtful = await maintenance.take_ours(self._tables.heartbeat.touched)
        for table in doubtful:
            self._queue.add(table.board_channel, self._leave_one, table.id)
        doubted = {table.id for table in doubtful}
        self.refresh(table for table in behind if table.id not in doubted)
        refreshed = {table.id for table in behind}
        for table_id in await maintenance.find_with_secrets():
            if table_id not in refreshed:
                self._queue.add(_NOWHERE, self._trust, table_id)
        await self._computers.catch_up()

    async def settle(self) -> None:
        """Try failed work again, and store what the messages show; call this every few seconds."""
        self._threads.note_due()
        for fact, work in (("behind", self.refresh), ("uncalled", self.call)):
            taken = sorted(self._lives.select(attrgetter(fact)))
            found = await self._tables.lookup.get_all(taken)
            for table_id in taken:  # only now, because the read may fail
                self._lives.note(table_id, **{fact: False})
            work(found)
        await self._boards.store()

    async def close(self) -> None:
        """Stop the background work, and store what the messages show."""
        await self._computers.close()
        if self._painter.teacher is not None:
            await self._painter.teacher.close()
        self._messages.close()
        await self._tables.reviews.close()
        await self._queue.close()
        try:
            await self._boards.store()
        except Exception:  # harmless: the next start makes some needless edits
            log.exception("what the messages show could not be stored")

    async def _add_tip(self, table_id: int) -> None:
        """Edit a table's messages in its newest state, unless a choice is in progress there."""
        async with self._boards.newest(table_id) as newest:
            live = newest
            if not self._lives.find(table_id).focused:
                live = await self._boards.show(newest, await self._painter.draw(newest))
            await self._private.follow(live)
        if self._shared():
            await self._look_again(table_id)

    async def _call(self, table_id: int) -> None:
        async with self._boards.newest(table_id) as newest:
            shown = self._boards.is_shown(table := await self._boards.restore_one(newest))
            called, again = await self._calls.call(table, self._tables.now())
            if shown:
                self._boards.note_shown(table, called)
            if again:
                self._lives.note(table_id, uncalled=True)

    async def _leave_one(self, table_id: int) -> None:
        """Leave one message of a table, and update it if it does not show the newest state."""
        async with self._boards.newest(table_id) as newest:
            table = await self._boards.leave_one(newest)
        if not await self._tables.maintenance.is_shown(table):
            self.refresh([table])

    def _link_end(self, table: Table) -> None:
        """Redraw the previous game's end if its link to this rematch should change."""
        begun = table.status in {Status.PLAYING, Status.FINISHED}
        url, before = live_message_url(table) if begun else None, table.rematch_of
        if before is not None and self._lives.find(before).rematch != url:
            self._lives.note(before, rematch=url)
            self._queue.add(table.channel_id, self._redraw_end, before)

    async def _redraw_end(self, table_id: int) -> None:
        """Redraw a finished game whose rematch has begun.

        Only a live table keeps the thread of a finished game from being archived. In an archived
        thread, messages stay as they are.
        """
        async with self._boards.newest(table_id) as table:
            end, thread = table.message_id, table.thread_id
            if end is not None and (not thread or await self._tables.lookup.live_in(thread)):
                await self._boards.edit(table, end, await self._painter.draw(table), None)
                self._lives.note(table_id, shown=table)  # `Boards.store` checks for pictures
            await self._threads.show_starter(table, None)

    async def _trust(self, table_id: int) -> None:
        """Assume that the message of a table with secrets shows what would be drawn now.

        Without this, the first secret move after a start would edit the message, and so reveal that
        it was made.
        """
        async with self._messages.lock(table_id):
            table = await self._tables.lookup.peek(table_id)
            shown = await self._tables.maintenance.is_shown(table)
            if table.message_id is not None and shown and not self._lives.find(table_id).behind:
                content = await self._painter.draw(table)
                self._messages.note(table.message_id, digest=content.digest)
