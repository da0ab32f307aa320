"""Sends changes to the bot through the gateway, and to people through live views."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from sandbox.protocol.fields import INVALID_WEBHOOK_TOKEN, UNKNOWN_INTERACTION, Json, Refusal
from sandbox.state.model import (
    COMMAND,
    COMPONENT,
    FAILED,
    PENDING,
    Interaction,
    compute_in_guild,
)
from sandbox.state.objects import (
    MAX_FILE,
    channel_json,
    guild_json,
    member_json,
    message_json,
    role_json,
    user_json,
)
from sandbox.state.sessions import (
    DIRECT_MESSAGES,
    GUILD_MEMBERS,
    GUILD_MESSAGES,
    GUILD_MODERATION,
    GUILDS,
    guild_create_json,
    visible_channel_json,
)
from sandbox.state.world import compute_app_permissions, find_context, format_time

if TYPE_CHECKING:
    from sandbox.state.core import Core
    from sandbox.state.model import Channel, Guild, Message


_PRIVATE: Final = ("content", "embeds", "attachments", "components")


def message_view_json(core: Core, message: Message, user_id: int) -> Json:
    """Return a message for the page, with details that only the stand-in knows."""
    body = message_json(core.world, core.settings.url, message)
    body["sandbox"] = {
        "pings_me": user_id in message.pings,
        "thinking": bool(message.flags & 128),
        "ephemeral": message.viewer_id is not None,
    }
    return body


def notify_message_created(core: Core, message: Message) -> None:
    _to_people(core, message, "message_create")
    _to_bot(core, message, "MESSAGE_CREATE")


def notify_message_updated(core: Core, message: Message) -> None:
    _to_people(core, message, "message_update")
    _to_bot(core, message, "MESSAGE_UPDATE")


def notify_message_deleted(core: Core, message: Message) -> None:
    data: Json = {"id": str(message.id), "channel_id": str(message.channel_id)}
    core.live.push(core.world.list_viewers(message), "message_delete", data)
    if message.viewer_id is None:
        _dispatch(core, core.world.channels[message.channel_id], "MESSAGE_DELETE", data)


def _to_people(core: Core, message: Message, event: str) -> None:
    for user_id in filter(core.live.is_watched, core.world.list_viewers(message)):
        core.live.push_to_one(user_id, event, message_view_json(core, message, user_id))


def _to_bot(core: Core, message: Message, event: str) -> None:
    """Send a message event to the bot.

    Ephemeral messages are not sent. Other messages are sent without their text, unless the bot may
    read it.
    """
    world = core.world
    if message.viewer_id is not None:
        return
    channel = world.channels[message.channel_id]
    body = message_json(world, core.settings.url, message)
    guild = world.find_guild_of(channel)
    if guild is not None and message.author_id in guild.members:
        body["member"] = member_json(world, guild.members[message.author_id], user=False)
    open_to_bot = (
        guild is None or message.author_id == world.bot.id or world.bot.id in message.mentions
    )
    if not open_to_bot:
        body |= {key: "" if key == "content" else [] for key in _PRIVATE}
    _dispatch(core, channel, event, body)


def _dispatch(core: Core, channel: Channel, event: str, body: Json) -> None:
    if not core.world.compute_permissions(channel, core.world.bot.id):
        return
    if channel.guild_id is None:
        core.gateway.dispatch(event, body, None, DIRECT_MESSAGES)
    else:
        body["guild_id"] = str(channel.guild_id)
        core.gateway.dispatch(event, body, channel.guild_id, GUILD_MESSAGES)


def notify_world_changed(core: Core) -> None:
    """Notify the pages that channels, people or commands changed."""
    core.live.push_all("world", {})


def notify_channel(core: Core, event: str, channel: Channel) -> None:
    """Send an event: CHANNEL_CREATE, _UPDATE or _DELETE, THREAD_UPDATE or THREAD_DELETE."""
    body = visible_channel_json(core.world, channel)
    if event == "THREAD_DELETE":
        body = {key: body[key] for key in ("id", "guild_id", "parent_id", "type")}
    if channel.thread is None or core.world.compute_permissions(channel, core.world.bot.id):
        core.gateway.dispatch(event, body, channel.guild_id, GUILDS)
    notify_world_changed(core)


def notify_thread_created(core: Core, channel: Channel, *, new: bool) -> None:
    """Send THREAD_CREATE for a new thread, or for an old thread that the bot sees from now on."""
    body = channel_json(core.world, channel) | ({"newly_created": True} if new else {})
    if core.world.compute_permissions(channel, core.world.bot.id):
        core.gateway.dispatch("THREAD_CREATE", body, channel.guild_id, GUILDS)
    notify_world_changed(core)


def notify_bot_in_thread(core: Core, channel: Channel, *, added: bool) -> None:
    """Send THREAD_MEMBERS_UPDATE: the bot was added to a thread, or removed from it.

    Without the intent for members, Discord sends this event only about the bot itself.
    """
    bot, thread = str(core.world.bot.id), channel.thread
    members = thread.members if thread is not None else {}
    body: Json = {
        "id": str(channel.id),
        "guild_id": str(channel.guild_id),
        "member_count": len(members),
    }
    if added:
        since = format_time(members[core.world.bot.id])
        about = {"id": str(channel.id), "user_id": bot, "join_timestamp": since, "flags": 0}
        body["added_members"] = [about]
    else:
        body["removed_member_ids"] = [bot]
    core.gateway.dispatch("THREAD_MEMBERS_UPDATE", body, channel.guild_id, GUILDS)


def notify_guild_changed(core: Core, guild: Guild) -> None:
    """Send GUILD_UPDATE."""
    core.gateway.dispatch("GUILD_UPDATE", guild_json(guild), guild.id, GUILDS)
    notify_world_changed(core)


def notify_guild_joined(core: Core, guild: Guild, *, outage: bool) -> None:
    """Send GUILD_CREATE after the bot joined a guild, or after an outage of the guild."""
    body = guild_create_json(core.world, guild, core.world.list_channels(guild))
    if not outage:
        del body["unavailable"]
    core.gateway.dispatch("GUILD_CREATE", body, guild.id, GUILDS)
    notify_world_changed(core)


def notify_guild_left(core: Core, guild: Guild, *, outage: bool) -> None:
    """Send GUILD_DELETE after the bot left a guild, or at the start of an outage of the guild."""
    body: Json = {"id": str(guild.id)}
    if outage:
        body["unavailable"] = True
    core.gateway.dispatch("GUILD_DELETE", body, guild.id, GUILDS)
    notify_world_changed(core)


def notify_member_left(core: Core, guild: Guild, user_id: int, *, banned: bool) -> None:
    """Send the events of a member who left a guild or was banned from it."""
    body: Json = {"guild_id": str(guild.id), "user": user_json(core.world.users[user_id])}
    if banned:
        core.gateway.dispatch("GUILD_BAN_ADD", body, guild.id, GUILD_MODERATION)
    core.gateway.dispatch("GUILD_MEMBER_REMOVE", body, guild.id, GUILD_MEMBERS)
    notify_world_changed(core)


# JSON of interactions, for INTERACTION_CREATE and for the messages that answer an interaction.


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


# A person starts an interaction. The bot receives it and has a limited time to answer.

TOKEN_LIFE: Final = 15 * 60.0
"""Lifetime of an interaction's token, in seconds."""


def start(core: Core, interaction: Interaction) -> Interaction:
    """Register an interaction, send it to the bot, and start the time limit for the answer."""
    core.interactions[interaction.id] = interaction
    core.tokens[interaction.token] = interaction
    core.clock.call_later(core.settings.answer_within, lambda: _fail_if_pending(core, interaction))
    payload = interaction_json(core, interaction)
    guild_id = core.world.channels[interaction.channel_id].guild_id
    order = core.faults.take("interactions")
    what = order["interactions"] if order else None
    if what == "twice":
        core.gateway.dispatch("INTERACTION_CREATE", payload, guild_id)
    if isinstance(what, dict):
        wait = float(order["interactions"].get("delay", 0)) if order else 0.0
        send = core.gateway.dispatch
        asyncio.get_running_loop().call_later(wait, send, "INTERACTION_CREATE", payload, guild_id)
    elif what != "lost":
        core.gateway.dispatch("INTERACTION_CREATE", payload, guild_id)
    return interaction


def _fail_if_pending(core: Core, interaction: Interaction) -> None:
    if interaction.state == PENDING:
        fail(core, interaction)


def fail(core: Core, interaction: Interaction) -> None:
    """Mark an interaction as failed, so that the bot can no longer answer; notify the person."""
    interaction.state = FAILED
    if interaction.choices is not None and not interaction.choices.done():
        interaction.choices.set_result([])
        return
    data: Json = {
        "interaction_id": str(interaction.id),
        "message_id": None if interaction.message_id is None else str(interaction.message_id),
    }
    core.live.push_to_one(interaction.user_id, "interaction_failed", data)
    notify_person(core, interaction)


def notify_person(core: Core, interaction: Interaction) -> None:
    number = interaction.original_id or interaction.message_id
    data: Json = {
        "interaction_id": str(interaction.id),
        "state": interaction.state,
        "message_id": None if number is None else str(number),
    }
    core.live.push_to_one(interaction.user_id, "interaction", data)


def find_answerable(core: Core, number: int, token: str) -> Interaction:
    found = core.interactions.get(number)
    if found is None or found.token != token:
        raise Refusal(UNKNOWN_INTERACTION)
    if found.state == FAILED or is_expired(core, found):
        raise Refusal(UNKNOWN_INTERACTION)
    return found


def find_by_token(core: Core, token: str) -> Interaction | None:
    """Return the interaction with a token; raise Refusal (50027) if the token is too old."""
    found = core.tokens.get(token)
    if found is not None and is_expired(core, found):
        raise Refusal(INVALID_WEBHOOK_TOKEN)
    return found


def is_expired(core: Core, interaction: Interaction) -> bool:
    age = core.clock.now() - interaction.created_at
    return interaction.expired or age > TOKEN_LIFE


# The bot leaves a guild.


def remove_bot(core: Core, guild: Guild) -> None:
    """Remove the bot from a guild. The guild and its people stay."""
    guild.members.pop(core.world.bot.id, None)
    core.world.commands.pop(guild.id, None)
    notify_guild_left(core, guild, outage=False)
