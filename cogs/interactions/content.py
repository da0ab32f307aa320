"""What a message consists of: components, and the pictures that they show."""

from __future__ import annotations

import asyncio
import hashlib
import io
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeVar

import discord
import orjson
from discord import ui

from cogs.interactions.parts import Items, Part, frame, gallery, text

Attachments = Sequence[discord.Attachment]
"""Files that a message has."""

T = TypeVar("T")

_DRAWING: Final = ThreadPoolExecutor(1, "drawing")
"""One thread: several draw no sooner under Python's lock, and each keeps some 10 MB of its own."""

INVALID_FORM: Final = 50035
"""Discord's error code, among others for an attachment that the message has not."""


async def draw(drawing: Callable[[], T]) -> T:
    """Draw while the event loop goes on; returns what `drawing` returns."""
    return await asyncio.get_running_loop().run_in_executor(_DRAWING, drawing)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a message, drawn only where it has to be sent.

    Attributes:
        filename: says what is shown: two pictures of one name look the same.
        draw: returns the PNG.
        alt: the same in words.
    """

    filename: str
    draw: Callable[[], bytes]
    alt: str

    def file(self) -> discord.File:
        """Draw it, and return it as a file to send."""
        return discord.File(io.BytesIO(self.draw()), self.filename, description=self.alt)


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

    async def files(self, shown: Attachments = ()) -> list[discord.File]:
        """Draw the pictures in a thread, without those that are `shown` already."""
        there = {attachment.filename for attachment in shown}
        missing = [picture for picture in self.pictures if picture.filename not in there]
        if not missing:
            return []
        return await draw(lambda: [picture.file() for picture in missing])

    async def parts(self) -> dict[str, Any]:
        """Return what a new message is made of, by the names of discord.py's arguments."""
        mentions = self.allowed_mentions()
        return {"view": self.view(), "files": await self.files(), "allowed_mentions": mentions}

    async def update(
        self,
        shown: Attachments,
        edit: Callable[[list[discord.Attachment | discord.File]], Awaitable[T]],
    ) -> T:
        """Edit a message into this one, without sending again what is `shown` already.

        Discord keeps the attachments that an edit lists by id (its documentation, "Edit Message"),
        and components name them as they name new ones. If it has one of them no longer, all are
        sent.
        """
        names = {picture.filename for picture in self.pictures}
        kept = [attachment for attachment in shown if attachment.filename in names]
        try:
            return await edit([*kept, *await self.files(kept)])
        except discord.HTTPException as error:
            if not kept or error.code != INVALID_FORM:
                raise
        return await edit([*await self.files()])

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


def picture(name: str, shows: object, draw: Callable[[], bytes], alt: str) -> Fragment:
    """Return a picture as a component.

    Args:
        name: how its file's name begins.
        shows: its `repr` says all that is to be seen.
        draw: returns the PNG.
        alt: the same in words; Discord takes 1,024 characters.
    """
    digest = hashlib.sha256(repr(shows).encode()).hexdigest()[:16]
    drawn = Picture(f"{name}-{digest}.png", draw, alt[:1024])
    return Fragment([gallery(f"attachment://{drawn.filename}", drawn.alt)], (drawn,))
