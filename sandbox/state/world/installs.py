"""Where the application is installed, and what follows for an interaction.

A guild installs it by adding the bot; a person installs it to the own account. Where only a person
has, the bot is no member: it can answer interactions, and nothing else. Sources: Discord's
"Interactions" (Authorizing Integration Owners, Create Followup Message) and "Permissions"
(USE_EXTERNAL_APPS).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.protocol.fields import Json, as_object
from sandbox.state.world.model import Permission

if TYPE_CHECKING:
    from sandbox.state.world.model import Channel, Interaction, Message
    from sandbox.state.world.world import World

GUILD_INSTALL, USER_INSTALL = 0, 1
IN_GUILD, IN_BOT_DM, IN_PRIVATE = 0, 1, 2

DEFAULT_CONTEXTS: Final = (IN_GUILD, IN_BOT_DM)
"""Where a command can be used that does not say where (discord-api-docs #7108)."""

FOLLOW_UPS: Final = 5
"""How many follow-ups an interaction may have where only a person has installed the application."""

AS_GUEST: Final = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
"""What an application may do in messages between people. Guilds without the bot get the same."""


def find_context(channel: Channel) -> int:
    """Return the kind of place in which an interaction happens."""
    if channel.guild_id is not None:
        return IN_GUILD
    return IN_BOT_DM if channel.with_bot else IN_PRIVATE


def find_owners(world: World, channel: Channel, user_id: int, kinds: list[int]) -> dict[str, str]:
    """Return who has installed the application for a command of these kinds of installation.

    The guild has the key "0" and its id, or "0" in direct messages with the bot; the person "1".
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
    """Return who has installed the application, for a click on a message.

    The person is the one whose command or click has led to it, whoever clicks now.
    """
    metadata = message.interaction or {}
    before = as_object(metadata.get("authorizing_integration_owners")) or {}
    person = before.get(str(USER_INSTALL))
    if person is None:
        return find_owners(world, channel, message.author_id, [GUILD_INSTALL])
    return find_owners(world, channel, int(person), [GUILD_INSTALL, USER_INSTALL])


def is_guest(interaction: Interaction) -> bool:
    """Return whether only a person has installed the application, and the bot is no member."""
    return str(GUILD_INSTALL) not in interaction.owners


def is_kept_private(world: World, interaction: Interaction) -> bool:
    """Return whether a guild does not let its members show others what external apps answer."""
    channel = world.channels[interaction.channel_id]
    if channel.guild_id is None or not is_guest(interaction):
        return False
    have = world.compute_permissions(channel, interaction.user_id)
    return not have & Permission.USE_EXTERNAL_APPS


def compute_app_permissions(world: World, channel: Channel) -> int:
    """Return what the application may do in a channel, as interactions tell it."""
    guild = world.find_guild_of(channel)
    if guild is not None and world.bot.id in guild.members:
        return world.compute_base_permissions(channel, world.bot.id)
    return AS_GUEST | (Permission.USE_EXTERNAL_EMOJIS if channel.with_bot else 0)


def config_json() -> Json:
    """Return how the application can be installed, as its owner has set it."""
    server: Json = {"scopes": ["applications.commands", "bot"], "permissions": "0"}
    person: Json = {"scopes": ["applications.commands"], "permissions": "0"}
    return {
        str(GUILD_INSTALL): {"oauth2_install_params": server},
        str(USER_INSTALL): {"oauth2_install_params": person},
    }
