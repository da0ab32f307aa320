"""Publishing: keeps the one live message of every table true.

The lobby becomes the board, the board becomes the result: one message, edited by the responses to
clicks. Nothing is published that has not been committed. Under a lock of the table's own the newest
state is read again, unless it was committed this moment, so that a slow edit never overwrites a
newer one. Where there are other workers, it is read once more
afterwards: who was slower shows the newest again.

The message moves down only when people have written below it: first the new one is posted, then
the old one is deleted. A message that was posted and lost in a crash is recognised by the first
click on it: the newest message of a table is the live one, and an older one is deleted.

Where a game hides something, a message is edited only when it would look different: else the time
of an edit would tell of a move that nobody else may know of.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache

from cogs.display.pages.lobby import missing_players
from cogs.display.pages.messages import render_table
from cogs.display.pages.result_card import draw_end
from cogs.display.pages.starter import invite, render_starter
from cogs.display.words.table_text import table_link
from cogs.interactions.content import MessageContent, text
from cogs.interactions.raw_interactions import find_last_message
from cogs.publishing.calls import Calls
from cogs.publishing.channel_log import ChannelLog
from cogs.publishing.computers import Computers
from cogs.publishing.delivery import FAILURES, ChannelGone, Delivery, Outcome, posted_at
from cogs.publishing.direct import DirectMessages
from cogs.publishing.edit_tokens import EditTokens
from cogs.publishing.hands import Hands
from cogs.publishing.threads import Threads
from cogs.publishing.work_queue import WorkQueue
from tables.model.errors import StaleClick
from tables.model.table import Status, Table
from tables.service import is_damage

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable, Mapping

    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
    from cogs.interactions.responder import Responder
    from engine.core import Seat
    from records.service import Records
    from tables.service import Tables

log = logging.getLogger(__name__)

_NOWHERE: Final = 0
"""The channel of work that sends nothing: it is done one table after the other."""

REMEMBERED: Final = 4096
"""For how many tables it is kept whose turn their message showed."""

MOVE_DOWN_EVERY: Final = 30.0
"""Seconds that a board stays in place at least, however much people write below it."""

CANNOT_SHOW: Final = (
    "What you did counts, but I cannot show it here: the thread is locked, or I may not write here "
    "any more. Please ask an admin."
)

NO_THREAD: Final = "No thread could be opened for this table, so it is played here."

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


class Publisher:
    """Keeps the one live message of every table true."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        records: Records,
        renderers: Mapping[str, Renderer],
        emojis: Emojis,
        *,
        shared: Callable[[], bool],
        pause: float,
    ) -> None:
        """Take what it draws with; `renderers` by game key; `shared`: are there other workers?

        `pause`: as in `Computers`.
        """
        self._client = client
        self._tables = tables
        self._records = records
        self._renderers = renderers
        self._emojis = emojis
        self._shared = shared
        self._tokens = EditTokens()
        self._channels = ChannelLog()
        self._delivery = Delivery(client, self._tokens, self._channels)
        self._calls = Calls(
            client, tables, self._delivery, self._tokens, self._channels, refresh=self.refresh
        )
        self._direct = DirectMessages(client, tables, self.call)
        self._hands = Hands(self._tokens, renderers, emojis)
        self._threads = Threads(client, tables, self._delivery)
        self._queue = WorkQueue(self.publish)
        self._call_queue = WorkQueue(self._call)
        self._trust_queue = WorkQueue(self._trust)
        self._computers = Computers(tables, self.refresh, pause)
        self._locks: WeakValueDictionary[int, Lock] = WeakValueDictionary()
        self._turns: LRUCache[int, tuple[Seat, ...]] = LRUCache(REMEMBERED)
        self._shown: dict[int, int] = {}
        self._behind: set[int] = set()
        self._uncalled: set[int] = set()
        self._drawn: dict[int, int] = {}
        self._focused: set[int] = set()

    def count_waiting(self) -> int:
        """Return how many messages wait to be brought up to date."""
        return len(self._queue) + len(self._call_queue) + len(self._trust_queue)

    # What a click or a command leads to

    async def publish(
        self,
        table_id: int,
        responder: Responder | None = None,
        fresh: Table | None = None,
        focus: str = "",
    ) -> None:
        """Bring a table's message up to date, by the response to a click where that is possible.

        Args:
            table_id: the table.
            responder: of a click at this table, if one led to this.
            fresh: the table, if nothing was awaited since it was read or committed; saves reading.
            focus: in which way the state is shown, in the renderer's own words.
        """
        try:
            async with self._newest(table_id, fresh) as table:
                await self._publish(table, responder, focus)
                if self._shared():
                    await self._look_again(table_id)
        except Exception as error:
            if responder is not None or not is_damage(error):  # it is to be seen: again, later
                self._behind.add(table_id)
            raise

    async def _publish(self, table: Table, responder: Responder | None, focus: str) -> None:
        self._computers.follow(table)
        if responder is not None and responder.message_id is not None:
            table = await self._take_post(table, responder, responder.message_id)
        wanted = table.threaded
        opened = await self._open_thread(table, responder)
        if opened is None:
            return
        table = opened
        if responder is not None:
            table = await self._take_click(table, responder)
        before = table.message_id
        passed, turns = self._turns_of(table)
        table = await self._show(table, responder, focus, passed=passed)
        await self._show_starter(table, responder)
        if responder is not None:
            await self._keep_token(table, responder, before)
        clicked_by = responder.interaction.user.id if responder is not None else None
        shown = self._is_shown(table)
        self._note_call(await self._calls.follow(table, turns, clicked_by), shown=shown)
        await self._hands.follow(table, turns)
        if table.status.over and table.id not in self._behind:
            await self._threads.close(table)
        if responder is not None and wanted and not table.threaded:
            await responder.send_private(NO_THREAD)

    async def _look_again(self, table_id: int) -> None:
        """Have a table shown once more that another process has changed meanwhile.

        Its board may have been overtaken by ours, which is older.
        """
        newest = await self._tables.get(table_id)
        if self._shown.get(table_id, newest.revision) != newest.revision:
            self._queue.add(newest.board_channel, table_id)

    async def recognise(self, table: Table, responder: Responder) -> None:
        """Publish after a click that changes nothing, unless it is on the live message.

        So a message that was lost in a crash becomes the live one, or is deleted. Where the bot is
        a guest, the live message may be behind: any click on it brings it up to date.
        """
        lost = responder.message_id not in (None, table.message_id, table.thread_id)
        if not responder.on_private and (lost or table.guest is not None):
            await self.publish(table.id, responder)

    async def publish_new(self, table: Table, responder: Responder) -> None:
        """Post a new table's lobby as the response; if that fails, cancel a lobby of one person."""
        try:
            await self.show_again(table.id, responder, invite=True)
        except FAILURES:
            kept = await self._tables.withdraw(table.id, table.opener)
            if not kept.status.over:
                self.refresh([kept])
            raise

    async def publish_in_post(self, table: Table, responder: Responder) -> None:
        """Post a new table's lobby as a post of its own, where a forum's post has the command."""
        beside = responder.interaction.channel
        async with self._newest(table.id) as newest:
            content, post = await self._render(newest), None
            if isinstance(beside, discord.Thread):
                post = await self._threads.create_post(newest, content, beside)
            if post is not None:
                self._delivery.rendered.remember(post, content)
                self._note_shown(await self._tables.move_to_post(table.id, post))
        if post is not None:
            words = (
                f"🧵 {table.game.info.title}, table #{table.id}, has a post of its own: <#{post}>"
            )
            await responder.send(MessageContent([text(words)]), private=False)
            return
        await self.publish_new(await self._tables.set_thread(table.id, None), responder)
        await responder.send_private(NO_THREAD)

    async def show_again(
        self, table_id: int, responder: Responder, *, invite: bool = False
    ) -> None:
        """Respond to a command with the table's message, which becomes the live one.

        `invite`: it notifies those who are asked for a rematch; an edit later notifies nobody.
        """
        async with self._newest(table_id) as table:
            click, content = responder.interaction, await self._render(table)
            # The answer buries what people have written: later clicks do not tell of it any more.
            self._channels.note_last(click.channel_id or 0, find_last_message(click))
            if invite:
                missing = missing_players(table, await self._tables.series(table))
                content = replace(content, calls=missing)
            message_id = await responder.send(content, private=False)
            self._tokens.keep(message_id, click, responder.target_of(message_id))
            self._calls.note_seen(table_id, click.user.id)
            self._channels.note_own(message_id)
            self._delivery.rendered.remember(message_id, content)
            self._note_shown(await self._set_live(table, message_id))

    async def show_focus(self, fresh: Table, responder: Responder, focus: str) -> None:
        """Respond to a click on the live message by showing it in another way; else StaleClick.

        Nothing was awaited since the table was read.
        """
        async with self._newest(fresh.id, fresh) as newest:
            table = await self._take_click(newest, responder)
            clicked = responder.message_id
            if clicked is None or clicked != table.message_id:
                raise StaleClick("The board has moved down.")
            self._delivery.rendered.forget(clicked)
            self._focused.add(table.id)
            try:
                await responder.edit(await self._render(table, focus))
            except discord.NotFound as error:
                raise StaleClick("That board was deleted; this is a new one.") from error
            await self._keep_token(table, responder, clicked)

    async def show_hand(
        self, responder: Responder, fresh: Table, seat: Seat, focus: str = ""
    ) -> None:
        """Show a player's hand: in the private message that was clicked, or in a new one.

        Nothing was awaited since the table was read.
        """
        async with self._newest(fresh.id, fresh) as table:
            self._note_click(table, responder)
            await self._hands.show(responder, table, seat, focus)

    # What nobody waits for

    def refresh(self, tables: Iterable[Table]) -> None:
        """Have the messages of some tables brought up to date, each channel on its own."""
        for table in tables:
            self._queue.add(table.board_channel, table.id)

    def look_later(self, table_id: int) -> None:
        """Have a message brought up to date soon, once the database can be read again."""
        self._behind.add(table_id)

    def call(self, tables: Iterable[Table]) -> None:
        """Have those called whom some tables wait for, each channel on its own."""
        for table in tables:
            self._call_queue.add(table.board_channel, table.id)

    def remind(self, tables: Iterable[Table]) -> None:
        """Have those reminded by direct messages whom some tables wait for, and who want it."""
        for table in tables:
            self._direct.queue.add(table.channel_id, table.id)

    def redraw_plain(self, tables: Iterable[Table]) -> None:
        """Have messages drawn anew: those drawn before the emojis were in place, and others.

        Where a player is picking, the message stays as it is.
        """
        channels = self._drawn | {table.id: table.board_channel for table in tables}
        for table_id, channel_id in channels.items():
            if table_id not in self._focused:
                self._queue.add(channel_id, table_id)
        self._drawn.clear()

    async def catch_up(self) -> None:
        """Bring up to date the messages that do not show the newest state.

        To be called after a start, and when this process has taken tables over from another one.
        """
        maintenance = self._tables.maintenance
        await self.settle()
        self._delivery.rendered.clear()
        self._channels.note_own(*await maintenance.live_messages())
        behind = await maintenance.find_not_shown()
        self.refresh(behind)
        refreshed = {table.id for table in behind}
        for table_id in await maintenance.find_with_secrets():
            if table_id not in refreshed:
                self._trust_queue.add(_NOWHERE, table_id)
        await self._computers.catch_up()

    async def settle(self) -> None:
        """Try again what failed, and store what the messages show; call it every few seconds."""
        self._behind |= self._threads.take_due()
        for waiting, work in ((self._behind, self.refresh), (self._uncalled, self.call)):
            found = await self._tables.lookup.get_all(taken := sorted(waiting))
            waiting.difference_update(taken)  # not before: the database may be away
            work(found)
        if shown := dict(self._shown):
            await self._tables.maintenance.set_shown(shown)
            self._shown = dict(self._shown.items() - shown.items())

    async def close(self) -> None:
        """Stop working in the background, and store what the messages show."""
        await self._computers.close()
        await self._tables.reviews.close()
        for queue in (self._queue, self._call_queue, self._trust_queue, self._direct.queue):
            await queue.close()
        self._behind.clear()
        self._uncalled.clear()
        try:
            await self.settle()
        except Exception:  # the next start edits what it need not, and no harm is done
            log.exception("what the messages show could not be stored")

    # Within

    async def _call(self, table_id: int) -> None:
        """Call those whom a table has waited for."""
        async with self._newest(table_id) as table:
            shown = self._is_shown(table)
            called, again = await self._calls.call(table, self._tables.now())
            self._note_call(called, shown=shown)
            if again:
                self._uncalled.add(table_id)

    async def _trust(self, table_id: int) -> None:
        """Take it that the message of a table looks as it would be drawn now.

        So the first secret move after a start does not edit the message of a table with secrets.
        """
        async with self._locks.setdefault(table_id, Lock()):
            table = await self._tables.lookup.peek(table_id)
            shown = await self._tables.maintenance.is_shown(table)
            if table.message_id is not None and shown and table_id not in self._behind:
                self._delivery.rendered.remember(table.message_id, await self._render(table))

    def _is_shown(self, table: Table) -> bool:
        """Return whether it is still to be stored that the message shows this state."""
        return self._shown.get(table.id) == table.revision

    def _note_call(self, table: Table, *, shown: bool) -> None:
        """Note that a message shows a table as it did: a call changes nothing that it shows.

        `shown`: as it was before the call; it may have been stored meanwhile.
        """
        if shown:
            self._shown[table.id] = table.revision

    def _note_click(self, table: Table, responder: Responder) -> None:
        """Note that a person is there, and what the click tells of the channel."""
        interaction, clicked = responder.interaction, responder.message_id
        self._calls.note_seen(table.id, interaction.user.id)
        if clicked is None or responder.on_private:
            return
        self._channels.note_own(clicked, *filter(None, (table.call_id,)))
        last = find_last_message(interaction)
        if last is None and posted_at(interaction.id) - posted_at(clicked) > SILENT_CHANNEL:
            last = clicked + 1  # Discord does not say; by now somebody may well have written
        self._channels.note_last(interaction.channel_id or 0, last)

    async def _take_click(self, table: Table, responder: Responder) -> Table:
        """Note what a click tells; a message newer than the live one, once lost, becomes it."""
        self._note_click(table, responder)
        clicked, old = responder.message_id, table.message_id
        if clicked in (None, table.thread_id) or responder.on_private:
            return table
        if old is not None and clicked <= old:
            return table
        return await self._set_live(table, clicked)

    async def _take_post(self, table: Table, responder: Responder, post: int) -> Table:
        """Move a table to its post in a forum, if that was lost in a crash and is clicked now.

        `post`: the message that was clicked; the first message of a post has its id.
        """
        if table.thread_id or table.status.over or post != responder.interaction.channel_id:
            return table
        moved = await self._tables.move_to_post(table.id, post)
        if table.message_id is not None:
            await self._delivery.delete(table, table.message_id)
        return moved

    async def _keep_token(self, table: Table, responder: Responder, before: int | None) -> None:
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
            self._tokens.keep(clicked, responder.interaction)
        if clicked < live and clicked != table.thread_id:
            await self._delivery.delete(table, clicked)

    def _turns_of(self, table: Table) -> tuple[bool, tuple[Seat, ...]]:
        """Return whether the turn has passed since the last publishing, and to which seats."""
        before = self._turns.get(table.id)
        self._turns[table.id] = table.waiting_on
        if before is None or before == table.waiting_on:
            return False, ()
        return True, tuple(seat for seat in table.waiting_on if seat not in before)

    async def _show(
        self, table: Table, responder: Responder | None, focus: str, *, passed: bool
    ) -> Table:
        """Edit the live message, or move it down; end the table of a deleted channel."""
        content = await self._render(table, focus)
        (self._focused.add if focus else self._focused.discard)(table.id)
        try:
            if passed and self._should_move(table, responder):
                moved = await self._post(table, content, responder)
                if isinstance(moved, Table):
                    return moved
            return await self._edit(table, content, responder)
        except ChannelGone:
            await self._tables.maintenance.close_channel(table.board_channel)
            return await self._tables.get(table.id)

    async def _edit(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> Table:
        """Edit the live message; post a new one where there is none, or none that can be edited."""
        done, before = Outcome.GONE, table.message_id
        if before is not None:
            done = await self._delivery.edit(table, before, content, responder)
        if done is Outcome.GONE:
            posted = await self._post(table, content, responder)
            if isinstance(posted, Table):
                if before is not None:
                    await _point_at(posted, responder)
                return posted
            done = posted
        if done is Outcome.DONE:
            self._note_shown(table)
        elif done is Outcome.FAILED:
            self._behind.add(table.id)
        elif responder is not None:
            await responder.send_private(CANNOT_SHOW)
        return table

    async def _post(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> Table | Outcome:
        """Post the message anew, in place of the live one; else whether to try again."""
        invited = invite(table, content) if table.message_id is None else content
        posted = await self._delivery.post(table, invited, responder)
        if isinstance(posted, Outcome):
            return posted
        self._delivery.rendered.remember(posted, content)
        table = await self._set_live(table, posted)
        self._note_shown(table)
        return table

    async def _open_thread(self, table: Table, responder: Responder | None) -> Table | None:
        """Open the thread in which a game that has begun is to be played; None: try again later."""
        try:
            return await self._threads.open(table)
        except FAILURES as error:
            self._behind.add(table.id)
            if responder is not None:
                raise
            log.info("table %s: its thread has to wait: %s", table.id, error)
            return None

    async def _show_starter(self, table: Table, responder: Responder | None) -> None:
        """Edit the message from which a table's thread was opened, if that is due.

        Until it is done, nobody may take it that the table is shown.
        """
        if not self._threads.is_due(table):
            return
        shown = self._shown.pop(table.id, None)
        content = await self._render(table, starter=True)
        try:
            done = await self._threads.show(table, content, responder)
        except ChannelGone:
            await self._tables.maintenance.close_channel(table.channel_id)
            return
        if not done:
            self._behind.add(table.id)
        elif shown is not None:
            self._shown[table.id] = shown

    def _should_move(self, table: Table, responder: Responder | None) -> bool:
        """Return whether people have written below the board, and it has stayed for a while.

        How long is told by Discord's clock where somebody clicked: ours may be wrong.
        """
        if table.message_id is None or table.guest is not None:
            return False
        now = time.time() if responder is None else posted_at(responder.interaction.id)
        stayed = now - posted_at(table.message_id)
        covered = self._channels.is_covered(table.board_channel, table.message_id)
        return covered and stayed >= MOVE_DOWN_EVERY

    async def _set_live(self, table: Table, message_id: int) -> Table:
        """Make a message the live one, and delete the one that was."""
        table, useless = await self._tables.set_message(table.id, message_id)
        if useless is not None and useless != table.thread_id:
            await self._delivery.delete(table, useless)
        return table

    def _note_shown(self, table: Table) -> None:
        self._shown[table.id] = table.revision

    def _note_drawn(self, table: Table) -> None:
        """Note whether a message was drawn while the emojis were not in place."""
        if self._emojis.complete:
            self._drawn.pop(table.id, None)
        else:
            self._drawn[table.id] = table.board_channel

    async def _render(
        self, table: Table, focus: str = "", *, starter: bool = False
    ) -> MessageContent:
        """Return the live message of a table, or the starter message of its thread."""
        self._note_drawn(table)
        renderer = self._renderers[table.game.info.key]
        series, newcomer = None, False
        if table.status in (Status.LOBBY, Status.FINISHED):
            series = await self._tables.series(table)
        if table.status is Status.LOBBY:
            newcomer = await self._tables.lookup.has_newcomer(table)
        earned, card = (), None
        if table.status is Status.FINISHED and table.state is not None:
            earned = await self._records.stats.earned_at(table.id)
            replay = await self._records.history.replay(table.id, table.server_id)
            card = await draw_end(renderer, replay, self._emojis)
        if starter:
            return render_starter(renderer, table, self._emojis, earned, card, series)
        now = self._tables.now()
        return render_table(
            renderer,
            table,
            self._emojis,
            now,
            focus,
            earned=earned,
            card=card,
            series=series,
            newcomer=newcomer,
        )

    @asynccontextmanager
    async def _newest(self, table_id: int, fresh: Table | None = None) -> AsyncGenerator[Table]:
        """Take the lock of a table, and give its newest state; `fresh`, if nobody came between."""
        lock = self._locks.setdefault(table_id, Lock())
        newest = fresh if lock.idle else None
        async with lock:
            yield newest or await self._tables.get(table_id)


async def _point_at(table: Table, responder: Responder | None) -> None:
    """Tell who has clicked where the board is now, unless the click has shown it."""
    if responder is not None and responder.done and not responder.told:
        with suppress(*FAILURES):
            await responder.send_private(f"What you did counts: {table_link(table)}")
