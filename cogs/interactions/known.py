"""What this process knows of its messages, and how it gives them another content.

`Known` is all that is known of one message: a live board, the starter of a thread, a call, a
private page, a refusal, or an answer that belongs to no table. `Messages` edits a message by the
first way that works: the response to a click on it, else the token of an earlier click, else the
bot's account. It draws the pictures that a message lacks, and adds those that come late.

Everything is kept in memory only, and tokens are never logged.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache

from cogs.interactions.content import Kept
from cogs.interactions.failures import (
    FAILURES,
    INVALID_FORM,
    INVALID_TOKEN,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    NoToken,
    Outcome,
    code_of,
    is_of_message,
    judge_edit,
)
from cogs.interactions.wire import Mine, Token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.interactions.content import Letter, MessageContent
    from cogs.interactions.drawing import Studio
    from cogs.interactions.wire import Sent, Wire

log = logging.getLogger(__name__)

REMEMBERED: Final = 8192
"""Cache size: messages. A message that drops out gets one needless edit, with all its files."""

AGAIN: Final = 5.0
"""Seconds before missing pictures are tried again. Each later pause is twice as long."""

AT_LAST: Final = 60.0
"""Longest pause between two tries, in seconds."""


class Click(Protocol):
    """The click on a message, as a way to edit this message: a `Responder`."""

    async def edit_by_click(self, letter: Letter) -> Sent: ...


OWN: Final = (Token, Mine)
"""Ways that need no click on the message."""

Way = Click | Token | Mine
"""A way to edit a message."""


@dataclass(frozen=True, slots=True)
class Known:
    """What this process knows of a message; None for what it does not know.

    Attributes:
        digest: The digest of its content. A message that lacks pictures has the digest of its
            complete content.
        files: Its files.
        token: The token of a click or command that can edit it.
        channel_id: Its channel, if the bot's account can edit it there.
        lacks: Its complete content, if words replace some of its pictures.
    """

    digest: bytes | None = None
    files: tuple[Kept, ...] | None = None
    token: Token | None = None
    channel_id: int | None = None
    lacks: MessageContent | None = None

    def list_ways(self, message_id: int) -> list[Token | Mine]:
        """Return the ways to edit or delete the message without a click, best way first."""
        ways = list[Token | Mine]()
        if self.token is not None and self.token.expires_at > time.monotonic():
            ways.append(self.token)
        if self.channel_id is not None:
            ways.append(Mine(self.channel_id, message_id))
        return ways


NOTHING: Final = Known()


class Messages:
    """The messages that this process knows.

    Attributes:
        wire: Sends the requests.
        studio: Draws the pictures.
    """

    def __init__(self, wire: Wire, studio: Studio) -> None:
        self.wire = wire
        self.studio = studio
        self._known: LRUCache[int, Known] = LRUCache(REMEMBERED)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._completing: dict[int, asyncio.Task[None]] = {}

    def find(self, message_id: int) -> Known:
        return self._known.get(message_id, NOTHING)

    def note(self, message_id: int, **facts: Any) -> None:  # noqa: ANN401 - the attributes of `Known`
        """Note facts about a message; other facts stay as they are."""
        self._known[message_id] = replace(self._known.get(message_id, NOTHING), **facts)

    def forget_contents(self) -> None:
        """Forget what all messages show: another process may have edited them."""
        for message_id in list(self._known):
            self.note(message_id, digest=None)

    def lacks_pictures(self, message_id: int | None) -> bool:
        return message_id is not None and self.find(message_id).lacks is not None

    def note_sent(
        self,
        sent: Sent,
        content: MessageContent,
        *,
        in_words: bool,
        **facts: Any,  # noqa: ANN401 - the attributes of `Known`
    ) -> None:
        """Note a new message, and add the pictures that it lacks once they can be drawn."""
        self._note_content(sent.message_id, sent, content, in_words=in_words, **facts)

    def _note_content(
        self,
        message_id: int,
        sent: Sent,
        content: MessageContent,
        *,
        in_words: bool,
        **facts: Any,  # noqa: ANN401 - the attributes of `Known`
    ) -> None:
        lacks = content if in_words else None
        self.note(message_id, files=sent.files, lacks=lacks, **facts)
        if in_words and message_id not in self._completing:
            self._completing[message_id] = asyncio.create_task(self._complete(message_id))

    async def edit(
        self,
        message_id: int,
        content: MessageContent,
        click: Click | None = None,
        there: Sequence[Kept] = (),
    ) -> None:
        """Give a message this content by the first way that works, and send only missing files.

        Edits of a message run one at a time, in order. A way that fails may have changed the
        message's files, or may have named a file that is gone. Therefore the next way sends all
        files again.

        Args:
            message_id: The message.
            content: Its new content.
            click: A click on this message that may still be responded to.
            there: The message's files at the click. This process may know newer files.

        Raises one of FAILURES: the failure of the last way, or the first failure that no other way
        can avoid; NoToken if there is no way.
        """
        async with self._locks.setdefault(message_id, asyncio.Lock()):
            known = self.find(message_id)
            kept = there if known.files is None else known.files
            self.note(message_id, files=None)
            ways: list[Way] = [*known.list_ways(message_id)] if click is None else [click]
            if not ways:
                raise NoToken("no token is known")
            for way in ways:
                try:
                    sent, in_words = await self._edit(way, content, kept)
                except FAILURES as error:
                    self._note_failure(message_id, way, error)
                    if way is click:
                        ways += known.list_ways(message_id)  # the loop goes on with these
                    if way is ways[-1] or is_of_message(error):
                        raise
                    log.info("message %s: edit failed, trying another way: %s", message_id, error)
                    kept = ()
                else:
                    self._note_content(message_id, sent, content, in_words=in_words)
                    return

    async def _edit(
        self, way: Way, content: MessageContent, there: Sequence[Kept]
    ) -> tuple[Sent, bool]:
        """Edit a message that has these files; return the answer, and whether it lacks pictures.

        Discord keeps the attachments that an edit lists by id (its documentation, "Edit Message").
        Components name kept files and new files in the same way. If a kept file is gone, all files
        are sent again.
        """
        letter, in_words = content.letter(), False
        if content.pictures:
            letter, in_words = await self.studio.compose(content, there)
        send = partial(self.wire.edit, way) if isinstance(way, OWN) else way.edit_by_click
        try:
            return await send(letter), in_words
        except discord.HTTPException as error:
            kept = [each for each in letter.attached if isinstance(each, Kept)]
            if not kept or error.code != INVALID_FORM:
                raise
        letter, in_words = await self.studio.compose(content)
        return await send(letter), in_words

    def _note_failure(self, message_id: int, way: Way, error: BaseException) -> None:
        """Forget a token that Discord refuses."""
        if isinstance(way, Token) and code_of(error) in (INVALID_TOKEN, UNKNOWN_WEBHOOK):
            self.note(message_id, token=None)

    async def delete(self, message_id: int, channel_id: int | None = None) -> None:
        """Delete a message by the first way that works, and forget it.

        `channel_id`: Its channel, if the bot's account can delete it there.
        """
        known = replace(self.find(message_id), channel_id=channel_id)
        self._known.pop(message_id, None)
        for way in known.list_ways(message_id):
            try:
                await self.wire.delete(way)
            except FAILURES as error:
                if code_of(error) == UNKNOWN_MESSAGE:
                    return
                log.info("message %s was not deleted: %s", message_id, error)
            else:
                return

    async def _complete(self, message_id: int) -> None:
        """Add the pictures to a message once they can be drawn, unless its content has changed."""
        pause = AGAIN
        try:
            while self.lacks_pictures(message_id):
                await asyncio.sleep(pause)
                pause = min(2 * pause, AT_LAST)
                wanted = self.find(message_id).lacks
                if wanted is None or (await self.studio.compose(wanted))[1]:
                    continue
                if self.find(message_id).lacks is not wanted or message_id in self._locks:
                    continue
                try:
                    await self.edit(message_id, wanted)
                except FAILURES as error:
                    if judge_edit(message_id, error, by_person=False) is not Outcome.FAILED:
                        raise
        except Exception as error:  # noqa: BLE001 - the words stay
            log.info("message %s: its pictures could not be added: %r", message_id, error)
        finally:
            del self._completing[message_id]

    def close(self) -> None:
        """Stop all tries to add pictures."""
        for task in self._completing.values():
            task.cancel()
