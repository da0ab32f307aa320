"""What features add to pages that are not theirs: buttons, and options of a lobby."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from cogs.interactions.parts import Items

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cogs.display.pages.renderer import Renderer
    from engine.core import Seat
    from tables.model.table import Table


class Spot(StrEnum):
    """A place on a page of the core. A feature may have others, by the names of its pages."""

    FIRST = "first"
    """Behind ⋯, before How to play."""

    MORE = "more"
    """Behind ⋯, after it."""

    END = "end"
    """On the board of an end, before ⋯."""

    ABOVE = "above"
    """On the board of an end, above the picture."""

    BELOW = "below"
    """On the board of an end, below the picture."""

    TIME = "time"
    """In the options of a lobby, after the paces."""

    HELP = "help"
    """In the options of a lobby, after the odds."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as an offer is made for it.

    Attributes:
        renderer: of the table's game.
        table: as it is now.
        seat: of the person to whom it is shown; None for a spectator, and for everybody.
        way: to where a page that is opened leads back, as of `lead_back`.
        told: what was read of a game that is over, by spots.
    """

    renderer: Renderer
    table: Table
    seat: Seat | None = None
    way: str = ""
    told: Mapping[str, Items] = field(default_factory=dict[str, Items])


Offer = Callable[[Scene], Items]
"""Returns what is of use in a scene: buttons, or options of a select."""

Tell = Callable[["Table"], Awaitable[Items]]
"""Reads what is kept of a game that was played to its end, and returns what is told of it."""


class Offers:
    """What features add, by spots, in the order of the features."""

    def __init__(self, added: Iterable[Mapping[str, Offer]] = ()) -> None:
        self._offers: defaultdict[str, list[Offer]] = defaultdict(list)
        self._tells: defaultdict[str, list[Tell]] = defaultdict(list)
        for each in added:
            self.add(each)

    def add(self, offers: Mapping[str, Offer], tells: Mapping[str, Tell] | None = None) -> None:
        """Take in what a feature adds, by spots; `tells`: what it reads of a game that is over."""
        for spot, offer in offers.items():
            self._offers[spot].append(offer)
        for spot, tell in (tells or {}).items():
            self._tells[spot].append(tell)

    async def read(self, table: Table, *spots: str) -> dict[str, Items]:
        """Return what is told at some spots of a game that is over; see `Scene.told`."""
        return {
            spot: [part for tell in self._tells.get(spot, ()) for part in await tell(table)]
            for spot in spots
        }

    def at(self, spot: str, scene: Scene) -> Items:
        """Return all that is of use at a spot, and then what was read for it."""
        offered = [part for offer in self._offers.get(spot, ()) for part in offer(scene)]
        return [*offered, *scene.told.get(spot, ())]


NO_OFFERS = Offers()

NOTHING: Mapping[str, Items] = {}
