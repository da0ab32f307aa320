"""Publishing: bring the message of a table up to the newest state, and call whose turn it is.

Nothing is published that has not been committed. Under a lock of the table's own the newest state
is read again, unless it was committed this moment, so that a slow edit never overwrites a newer
one. One message of a table is live: it is edited as long as it waits only for those whom it called;
when the turn passes to somebody else, a new message calls that player (an edit would notify
nobody), and the old one loses its buttons.

Where a game hides something, a message is edited only where it would look different: else the time
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

from cogs import pages
from cogs.answer import UNSENT, Answer, TooLate
from tables.errors import StaleClick
from tables.model import Status, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from annals.service import Annals
    from cogs.client import DucksClient
    from cogs.emojis import Emojis
    from cogs.face import Face, Page
    from tables.service import Tables

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003
THREAD_ARCHIVED = 50083

REMEMBERED = 512
"""Of so many live messages it is known how they look; another is edited once more than needed."""


class Shown:
    """How the live messages look, as far as that is remembered."""

    def __init__(self) -> None:
        self._digests: OrderedDict[int, bytes] = OrderedDict()

    def is_same(self, message_id: int | None, page: Page) -> bool:
        """Whether the message looks like the page already."""
        return message_id is not None and self._digests.get(message_id) == page.digest

    def remember(self, message_id: int, page: Page) -> None:
        """The message looks like the page now."""
        self._digests[message_id] = page.digest
        self._digests.move_to_end(message_id)
        while len(self._digests) > REMEMBERED:
            self._digests.popitem(last=False)

    def forget(self, message_id: int | None) -> None:
        """Nobody knows how the message looks."""
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
        client: DucksClient,
        tables: Tables,
        annals: Annals,
        faces: Mapping[str, Face],
        emojis: Emojis,
    ) -> None:
        """Take what it draws with; `faces` by game key."""
        self._client = client
        self._tables = tables
        self._annals = annals
        self._faces = faces
        self._emojis = emojis
        self._shown = Shown()
        self._locks: WeakValueDictionary[int, Lock] = WeakValueDictionary()

    def page(self, table: Table, focus: str = "") -> Page:
        """The live message of a table as it is now."""
        return pages.page(self._face(table), table, self._emojis, self._tables.now(), focus)

    async def _page(self, table: Table) -> Page:
        """The same, with what was earned by a game that has come to its end."""
        if table.status is not Status.FINISHED:
            return self.page(table)
        earned = await self._annals.earned_at(table.id)
        return pages.page(self._face(table), table, self._emojis, self._tables.now(), earned=earned)

    async def publish(
        self, table_id: int, answer: Answer | None = None, just: Table | None = None
    ) -> None:
        """Bring a table's message up to date, by way of a click's answer where that is possible.

        Args:
            table_id: the table.
            answer: to the click that changed it, if one did.
            just: the table, if nothing was waited for since it was committed; saves reading it.
        """
        lock = self._lock(table_id)
        newest = just if lock.idle else None
        async with lock:
            table = newest or await self._tables.get(table_id)
            clicked = answer is not None and answer.message_id == table.message_id
            via = answer if clicked else None
            if _turn_has_passed(table):
                await self._move_down(table, via, answer)
            else:
                await self._redraw(table, via, answer)

    async def look(self, table_id: int, answer: Answer, focus: str) -> None:
        """Answer a click on the live message by showing it in another way; else StaleClick."""
        async with self._lock(table_id):
            table = await self._tables.get(table_id)
            if answer.message_id != table.message_id:
                raise StaleClick("The board has moved down.")
            self._shown.forget(answer.message_id)
            await answer.update(self.page(table, focus))

    async def post(self, table: Table, answer: Answer | None) -> bool:
        """Send the table's message anew; it becomes the live one. False where that failed."""
        page = await self._page(table)
        message_id = await self._send(table, page, answer)
        if message_id is None:
            return False
        self._shown.remember(message_id, page)
        await self._tables.set_message(table.id, message_id, table.awaited)
        return True

    async def show_again(self, table_id: int, answer: Answer) -> None:
        """Answer a command with the table's message; it becomes the live one and calls nobody."""
        async with self._lock(table_id):
            table = await self._tables.get(table_id)
            page = replace(await self._page(table), calls=())
            message_id = await answer.show(page, private=False)
            self._shown.remember(message_id, page)
            await self._tables.set_message(table.id, message_id, table.awaited)
            if not table.status.over:
                await self._edit(table, pages.moved(table))

    async def _move_down(self, table: Table, via: Answer | None, answer: Answer | None) -> None:
        """The turn has passed: answer on the old board, call the next player in a new message."""
        rest = self._rest(table)
        replaced = await self._change(table, rest, via, answer)
        if not await self.post(table, answer):
            # Nobody was called, and the next publishing tries again; until then the game goes on
            # where it was.
            await self._edit(table, self.page(table))
        elif not replaced:
            await self._edit(table, rest)  # an archived thread has come back with the new message

    async def _redraw(self, table: Table, via: Answer | None, answer: Answer | None) -> None:
        if not await self._change(table, await self._page(table), via, answer):
            if await self.post(table, answer):
                await self._edit(table, pages.moved(table))  # as above
        elif table.awaited != table.called and table.status is Status.PLAYING:
            # Somebody is done, the others are not: if the turn comes back, it calls again.
            await self._tables.set_message(table.id, table.message_id, table.awaited)

    async def _change(
        self, table: Table, page: Page, via: Answer | None, answer: Answer | None
    ) -> bool:
        """Replace the live message: through the click if it is still open, else as the bot.

        False where there is none any more, or none that can be replaced.
        """
        if table.message_id is None:
            return False
        # A click is answered anyway, and with an edit; but where moves are hidden that could tell.
        needed = via is not None and not table.game.info.hidden
        if not needed and self._shown.is_same(table.message_id, page):
            return True
        self._shown.forget(table.message_id)
        if via is not None:
            try:
                await via.update(page)
            except (TooLate, *UNSENT) as error:
                log.info("table %s: edited without the click: %s", table.id, error)
            else:
                self._shown.remember(table.message_id, page)
                return True
        return await self._edit(table, page, answer)

    async def _edit(self, table: Table, page: Page, answer: Answer | None = None) -> bool:
        """Replace the live message as the bot; False where a new one is wanted.

        In an archived thread nothing can be edited. A new message brings the thread back, which is
        for those who play there: for the house alone it sleeps on.
        """
        if table.message_id is None:
            return False
        message = self._channel(table).get_partial_message(table.message_id)
        try:
            await message.edit(view=page.view(), attachments=page.attachments())
        except discord.NotFound as error:
            return await self._gone(table, error)
        except UNSENT as error:
            if getattr(error, "code", None) == THREAD_ARCHIVED:
                return answer is None
            log.warning("table %s: its message could not be edited: %s", table.id, error)
        else:
            self._shown.remember(table.message_id, page)
        return True

    async def _send(self, table: Table, page: Page, answer: Answer | None) -> int | None:
        try:
            message = await self._channel(table).send(
                view=page.view(), files=page.attachments(), allowed_mentions=page.pings()
            )
        except discord.NotFound as error:
            await self._gone(table, error)
            return None
        except UNSENT as error:
            log.warning("table %s: no new message could be posted: %s", table.id, error)
            return await self._send_by_click(table, answer)
        return message.id

    async def _send_by_click(self, table: Table, answer: Answer | None) -> int | None:
        """Post through the click, which works without the bot's own permissions."""
        if answer is None:
            return None
        try:
            return await answer.show(await self._page(table), private=False)
        except (TooLate, *UNSENT) as error:
            log.warning("table %s: nor by the click: %s", table.id, error)
            return None

    async def _gone(self, table: Table, error: discord.NotFound) -> bool:
        """The message or the whole channel was deleted; True where nothing is left to do."""
        log.info("table %s: its message is gone: %s", table.id, error)
        if error.code == UNKNOWN_CHANNEL:
            await self._tables.close_channel(table.channel_id)
            return True
        return False

    def _rest(self, table: Table) -> Page:
        """What is left of the old message when the game goes on below it."""
        if not table.called:
            return pages.started(table)
        return pages.past(self._face(table), pages.look_at(table, self._emojis))

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)

    def _face(self, table: Table) -> Face:
        return self._faces[table.game.info.key]

    def _lock(self, table_id: int) -> Lock:
        return self._locks.setdefault(table_id, Lock())


def _turn_has_passed(table: Table) -> bool:
    """Whether the game waits for somebody whom the live message has not called."""
    return table.status is Status.PLAYING and not set(table.awaited) <= set(table.called)
