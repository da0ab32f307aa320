"""The stand-in in one piece: the world, the gateway, the people's views, faults, the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.faults import Faults
from sandbox.gateway.server import Gateway
from sandbox.people.live import Live
from sandbox.rest.record import Record
from sandbox.world.clock import Clock
from sandbox.world.world import World

if TYPE_CHECKING:
    from sandbox.world.interactions import Interaction

TOKEN: Final = "sandbox-token"  # noqa: S105 - it opens nothing but this stand-in
ANSWER_WITHIN: Final = 3.0
"""Seconds the bot has for its first answer to an interaction."""

TOKEN_LIFE: Final = 15 * 60.0
"""Seconds an interaction's token can be used for."""

HEARTBEAT: Final = 41.25
"""Seconds between the heartbeats that the gateway asks for."""


class Core:
    """What every part of the stand-in works on."""

    def __init__(self, *, answer_within: float, heartbeat_interval: float) -> None:
        self.token = TOKEN
        self.url = ""
        self.answer_within = answer_within
        self.heartbeat_interval = heartbeat_interval
        self.token_life = TOKEN_LIFE
        self.privileged_intents = 0
        self.clock = Clock()
        self.world = World(self.clock)
        self.gateway = Gateway(self)
        self.live = Live()
        self.faults = Faults(self)
        self.record = Record()
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}

    @property
    def gateway_url(self) -> str:
        """Where the gateway is."""
        return self.url.replace("http", "ws", 1) + "/gateway"
