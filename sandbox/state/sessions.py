"""Receivers of events: the sessions of the gateway, and the open views of people.

A session serves one shard. It keeps its latest events with their numbers, so a client can resume.
A guild's id determines the guild's shard; direct messages belong to shard 0.
"""

from __future__ import annotations

import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Final, Protocol

from sandbox.protocol.json_values import Json

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
