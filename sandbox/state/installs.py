"""Installs of the application, and their effect on interactions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.protocol.json_values import Json, as_object
from sandbox.state.model import (
    Channel,
    Message,
    Permission,
)

if TYPE_CHECKING:
    from sandbox.state.model import Interaction
    from sandbox.state.world import World

GUILD_INSTALL, USER_INSTALL = 0, 1

IN_GUILD, IN_BOT_DM, IN_PRIVATE = 0, 1, 2

DEFAULT_CONTEXTS: Final = (IN_GUILD, IN_BOT_DM)
"""Contexts of a command that names no contexts itself (discord-api-docs #7108)."""

FOLLOW_UPS: Final = 5
"""Maximum number of follow-ups to an interaction if only a person installed the application."""

AS_GUEST: Final = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
"""The application's permissions in messages between people, and in guilds without the bot."""


def find_context(channel: Channel) -> int:
    """Return the kind of place: a guild, direct messages with the bot, or messages without it."""
    if channel.guild_id is not None:
        return IN_GUILD
    return IN_BOT_DM if channel.with_bot else IN_PRIVATE


def find_owners(world: World, channel: Channel, user_id: int, kinds: list[int]) -> dict[str, str]:
    """Return the owners of the installs that a command can use, by kind of install.

    The owner of a guild's install is the guild's id, or "0" in direct messages with the bot. The
    owner of a person's install is the person's id.

    `kinds`: the kinds of install that the command supports.
    """
    owners: dict[str, str] = {}
    guild = world.find_guild_of(channel)
    if GUILD_INSTALL in kinds and channel.with_bot:
        owners[str(GUILD_INSTALL)] = "0"
    if GUILD_INSTALL in kinds and guild is not None and world.bot.id in guild.members:
        owners[str(GUILD_INSTALL)] = str(guild.id)
    if USER_INSTALL in kinds and world.users[user_id].has_app:
        owners[str(USER_INSTALL)] = str(user_id)
    return owners


def find_owners_of(world: World, channel: Channel, message: Message) -> dict[str, str]:
    """Return the owners of the installs that a click on a message uses.

    A person's install counts if that person's command or click led to the message. It does not
    matter who clicks now.
    """
    metadata = message.interaction or {}
    before = as_object(metadata.get("authorizing_integration_owners")) or {}
    person = before.get(str(USER_INSTALL))
    if person is None:
        return find_owners(world, channel, message.author_id, [GUILD_INSTALL])
    return find_owners(world, channel, int(person), [GUILD_INSTALL, USER_INSTALL])


def is_guest(interaction: Interaction) -> bool:
    """Return whether only a person has installed the application, so the bot is not a member."""
    return str(GUILD_INSTALL) not in interaction.owners


def is_kept_private(world: World, interaction: Interaction) -> bool:
    """Return whether only the person who acted can see the answer to an interaction.

    The answer is private if the guild has not installed the application, and the person may not use
    external applications there.
    """
    channel = world.channels[interaction.channel_id]
    if channel.guild_id is None or not is_guest(interaction):
        return False
    have = world.compute_permissions(channel, interaction.user_id)
    return not have & Permission.USE_EXTERNAL_APPS


def compute_app_permissions(world: World, channel: Channel) -> int:
    """Return the application's permissions in a channel, as each interaction reports them."""
    guild = world.find_guild_of(channel)
    if guild is not None and world.bot.id in guild.members:
        return world.compute_base_permissions(channel, world.bot.id)
    return AS_GUEST | (Permission.USE_EXTERNAL_EMOJIS if channel.with_bot else 0)


def config_json() -> Json:
    """Return the application's settings for installs, as its owner would choose them."""
    server: Json = {"scopes": ["applications.commands", "bot"], "permissions": "0"}
    person: Json = {"scopes": ["applications.commands"], "permissions": "0"}
    return {
        str(GUILD_INSTALL): {"oauth2_install_params": server},
        str(USER_INSTALL): {"oauth2_install_params": person},
    }
