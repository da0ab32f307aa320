"""What a message consists of: components, and the pictures that they show."""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeVar

import discord
import orjson
from cachetools import LRUCache
from discord import ui
from propcache.api import cached_property

from cogs.interactions.drawing import NotDrawn, begin
from cogs.interactions.names import plain_name
from cogs.interactions.parts import (
    MOST_LETTERS,
    Items,
    Part,
    count_letters,
    frame,
    gallery,
    put_into_words,
    text,
)

log = logging.getLogger(__name__)

Attachments = Sequence[discord.Attachment]
"""Files that a message has."""

T = TypeVar("T")

DRAWN_WITHIN: Final = 8.0
"""Seconds after which a message goes without a picture: most requests may take ten."""

_KEPT: Final[LRUCache[str, Future[bytes]]] = LRUCache(64)
"""The latest pictures, by file: the same one is often sent again, and asking for it takes longer
than drawing it."""

INVALID_FORM: Final = 50035
"""Discord's error code, among others for an attachment that the message has not."""


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
        if kept is None or (kept.done() and kept.exception()):
            kept = _KEPT[self.filename] = begin(self.draw)
        return kept

    async def file(self) -> discord.File | None:
        """Have it drawn, and return it as a file to send; None where it is not drawn in time."""
        try:
            async with asyncio.timeout(DRAWN_WITHIN):
                drawn = await asyncio.shield(asyncio.wrap_future(self.begin()))
        except (NotDrawn, TimeoutError) as error:
            log.warning("%s was not drawn, words stand for it: %r", self.filename, error)
            return None
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
    """

    items: Items
    pictures: Sequence[Picture] = ()
    calls: tuple[int, ...] = ()

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
            f"attachment://{each.filename}": text(plain_name(each.alt)[:room]) for each in pictures
        }
        return replace(self, items=put_into_words(self.items, words))

    async def parts(self) -> dict[str, Any]:
        """Return what a new message is made of, by the names of discord.py's arguments."""
        content, files = await self.drawn()
        mentions = self.allowed_mentions()
        return {"view": content.view(), "files": files, "allowed_mentions": mentions}

    async def update(
        self,
        shown: Attachments,
        edit: Callable[[MessageContent, list[discord.Attachment | discord.File]], Awaitable[T]],
    ) -> T:
        """Edit a message into this one, without sending again what is `shown` already.

        `edit` is told what the message is to become: words stand for pictures that are not drawn.

        Discord keeps the attachments that an edit lists by id (its documentation, "Edit Message"),
        and components name them as they name new ones. If it has one of them no longer, all are
        sent.
        """
        names = {picture.filename for picture in self.pictures}
        kept = [attachment for attachment in shown if attachment.filename in names]
        try:
            content, files = await self.drawn(kept)
            return await edit(content, [*kept, *files])
        except discord.HTTPException as error:
            if not kept or error.code != INVALID_FORM:
                raise
        content, files = await self.drawn()
        return await edit(content, [*files])

    @cached_property
    def digest(self) -> bytes:
        """The SHA-256 of the components, which name the pictures: equal for equal looks."""
        return hashlib.sha256(orjson.dumps(self.items)).digest()

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Return the mentions that may notify: those of `calls`, and no others."""
        users = [discord.Object(user_id) for user_id in self.calls]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)


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
    drawn = Picture(f"{name}-{digest}.png", drawing, alt[:1024])
    return Fragment([gallery(f"attachment://{drawn.filename}", drawn.alt)], (drawn,))
