"""Offers: buttons and options of a lobby that features add to pages of the core or of others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import Items

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.language import Language
    from engine.core import Seat
    from tables.model.table import Table


class Spot(StrEnum):
    """A place on a page of the core. A feature has spots of its own, named after its pages."""

    FIRST = "first"
    """Behind ⋯, before How to play."""

    MORE = "more"
    """Behind ⋯, after How to play."""

    END = "end"
    """On the message of a finished game, before ⋯."""

    ABOVE = "above"
    """On the message of a finished game, above the picture."""

    BELOW = "below"
    """On the message of a finished game, below the picture."""

    CHALLENGE = "challenge"
    """Behind ⋯ of a finished challenge."""

    TIME = "time"
    """In the options of a lobby, after the time controls."""

    HELP = "help"
    """In the options of a lobby, after the odds."""

    SETTLED = "settled"
    """Texts in a lobby, in the line of settings that differ from their defaults."""

    ENDING = "ending"
    """Texts about a finished game, below the margin of the winner."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table, and the reader, that an offer is made for.

    Attributes:
        renderer: the renderer of the table's game.
        table: the table as it is now.
        seat: the reader's seat; None for a spectator, and for a message that everybody sees.
        way: the way back from a page that is opened, as in `lead_back`.
        told: what features have read about a finished game, by spots.
        language: the language in which it is read.
    """

    renderer: Renderer
    table: Table
    seat: Seat | None = None
    way: str = ""
    told: Mapping[str, Items] = field(default_factory=dict[str, Items])
    language: Language = ENGLISH


Offer = Callable[[Scene], Items]
"""Returns what is useful in a scene: buttons, or options of a select."""

Tell = Callable[["Table"], Awaitable[Items]]
"""Reads what a feature keeps about a finished game, and returns what to show of it."""


class Offers:
    """All offers by spots, in the order of the features."""

    def __init__(self, added: Iterable[Mapping[str, Offer]] = ()) -> None:
        self._offers: defaultdict[str, list[Offer]] = defaultdict(list)
        self._tells: defaultdict[str, list[Tell]] = defaultdict(list)
        for each in added:
            self.add(each)

    def add(self, offers: Mapping[str, Offer], tells: Mapping[str, Tell] | None = None) -> None:
        """Add the offers of a feature, by spots; `tells`: what it reads about a finished game."""
        for spot, offer in offers.items():
            self._offers[spot].append(offer)
        for spot, tell in (tells or {}).items():
            self._tells[spot].append(tell)

    async def read(self, table: Table, *spots: str) -> dict[str, Items]:
        """Return what features tell about a finished game at some spots, for `Scene.told`."""
        return {
            spot: [part for tell in self._tells.get(spot, ()) for part in await tell(table)]
            for spot in spots
        }

    def at(self, spot: str, scene: Scene) -> Items:
        """Return the offers for a spot, followed by what was read for it."""
        offered = [part for offer in self._offers.get(spot, ()) for part in offer(scene)]
        return [*offered, *scene.told.get(spot, ())]


NO_OFFERS = Offers()

NOTHING: Mapping[str, Items] = {}
