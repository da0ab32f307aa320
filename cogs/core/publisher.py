"""Publishing: bring the live message of a table to the newest state, and call whose turn it is.

Nothing is published that has not been committed. Under a lock of the table's own the newest state
is read again, unless it was committed this moment, so that a slow edit never overwrites a newer
one. One message of a table is live. It is edited as long as the game waits only for those whom it
called. When the turn passes to somebody else, a new message calls that player (an edit notifies
nobody), and the old one loses its buttons.

Where a game hides something, a message is edited only when it would look different: else the time
of an edit would tell of a move that nobody else may know of.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from cogs.core import messages
from cogs.core.context import render_context
from cogs.core.responder import SEND_ERRORS, TooLate
from tables.errors import StaleClick
from tables.model import Status, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cogs.core.content import MessageContent
    from cogs.core.emojis import Emojis
    from cogs.core.renderer import Renderer
    from cogs.core.responder import Responder
    from records.service import Records
    from tables.service import Tables

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003
THREAD_ARCHIVED = 50083

REMEMBERED = 512
"""How many live messages the cache holds; another one is edited once more than needed."""


class RenderedCache:
    """What the live messages show, as far as that is remembered."""

    def __init__(self) -> None:
        self._digests: OrderedDict[int, bytes] = OrderedDict()

    def is_same(self, message_id: int | None, content: MessageContent) -> bool:
        """Return whether the message is known to show the content already."""
        return message_id is not None and self._digests.get(message_id) == content.digest

    def remember(self, message_id: int, content: MessageContent) -> None:
        """Note that the message shows the content now."""
        self._digests[message_id] = content.digest
        self._digests.move_to_end(message_id)
        while len(self._digests) > REMEMBERED:
            self._digests.popitem(last=False)

    def forget(self, message_id: int | None) -> None:
        """Note that nobody knows what the message shows."""
        if message_id is not None:
            self._digests.pop(message_id, None)


class Lock(asyncio.Lock):
    """A lock that knows whether anybody holds it or waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self._interested = 0

    @property
    def idle(self) -> bool:
        """Whether who enters now need not wait."""
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
    ) -> None:
        """Take what it draws with; `renderers` by game key."""
        self._client = client
        self._tables = tables
        self._records = records
        self._renderers = renderers
        self._emojis = emojis
        self._rendered = RenderedCache()
        self._locks: WeakValueDictionary[int, Lock] = WeakValueDictionary()

    def _render(self, table: Table, focus: str = "") -> MessageContent:
        """Return the live message of a table as it is now."""
        return messages.render_table(
            self._renderer(table), table, self._emojis, self._tables.now(), focus
        )

    async def _render_newest(self, table: Table) -> MessageContent:
        """Return the same, with the achievements of a game that has come to its end."""
        if table.status is not Status.FINISHED:
            return self._render(table)
        earned = await self._records.stats.earned_at(table.id)
        return messages.render_table(
            self._renderer(table), table, self._emojis, self._tables.now(), earned=earned
        )

    async def publish(
        self, table_id: int, responder: Responder | None = None, just: Table | None = None
    ) -> None:
        """Bring a table's message up to date, by the response to a click where that is possible.

        Args:
            table_id: the table.
            responder: of the click that changed it, if one did.
            just: the table, if nothing was awaited since it was committed; saves reading it.
        """
        lock = self._lock(table_id)
        newest = just if lock.idle else None
        async with lock:
            table = newest or await self._tables.get(table_id)
            clicked = responder is not None and responder.message_id == table.message_id
            via = responder if clicked else None
            if _turn_has_passed(table):
                await self._move_down(table, via, responder)
            else:
                await self._redraw(table, via, responder)

    async def show_focus(self, table_id: int, responder: Responder, focus: str) -> None:
        """Respond to a click on the live message by showing it in another way; else StaleClick."""
        async with self._lock(table_id):
            table = await self._tables.get(table_id)
            if responder.message_id != table.message_id:
                raise StaleClick("The board has moved down.")
            self._rendered.forget(responder.message_id)
            await responder.edit(self._render(table, focus))

    async def post(self, table: Table, responder: Responder | None) -> bool:
        """Send the table's message anew; it becomes the live one. False where that failed."""
        content = await self._render_newest(table)
        message_id = await self._send(table, content, responder)
        if message_id is None:
            return False
        self._rendered.remember(message_id, content)
        await self._tables.set_message(table.id, message_id, table.waiting_on)
        return True

    async def show_again(self, table_id: int, responder: Responder) -> None:
        """Respond to a command with the table's message, which becomes the live one."""
        async with self._lock(table_id):
            table = await self._tables.get(table_id)
            content = replace(await self._render_newest(table), calls=())
            message_id = await responder.send(content, private=False)
            self._rendered.remember(message_id, content)
            await self._tables.set_message(table.id, message_id, table.waiting_on)
            if not table.status.over:
                await self._edit(table, messages.render_moved(table))

    async def publish_new(self, table: Table, responder: Responder) -> None:
        """Post a new table's lobby as the response; if that fails, cancel the table."""
        try:
            await self.show_again(table.id, responder)
        except (TooLate, *SEND_ERRORS):
            await self._tables.cancel(table.id, table.opener, force=True)
            raise

    async def refresh(self, tables: Iterable[Table]) -> None:
        """Bring the messages of some tables up to date; one that fails does not stop the rest."""
        for table in tables:
            try:
                await self.publish(table.id)
            except Exception:
                log.exception("table %s: could not be refreshed", table.id)

    async def _move_down(
        self, table: Table, via: Responder | None, responder: Responder | None
    ) -> None:
        """Empty the old board by the response, and call the next player in a new message."""
        rest = self._rest(table)
        replaced = await self._change(table, rest, via, responder)
        if not await self.post(table, responder):
            # Nobody was called, and the next publishing tries again; until then the game goes on
            # where it was.
            await self._edit(table, self._render(table))
        elif not replaced:
            await self._edit(table, rest)  # an archived thread has come back with the new message

    async def _redraw(
        self, table: Table, via: Responder | None, responder: Responder | None
    ) -> None:
        if not await self._change(table, await self._render_newest(table), via, responder):
            if await self.post(table, responder):
                await self._edit(table, messages.render_moved(table))  # as above
        elif table.waiting_on != table.notified and table.status is Status.PLAYING:
            # Somebody is done, the others are not: if the turn comes back, it calls again.
            await self._tables.set_message(table.id, table.message_id, table.waiting_on)

    async def _change(
        self,
        table: Table,
        content: MessageContent,
        via: Responder | None,
        responder: Responder | None,
    ) -> bool:
        """Replace the live message: through the click if it is still open, else as the bot.

        False where there is none any more, or none that can be replaced.
        """
        if table.message_id is None:
            return False
        # A click is answered anyway, and with an edit; but where moves are hidden that could tell.
        needed = via is not None and not table.game.info.hidden
        if not needed and self._rendered.is_same(table.message_id, content):
            return True
        self._rendered.forget(table.message_id)
        if via is not None:
            try:
                await via.edit(content)
            except (TooLate, *SEND_ERRORS) as error:
                log.info("table %s: edited without the click: %s", table.id, error)
            else:
                self._rendered.remember(table.message_id, content)
                return True
        return await self._edit(table, content, responder)

    async def _edit(
        self, table: Table, content: MessageContent, responder: Responder | None = None
    ) -> bool:
        """Replace the live message as the bot; False where a new one is wanted.

        In an archived thread nothing can be edited. A new message brings the thread back, which is
        for those who play there: for the house alone it sleeps on.
        """
        if table.message_id is None:
            return False
        message = self._channel(table).get_partial_message(table.message_id)
        try:
            await message.edit(view=content.view(), attachments=content.attachments())
        except discord.NotFound as error:
            return await self._gone(table, error)
        except SEND_ERRORS as error:
            if getattr(error, "code", None) == THREAD_ARCHIVED:
                return responder is None
            log.warning("table %s: its message could not be edited: %s", table.id, error)
        else:
            self._rendered.remember(table.message_id, content)
        return True

    async def _send(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> int | None:
        try:
            message = await self._channel(table).send(
                view=content.view(),
                files=content.attachments(),
                allowed_mentions=content.allowed_mentions(),
            )
        except discord.NotFound as error:
            await self._gone(table, error)
            return None
        except SEND_ERRORS as error:
            log.warning("table %s: no new message could be posted: %s", table.id, error)
            return await self._send_by_click(table, responder)
        return message.id

    async def _send_by_click(self, table: Table, responder: Responder | None) -> int | None:
        """Post through the click, which works without the bot's own permissions."""
        if responder is None:
            return None
        try:
            return await responder.send(await self._render_newest(table), private=False)
        except (TooLate, *SEND_ERRORS) as error:
            log.warning("table %s: nor by the click: %s", table.id, error)
            return None

    async def _gone(self, table: Table, error: discord.NotFound) -> bool:
        """The message or the whole channel was deleted; True where nothing is left to do."""
        log.info("table %s: its message is gone: %s", table.id, error)
        if error.code == UNKNOWN_CHANNEL:
            await self._tables.maintenance.close_channel(table.channel_id)
            return True
        return False

    def _rest(self, table: Table) -> MessageContent:
        """What is left of the old message when the game goes on below it."""
        if not table.notified:
            return messages.render_started(table)
        return messages.render_left_behind(
            self._renderer(table), table, render_context(table, self._emojis)
        )

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)

    def _renderer(self, table: Table) -> Renderer:
        return self._renderers[table.game.info.key]

    def _lock(self, table_id: int) -> Lock:
        return self._locks.setdefault(table_id, Lock())


def _turn_has_passed(table: Table) -> bool:
    """Whether the game waits for somebody whom the live message has not called."""
    return table.status is Status.PLAYING and not set(table.waiting_on) <= set(table.notified)
