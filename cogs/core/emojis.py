"""The project's drawings as emojis of the bot's application, with plain characters in their place.

    emojis["white_5"]           text for a message: `<:white_5_0a1b2c3d:123...>`, or else "`5`"
    emojis.picture("white_5")   for a button: a PartialEmoji, or None while there is no emoji

An emoji's name ends in eight digits that say what was drawn. At the start the bot takes over the
emojis that are there, creates the missing ones, and replaces one whose drawing has changed. A
failure is logged once, and the plain characters stay.
"""

from __future__ import annotations

import asyncio
import logging
import re
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from cogs.core.art.common import COMMON

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from cogs.core.art import Drawing, RenderedDrawing

log = logging.getLogger(__name__)

AT_ONCE: Final = 3
"""How many emojis are created at the same time."""

_NAME: Final = re.compile(r"(?P<key>\w+)_(?P<digest>[0-9a-f]{8})", re.ASCII)
_FAILURES: Final = (
    discord.DiscordException,  # refused, no such application, rate limited for too long
    aiohttp.ClientError,
    OSError,
)


class Emojis:
    """The pictures that fit into text, by key; usable at once, with emojis after `sync`.

    Attributes:
        complete: whether all emojis are in place.
    """

    def __init__(self) -> None:
        self._drawings: dict[str, Drawing] = {}
        self._emojis: dict[str, discord.PartialEmoji] = {}
        self._texts: dict[str, str] = {}
        self.complete = False
        self.add(COMMON)

    def add(self, drawings: Iterable[Drawing]) -> None:
        """Take in the drawings of a game."""
        for drawing in drawings:
            self._drawings[drawing.key] = drawing
            self._texts.setdefault(drawing.key, drawing.plain)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all drawings."""
        return tuple(self._drawings)

    def __getitem__(self, key: str) -> str:
        """Return the text for a message; raises KeyError for an unknown key."""
        return self._texts[key]

    def picture(self, key: str) -> discord.PartialEmoji | None:
        """Return the picture for a button; None where there is no emoji: the label must do then."""
        return self._emojis.get(key)

    def render(self, key: str) -> bytes:
        """Return the picture as a PNG file."""
        return self._drawings[key].render().png

    def pretend(self) -> None:
        """Use made-up emojis with texts as long as they can be; for tests of Discord's limits."""
        longest = 2**63 - 1
        for key in self._drawings:
            self._use(key, discord.PartialEmoji(name=name_of(key, "0" * 8), id=longest))

    async def sync(self, client: discord.Client) -> bool:
        """Bring the application's emojis up to date, and return whether any is new.

        Those that are there are used at once; the drawings are compared with them when the client
        is ready, which they would delay. Never raises for what Discord refuses.
        """
        try:
            there = await client.fetch_application_emojis()
            self._take(there)
            await client.wait_until_ready()
            rendered = await asyncio.to_thread(self._render_all)
            wanted = {name_of(each.key, each.digest): each for each in rendered}
            current = {emoji.name: emoji for emoji in there if emoji.name in wanted}
            self._take(current.values())
            missing = [d for name, d in wanted.items() if name not in current]
            await self._create(client, missing)
            await _delete([e for e in there if self._is_ours(e) and e.name not in current])
        except _FAILURES as error:
            log.warning("not all emojis are in place, plain characters stay: %s", error)
            return False
        log.info("%d emojis are in place", len(wanted))
        self.complete = True
        return bool(missing)

    def _render_all(self) -> list[RenderedDrawing]:
        return [drawing.render() for drawing in self._drawings.values()]

    def _is_ours(self, emoji: discord.Emoji) -> bool:
        """Return whether it is one of our drawings, perhaps an older one; others are left alone."""
        match = _NAME.fullmatch(emoji.name)
        return match is not None and match["key"] in self._drawings

    def _take(self, emojis: Collection[discord.Emoji]) -> None:
        """Use the emojis that are there, also those that are about to be replaced."""
        for emoji in emojis:
            if self._is_ours(emoji):
                self._use_emoji(emoji)

    def _use_emoji(self, emoji: discord.Emoji) -> None:
        key = emoji.name.rpartition("_")[0]
        self._use(key, discord.PartialEmoji(name=emoji.name, id=emoji.id))

    def _use(self, key: str, emoji: discord.PartialEmoji) -> None:
        self._emojis[key], self._texts[key] = emoji, str(emoji)

    async def _create(self, client: discord.Client, drawings: list[RenderedDrawing]) -> None:
        async def create(drawing: RenderedDrawing) -> None:
            name = name_of(drawing.key, drawing.digest)
            self._use_emoji(await client.create_application_emoji(name=name, image=drawing.png))

        for first in range(0, len(drawings), AT_ONCE):
            await asyncio.gather(*map(create, drawings[first : first + AT_ONCE]))


def name_of(key: str, digest: str) -> str:
    """Return what the emoji of a drawing is called on Discord."""
    return f"{key}_{digest}"


async def _delete(emojis: list[discord.Emoji]) -> None:
    for emoji in emojis:
        await emoji.delete()
