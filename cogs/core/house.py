"""What a server's admins have decided, applied: where tables are opened, who may cancel them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.core.errors import Declined

if TYPE_CHECKING:
    from records.model import GuildSettings
    from records.service import Records

Click = discord.Interaction[Any]


class House:
    """Asks the settings of a server; in direct messages everything is allowed."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def require_channel(self, interaction: Click) -> None:
        """Raise Declined where no tables may be opened; a thread counts as its channel."""
        settings = await self._settings(interaction)
        if settings is None or not settings.channels:
            return
        here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
        if here.isdisjoint(settings.channels):
            places = " ".join(f"<#{channel}>" for channel in settings.channels)
            raise Declined(f"On this server, tables are opened in: {places}")

    async def options(
        self, interaction: Click, game_key: str, chosen: dict[str, str]
    ) -> dict[str, str]:
        """The options of a new table: what was chosen, then what the server prefers."""
        settings = await self._settings(interaction)
        if settings is None:
            return chosen
        return {**settings.defaults.get(game_key, {}), **chosen}

    async def may_cancel(self, interaction: Click) -> bool:
        """Whether this person may cancel tables of others: an admin, or by a role."""
        if interaction.permissions.manage_guild:
            return True
        settings = await self._settings(interaction)
        member = interaction.user
        if settings is None or not isinstance(member, discord.Member):
            return False
        roles = {member.guild.id, *(role.id for role in member.roles)}  # the first is @everyone
        return not roles.isdisjoint(settings.cancel_roles)

    async def _settings(self, interaction: Click) -> GuildSettings | None:
        if interaction.guild_id is None:
            return None
        return await self._records.settings.read(interaction.guild_id)
