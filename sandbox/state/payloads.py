"""Guilds, channels, threads and members as the bot sees them, for the gateway."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.protocol.json_values import Json, as_list
from sandbox.state.model import Permission
from sandbox.state.objects import channel_json, guild_json, member_json, own_user_json
from sandbox.state.time import format_time

if TYPE_CHECKING:
    from sandbox.state.model import Channel, Guild, Member
    from sandbox.state.sessions import Session
    from sandbox.state.world import World

HIDDEN: Final = "___hidden___"

OBFUSCATED: Final = 1 << 17


def visible_channel_json(world: World, channel: Channel) -> Json:
    """Return a channel or thread for an event, with only the fields that the bot may see."""
    body = channel_json(world, channel)
    if channel.thread is not None or world.compute_permissions(channel, world.bot.id):
        return body
    deny = str(int(Permission.VIEW_CHANNEL))
    everyone: Json = {"id": str(channel.guild_id), "type": 0, "allow": "0", "deny": deny}
    return body | {
        "name": HIDDEN,
        "flags": OBFUSCATED,
        "topic": None,
        "last_message_id": None,
        "permission_overwrites": [everyone],
    }


def guild_create_json(world: World, guild: Guild, channels: list[Channel]) -> Json:
    """Return a guild with its channels for GUILD_CREATE.

    The bot is the only member in the event, because it lacks the intent for members.
    """
    return guild_json(guild) | {
        "joined_at": format_time(guild.bot_joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_json(world, guild.members[world.bot.id])],
        "channels": [visible_channel_json(world, c) for c in channels if c.thread is None],
        "threads": [visible_channel_json(world, c) for c in channels if _is_active(world, c)],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def _is_active(world: World, channel: Channel) -> bool:
    active = channel.thread is not None and not channel.thread.archived
    return active and bool(world.compute_permissions(channel, world.bot.id))


def ready_json(world: World, session: Session, guilds: list[Guild], gateway_url: str) -> Json:
    """Return READY, the first event of a session. Each guild follows in a GUILD_CREATE."""
    return {
        "v": 10,
        "user": own_user_json(world.bot),
        "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
        "session_id": session.id,
        "session_type": "normal",
        "resume_gateway_url": gateway_url,
        "shard": [session.shard.number, session.shard.total],
        "application": {"id": str(world.bot.id), "flags": 0},
        "private_channels": [],
        "relationships": [],
        "presences": [],
        "user_settings": {},
    }


def members_chunk_json(world: World, guild: Guild, request: Json) -> Json:
    """Return GUILD_MEMBERS_CHUNK: the members named by id or by the start of a name."""
    wanted = as_list(request.get("user_ids"))
    ids = {str(value) for value in wanted or []}
    query = str(request.get("query") or "").lower()

    def is_wanted(member: Member) -> bool:
        if wanted:
            return str(member.user_id) in ids
        return world.users[member.user_id].username.lower().startswith(query)

    found = [member for member in guild.members.values() if is_wanted(member)]
    chunk: Json = {
        "guild_id": str(guild.id),
        "members": [member_json(world, member) for member in found],
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": sorted(ids - {str(member.user_id) for member in found}),
    }
    if request.get("nonce"):
        chunk["nonce"] = request["nonce"]
    return chunk
