"""Receivers of events: the sessions of the gateway, and the open views of people.

A session serves one shard. It keeps its latest events with their numbers, so a client can resume.
A guild's id determines the guild's shard; direct messages belong to shard 0.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from sandbox.protocol.fields import Json, as_list
from sandbox.state.model import Permission
from sandbox.state.objects import channel_json, guild_json, member_json, own_user_json
from sandbox.state.world import format_time

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.state.model import Channel, Guild, Member
    from sandbox.state.world import World


KEPT_EVENTS: Final = 2000
"""Events that a session keeps for a replay."""

RESUMABLE_FOR: Final = 120.0
"""Seconds after which a session without a connection is deleted."""

GUILDS: Final = 1 << 0
GUILD_MEMBERS: Final = 1 << 1
GUILD_MODERATION: Final = 1 << 2
GUILD_MESSAGES: Final = 1 << 9
GUILD_MESSAGE_TYPING: Final = 1 << 11
DIRECT_MESSAGES: Final = 1 << 12
MESSAGE_CONTENT: Final = 1 << 15
ALL_INTENTS: Final = (1 << 26) - 1
PRIVILEGED: Final = GUILD_MEMBERS | (1 << 8) | MESSAGE_CONTENT


@dataclass(frozen=True, slots=True)
class Shard:
    """One of `total` shards, by its number."""

    number: int = 0
    total: int = 1

    def covers(self, guild_id: int | None) -> bool:
        """Return whether the shard gets events of this guild; None stands for direct messages."""
        return ((guild_id or 0) >> 22) % self.total == self.number


class Sender(Protocol):
    """A connection that can send text."""

    def send(self, text: str) -> None: ...


@dataclass(slots=True)
class Session:
    """One login of the bot at the gateway."""

    intents: int
    shard: Shard = Shard()
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    seq: int = 0
    sender: Sender | None = None
    silent: bool = False
    lost_at: float | None = None
    sent: deque[tuple[int, str]] = field(
        default_factory=lambda: deque[tuple[int, str]](maxlen=KEPT_EVENTS)
    )

    def wants(self, guild_id: int | None, intents: int) -> bool:
        """Return whether the session gets an event.

        Args:
            guild_id: The event's guild; None without a guild.
            intents: The session needs one of these intents; with 0 it needs none.
        """
        return self.shard.covers(guild_id) and (not intents or bool(self.intents & intents))

    def dispatch(self, event: str, data: Json) -> None:
        """Number an event, keep it, and send it unless the connection is lost or silent."""
        self.seq += 1
        text = json.dumps({"op": 0, "t": event, "s": self.seq, "d": data})
        self.sent.append((self.seq, text))
        if self.sender is not None and not self.silent:
            self.sender.send(text)

    def replay_since(self, seq: int) -> list[str] | None:
        """Return the events after a number.

        Return None if some of them are no longer kept, or if no event has that number yet.
        """
        if seq > self.seq:
            return None
        missed = [text for number, text in self.sent if number > seq]
        return missed if len(missed) == self.seq - seq else None


# Payloads of the gateway: guilds, channels, threads and members as the bot sees them.

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


# A live view gets the events of one person, for a page or a test client.

Event = dict[str, object]


class Live:
    """The open views of people. Each view is a queue of events."""

    def __init__(self) -> None:
        self._queues: dict[int, list[asyncio.Queue[Event]]] = {}

    def subscribe(self, user_id: int) -> asyncio.Queue[Event]:
        """Open a view for a person; return its queue."""
        queue: asyncio.Queue[Event] = asyncio.Queue()
        self._queues.setdefault(user_id, []).append(queue)
        return queue

    def unsubscribe(self, user_id: int, queue: asyncio.Queue[Event]) -> None:
        self._queues[user_id].remove(queue)

    def is_watched(self, user_id: int) -> bool:
        return bool(self._queues.get(user_id))

    def push(self, people: Iterable[int], event: str, data: Json) -> None:
        """Send an event to these people."""
        for user_id in people:
            self.push_to_one(user_id, event, data)

    def push_to_one(self, user_id: int, event: str, data: Json) -> None:
        """Send an event to every view of one person."""
        for queue in self._queues.get(user_id, ()):
            queue.put_nowait({"t": event, "d": data})

    def push_all(self, event: str, data: Json) -> None:
        """Send an event to every person with an open view."""
        self.push(list(self._queues), event, data)
