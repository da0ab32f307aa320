"""The content of a message: components, and the pictures that they show."""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

import discord
import orjson
from cachetools import LRUCache
from discord import ui
from propcache.api import cached_property

from cogs.interactions.drawing import NotDrawn, begin
from cogs.interactions.failures import (
    FAILURES,
    INVALID_FORM,
    PATIENCE,
    Outcome,
    is_of_message,
    judge_edit,
)
from cogs.interactions.language import cut, plain_name
from cogs.interactions.parts import (
    MOST_LETTERS,
    Component,
    Items,
    count_letters,
    drop_matching,
    frame,
    gallery,
    put_into_words,
    text,
)

log = logging.getLogger(__name__)

Attachments = Sequence[discord.Attachment]
"""Files on a message."""

Attached = list[discord.Attachment | discord.File]
"""All files that a message should have."""

Way = Callable[["MessageContent", Attached], Awaitable[Attachments]]
"""A way to edit a message. It returns the new files of the message, or raises one of FAILURES."""

DRAWN_WITHIN: Final = 8.0
"""Seconds before words replace a picture; less than the ten seconds allowed for most requests."""

_KEPT: Final[LRUCache[str, Future[bytes]]] = LRUCache(64)
"""Cache of pictures by filename, so that the same picture is not drawn again."""

REMEMBERED: Final = 4096
"""Cache size: messages whose files are kept, and messages known to show words for pictures."""

_ATTACHED: Final[LRUCache[int, Attachments]] = LRUCache(REMEMBERED)
"""Files on the messages that this process has edited."""

_EDITING: Final[WeakValueDictionary[int, asyncio.Lock]] = WeakValueDictionary()
"""Locks by message id: edits of a message run one at a time, in order."""

_IN_WORDS: Final[LRUCache[int, tuple[MessageContent, Sequence[Way]]]] = LRUCache(REMEMBERED)
"""Contents of messages that still show words for pictures, and the ways to edit them."""

_COMPLETING: Final[dict[int, asyncio.Task[None]]] = {}
"""Tasks that add the missing pictures to messages, by message id."""

AGAIN: Final = 5.0
"""Seconds before missing pictures are tried again. Each later pause is twice as long."""

AT_LAST: Final = 60.0
"""Longest pause between two tries, in seconds."""

_WAITING: Final[Counter[Future[bytes]]] = Counter()
"""Number of tasks that wait for each picture being drawn."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a message. It is drawn only if it must be sent.

    Attributes:
        filename: Identifies the content: pictures with the same filename look the same.
        draw: Returns the PNG. The drawing process must be able to import it.
        alt: The content in words.
    """

    filename: str
    draw: Callable[[], bytes]
    alt: str

    def begin(self) -> Future[bytes]:
        """Return the future of the drawing; start the drawing unless it was begun lately."""
        kept = _KEPT.get(self.filename)
        if kept is None or kept.cancelled() or (kept.done() and kept.exception()):
            kept = _KEPT[self.filename] = begin(self.draw)
        return kept

    async def file(self) -> discord.File | None:
        """Draw the picture and return it as a file; None if drawing fails or takes too long."""
        drawing = self.begin()
        _WAITING[drawing] += 1
        try:
            async with asyncio.timeout(DRAWN_WITHIN):
                drawn = await asyncio.shield(asyncio.wrap_future(drawing))
        except (NotDrawn, TimeoutError) as error:
            log.warning("%s was not drawn, so words replace it: %r", self.filename, error)
            return None
        finally:
            _WAITING[drawing] -= 1
            if not _WAITING[drawing]:
                del _WAITING[drawing]
                drawing.cancel()  # has no effect on a drawing that has begun
        return discord.File(io.BytesIO(drawn), self.filename, description=self.alt)


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a message: components, and the pictures that they name."""

    items: Items
    pictures: tuple[Picture, ...] = ()


class ComponentView(ui.LayoutView):
    """A view for discord.py whose components are already in Discord's form.

    It has no items of discord.py and receives no clicks.
    """

    def __init__(self, components: Items) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()  # discord.py keeps no stopped view; `DucksClient.on_interaction` gets clicks

    def has_components_v2(self) -> bool:
        return True

    def to_components(self) -> Items:
        return self._components


@dataclass(frozen=True)
class MessageContent:
    """A whole message: components, their pictures, and the users whom it may notify.

    Attributes:
        items: Top-level components in order, as sent to Discord.
        pictures: Attachments that the components name.
        calls: Ids of the users whom a new message notifies.
        in_words: Whether words replace pictures that could not be drawn.
    """

    items: Items
    pictures: Sequence[Picture] = ()
    calls: tuple[int, ...] = ()
    in_words: bool = False

    def view(self) -> ComponentView:
        return ComponentView(self.items)

    async def drawn(self, shown: Attachments = ()) -> tuple[MessageContent, list[discord.File]]:
        """Draw the pictures that are not in `shown`.

        Returns the message, with words for pictures that could not be drawn, and the files.
        """
        there = {attachment.filename for attachment in shown}
        wanted = [each for each in self.pictures if each.filename not in there]
        files = await asyncio.gather(*(each.file() for each in wanted))
        failed = [each for each, file in zip(wanted, files, strict=True) if file is None]
        content = self._put_into_words(failed) if failed else self
        return content, [file for file in files if file is not None]

    def without_pictures(self) -> MessageContent:
        """Return the message with words for all pictures, where the bot may not send files."""
        return replace(self._put_into_words(self.pictures), pictures=(), in_words=False)

    def _put_into_words(self, pictures: Sequence[Picture]) -> MessageContent:
        """Return the message with words for these pictures, cut to the length Discord allows."""
        room = max(1, (MOST_LETTERS - count_letters(self.items)) // max(1, len(pictures)))
        words = {
            f"attachment://{each.filename}": text(cut(plain_name(each.alt), room) or "…")
            for each in pictures
        }
        return replace(self, items=put_into_words(self.items, words), in_words=True)

    def parts(self, files: Sequence[discord.File] = ()) -> dict[str, Any]:
        """Return discord.py's arguments for a new message."""
        mentions = self.allowed_mentions()
        return {"view": self.view(), "files": [*files], "allowed_mentions": mentions}

    async def update(self, message_id: int, shown: Attachments, *ways: Way) -> None:
        """Give a message this content by the first way that works, and send only the missing files.

        A way that fails may have changed the message's files, or may have named a file that is
        gone. Therefore the next way sends all files again.

        Args:
            message_id: The message.
            shown: The message's files at the click. This process may know newer files.
            ways: At least one way. All ways are kept until the message shows all pictures.

        Raises one of FAILURES: the failure of the last way, or the first failure that no other way
        can avoid.
        """
        async with _EDITING.setdefault(message_id, asyncio.Lock()):
            there = _ATTACHED.pop(message_id, shown)
            for way in ways:
                try:
                    content, files = await self._edit(there, way)
                except FAILURES as error:
                    if way is ways[-1] or is_of_message(error):
                        raise
                    log.info("message %s: edit failed, trying another way: %s", message_id, error)
                    there = ()
                else:
                    _ATTACHED[message_id] = files
                    self.follow(message_id, *ways, in_words=content.in_words)
                    return

    async def _edit(self, there: Attachments, way: Way) -> tuple[MessageContent, Attachments]:
        """Edit a message that has these files; return the content that it shows, and its new files.

        Discord keeps the attachments that an edit lists by id (its documentation, "Edit Message").
        Components name kept files and new files in the same way. If a kept file is gone, all files
        are sent again.
        """
        if not self.pictures:
            return self, await way(self, [])
        names = {picture.filename for picture in self.pictures}
        kept = [attachment for attachment in there if attachment.filename in names]
        try:
            content, files = await self.drawn(kept)
            return content, await way(content, [*kept, *files])
        except discord.HTTPException as error:
            if not kept or error.code != INVALID_FORM:
                raise
        content, files = await self.drawn()
        return content, await way(content, [*files])

    def follow(self, message_id: int, *ways: Way, in_words: bool) -> None:
        """If a message shows words for pictures, replace the words as soon as possible."""
        if not in_words:
            _IN_WORDS.pop(message_id, None)
            return
        _IN_WORDS[message_id] = self, ways
        if message_id not in _COMPLETING:
            _COMPLETING[message_id] = asyncio.create_task(_complete(message_id))

    @cached_property
    def digest(self) -> bytes:
        """SHA-256 of the components and picture names; equal for messages that look the same."""
        return hashlib.sha256(orjson.dumps(self.items)).digest()

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Return mentions that notify only the users in `calls`."""
        users = [discord.Object(user_id) for user_id in self.calls]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)


class LeftOut:
    """Controls of switched-off features, which no message shows.

    Attributes:
        games: Keys of the games that open no new table.
    """

    def __init__(self, games: Collection[str] = ()) -> None:
        self.games = set[str]()
        self._ids: list[str] = []
        for key in games:
            self.add_game(key)

    def add_game(self, key: str) -> None:
        """Add a game that opens no new table, and leave out the controls that would open one."""
        self.games.add(key)
        self.add(rf"n1:[a-z]+:(?:open|begin):{key}(?::.*)?")

    def add(self, *ids: str) -> None:
        """Leave out controls whose whole custom ids match one of these patterns."""
        self._ids += ids

    def take_from(self, content: MessageContent, game: str = "") -> MessageContent:
        """Return a message without these controls; `game`: the key of its game."""
        ids = [*self._ids, *([r"a1:\d+:rematch"] if game in self.games else ())]
        if not ids:
            return content
        pattern = re.compile("|".join(ids))
        return replace(content, items=drop_matching(content.items, pattern))


def is_in_words(message_id: int | None) -> bool:
    """Return whether a message shows words for pictures."""
    return message_id in _IN_WORDS


def stop_completing() -> None:
    """Stop all tries to add pictures."""
    for task in _COMPLETING.values():
        task.cancel()


async def _complete(message_id: int) -> None:
    """Add the pictures to a message once they can be drawn, unless its content has changed."""
    pause = AGAIN
    try:
        while message_id in _IN_WORDS:
            await asyncio.sleep(pause)
            pause = min(2 * pause, AT_LAST)
            if (wanted := _IN_WORDS.get(message_id)) is None:
                continue
            content, ways = wanted
            undrawn = (await content.drawn())[0].in_words
            if undrawn or _IN_WORDS.get(message_id) is not wanted or message_id in _EDITING:
                continue
            try:
                await content.update(message_id, (), *ways)
            except FAILURES as error:
                if judge_edit(message_id, error, by_person=False) is not Outcome.FAILED:
                    raise
    except Exception as error:  # noqa: BLE001 - the words stay
        log.info("message %s: its pictures could not be added: %r", message_id, error)
    finally:
        del _COMPLETING[message_id]


async def edit_as_bot(
    message: discord.Message | discord.PartialMessage, content: MessageContent, attached: Attached
) -> Attachments:
    """Edit one of the bot's messages: a `Way` that needs no click."""
    async with asyncio.timeout(PATIENCE):
        return (await message.edit(view=content.view(), attachments=attached)).attachments


def say(words: str) -> MessageContent:
    """Return a message of one paragraph of markdown."""
    return MessageContent([text(words)])


def framed(colour: int, *items: Component, pictures: Sequence[Picture] = ()) -> MessageContent:
    """Return a message in one frame with this colour (0xRRGGBB)."""
    return MessageContent([frame(colour, list(items))], pictures)


def picture(name: str, drawing: partial[bytes], alt: str) -> Fragment:
    """Return a picture as a component.

    Args:
        name: The beginning of the filename.
        drawing: Returns the PNG, whose look depends on its arguments alone.
        alt: The content in words. Discord allows 1,024 characters.
    """
    shows = repr((drawing.args, drawing.keywords))
    digest = hashlib.sha256(shows.encode()).hexdigest()[:16]
    drawn = Picture(f"{name}-{digest}.png", drawing, cut(alt, 1024))
    return Fragment([gallery(f"attachment://{drawn.filename}", drawn.alt)], (drawn,))
