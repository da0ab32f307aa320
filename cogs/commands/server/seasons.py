"""The message at the end of a season: who was first, in the channel that an admin has named."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from cogs.commands.records.medals import list_firsts, name_season
from cogs.display.words.table_text import fit_lines
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.parts import text
from cogs.interactions.responder import PATIENCE
from cogs.publishing.delivery import FAILURES, passes
from records.boards.leaderboards import STEADY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.app.client import DucksClient

log = logging.getLogger(__name__)

SENT_AT_ONCE: Final = 5
"""How many messages are sent at a time: others wait for what is done by the clock, too."""

ROOM: Final = 3600
"""Characters for all lines."""


class SeasonEnds:
    """Tells servers who was first, each of them once."""

    def __init__(self, client: DucksClient) -> None:
        self._client = client
        self._records = client.services.records

    async def tell(self) -> None:
        """Send some of the messages that are due; to be called every few seconds."""
        seasons = self._records.seasons
        season, due = await seasons.find_due()
        for guild_id in [*due][:SENT_AT_ONCE]:
            await seasons.note(guild_id, season)  # what fails for one server holds up no other
            lines = list_firsts(await seasons.medals(guild_id, season))
            if not lines or await self._send(guild_id, due[guild_id], render_end(season, lines)):
                await seasons.note(guild_id, season, ended=True)

    async def _send(self, guild_id: int, channel_id: int, content: MessageContent) -> bool:
        """Send a message, and return whether nothing is left to be tried."""
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        try:
            async with asyncio.timeout(PATIENCE):
                await channel.send(**await content.parts(), nonce=f"{guild_id}s")
        except FAILURES as error:
            log.info("guild %s: the end of a season was not told: %s", guild_id, error)
            return not passes(error)
        return True


def render_end(season: str, lines: Sequence[str]) -> MessageContent:
    """Return the message; it mentions nobody."""
    told = fit_lines(lines, ROOM, "-# and {} more boards")
    note = f"Of those with {STEADY} games or more. The next season has begun: `/leaderboard`"
    return framed(
        0xF0B232, text(f"### 🏁 {name_season(season)} is over\n{told}"), text(f"-# {note}")
    )


async def setup(client: DucksClient) -> None:
    """Have it done by the clock; discord.py calls this when it loads the extension."""
    client.services.chores.append(SeasonEnds(client).tell)
