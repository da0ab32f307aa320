"""The project's drawings as emojis of the bot's application, with plain characters in their place.

    emojis["white_5"]           text for a message: `<:white_5_0a1b2c3d:123...>`, or else "`5`"
    emojis.picture("white_5")   for a button: a PartialEmoji, or None while there is no drawing

An emoji's name ends in eight digits that say what was drawn. At the start those that are there are
taken over, missing ones are created, and one whose drawing has changed is replaced. Whatever goes
wrong with that is logged once, and the plain characters stay.
"""

from __future__ import annotations

import asyncio
import logging
import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from cogs.core import art

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

log = logging.getLogger(__name__)

AT_ONCE: Final = 3
"""How many emojis are created or deleted at the same time."""

_NAME: Final = re.compile(r"(?P<key>\w+)_(?P<digest>[0-9a-f]{8})", re.ASCII)
_FAILURES: Final = (
    discord.DiscordException,  # refused, no such application, rate limited for too long
    aiohttp.ClientError,
    OSError,
)


def _plain() -> dict[str, str]:
    """A text for every drawing that reads well without it; dice look like keys of a keyboard."""
    texts = {f"white_{value}": f"`{value}`" for value in range(1, 7)}
    texts |= {f"boss_{value}": f"👑`{value}`" for value in range(1, 7)}
    texts |= {f"gold_{value}": f"⭐`{value}`" for value in range(1, 7)}
    texts |= {"duck": "🦆", "thrown": "✖️", "empty": "▫️", "bucket": "🪣", "button": "🔴"}
    texts |= {"crown": "👑", "goose_egg": "🥚", "bag": "🎒"}
    coats = {"brown": ("🟤", "B", 2), "white": ("⚪", "W", 4)}
    coats |= {"green": ("🟢", "G", 6), "orange": ("🟠", "O", 8)}
    for colour, (spot, letter, points) in coats.items():
        texts[f"{colour}_points"] = f"{spot}`{letter}{points}`"
        texts[f"{colour}_startle"] = f"{spot}`{letter}`🦌"
        texts[f"{colour}_tracks"] = f"{spot}`{letter}`🐾"
    rows = ("mallard", "pintail", "canvasback", "teal", "shoveler")
    texts |= {row: f"🦆`{value}`" for value, row in enumerate(rows, start=1)}
    texts |= {"sunny": "☀️", "partly_cloudy": "🌤️", "cloudy": "☁️"}
    texts |= {"drizzly": "🌦️", "rainy": "🌧️", "stormy": "⛈️"}
    spots = {"cow": "🟥", "duck": "🟨", "horse": "🟦", "pig": "🟪", "sheep": "🟩"}
    return texts | {f"bucket_{who}": f"{spot}`{who[0].upper()}`" for who, spot in spots.items()}


PLAIN: Final[Mapping[str, str]] = MappingProxyType(_plain())
"""What stands for each drawing where there is none."""


class Emojis:
    """The pictures that fit into text, by key; usable at once, with drawings after `sync`."""

    def __init__(self) -> None:
        self._drawn: dict[str, discord.PartialEmoji] = {}
        self._texts = dict(PLAIN)

    def __getitem__(self, key: str) -> str:
        """The text for a message; raises KeyError for what nobody draws."""
        return self._texts[key]

    def picture(self, key: str) -> discord.PartialEmoji | None:
        """The picture for a button; None where there is no drawing, so that the label must do."""
        return self._drawn.get(key)

    def pretend(self) -> None:
        """Use made-up drawings with texts as long as they can be; for tests of Discord's limits."""
        longest = 2**63 - 1
        for key in art.KEYS:
            self._draw(key, discord.PartialEmoji(name=name_of(key, "0" * 8), id=longest))

    async def sync(self, client: discord.Client) -> None:
        """Bring the application's emojis up to date; never raises for what Discord refuses."""
        try:
            there = await client.fetch_application_emojis()
            self._take(there)
            wanted = {name_of(d.key, d.digest): d for d in await asyncio.to_thread(_draw_all)}
            current = {emoji.name: emoji for emoji in there if emoji.name in wanted}
            self._take(current.values())
            await self._create(client, [d for name, d in wanted.items() if name not in current])
            await _delete([e for e in there if _is_ours(e) and e.name not in current])
            log.info("%d emojis are in place", len(wanted))
        except _FAILURES as error:
            log.warning("not all emojis are in place, plain characters stay: %s", error)

    def _take(self, emojis: Collection[discord.Emoji]) -> None:
        """Use what is there, even if it is about to be renewed."""
        for emoji in emojis:
            if _is_ours(emoji):
                self._use(emoji)

    def _use(self, emoji: discord.Emoji) -> None:
        key = emoji.name.rpartition("_")[0]
        self._draw(key, discord.PartialEmoji(name=emoji.name, id=emoji.id))

    def _draw(self, key: str, drawn: discord.PartialEmoji) -> None:
        self._drawn[key], self._texts[key] = drawn, str(drawn)

    async def _create(self, client: discord.Client, drawings: list[art.Drawing]) -> None:
        async def create(drawing: art.Drawing) -> None:
            name = name_of(drawing.key, drawing.digest)
            self._use(await client.create_application_emoji(name=name, image=drawing.png))

        for first in range(0, len(drawings), AT_ONCE):
            await asyncio.gather(*map(create, drawings[first : first + AT_ONCE]))


def name_of(key: str, digest: str) -> str:
    """What the emoji of a drawing is called on Discord."""
    return f"{key}_{digest}"


def _is_ours(emoji: discord.Emoji) -> bool:
    """Whether it is one of our drawings, perhaps an older one; a host's own are left alone."""
    match = _NAME.fullmatch(emoji.name)
    return match is not None and match["key"] in art.KEYS


def _draw_all() -> list[art.Drawing]:
    return [art.drawing(key) for key in art.KEYS]


async def _delete(emojis: list[discord.Emoji]) -> None:
    for emoji in emojis:
        await emoji.delete()
