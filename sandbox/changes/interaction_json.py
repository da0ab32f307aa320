"""JSON of interactions, for INTERACTION_CREATE and for the messages that answer an interaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox.protocol.json_values import Json
from sandbox.state.installs import compute_app_permissions, find_context
from sandbox.state.model import (
    COMMAND,
    COMPONENT,
    Interaction,
    compute_in_guild,
)
from sandbox.state.objects import (
    channel_json,
    member_json,
    message_json,
    role_json,
    user_json,
)
from sandbox.state.uploads import MAX_FILE

if TYPE_CHECKING:
    from sandbox.state.core import Core
    from sandbox.state.model import Channel, Message


def metadata_json(core: Core, interaction: Interaction) -> Json:
    body: Json = {
        "id": str(interaction.id),
        "type": interaction.kind,
        "user": user_json(core.world.users[interaction.user_id]),
        "authorizing_integration_owners": interaction.owners,
    }
    if interaction.kind == COMMAND:
        body |= {"name": interaction.name, "command_type": 1}
    elif interaction.kind == COMPONENT:
        body["interacted_message_id"] = str(interaction.message_id)
    elif interaction.parent is not None:
        body["triggering_interaction_metadata"] = metadata_json(core, interaction.parent)
    return body


def interaction_json(core: Core, interaction: Interaction) -> Json:
    world = core.world
    channel = world.channels[interaction.channel_id]
    user = user_json(world.users[interaction.user_id])
    body: Json = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": _channel_json(core, channel, interaction.user_id),
        "app_permissions": str(int(compute_app_permissions(world, channel))),
        "locale": world.users[interaction.user_id].locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": interaction.owners,
        "context": find_context(channel),
        "attachment_size_limit": MAX_FILE,
    }
    guild = world.find_guild_of(channel)
    if guild is None:
        body["user"] = user
    else:
        member = member_json(world, guild.members[interaction.user_id])
        member["permissions"] = str(int(world.compute_permissions(channel, interaction.user_id)))
        body |= {
            "guild_id": str(guild.id),
            "guild": {
                "id": str(guild.id),
                "locale": guild.locale,
                "features": guild.features,
            },
            "guild_locale": guild.locale,
            "member": member,
        }
    message = _find_message(core, interaction)
    if message is not None:
        body["message"] = message_json(world, core.settings.url, message)
    return body


def _find_message(core: Core, interaction: Interaction) -> Message | None:
    if interaction.message_id is None:
        return None
    return core.world.channels[interaction.channel_id].messages.get(interaction.message_id)


def _channel_json(core: Core, channel: Channel, user_id: int) -> Json:
    """Return a channel as interactions contain it, with the person's permissions in it."""
    body = channel_json(core.world, channel)
    body.pop("permission_overwrites", None)
    body["permissions"] = str(int(core.world.compute_permissions(channel, user_id)))
    return body


def resolved_json(
    core: Core,
    guild_id: int | None,
    asker: int,
    *,
    users: list[int],
    channels: list[int],
    roles: list[int],
) -> Json:
    """Return the users, channels and roles whose ids are in options and selects."""
    world = core.world
    body: Json = {}
    if roles:
        known = world.guilds[guild_id or 0].roles
        body["roles"] = {str(role): role_json(known[role]) for role in roles}
    if users:
        body["users"] = {str(u): user_json(world.users[u]) for u in users}
        guild = world.guilds.get(guild_id or 0)
        members: dict[str, Any] = {}
        for user_id in users if guild else ():
            member = guild.members.get(user_id) if guild else None
            if member is not None and guild is not None:
                found = member_json(world, member, user=False)
                found.pop("deaf")
                found.pop("mute")
                members[str(user_id)] = found | {
                    "permissions": _format_permissions(core, guild_id, user_id)
                }
        if members:
            body["members"] = members
    if channels:
        body["channels"] = {
            str(c): _chosen_channel_json(core, world.channels[c], asker) for c in channels
        }
    return body


def _chosen_channel_json(core: Core, channel: Channel, user_id: int) -> Json:
    """Return a channel that a person chose, with the bot's permissions in it."""
    bits = core.world.compute_base_permissions(channel, core.world.bot.id)
    return _channel_json(core, channel, user_id) | {"app_permissions": str(int(bits))}


def _format_permissions(core: Core, guild_id: int | None, user_id: int) -> str:
    return str(int(compute_in_guild(core.world.guilds[guild_id or 0], user_id)))
