"""The records of the world. They change as the world does, so they are not frozen."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
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
"""Forum and media channels: they have posts, which are threads, and no messages."""
THREADS: Final = frozenset({ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD})

THREAD_CREATED: Final = 18
THREAD_STARTER: Final = 21
"""Kinds of messages that Discord writes itself."""

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
    """A person, or the bot; `has_app` says whether the person has installed the application."""

    id: int
    username: str
    global_name: str | None
    colour: str
    bot: bool = False
    open_to_messages: bool = True
    has_app: bool = False


@dataclass(slots=True)
class Role:
    """A role of a guild; the one with the guild's id is everyone's."""

    id: int
    name: str
    permissions: int
    position: int = 0
    bot_id: int | None = None


@dataclass(slots=True)
class Overwrite:
    """The permissions that a channel allows or denies one role (kind 0) or member (kind 1)."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Member:
    """A user in a guild."""

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
    """A message. Only `viewer_id` can read an ephemeral one."""

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
    """The fields that only threads have."""

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
    """A place for messages: in a guild, a thread of one, or between people or one and the bot.

    `recipients` are the people of direct and group messages, whoever opened them first.
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
        """Whether these are the direct messages between a person and the bot."""
        return self.kind == DM and len(self.recipients) == 1


@dataclass(slots=True)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    bot_joined_at: float
    roles: dict[int, Role] = field(default_factory=dict[int, Role])
    members: dict[int, Member] = field(default_factory=dict[int, Member])
    available: bool = True
    system_channel_id: int | None = None


@dataclass(slots=True)
class Emoji:
    """An emoji of the application."""

    id: int
    name: str
    image: bytes
    content_type: str
    animated: bool


@dataclass(slots=True)
class Interaction:
    """One interaction, from the click to its last follow-up.

    `owners` are those who have installed the application, as in `installs.find_owners`.
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
