"""The JSON that Discord returns for each object of `model`, and the files of messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.protocol.json_values import Json
from sandbox.state.model import (
    GROUP,
    HAS_THREAD,
    THREAD_CREATED,
    VOICE,
    Attachment,
    compute_in_guild,
)
from sandbox.state.time import format_time

if TYPE_CHECKING:
    from sandbox.state.model import Channel, Emoji, Guild, Member, Message, Role, User
    from sandbox.state.world import World


def user_json(user: User) -> Json:
    body: Json = {
        "id": str(user.id),
        "username": user.username,
        "global_name": user.global_name,
        "avatar": None,
        "discriminator": "0000" if user.bot else "0",
        "public_flags": 0,
        "flags": 0,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "clan": None,
    }
    if user.bot:
        body["bot"] = True
    return body


def own_user_json(user: User) -> Json:
    return user_json(user) | {
        "mfa_enabled": False,
        "locale": "en-US",
        "email": None,
        "verified": True,
        "bio": "",
        "banner": None,
        "accent_color": None,
    }


def member_json(world: World, member: Member, *, user: bool = True) -> Json:
    until = member.timed_out_until
    body: Json = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": format_time(until) if until else None,
        "deaf": False,
        "flags": 0,
        "joined_at": format_time(member.joined_at),
        "mute": False,
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": [str(role) for role in member.roles],
    }
    if user:
        body["user"] = user_json(world.users[member.user_id])
    return body


def role_json(role: Role) -> Json:
    body: Json = {
        "id": str(role.id),
        "name": role.name,
        "description": None,
        "permissions": str(int(role.permissions)),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.bot_id is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if role.bot_id is not None:
        body["tags"] = {"bot_id": str(role.bot_id)}
    return body


def channel_json(world: World, channel: Channel) -> Json:
    """Return a channel of a guild, a thread, or a direct or group channel."""
    if channel.thread is not None:
        return thread_json(channel)
    body: Json = {
        "id": str(channel.id),
        "type": channel.kind,
        "flags": 0,
        "last_message_id": last_message_id(channel),
    }
    if channel.guild_id is None:
        recipients = [user_json(world.users[user_id]) for user_id in channel.recipients]
        owner = {"name": None, "icon": None, "owner_id": str(channel.recipients[0])}
        return body | {"recipients": recipients} | (owner if channel.kind == GROUP else {})
    overwrites = [
        {"id": str(o.id), "type": o.kind, "allow": str(int(o.allow)), "deny": str(int(o.deny))}
        for o in channel.overwrites.values()
    ]
    if channel.kind == VOICE:
        body |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    return body | {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": None,
        "position": channel.position,
        "topic": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "permission_overwrites": overwrites,
    }


def thread_json(channel: Channel) -> Json:
    thread = channel.thread
    assert thread is not None  # noqa: S101 - callers check that
    return {
        "id": str(channel.id),
        "type": channel.kind,
        "flags": 0,
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": str(channel.parent_id),
        "owner_id": str(thread.owner_id),
        "last_message_id": last_message_id(channel),
        "rate_limit_per_user": 0,
        "message_count": len(channel.messages),
        "member_count": len(thread.members),
        "total_message_sent": thread.sent,
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": format_time(thread.archived_at or thread.created_at),
            "auto_archive_duration": thread.auto_archive,
            "locked": thread.locked,
            "create_timestamp": format_time(thread.created_at),
        },
    }


def last_message_id(channel: Channel) -> str | None:
    """Return the id of the channel's last message, even if it was deleted.

    Source: Discord's "Channels" ("may not point to an existing or valid message").
    """
    return _id_or_none(channel.last_message_id)


def _id_or_none(number: int | None) -> str | None:
    return None if number is None else str(number)


def my_guild_json(guild: Guild, user_id: int) -> Json:
    """Return a guild as it appears in the list of a member's guilds."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "banner": None,
        "owner": guild.owner_id == user_id,
        "permissions": str(int(compute_in_guild(guild, user_id))),
        "features": guild.features,
    }


_UNSET: Final = (
    "afk_channel_id",
    "application_id",
    "banner",
    "description",
    "discovery_splash",
    "home_header",
    "icon",
    "incidents_data",
    "max_presences",
    "public_updates_channel_id",
    "rules_channel_id",
    "safety_alerts_channel_id",
    "splash",
    "vanity_url_code",
    "widget_channel_id",
)
"""Fields of Discord's guilds that stay empty here."""


def guild_json(guild: Guild) -> Json:
    """Return a guild as REST sends it."""
    return dict.fromkeys(_UNSET) | {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "roles": [role_json(role) for role in guild.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": guild.features,
        "region": "deprecated",
        "preferred_locale": guild.locale,
        "afk_timeout": 300,
        "system_channel_id": _id_or_none(guild.system_channel_id),
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
    }


def emoji_json(world: World, emoji: Emoji) -> Json:
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "user": user_json(world.bot),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": emoji.animated,
        "available": True,
    }


def attachment_json(base: str, attachment: Attachment) -> Json:
    """Return a file of a message; `base` is the address of the stand-in."""
    url = attachment_url(base, attachment)
    body: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "url": url,
        "proxy_url": url,
        "content_type": attachment.content_type,
        "content_scan_version": 0,
    }
    if attachment.size is not None:
        body["width"], body["height"] = attachment.size
    if attachment.description is not None:
        body["description"] = attachment.description
    if attachment.ephemeral:
        body["ephemeral"] = True
    return body


def attachment_url(base: str, attachment: Attachment) -> str:
    """Return the address of a file. Its key stands for the signature in Discord's addresses."""
    place = f"{attachment.channel_id}/{attachment.id}/{attachment.filename}"
    return f"{base}/attachments/{place}?hm={attachment.key}"


def message_json(world: World, base: str, message: Message) -> Json:
    body: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        "type": message.kind,
        "author": user_json(world.users[message.author_id]),
        "content": message.content,
        "timestamp": format_time(message.created_at),
        "edited_timestamp": None if message.edited_at is None else format_time(message.edited_at),
        "tts": message.tts,
        "flags": message.flags,
        "mention_everyone": message.mention_everyone,
        "mentions": [user_json(world.users[user]) for user in message.mentions],
        "mention_roles": [str(role) for role in message.mention_roles],
        "attachments": [attachment_json(base, a) for a in message.attachments],
        "embeds": message.embeds,
        "components": message.components,
        "pinned": False,
    }
    if message.token is not None:
        body["webhook_id"] = body["application_id"] = str(world.bot.id)
    if message.interaction is not None:
        body["interaction_metadata"] = message.interaction
    if message.reference is not None:
        _add_reference(world, base, message, body)
    if message.flags & HAS_THREAD and message.thread_id in world.channels:
        body["thread"] = thread_json(world.channels[message.thread_id])
    return body


def _add_reference(world: World, base: str, message: Message, body: Json) -> None:
    reference = message.reference or {}
    body["message_reference"] = reference
    if message.kind == THREAD_CREATED:
        return
    channel = world.channels.get(int(reference["channel_id"]))
    answered = channel and channel.messages.get(int(reference["message_id"]))
    if not answered:
        body["referenced_message"] = None
        return
    copy = message_json(world, base, answered)
    copy.pop("referenced_message", None)
    body["referenced_message"] = copy
