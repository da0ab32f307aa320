"""What this process knows of its messages, and how it gives them another content.

`Known` is all that is known of one message: a live board, the starter of a thread, a call, a
private page, a refusal, or an answer that belongs to no table. The same values tell what is known
of a channel, and of a person's refusal. `Messages` edits a message by the first way that works: the
response to a click on it, else the token of an earlier click, else the bot's account. It draws the
pictures that a message lacks, and adds those that come late.

Everything is kept in memory only, and tokens are never logged.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol
from weakref import WeakValueDictionary

from cachetools import LRUCache

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
from cogs.interactions.letter import KeptFile
from cogs.interactions.wire import NEAR_END, Mine, Reply, Token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.interactions.content import MessageContent
    from cogs.interactions.drawing import Studio
    from cogs.interactions.letter import Letter
    from cogs.interactions.wire import Sent, Wire

log = logging.getLogger(__name__)

REMEMBERED: Final = 32_768
"""Cache size: messages, channels and people.

A message that drops out gets one needless edit, with all its files.
"""

AGAIN: Final = 5.0
"""Seconds before missing pictures are tried again. Each later pause is twice as long."""

AT_LAST: Final = 60.0
"""Longest pause between two tries, in seconds."""

SHOWN_FOR: Final = 8.0
"""Seconds for which a refusal is shown, enough to read two lines."""


class Click(Protocol):
    """The click on a message, as a way to edit this message: a `Responder`."""

    async def respond(self, reply: Reply, letter: Letter) -> Sent: ...


OWN: Final = (Token, Mine)
"""Ways that need no click on the message."""


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


@dataclass(frozen=True, slots=True)
class Known:
    """What this process knows under one of Discord's ids; None for what it does not know.

    Attributes:
        digest: The digest of its content. A message that lacks pictures has the digest of its
            complete content.
        files: Its files.
        token: The token of a click or command that can edit it.
        channel_id: Its channel, if the bot's account can edit it there.
        lacks: Its complete content, if words replace some of its pictures.
        page_of: The table whose changes it follows, if it is a private page.
        gone: Whether it is deleted.
        others: The newest message that is not the bot's own, if the id is a channel's. Such an id
            is negative here, because a thread has the id of its first message.
        line: The refusal that a person sees, if the id is a person's.
    """

    digest: bytes | None = None
    files: tuple[KeptFile, ...] | None = None
    token: Token | None = None
    channel_id: int | None = None
    lacks: MessageContent | None = None
    page_of: int | None = None
    gone: bool = False
    others: int = 0
    line: int | None = None

    @property
    def near_end(self) -> bool:
        """Whether the message has no token, or one that soon expires."""
        return self.token is None or self.token.left < NEAR_END

    def list_ways(self, message_id: int) -> list[Token | Mine]:
        """Return the ways to edit or delete the message without a click, best way first."""
        ways = list[Token | Mine]()
        if self.gone:
            return ways
        if self.token is not None and self.token.expires_at > time.monotonic():
            ways.append(self.token)
        if self.channel_id is not None:
            ways.append(Mine(self.channel_id, message_id))
        return ways


NOTHING: Final = Known()
GONE: Final = Known(gone=True)


class Messages:
    """The messages that this process knows.

    Attributes:
        wire: Sends the requests.
    """

    def __init__(self, wire: Wire, studio: Studio) -> None:
        self.wire = wire
        self._studio = studio
        self._known: LRUCache[int, Known] = LRUCache(REMEMBERED)
        self._locks: WeakValueDictionary[int, Lock] = WeakValueDictionary()
        self._tasks: dict[int, asyncio.Task[None]] = {}  # background work, by message

    def find(self, message_id: int) -> Known:
        return self._known.get(message_id, NOTHING)

    def lock(self, number: int) -> Lock:
        """Return the lock of a table or of a message. Messages' ids are far above all tables'.

        Whoever holds a table's lock may take the lock of a message, but not the other way round.
        """
        return self._locks.setdefault(number, Lock())

    def note(self, message_id: int, **facts: Any) -> None:  # noqa: ANN401 - the attributes of `Known`
        """Note facts about a message; other facts stay as they are."""
        self._known[message_id] = replace(self._known.get(message_id, NOTHING), **facts)

    def note_own(self, *message_ids: int) -> None:
        """Note that messages are the bot's own."""
        for message_id in message_ids:
            self._known.setdefault(message_id, NOTHING)

    def is_own(self, message_id: int) -> bool:
        """Return whether a message is known to be the bot's own; it may be deleted."""
        return message_id in self._known

    def note_last(self, channel_id: int, message_id: int) -> None:
        """Note the last message of a channel, as Discord names it, unless it is the bot's own."""
        if not self.is_own(message_id):
            self.note(-channel_id, others=max(message_id, self.find(-channel_id).others))

    def is_covered(self, channel_id: int, message_id: int) -> bool:
        """Return whether somebody is known to have written below a message."""
        return self.find(-channel_id).others > message_id

    def forget_contents(self) -> None:
        """Forget what all messages show: another process may have edited them."""
        for message_id, known in list(self._known.items()):
            if known.digest is not None:
                self.note(message_id, digest=None)

    def lacks_pictures(self, message_id: int | None) -> bool:
        return message_id is not None and self.find(message_id).lacks is not None

    async def compose(
        self, content: MessageContent, there: Sequence[KeptFile] = ()
    ) -> tuple[Letter, bool]:
        """Draw the pictures of a message that are not `there`.

        Returns the letter, with words for pictures that could not be drawn, and whether it has such
        words. Of the files that are there, it keeps those that the message names.
        """
        if not content.pictures:
            return content.letter(), False
        names = {each.filename for each in content.pictures}
        kept = [each for each in there if each.filename in names]
        have = {each.filename for each in kept}
        wanted = [each for each in content.pictures if each.filename not in have]
        files = await asyncio.gather(*map(self._studio.draw, wanted))
        failed = [each for each, file in zip(wanted, files, strict=True) if file is None]
        shown = content.put_into_words(failed) if failed else content
        return shown.letter([*kept, *filter(None, files)]), bool(failed)

    def note_sent(
        self,
        sent: Sent,
        content: MessageContent,
        *,
        in_words: bool,
        **facts: Any,  # noqa: ANN401 - the attributes of `Known`
    ) -> None:
        """Note a new message, and add the pictures that it lacks once they can be drawn."""
        lacks = content if in_words else None
        self.note(sent.message_id, files=sent.files, lacks=lacks, **facts)
        if in_words:
            self._complete_later(sent.message_id)

    def _complete_later(self, message_id: int) -> None:
        if message_id not in self._tasks:
            self._tasks[message_id] = asyncio.create_task(self._complete(message_id))

    async def edit(
        self,
        message_id: int,
        content: MessageContent,
        click: Click | None = None,
        there: Sequence[KeptFile] = (),
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
        async with self.lock(message_id):
            known = self.find(message_id)
            kept = there if known.files is None else known.files
            self.note(message_id, files=None)
            ways = deque[Click | Token | Mine](
                known.list_ways(message_id) if not click else [click]
            )
            if not ways:
                raise NoToken("no token is known")
            while ways:
                way = ways.popleft()
                letter, in_words = await self.compose(content, kept)
                try:
                    if isinstance(way, OWN):
                        sent = await self.wire.edit(way, letter)
                    else:
                        sent = await way.respond(Reply.EDIT, letter)
                except FAILURES as error:
                    if _lost_file(letter, error):
                        ways.appendleft(way)
                    else:
                        self._note_failure(message_id, way, error)
                        if way is click:
                            ways += known.list_ways(message_id)
                        if not ways or is_of_message(error):
                            raise
                    log.info("message %s: edit failed, trying again: %s", message_id, error)
                    kept = ()
                else:
                    self.note(message_id, files=sent.files, lacks=content if in_words else None)
                    if in_words:
                        self._complete_later(message_id)
                    return

    def _note_failure(self, message_id: int, way: object, error: BaseException) -> None:
        """Forget a token that Discord refuses; note that an unknown message is deleted."""
        if code_of(error) == UNKNOWN_MESSAGE:
            self.note(message_id, gone=True)
        elif isinstance(way, Token) and code_of(error) in (INVALID_TOKEN, UNKNOWN_WEBHOOK):
            self.note(message_id, token=None)

    async def follow_up(self, message_id: int, content: MessageContent) -> int | None:
        """Send a new message with the token of another message, and keep the token for both.

        Returns the id of the new message; None without a token. Raises one of FAILURES.
        """
        token = self.find(message_id).token
        if token is None or token.left <= 0:
            return None
        letter, in_words = await self.compose(content)
        sent = await self.wire.follow_up(token, letter)
        token = replace(token, target=sent.message_id)
        self.note_sent(sent, content, in_words=in_words, token=token)
        return sent.message_id

    async def delete(self, message_id: int, channel_id: int | None = None) -> None:
        """Delete a message by the first way that works, and forget what it was.

        `channel_id`: Its channel, if the bot's account can delete it there.
        """
        known = replace(self.find(message_id), channel_id=channel_id)
        self._known[message_id] = GONE
        for way in known.list_ways(message_id):
            try:
                await self.wire.delete(way)
            except FAILURES as error:
                if code_of(error) == UNKNOWN_MESSAGE:
                    return
                log.info("message %s was not deleted: %s", message_id, error)
                self._known[message_id] = NOTHING
            else:
                self._known[message_id] = GONE
                return

    def note_line(self, person_id: int, message_id: int) -> None:
        """Note the refusal that answers a press of a person, and delete it after `SHOWN_FOR`.

        It also disappears with the person's next press, when their turn comes, or when their game
        ends. A person has one such line at most. If the process is killed first, the line stays,
        because only the token of the press can delete it.
        """
        self.clear_line(person_id)
        self.note(person_id, line=message_id)
        asyncio.get_running_loop().call_later(SHOWN_FOR, self.clear_line, person_id, message_id)

    def clear_line(self, person_id: int, message_id: int | None = None) -> None:
        """Delete a person's refusal in the background, or only a certain one."""
        line = self._known.get(person_id, NOTHING).line
        if line is None or message_id not in (None, line):
            return
        self.note(person_id, line=None)
        self._tasks[line] = task = asyncio.create_task(self.delete(line))
        task.add_done_callback(lambda _: self._tasks.pop(line, None))

    async def _complete(self, message_id: int) -> None:
        """Add the pictures to a message once they can be drawn, unless its content has changed."""
        pause = AGAIN
        try:
            while self.lacks_pictures(message_id):
                await asyncio.sleep(pause)
                pause = min(2 * pause, AT_LAST)
                wanted = self.find(message_id).lacks
                if wanted is None or (await self.compose(wanted))[1]:
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
            self._tasks.pop(message_id, None)

    def close(self) -> None:
        """Stop the work in the background."""
        for task in self._tasks.values():
            task.cancel()


def _lost_file(letter: Letter, error: BaseException) -> bool:
    """Return whether Discord refuses an edit that names files of the message: one may be gone.

    Discord keeps the attachments that an edit lists by id (its documentation, "Edit Message").
    """
    kept = any(isinstance(each, KeptFile) for each in letter.attached)
    return kept and code_of(error) == INVALID_FORM
