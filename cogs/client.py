"""The Discord client with what the cogs and the items need on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from cogs.components import ITEMS
from engine import GAMES

if TYPE_CHECKING:
    from cogs.desk import Desk


SUBJECTS = ("table", "leaderboard", "stats", "history", "privacy", "settings", "keeper")
"""The cogs that are about no single game."""


class DucksClient(commands.AutoShardedBot):
    """A bot of slash commands and buttons; needs no privileged intents and reads no messages."""

    desk: Desk

    def __init__(self) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
        )

    async def load(self) -> None:
        """Register the items, one cog a game, found by the game's key, and those of all games."""
        self.add_dynamic_items(*ITEMS)
        for game in GAMES:
            await self.load_extension(f"cogs.{game.info.key}")
        for subject in SUBJECTS:
            await self.load_extension(f"cogs.{subject}")
