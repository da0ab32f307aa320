"""Events: tell the bot (by the gateway) and people (by live views) what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.state.gateway.payloads import guild_create_json, visible_channel_json
from sandbox.state.gateway.sessions import (
    DIRECT_MESSAGES,
    GUILD_MEMBERS,
    GUILD_MESSAGES,
    GUILD_MODERATION,
    GUILDS,
)
from sandbox.state.world.objects import channel_json, member_json, message_json, user_json

if TYPE_CHECKING:
    from sandbox.protocol.json_values import Json
    from sandbox.state.core import Core
    from sandbox.state.world.model import Channel, Guild, Message

_PRIVATE: Final = ("content", "embeds", "attachments", "components")


def message_view_json(core: Core, message: Message, user_id: int) -> Json:
    """Return a message as the page gets it, with details that only the stand-in knows."""
    body = message_json(core.world, core.settings.url, message)
    body["sandbox"] = {
        "pings_me": user_id in message.pings,
        "thinking": bool(message.flags & 128),
        "ephemeral": message.viewer_id is not None,
    }
    return body


def notify_message_created(core: Core, message: Message) -> None:
    """Tell bot and people that a message was written."""
    _to_people(core, message, "message_create")
    _to_bot(core, message, "MESSAGE_CREATE")


def notify_message_updated(core: Core, message: Message) -> None:
    """Tell bot and people that a message was edited."""
    _to_people(core, message, "message_update")
    _to_bot(core, message, "MESSAGE_UPDATE")


def notify_message_deleted(core: Core, message: Message) -> None:
    """Tell bot and people that a message was deleted."""
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
    """Tell the pages that channels, people or commands changed."""
    core.live.push_all("world", {})


def notify_channel(core: Core, event: str, channel: Channel) -> None:
    """Send a CHANNEL_CREATE, CHANNEL_UPDATE, CHANNEL_DELETE, THREAD_UPDATE or THREAD_DELETE."""
    body = visible_channel_json(core.world, channel)
    if event == "THREAD_DELETE":
        body = {key: body[key] for key in ("id", "guild_id", "parent_id", "type")}
    if channel.thread is None or core.world.compute_permissions(channel, core.world.bot.id):
        core.gateway.dispatch(event, body, channel.guild_id, GUILDS)
    notify_world_changed(core)


def notify_thread_created(core: Core, channel: Channel, *, new: bool) -> None:
    """Send THREAD_CREATE: a thread is new, or the bot was added to one that it did not see."""
    body = channel_json(core.world, channel) | ({"newly_created": True} if new else {})
    if core.world.compute_permissions(channel, core.world.bot.id):
        core.gateway.dispatch("THREAD_CREATE", body, channel.guild_id, GUILDS)
    notify_world_changed(core)


def notify_guild_joined(core: Core, guild: Guild, *, outage: bool) -> None:
    """Send GUILD_CREATE: the bot joined a guild, or an outage of the guild ended."""
    body = guild_create_json(core.world, guild, core.world.list_channels(guild))
    if not outage:
        del body["unavailable"]
    core.gateway.dispatch("GUILD_CREATE", body, guild.id, GUILDS)
    notify_world_changed(core)


def notify_guild_left(core: Core, guild: Guild, *, outage: bool) -> None:
    """Send GUILD_DELETE: the bot left a guild, or the guild has an outage."""
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
