"""Settings of the stand-in: its token, its address, and how long it waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TOKEN: Final = "sandbox-token"  # noqa: S105 - it opens nothing but this stand-in
ANSWER_WITHIN: Final = 3.0
"""Seconds the bot has for its first answer to an interaction."""

HEARTBEAT: Final = 41.25
"""Seconds between the heartbeats that the gateway asks for."""


@dataclass(slots=True)
class Settings:
    """The settings that all parts share. `url` is empty until the stand-in serves."""

    answer_within: float = ANSWER_WITHIN
    heartbeat_interval: float = HEARTBEAT
    token: str = TOKEN
    url: str = ""

    @property
    def gateway_url(self) -> str:
        """Return the address of the gateway's WebSocket."""
        return self.url.replace("http", "ws", 1) + "/gateway"
