"""The content of a message as a value: components, pictures, and the users whom it may notify."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

import orjson
from propcache.api import cached_property

from cogs.interactions.language import cut, plain_name
from cogs.interactions.letter import Attached, Letter, Picture
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


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a message: components, and the pictures that they name."""

    items: Items
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class MessageContent:
    """A whole message: components, their pictures, and the users whom it may notify.

    Attributes:
        items: Top-level components in order, as sent to Discord.
        pictures: Attachments that the components name.
        calls: Ids of the users whom a new message notifies.
    """

    items: Items
    pictures: Sequence[Picture] = ()
    calls: tuple[int, ...] = ()

    def letter(self, attached: Attached = ()) -> Letter:
        return Letter(self.items, attached, self.calls)

    def without_pictures(self) -> MessageContent:
        """Return the message with words for all pictures, where the bot may not send files."""
        return replace(self.put_into_words(self.pictures), pictures=())

    def put_into_words(self, pictures: Sequence[Picture]) -> MessageContent:
        """Return the message with words for these pictures, cut to the length Discord allows."""
        room = max(1, (MOST_LETTERS - count_letters(self.items)) // max(1, len(pictures)))
        words = {
            f"attachment://{each.filename}": text(cut(plain_name(each.alt), room) or "…")
            for each in pictures
        }
        return replace(self, items=put_into_words(self.items, words))

    @cached_property
    def digest(self) -> bytes:
        """SHA-256 of the components and picture names; equal for messages that look the same."""
        return hashlib.sha256(orjson.dumps(self.items)).digest()


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
