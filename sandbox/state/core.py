"""The core: all parts of one stand-in, created and connected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.state.faults import Faults
from sandbox.state.gateway.server import Gateway
from sandbox.state.limits import RateLimits
from sandbox.state.live import Live
from sandbox.state.record import Record
from sandbox.state.world.clock import Clock
from sandbox.state.world.world import World

if TYPE_CHECKING:
    from sandbox.settings import Settings
    from sandbox.state.world.model import Interaction


class Core:
    """Holds the world, gateway, live views, faults, request record, rate limits, interactions."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.clock = Clock()
        self.world = World(self.clock)
        self.live = Live()
        self.gateway = Gateway(self.world, self.live, settings)
        self.faults = Faults(self.gateway)
        self.record = Record()
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.rate_limits = RateLimits(self.world, self.tokens, settings.limits)
