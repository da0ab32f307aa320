"""The objects of the stand-in's world: users, guilds, channels, messages and interactions.

They change as people and the bot act, so they are not frozen.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from enum import IntFlag
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import asyncio

    from sandbox.protocol.json_values import Json


TEXT: Final = 0
DM: Final = 1
VOICE: Final = 2
GROUP: Final = 3
ANNOUNCEMENT: Final = 5
ANNOUNCEMENT_THREAD: Final = 10
PUBLIC_THREAD: Final = 11
PRIVATE_THREAD: Final = 12
FORUMS: Final = frozenset({15, 16})
"""Forum and media channels. They have posts (threads) instead of messages."""
THREADS: Final = frozenset({ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD})

THREAD_CREATED: Final = 18
THREAD_STARTER: Final = 21
"""Kinds of messages that Discord itself writes."""

EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
SUPPRESS_EMBEDS: Final = 1 << 2
HAS_THREAD: Final = 1 << 5
SILENT: Final = 1 << 12
COMPONENTS_V2: Final = 1 << 15


COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
PENDING: Final = "pending"
ANSWERED: Final = "answered"
DEFERRED: Final = "deferred"
FAILED: Final = "failed"


@dataclass(slots=True)
class User:
    """A person or the bot. `has_app`: whether the person has installed the application."""

    id: int
    username: str
    global_name: str | None
    colour: str
    bot: bool = False
    open_to_messages: bool = True
    has_app: bool = False
    locale: str = "en-US"


@dataclass(slots=True)
class Role:
    """A role of a guild. The role with the guild's id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0
    bot_id: int | None = None


@dataclass(slots=True)
class Overwrite:
    """Permissions that a channel allows or denies one role (kind 0) or member (kind 1)."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Member:
    user_id: int
    joined_at: float
    roles: list[int] = field(default_factory=list[int])
    timed_out_until: float = 0.0


@dataclass(slots=True)
class Attachment:
    """A file of a message. The key in its address cannot be guessed."""

    id: int
    channel_id: int
    filename: str
    data: bytes
    content_type: str
    key: str
    size: tuple[int, int] | None = None
    description: str | None = None
    ephemeral: bool = False


@dataclass(slots=True)
class Message:
    """A message. Only `viewer_id` can read an ephemeral message."""

    id: int
    channel_id: int
    author_id: int
    content: str
    created_at: float
    kind: int = 0
    flags: int = 0
    embeds: list[Json] = field(default_factory=list["Json"])
    components: list[Json] = field(default_factory=list["Json"])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    mentions: list[int] = field(default_factory=list[int])
    mention_roles: list[int] = field(default_factory=list[int])
    mention_everyone: bool = False
    edited_at: float | None = None
    tts: bool = False
    nonce: str | int | None = None
    reference: Json | None = None
    interaction: Json | None = None
    token: str | None = None
    viewer_id: int | None = None
    pings: set[int] = field(default_factory=set[int])
    thread_id: int | None = None


@dataclass(slots=True)
class Thread:
    owner_id: int
    created_at: float
    auto_archive: int = 1440
    archived: bool = False
    archived_at: float = 0.0
    locked: bool = False
    sent: int = 0
    members: dict[int, float] = field(default_factory=dict[int, float])


@dataclass(slots=True)
class Channel:
    """A channel of a guild, a thread, or a channel of direct or group messages.

    `recipients` are the people in direct or group messages. The first of a group owns the group.
    """

    id: int
    kind: int
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    position: int = 0
    recipients: list[int] = field(default_factory=list[int])
    overwrites: dict[int, Overwrite] = field(default_factory=dict[int, Overwrite])
    messages: dict[int, Message] = field(default_factory=dict[int, Message])
    last_message_id: int | None = None
    thread: Thread | None = None

    @property
    def with_bot(self) -> bool:
        """Whether these are direct messages between a person and the bot."""
        return self.kind == DM and len(self.recipients) == 1


@dataclass(slots=True)
class Guild:
    id: int
    name: str
    owner_id: int
    bot_joined_at: float
    roles: dict[int, Role] = field(default_factory=dict[int, Role])
    members: dict[int, Member] = field(default_factory=dict[int, Member])
    available: bool = True
    system_channel_id: int | None = None
    locale: str = "en-US"
    community: bool = False

    @property
    def features(self) -> list[str]:
        """The features that Discord has switched on for the guild."""
        return ["COMMUNITY"] if self.community else []


@dataclass(slots=True)
class Emoji:
    id: int
    name: str
    image: bytes
    content_type: str
    animated: bool


@dataclass(slots=True)
class Interaction:
    """One interaction, from the click to its last follow-up.

    `owners` names who installed the application: the guild, a person, or both; see `find_owners`.
    """

    id: int
    kind: int
    user_id: int
    channel_id: int
    data: Json
    created_at: float
    answered_at: float | None = None
    message_id: int | None = None
    name: str | None = None
    parent: Interaction | None = None
    token: str = field(
        default_factory=lambda: "aW50ZXJhY3Rpb24" + secrets.token_urlsafe(48), repr=False
    )
    state: str = PENDING
    callback: int | None = None
    original_id: int | None = None
    modal: Json | None = None
    modal_used: bool = False
    choices: asyncio.Future[list[Json]] | None = None
    option_kind: int = 3
    owners: dict[str, str] = field(default_factory=dict[str, str])
    follow_ups: int = 0
    expired: bool = False


# Permissions: Discord's bits, and a member's permissions in a guild or channel.


class Permission(IntFlag):
    """The permission bits that this stand-in knows."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    CHANGE_NICKNAME = 1 << 26
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50


EVERYTHING: Final = (1 << 53) - 1
"""Permissions of an owner or administrator."""

EVERYONE: Final = (
    Permission.CREATE_INSTANT_INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.CHANGE_NICKNAME
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
"""Permissions of every member in a fresh guild."""

TIMED_OUT: Final = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
"""Permissions left to a member in a timeout (Discord's documentation, "Permissions")."""

IN_DM: Final = EVERYONE | Permission.MENTION_EVERYONE
"""Permissions of everybody in direct and group messages."""


def compute_in_guild(guild: Guild, user_id: int) -> int:
    member = guild.members.get(user_id)
    if member is None:
        return 0
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    if user_id == guild.owner_id or bits & Permission.ADMINISTRATOR:
        return EVERYTHING
    return bits


def compute_in_channel(guild: Guild, channel: Channel, user_id: int) -> int:
    """Return a member's permissions after overwrites; 0 if the member cannot see the channel.

    The overwrites of @everyone apply first, then those of roles, then those of the member.
    """
    bits = compute_in_guild(guild, user_id)
    if bits in (0, EVERYTHING):
        return bits
    member = guild.members[user_id]
    for group in ([guild.id], member.roles, [user_id]):
        found = [channel.overwrites[i] for i in group if i in channel.overwrites]
        for overwrite in found:
            bits &= ~overwrite.deny
        for overwrite in found:
            bits |= overwrite.allow
    return bits if bits & Permission.VIEW_CHANNEL else 0


def get_send_permission(channel: Channel) -> Permission:
    """Return the permission to write in this channel or thread."""
    threaded = channel.thread is not None
    return Permission.SEND_MESSAGES_IN_THREADS if threaded else Permission.SEND_MESSAGES
