"""The project's drawings as emojis of the bot's application, with plain characters in their place.

    emojis["white_5"]           text for a message: `<:white_5_0a1b2c3d:123...>`, or else "`5`"
    emojis.picture("white_5")   for a button: its part, or None while there is no emoji

An emoji's name ends in eight digits that say what was drawn. At the start the bot takes over the
emojis that are there, creates the missing ones, and replaces one whose drawing has changed. Of
several workers one does so, and the others look again. Where Discord refuses one, its plain
characters stay until the next try.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from cogs.display.art.common import COMMON
from cogs.interactions.drawing import NotDrawn, draw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cogs.display.art import Drawing, RenderedDrawing
    from cogs.interactions.parts import Component

log = logging.getLogger(__name__)

PAUSE: Final = 0.05
"""Seconds after each emoji that is created: other workers, which start too, ask Discord as well."""

LOOK_EVERY: Final = 2.0
"""Seconds after which the emojis are listed anew before another is created: Discord may have had
some created by the next worker meanwhile."""

_NAME: Final = re.compile(r"(?P<key>\w+)_(?P<digest>[0-9a-f]{8})", re.ASCII)
FAILURES: Final = (
    discord.DiscordException,  # refused, no such application, rate limited for too long
    aiohttp.ClientError,
    OSError,
    NotDrawn,
)


class Emojis:
    """The pictures that fit into text, by key; usable at once, with emojis after `sync`.

    Attributes:
        complete: whether all emojis are in place.
    """

    def __init__(self) -> None:
        self._drawings: dict[str, Drawing] = {}
        self._emojis: dict[str, Component] = {}
        self._texts: dict[str, str] = {}
        self.complete = False
        self.add(COMMON)

    def add(self, drawings: Iterable[Drawing]) -> None:
        """Take in the drawings of a game; raises ValueError for one whose key is taken."""
        added = {drawing.key: drawing for drawing in drawings}
        if taken := added.keys() & self._drawings.keys():
            raise ValueError(f"there are other drawings called {', '.join(sorted(taken))}")
        self._drawings |= added
        for key, drawing in added.items():
            self._texts.setdefault(key, drawing.plain)

    def __getitem__(self, key: str) -> str:
        """Return the text for a message; raises KeyError for an unknown key."""
        return self._texts[key]

    def picture(self, key: str) -> Component | None:
        """Return the picture for a button; None where there is no emoji: the label must do then."""
        return self._emojis.get(key)

    def drawing(self, key: str) -> Drawing:
        """Return what draws the picture."""
        return self._drawings[key]

    async def look(self, client: discord.Client) -> list[discord.Emoji]:
        """Use the application's emojis that are there, also older ones, and return them all.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError
        """
        there = await client.fetch_application_emojis()
        for emoji in filter(self._is_ours, there):
            self._use_emoji(emoji)
        return there

    async def sync(
        self, client: discord.Client, *, puts: Callable[[], bool] = lambda: True
    ) -> bool:
        """Bring the application's emojis up to date, and return whether boards look different then.

        Never raises for what Discord refuses.

        Args:
            client: logged in.
            puts: says whether to create and delete emojis; else another worker is to.
        """
        before = self._texts.copy()
        try:
            rendered = [await draw(each.render) for each in self._drawings.values()]
            there = await self.look(client)  # not before: drawing takes seconds
        except FAILURES as error:
            log.warning("the emojis cannot be listed or drawn, plain characters stay: %r", error)
            return False
        wanted = {name_of(each.key, each.digest): each for each in rendered}
        current = {emoji.name: emoji for emoji in there if emoji.name in wanted}
        for emoji in current.values():
            self._use_emoji(emoji)
        missing = [each for name, each in wanted.items() if name not in current]
        self.complete = not missing
        if puts():
            self.complete = await self._create(client, missing, puts)
        if puts():
            await _delete([e for e in there if self._is_ours(e) and e.name not in current])
        if self.complete:
            log.info("%d emojis are in place", len(wanted))
        return self._texts != before

    def _is_ours(self, emoji: discord.Emoji) -> bool:
        """Return whether it is one of our drawings, perhaps an older one; others are left alone."""
        match = _NAME.fullmatch(emoji.name)
        return match is not None and match["key"] in self._drawings

    def _use_emoji(self, emoji: discord.Emoji) -> None:
        self.use(emoji.name.rpartition("_")[0], emoji.name, emoji.id)

    def use(self, key: str, name: str, emoji_id: int) -> None:
        """Use an emoji of Discord for a picture from now on."""
        self._emojis[key] = {"id": emoji_id, "name": name}
        self._texts[key] = f"<:{name}:{emoji_id}>"

    async def _create(
        self, client: discord.Client, drawings: list[RenderedDrawing], puts: Callable[[], bool]
    ) -> bool:
        """Create emojis, and return whether all could be; after one that is refused go on."""
        refused: list[Exception] = []
        there, looked = set[str](), time.monotonic()
        for drawing in drawings:
            if not puts():
                return False
            name = name_of(drawing.key, drawing.digest)
            try:
                if time.monotonic() - looked >= LOOK_EVERY:
                    there, looked = {e.name for e in await self.look(client)}, time.monotonic()
                if name in there:
                    continue
                self._use_emoji(await client.create_application_emoji(name=name, image=drawing.png))
            except FAILURES as error:
                refused.append(error)
            await asyncio.sleep(PAUSE)
        if refused:
            text = "%d emojis could not be created, plain characters stay: %s"
            log.warning(text, len(refused), refused[0])
        return not refused


def name_of(key: str, digest: str) -> str:
    """Return what the emoji of a drawing is called on Discord."""
    return f"{key}_{digest}"


async def _delete(emojis: list[discord.Emoji]) -> None:
    for emoji in emojis:
        with contextlib.suppress(*FAILURES):  # it is in nobody's way
            await emoji.delete()
