"""What a message consists of: components, and the files that they show."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import discord
import orjson
from discord import ui

Items = list[ui.Item[Any]]


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a message: components, and the files that they name."""

    items: Items
    files: list[discord.File] = field(default_factory=list[discord.File])


@dataclass(frozen=True)
class MessageContent:
    """A whole message: components, the files that they name, and whom it may call.

    Attributes:
        items: top-level components, in order.
        files: attachments that the components name.
        calls: ids of the users that a new message notifies.
    """

    items: Sequence[ui.Item[Any]]
    files: Sequence[discord.File] = ()
    calls: tuple[int, ...] = ()

    def view(self) -> ui.LayoutView:
        """Return a new view that holds no state, never times out, and waits for nobody."""
        view = ui.LayoutView(timeout=None)
        for item in self.items:
            view.add_item(item)
        view.stop()  # discord.py keeps nothing of it: `components.route` handles the clicks
        return view

    def attachments(self) -> list[discord.File]:
        """Return the files, rewound: an earlier request may have read them."""
        for file in self.files:
            file.reset()
        return list(self.files)

    @cached_property
    def digest(self) -> bytes:
        """The SHA-256 of components and files: equal for messages that look the same."""
        whole = hashlib.sha256(orjson.dumps([item.to_component_dict() for item in self.items]))
        for file in self.attachments():
            whole.update(file.filename.encode() + b"\0" + file.fp.read())
            file.reset()
        return whole.digest()

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Return the mentions that may notify: those of `calls`, and no others."""
        users = [discord.Object(user_id) for user_id in self.calls]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)


def text(content: str) -> ui.TextDisplay[Any]:
    """Return a paragraph of markdown."""
    return ui.TextDisplay(content)


def rows(buttons: Sequence[ui.Item[Any]], width: int = 5) -> Items:
    """Lay buttons out in rows of at most `width`, which is at most five."""
    return [ui.ActionRow(*buttons[i : i + width]) for i in range(0, len(buttons), width)]


def picture(name: str, png: bytes, alt: str) -> Fragment:
    """Return a drawing as a component with its file; Discord takes 1,024 characters of `alt`."""
    alt = alt[:1024]
    file = discord.File(io.BytesIO(png), f"{name}.png", description=alt)
    item = discord.MediaGalleryItem(f"attachment://{name}.png", description=alt)
    return Fragment([ui.MediaGallery(item)], [file])
