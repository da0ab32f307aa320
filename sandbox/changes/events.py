"""Sends changes to the bot through the gateway, and to people through live views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.protocol.json_values import Json
from sandbox.state.objects import (
    channel_json,
    guild_json,
    member_json,
    message_json,
    user_json,
)
from sandbox.state.payloads import guild_create_json, visible_channel_json
from sandbox.state.sessions import (
    DIRECT_MESSAGES,
    GUILD_MEMBERS,
    GUILD_MESSAGES,
    GUILD_MODERATION,
    GUILDS,
)
from sandbox.state.time import format_time

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
