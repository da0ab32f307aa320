"""Settings of the stand-in: token, address, waiting times and limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TOKEN: Final = "sandbox-token"  # noqa: S105 - it is valid only at this stand-in
ANSWER_WITHIN: Final = 3.0
"""Seconds for the bot's first answer to an interaction."""

HEARTBEAT: Final = 41.25
"""Seconds between the heartbeats that the gateway asks for."""


@dataclass(frozen=True, slots=True)
class Quota:
    requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The rate limits. Discord publishes two of them; the others come from reports of users.

    Args:
        everything: All requests with the bot's token, except requests about interactions ("Rate
            Limits").
        create: Messages of the bot in a channel (discord-api-docs #2761).
        edit: Edits of the bot's messages in a channel (#2761).
        delete_new: Deletions in a channel, of unknown messages and messages up to 10 seconds old
            (#8330).
        delete_recent: Deletions in a channel, of messages up to two weeks old (#8330).
        delete_old: Deletions in a channel, of older messages (#8330).
        token: Follow-ups, edits and deletions by the token of one interaction (#2701).
        follow_ups: Follow-ups in a channel, of all interactions together (#367, #2701, #4043).
        old_edits: Edits of messages older than an hour in a channel. Discord does not publish this
            limit (#4413); the number is made up.
        invalid: Answers with 401, 403 or 429. After this number Cloudflare bans the address ("Rate
            Limits").
    """

    everything: Quota = Quota(50, 1)
    create: Quota = Quota(5, 5)
    edit: Quota = Quota(5, 5)
    delete_new: Quota = Quota(5, 1)
    delete_recent: Quota = Quota(3, 1 / 3)
    delete_old: Quota = Quota(30, 4)
    token: Quota = Quota(5, 2)
    follow_ups: Quota = Quota(30, 60)
    old_edits: Quota = Quota(3, 10)
    invalid: Quota = Quota(10_000, 600)


@dataclass(frozen=True, slots=True)
class Sharding:
    """Limits on shards, and on starts of sessions.

    Source: Discord's "Gateway", on sharding and on the session start limit.

    Args:
        recommended: Guilds per shard in the answer of "Get Gateway Bot".
        most: Maximum guilds per shard. A bot with more guilds has to use more shards.
        max_concurrency: Number of buckets. A shard's bucket is its number modulo `max_concurrency`.
        identify: Session starts per bucket. A start beyond this quota gets an invalid session.
        starts: Session starts of all buckets together. A start beyond this quota is refused;
            Discord would also reset the token.
    """

    recommended: int = 1_000
    most: int = 2_500
    max_concurrency: int = 1
    identify: Quota = Quota(1, 5)
    starts: Quota = Quota(1_000, 86_400)


@dataclass(slots=True)
class Settings:
    """The settings that all parts share. `url` is empty until the stand-in has started."""

    answer_within: float = ANSWER_WITHIN
    heartbeat_interval: float = HEARTBEAT
    limits: Limits | None = None
    sharding: Sharding | None = None
    token: str = TOKEN
    url: str = ""


def build_gateway_url(host: str) -> str:
    """Return the address of the gateway's WebSocket, on the host of the bot's request.

    Thus a bot that connects through a proxy uses the proxy for the gateway, too.
    """
    return f"ws://{host}/gateway"
