"""The boards of this process: what each table's live message shows, and where it is.

This module draws lobbies, boards and ends. It edits their messages, posts them again, or moves them
below newer messages. Before the bot links to a table, and every ten minutes while the game waits,
it checks whether the table's message was deleted. The module also remembers the state that each
message shows, the messages that need another edit, and facts learned from clicks.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Final, Protocol
from weakref import WeakValueDictionary

from cogs.display.pages.messages import invite, render_starter, render_table
from cogs.display.pages.more import Spot, render_more
from cogs.display.routing import stamp
from cogs.display.table_text import table_link
from cogs.interactions.failures import BROKEN, FAILURES, ChannelGone, Outcome, posted_at
from cogs.interactions.parts import link
from cogs.interactions.raw import find_last_message
from cogs.interactions.wire import Token
from engine.core import N_
from tables.model.table import Status, Table
from tables.play.lobby import was_unvisited
from tables.play.messages import MoveToPost

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable, Mapping

    from cogs.display.emojis import Emojis
    from cogs.display.pages.more import Offers
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.content import LeftOut, MessageContent
    from cogs.interactions.language import Language, Languages
    from cogs.interactions.parts import Items
    from cogs.interactions.responder import Responder
    from cogs.publishing.calls import Calls
    from cogs.publishing.live import Lives
    from cogs.publishing.outbox import Outbox
    from engine.core import Seat
    from tables.model.table import Series
    from tables.service import Tables

MOVE_DOWN_EVERY: Final = 30.0
"""Seconds for which a board stays where it is, even if people write below it."""

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

SILENT_CHANNEL: Final = 600.0
"""Age of a board, in seconds, from which it counts as covered if a click names no last message."""


class Lock(asyncio.Lock):
    """A lock that knows whether anybody holds it or waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.interested = 0
        """Number of tasks that hold the lock or wait for it."""

    async def __aenter__(self) -> None:
        self.interested += 1
        try:
            await self.acquire()
        except BaseException:
            self.interested -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self.interested -= 1
        self.release()


class Teacher(Protocol):
    """Finds tips for people who are new to a game."""

    def follow(self, table: Table) -> None:
        """Find a tip for a state that has just been shown, in the background."""
        ...

    def tell(self, table: Table, seat: Seat | None, language: Language) -> str:
        """Return the tip for this state, only for the player to act if `seat` is given, or ""."""
        ...

    async def close(self) -> None:
        """Stop looking for tips."""
        ...


class Boards:
    """The live messages of the tables of this process.

    Attributes:
        teacher: Finds tips for people who are new to a game; None without this feature.
    """

    def __init__(  # noqa: PLR0917 - its tools
        self,
        tables: Tables,
        renderers: Mapping[str, Renderer],
        emojis: Emojis,
        languages: Languages,
        outbox: Outbox,
        calls: Calls,
        lives: Lives,
        *,
        left_out: LeftOut,
        offers: Offers,
        refresh: Callable[[Iterable[Table]], None],
    ) -> None:
        """Store what drawing needs; `refresh` queues tables whose messages should be updated."""
        self._tables = tables
        self._renderers = renderers
        self._emojis = emojis
        self._languages = languages
        self._outbox = outbox
        self._calls = calls
        self._left_out = left_out
        self._offers = offers
        self._refresh = refresh
        self._locks: WeakValueDictionary[int, Lock] = WeakValueDictionary()
        self._lives = lives
        self.teacher: Teacher | None = None

    def tell_tip(self, table: Table, seat: Seat | None, language: Language) -> str:
        """Return a tip for a player's private page, or for the board if `seat` is None.

        Where a game hides something and several people sit, the board never has a tip.
        """
        secret = table.game.info.hidden and table.open_hand is None
        if self.teacher is None or secret != (seat is not None):
            return ""
        return self.teacher.tell(table, seat, language)

    def lock(self, table_id: int) -> Lock:
        """Return the lock of a table, which is held while its newest state is read and shown."""
        return self._locks.setdefault(table_id, Lock())

    @asynccontextmanager
    async def newest(self, table_id: int, fresh: Table | None = None) -> AsyncGenerator[Table]:
        """Take the lock of a table, and yield the table in its newest state.

        If the lock was free, `fresh` is the newest state and saves a read.
        """
        lock = self.lock(table_id)
        newest = fresh if lock.interested == 0 else None
        async with lock:
            yield newest or await self._tables.lookup.get(table_id)

    # Drawing

    async def draw(self, table: Table, focus: str = "", *, starter: bool = False) -> MessageContent:
        """Return the live message of a table, or the starter message of its thread."""
        plain = None if self._emojis.complete else table.board_channel
        if self._lives.find(table.id).plain != plain:
            self._lives.note(table.id, plain=plain)
        renderer, _ = self._renderers[table.game.info.key], self._languages.of(table.language)
        series: Series | None = None
        told: Mapping[str, Items] = {}
        if table.status is not Status.PLAYING:
            series = await self._find_series(table)
            told = await self._read_end(table, Spot.ABOVE, Spot.BELOW)
            told = {**told, Spot.AGAIN: self._link_rematch(table)}
        if starter:
            shown = render_starter(renderer, table, self._emojis, told, series, self._offers, _)
        else:
            in_lobby = table.status is Status.LOBBY
            shown = render_table(
                renderer,
                table,
                self._emojis,
                self._tables.now(),
                focus,
                told=told,
                series=series,
                newcomer=in_lobby and await self._tables.lookup.has_newcomer(table),
                tip=self.tell_tip(table, None, _),
                offers=self._offers,
                language=_,
            )
        if shown.pictures and not self._outbox.may_attach(table):
            shown = shown.without_pictures()
        return stamp(self._left_out.take_from(shown, table.game.info.key), table)

    async def prepare_more(
        self, table: Table, person_id: int, language: Language
    ) -> Callable[..., MessageContent]:
        """Return what draws a person's page behind ⋯ from a state of the table, and a notice."""
        renderer = self._renderers[table.game.info.key]
        told = await self._read_end(table, Spot.FIRST)

        def draw(newest: Table, notice: str = "") -> MessageContent:
            return render_more(
                renderer,
                newest,
                self._emojis,
                person_id,
                self._tables.now(),
                notice=notice,
                told=told,
                offers=self._offers,
                language=language,
            )

        return draw

    async def _read_end(self, table: Table, *spots: Spot) -> Mapping[str, Items]:
        """Return the parts that features add to a finished game; empty for other tables."""
        if table.status is not Status.FINISHED or table.state is None:
            return {}
        return await self._offers.read(table, *spots)

    def _link_rematch(self, table: Table) -> Items:
        """Return a link to the rematch of a finished game; nothing unless it has begun."""
        url, _ = self._lives.find(table.id).rematch, self._languages.of(table.language)
        return [link(url, _("To the next game"))] if url else []

    async def _find_series(self, table: Table) -> Series | None:
        """Return the series of a rematch. Only lobbies and ends with several seats show it."""
        over = table.status is Status.FINISHED and len(table.seats) > 1
        if over or table.status is Status.LOBBY:
            return await self._tables.endings.series(table)
        return None

    # Showing

    async def show(
        self,
        table: Table,
        content: MessageContent,
        responder: Responder | None = None,
        *,
        passed: bool = False,
    ) -> Table:
        """Edit the live message, or post a new one if it is gone or should move down.

        If the channel was deleted, the table ends. `passed`: whether the turn has passed to other
        players. The message of a lobby that nobody joined is deleted, unless it is a forum post.
        """
        before = table.message_id
        if table.status is Status.CANCELLED and was_unvisited(table) and before != table.thread_id:
            await self.keep_token(table, responder, before)
            if before is not None:
                await self._outbox.delete(table, before)
            self.note_shown(table, table)
            return table
        try:
            if passed and await self._should_move(table, responder):
                moved = await self._post(table, content, responder)
                if isinstance(moved, Table):
                    return moved
            done = Outcome.GONE
            if before is not None:
                done = await self._outbox.edit(table, before, content, responder)
            if done is Outcome.GONE:
                posted = await self._post(table, content, responder)
                if isinstance(posted, Table):
                    if before is not None:
                        await _point_at(posted, responder)
                    return posted
                done = posted
        except ChannelGone:
            return await self._close(table)
        if done is Outcome.DONE:
            self.note_shown(table, table)
        elif done is Outcome.FAILED:
            self._lives.note(table.id, behind=True)
        elif responder is not None:
            words = {Outcome.BROKEN: BROKEN}.get(done, CANNOT_SHOW)
            await responder.send_private(responder.language(words))
        return table

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
        self._outbox.messages.note(table.message_id, digest=None)
        self._lives.note(table.id, focused=False)
        return await self.show(table, await self.draw(table))

    async def _post(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> Table | Outcome:
        """Post a new live message and return the table; return the outcome if that fails."""
        invited = content
        if table.message_id is None:
            invited = invite(self._languages.of(table.language), table, content)
            invited = replace(invited, calls=await self._calls.may_mention(invited.calls))
        posted = await self._outbox.post(table, invited, responder)
        if isinstance(posted, Outcome):
            return posted
        self._outbox.messages.note(posted, digest=content.digest)
        live = await self.set_live(table, posted)
        self.note_shown(table, live)
        return live

    async def _should_move(self, table: Table, responder: Responder | None) -> bool:
        """Return whether people have written below a board that has not moved for a while.

        After a click, the time comes from Discord, because the clock of this machine may be wrong.
        After the turn of a duck, no click names the last message of the channel, so the bot asks
        Discord.
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
        if self.teacher is not None:
            self.teacher.follow(table)
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
        now, revisions = dict[int, tuple[Table, bool]](), dict[int, int]()
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
        completed = list[Table]()
        for number, (table, lacks) in now.items():
            live = self._lives.find(number)
            if live.lacks and not lacks:
                completed.append(table)
            stored = live.shown is table and not lacks
            self._lives.note(number, shown=None if stored else live.shown, lacks=lacks)
        self._refresh(completed)  # archives the threads of ended tables

    def _is_in_words(self, table: Table) -> bool:
        """Return whether the live message or the starter message of a table lacks pictures."""
        lacks = self._outbox.messages.lacks_pictures
        return lacks(table.message_id) or lacks(table.thread_id)

    # Facts from clicks

    def note_click(self, table: Table, responder: Responder) -> None:
        """Note who has clicked, and the last message of the channel, which the click names."""
        interaction, clicked = responder.interaction, responder.message_id
        self._lives.note_seen(table.id, interaction.user.id)
        if clicked is None or responder.on_private:
            return
        self._outbox.messages.note_own(clicked, *filter(None, (table.call_id,)))
        last = find_last_message(interaction)
        if last is None and posted_at(interaction.id) - posted_at(clicked) > SILENT_CHANNEL:
            last = clicked + 1  # unknown: somebody may have written by now
        if last not in (clicked, table.call_id):
            self._outbox.note_last(interaction.channel_id or 0, last)

    async def take_click(self, table: Table, responder: Responder | None) -> Table:
        """Note a click. If the clicked message is newer than the live one, it becomes the live one.

        The stored live message can be too old, if the bot was killed after it posted a newer one.
        """
        if responder is None:
            return table
        self.note_click(table, responder)
        clicked, old = responder.message_id, table.message_id
        if clicked in (None, table.thread_id) or responder.on_private:
            return table
        if old is not None and clicked <= old:
            return table
        return await self.set_live(table, clicked)

    async def take_post(self, table: Table, responder: Responder | None) -> Table:
        """Move a table to the forum post that was clicked, if a crash lost the link to it.

        The first message of a post has the id of the post.
        """
        post = responder.message_id if responder is not None else None
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
            before: The live message before the click. If a newer message has replaced it, it is
                already deleted.
        """
        if responder is None:
            return
        clicked, live = responder.message_id, table.message_id
        if clicked is None or live is None or responder.on_private or clicked > live:
            return
        acknowledged = await responder.ensure_acknowledged()
        if clicked < live and clicked == before:
            return
        if acknowledged:
            self._outbox.messages.note(clicked, token=Token.of(responder.interaction))
        if clicked < live and clicked != table.thread_id:
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
