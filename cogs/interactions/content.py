"""What a message consists of: components, and the pictures that they show."""

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
from cogs.interactions.names import cut, plain_name
from cogs.interactions.parts import (
    MOST_LETTERS,
    Items,
    Part,
    count_letters,
    drop_matching,
    frame,
    gallery,
    put_into_words,
    text,
)

log = logging.getLogger(__name__)

Attachments = Sequence[discord.Attachment]
"""Files that a message has."""

Attached = list[discord.Attachment | discord.File]
"""All files that a message is to have."""

Way = Callable[["MessageContent", Attached], Awaitable[Attachments]]
"""A way to edit a message, which returns the files that it has then; raises one of FAILURES."""

DRAWN_WITHIN: Final = 8.0
"""Seconds after which a message goes without a picture: most requests may take ten."""

_KEPT: Final[LRUCache[str, Future[bytes]]] = LRUCache(64)
"""The latest pictures, by file: the same one is often sent again, and asking for it takes longer
than drawing it."""

REMEMBERED: Final = 4096
"""For how many messages it is kept which files they have, and how many are known to be in words."""

_ATTACHED: Final[LRUCache[int, Attachments]] = LRUCache(REMEMBERED)
"""The files that a message has since this process has edited it."""

_EDITING: Final[WeakValueDictionary[int, asyncio.Lock]] = WeakValueDictionary()
"""One edit of a message at a time: a later one is shown later."""

_IN_WORDS: Final[LRUCache[int, tuple[MessageContent, Sequence[Way]]]] = LRUCache(REMEMBERED)
"""What messages are to show that have words for pictures, and by which ways."""

_COMPLETING: Final[dict[int, asyncio.Task[None]]] = {}
"""The tasks that wait until such messages can be shown in full."""

AGAIN: Final = 5.0
"""Seconds after which missing pictures are tried again; each pause is twice the last."""

AT_LAST: Final = 60.0
"""Seconds of the longest pause."""

_WAITING: Final[Counter[Future[bytes]]] = Counter()
"""The number of those who wait for a picture that is drawn for them."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a message, drawn only where it has to be sent.

    Attributes:
        filename: says what is shown: two pictures of one name look the same.
        draw: returns the PNG; the process that draws looks it up.
        alt: the same in words.
    """

    filename: str
    draw: Callable[[], bytes]
    alt: str

    def begin(self) -> Future[bytes]:
        """Have it drawn from now on, if it was not drawn lately, and return what will be drawn."""
        kept = _KEPT.get(self.filename)
        if kept is None or kept.cancelled() or (kept.done() and kept.exception()):
            kept = _KEPT[self.filename] = begin(self.draw)
        return kept

    async def file(self) -> discord.File | None:
        """Have it drawn, and return it as a file to send; None where it is not drawn in time."""
        drawing = self.begin()
        _WAITING[drawing] += 1
        try:
            async with asyncio.timeout(DRAWN_WITHIN):
                drawn = await asyncio.shield(asyncio.wrap_future(drawing))
        except (NotDrawn, TimeoutError) as error:
            log.warning("%s was not drawn, words stand for it: %r", self.filename, error)
            return None
        finally:
            _WAITING[drawing] -= 1
            if not _WAITING[drawing]:
                del _WAITING[drawing]
                drawing.cancel()  # before it is begun: nobody waits for it any more
        return discord.File(io.BytesIO(drawn), self.filename, description=self.alt)


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a message: components, and the pictures that they name."""

    items: Items
    pictures: tuple[Picture, ...] = ()


class View(ui.LayoutView):
    """A view of components that are made already: it has no items, and waits for nobody."""

    def __init__(self, components: Items) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()  # discord.py keeps nothing of it: `routing.route` handles the clicks

    def has_components_v2(self) -> bool:
        """Return whether it is one of those components that a `LayoutView` is for."""
        return True

    def to_components(self) -> Items:
        """Return what Discord is sent."""
        return self._components


@dataclass(frozen=True)
class MessageContent:
    """A whole message: components, the pictures that they name, and whom it may call.

    Attributes:
        items: top-level components as Discord is sent them, in order.
        pictures: attachments that the components name.
        calls: ids of the users that a new message notifies.
        in_words: whether words stand in the place of pictures that could not be drawn.
    """

    items: Items
    pictures: Sequence[Picture] = ()
    calls: tuple[int, ...] = ()
    in_words: bool = False

    def view(self) -> View:
        """Return a new view of the items."""
        return View(self.items)

    async def drawn(self, shown: Attachments = ()) -> tuple[MessageContent, list[discord.File]]:
        """Have the pictures drawn, without those that are `shown` already.

        Returns the message with words for those that could not be drawn, and the files.
        """
        there = {attachment.filename for attachment in shown}
        wanted = [each for each in self.pictures if each.filename not in there]
        files = await asyncio.gather(*(each.file() for each in wanted))
        failed = [each for each, file in zip(wanted, files, strict=True) if file is None]
        content = self._put_into_words(failed) if failed else self
        return content, [file for file in files if file is not None]

    def _put_into_words(self, pictures: Sequence[Picture]) -> MessageContent:
        """Return the message with words in the place of pictures, as many as Discord takes."""
        room = max(1, (MOST_LETTERS - count_letters(self.items)) // len(pictures))
        words = {
            f"attachment://{each.filename}": text(cut(plain_name(each.alt), room) or "…")
            for each in pictures
        }
        return replace(self, items=put_into_words(self.items, words), in_words=True)

    def parts(self, files: Sequence[discord.File] = ()) -> dict[str, Any]:
        """Return what a new message is made of, by the names of discord.py's arguments."""
        mentions = self.allowed_mentions()
        return {"view": self.view(), "files": [*files], "allowed_mentions": mentions}

    async def update(self, message_id: int, shown: Attachments, *ways: Way) -> None:
        """Edit a message into this one by the first way that can, without files that it has.

        A way that fails may have changed the files, or has named one that is gone: the next one
        sends all anew.

        Args:
            message_id: the message.
            shown: the files that it had when somebody clicked it; this process may know better.
            ways: one at least; they are kept until all pictures are shown.

        Raises one of FAILURES: of the last way, or at once where no way could help.
        """
        async with _EDITING.setdefault(message_id, asyncio.Lock()):
            there = _ATTACHED.pop(message_id, shown)
            for way in ways:
                try:
                    content, files = await self._edit(there, way)
                except FAILURES as error:
                    if way is ways[-1] or is_of_message(error):
                        raise
                    log.info("message %s: edited in another way: %s", message_id, error)
                    there = ()
                else:
                    _ATTACHED[message_id] = files
                    self.follow(message_id, *ways, in_words=content.in_words)
                    return

    async def _edit(self, there: Attachments, way: Way) -> tuple[MessageContent, Attachments]:
        """Edit a message that has these files; return what it shows, and its files then.

        Discord keeps the attachments that an edit lists by id (its documentation, "Edit Message"),
        and components name them as they name new ones. If it has one of them no longer, all are
        sent.
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
        """Have a message that shows this in words show it in full, as soon as that is possible."""
        if not in_words:
            _IN_WORDS.pop(message_id, None)
            return
        _IN_WORDS[message_id] = self, ways
        if message_id not in _COMPLETING:
            _COMPLETING[message_id] = asyncio.create_task(_complete(message_id))

    @cached_property
    def digest(self) -> bytes:
        """The SHA-256 of the components, which name the pictures: equal for equal looks."""
        return hashlib.sha256(orjson.dumps(self.items)).digest()

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Return the mentions that may notify: those of `calls`, and no others."""
        users = [discord.Object(user_id) for user_id in self.calls]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)


class LeftOut:
    """The controls that no message shows, since what they do is switched off.

    Attributes:
        games: the keys of the games of which no new table is opened.
    """

    def __init__(self, games: Collection[str] = ()) -> None:
        self.games = frozenset(games)
        self._ids: list[str] = []
        if games:
            self.add(rf"n1:[a-z]+:(?:open|begin):(?:{'|'.join(games)})(?::.*)?")

    def add(self, *ids: str) -> None:
        """Leave out the controls whose whole custom ids match one of these patterns."""
        self._ids += ids

    def take_from(self, content: MessageContent, game: str = "") -> MessageContent:
        """Return a message without these controls; `game`: the key of that which it is about."""
        ids = [*self._ids, *([r"a1:\d+:rematch"] if game in self.games else ())]
        if not ids:
            return content
        pattern = re.compile("|".join(ids))
        return replace(content, items=drop_matching(content.items, pattern))


def is_in_words(message_id: int | None) -> bool:
    """Return whether a message shows words in the place of pictures."""
    return message_id in _IN_WORDS


def stop_completing() -> None:
    """Try no picture again: the bot stops."""
    for task in _COMPLETING.values():
        task.cancel()


async def _complete(message_id: int) -> None:
    """Show a message in full once its pictures can be drawn, unless it has become another one."""
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
    except Exception as error:  # noqa: BLE001 - nobody waits for it, and the words stay
        log.info("message %s: its pictures could not be added: %r", message_id, error)
    finally:
        del _COMPLETING[message_id]


async def edit_as_bot(
    message: discord.Message | discord.PartialMessage, content: MessageContent, attached: Attached
) -> Attachments:
    """Edit a message of the bot's own: a `Way` that needs no click."""
    async with asyncio.timeout(PATIENCE):
        return (await message.edit(view=content.view(), attachments=attached)).attachments


def say(words: str) -> MessageContent:
    """Return a message of one paragraph of markdown."""
    return MessageContent([text(words)])


def framed(colour: int, *items: Part, pictures: Sequence[Picture] = ()) -> MessageContent:
    """Return a message in one frame, with this colour (0xRRGGBB) at its edge."""
    return MessageContent([frame(colour, list(items))], pictures)


def picture(name: str, drawing: partial[bytes], alt: str) -> Fragment:
    """Return a picture as a component.

    Args:
        name: how its file's name begins.
        drawing: returns the PNG; its arguments say all that is to be seen.
        alt: the same in words; Discord takes 1,024 characters.
    """
    shows = repr((drawing.args, drawing.keywords))
    digest = hashlib.sha256(shows.encode()).hexdigest()[:16]
    drawn = Picture(f"{name}-{digest}.png", drawing, cut(alt, 1024))
    return Fragment([gallery(f"attachment://{drawn.filename}", drawn.alt)], (drawn,))
