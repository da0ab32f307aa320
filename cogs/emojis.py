"""Placeholder until the drawings land."""

from __future__ import annotations

import discord


class Emojis:
    """Keys to text."""

    def __getitem__(self, key: str) -> str:
        return f":{key}:"

    def pretend(self) -> None:
        """Long ones."""

    async def sync(self, client: discord.Client) -> None:
        """Nothing yet."""
