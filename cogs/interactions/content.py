"""What a message consists of: components, and the pictures that they show."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Final, TypeGuard, TypeVar

import discord
import orjson
from discord import ui

from cogs.interactions.drawing import draw

Items = list[ui.Item[Any]]

Attachments = Sequence[discord.Attachment]
"""Files that a message has."""

T = TypeVar("T")

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

    async def file(self) -> discord.File:
        """Have it drawn, and return it as a file to send."""
        drawn = io.BytesIO(await draw(self.draw))
        return discord.File(drawn, self.filename, description=self.alt)


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a message: components, and the pictures that they name."""

    items: Items
    pictures: tuple[Picture, ...] = ()


class View(ui.LayoutView):
    """A view of components that are made already: it has no items, and waits for nobody."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()  # discord.py keeps nothing of it: `routing.route` handles the clicks

    def has_components_v2(self) -> bool:
        """Return whether it is one of those components that a `LayoutView` is for."""
        return True

    def to_components(self) -> list[dict[str, Any]]:
        """Return what Discord is sent."""
        return self._components


@dataclass(frozen=True)
class MessageContent:
    """A whole message: components, the pictures that they name, and whom it may call.

    Attributes:
        items: top-level components, in order.
        pictures: attachments that the components name.
        calls: ids of the users that a new message notifies.
        components: the items as Discord is sent them.
    """

    items: Sequence[ui.Item[Any]]
    pictures: Sequence[Picture] = ()
    calls: tuple[int, ...] = ()
    components: list[dict[str, Any]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        made = [item.to_component_dict() for item in self.items]
        object.__setattr__(self, "components", made)

    def view(self) -> View:
        """Return a new view of the items."""
        return View(self.components)

    async def files(self, shown: Attachments = ()) -> list[discord.File]:
        """Have the pictures drawn, without those that are `shown` already."""
        there = {attachment.filename for attachment in shown}
        return [await each.file() for each in self.pictures if each.filename not in there]

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
        return hashlib.sha256(orjson.dumps(self.components)).digest()

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Return the mentions that may notify: those of `calls`, and no others."""
        users = [discord.Object(user_id) for user_id in self.calls]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)


def text(content: str) -> ui.TextDisplay[Any]:
    """Return a paragraph of markdown."""
    return ui.TextDisplay(content)


def beside(content: str, accessory: ui.Item[Any]) -> ui.Section[Any]:
    """Return a paragraph of markdown with a button or a small picture at its right."""
    return ui.Section(content, accessory=accessory)


def framed(colour: int, *items: ui.Item[Any], pictures: Sequence[Picture] = ()) -> MessageContent:
    """Return a message in one frame, with this colour (0xRRGGBB) at its edge."""
    return MessageContent([ui.Container(*items, accent_colour=colour)], pictures)


def rows(buttons: Sequence[ui.Item[Any]], width: int = 5) -> Items:
    """Lay buttons out in rows of at most `width`, which is at most five."""
    return [ui.ActionRow(*buttons[i : i + width]) for i in range(0, len(buttons), width)]


def drop_controls(items: Items) -> Items:
    """Return the components that show something, without controls."""
    kept: Items = []
    for item in items:
        if isinstance(item, ui.Container) or _has_button(item):
            kept += drop_controls(list(item.children))
        elif not isinstance(item, ui.ActionRow):
            kept.append(item)
    return kept


def _has_button(item: ui.Item[Any]) -> TypeGuard[ui.Section[Any]]:
    """Return whether it is a section with a button beside its words."""
    return isinstance(item, ui.Section) and not isinstance(item.accessory, ui.Thumbnail)


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
    item = discord.MediaGalleryItem(f"attachment://{drawn.filename}", description=drawn.alt)
    return Fragment([ui.MediaGallery(item)], (drawn,))
