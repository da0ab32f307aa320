"""The project's drawings as emojis of the bot's application, or as plain characters.

    emojis["white_die_5"]           text for a message: `<:white_die_5_kq:123...>`, or else "`5`"
    emojis.picture("white_die_5")   the emoji for a button, or None if Discord has none yet

Screen readers read an emoji's name. It consists of words and of two letters, a digest of the
drawing. At the start the bot uses the existing emojis, and creates those that are missing or whose
drawing has changed. An outdated emoji is deleted later, when boards no longer show it. Only one
worker creates and deletes emojis, and the other workers list them again later. If Discord refuses
an emoji, its plain characters are shown until the next try.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from cogs.display.art import DIGEST_LETTERS
from cogs.display.art.canvas import COMMON
from cogs.interactions.drawing import NotDrawn, draw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cogs.display.art import Drawing, RenderedDrawing
    from cogs.interactions.parts import Component

log = logging.getLogger(__name__)

PAUSE: Final = 0.05
"""Seconds to wait after each created emoji, so that other workers can send requests meanwhile."""

_NAME: Final = re.compile(rf"(?P<key>\w+)_[{DIGEST_LETTERS}]{{2}}", re.ASCII)
FAILURES: Final = (
    discord.DiscordException,  # refused, unknown application, rate limited for too long
    aiohttp.ClientError,
    OSError,
)


class Emojis:
    """The pictures that fit into text, by key. Until Discord has them, plain characters stand in.

    Attributes:
        complete: whether all emojis are in place.
        outdated: emojis that show earlier drawings.
    """

    def __init__(self) -> None:
        self._drawings: dict[str, Drawing] = {}
        self._emojis: dict[str, Component] = {}
        self._texts: dict[str, str] = {}
        self.complete = False
        self.outdated: list[discord.Emoji] = []
        self.add(COMMON)

    def add(self, drawings: Iterable[Drawing]) -> None:
        """Add the drawings of a game; raises ValueError if a key is taken."""
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
        """Return the emoji for a button, or None if Discord has none yet."""
        return self._emojis.get(key)

    def drawing(self, key: str) -> Drawing:
        return self._drawings[key]

    async def look(self, client: discord.Client) -> list[discord.Emoji]:
        """List the application's emojis, and use the newest of each of our drawings.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError
        """
        there = await client.fetch_application_emojis()
        for emoji in sorted(filter(self._is_ours, there), key=lambda emoji: emoji.id):
            self._use_emoji(emoji)
        return there

    async def sync(
        self, client: discord.Client, *, puts: Callable[[], bool] = lambda: True
    ) -> bool:
        """Create what is missing or has changed; return whether boards may show something else.

        If Discord refuses something, this logs the refusal and raises no exception.

        Args:
            client: a client that is logged in.
            puts: returns whether this is the worker that creates emojis.
        """
        before = self._texts.copy()
        try:
            rendered = await self._draw_all()
            there = await self.look(client)  # a fresh list: drawing takes seconds
        except FAILURES as error:
            log.warning("the emojis cannot be listed, and plain characters stay: %r", error)
            return False
        undrawn = self._drawings.keys() - {each.key for each in rendered}
        wanted = {name_of(each.key, each.digest): each for each in rendered}
        current = {emoji.name: emoji for emoji in there if emoji.name in wanted}
        for emoji in current.values():  # `look` may have used a newer one, of an earlier drawing
            self._use_emoji(emoji)
        missing = [each for name, each in wanted.items() if name not in current]
        created = await self._create(client, missing, puts) if puts() else not missing
        self.complete = created and not undrawn
        ours = (emoji for emoji in there if self._is_ours(emoji) and emoji.name not in wanted)
        self.outdated = [emoji for emoji in ours if _key_of(emoji) not in undrawn]
        if self.complete:
            log.info("%d emojis are in place", len(wanted))
        return self._texts != before or bool(self.outdated)

    async def delete_outdated(self) -> None:
        for emoji in self.outdated:
            with contextlib.suppress(*FAILURES):  # an outdated emoji that stays does no harm
                await emoji.delete()
        self.outdated = []

    async def _draw_all(self) -> list[RenderedDrawing]:
        """Render all drawings, and leave out those that fail: a game may have a faulty drawing."""
        found: list[RenderedDrawing] = []
        failed: list[str] = []
        for key, drawing in self._drawings.items():
            try:
                found.append(await draw(drawing.render))
            except NotDrawn:
                failed.append(key)
        if failed:
            log.warning(
                "some drawings failed, and plain characters stay for them: %s", ", ".join(failed)
            )
        return found

    def _is_ours(self, emoji: discord.Emoji) -> bool:
        """Return whether an emoji is one of our drawings, perhaps an outdated one."""
        match = _NAME.fullmatch(emoji.name)
        return match is not None and match["key"] in self._drawings

    def _use_emoji(self, emoji: discord.Emoji) -> None:
        self.use(_key_of(emoji), emoji.name, emoji.id)

    def use(self, key: str, name: str, emoji_id: int) -> None:
        self._emojis[key] = {"id": emoji_id, "name": name}
        self._texts[key] = f"<:{name}:{emoji_id}>"

    async def _create(
        self, client: discord.Client, drawings: list[RenderedDrawing], puts: Callable[[], bool]
    ) -> bool:
        """Create emojis, and return whether all exist now; a refusal does not stop the rest."""
        refused: list[Exception] = []
        for drawing in drawings:
            if not puts():
                return False
            name = name_of(drawing.key, drawing.digest)
            try:
                self._use_emoji(await client.create_application_emoji(name=name, image=drawing.png))
            except FAILURES as error:
                refused.append(error)
            await asyncio.sleep(PAUSE)
        if refused:
            text = "%d emojis could not be created, and plain characters stay: %s"
            log.warning(text, len(refused), refused[0])
        return not refused


def name_of(key: str, digest: str) -> str:
    """Return the name of a drawing's emoji on Discord."""
    return f"{key}_{digest}"


def _key_of(emoji: discord.Emoji) -> str:
    return emoji.name.rpartition("_")[0]
