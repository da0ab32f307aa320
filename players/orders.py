"""Standing orders: what a player settles in advance for a game that takes days.

Each game has a small closed set of them. An order is a pure function of what its seat may know, and
leaves nothing to luck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from players import buckdice
from players.buckets import rule as buckets
from players.ducks import rule as ducks
from players.pond import rule as pond
from players.trophy import rule as trophy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from players.core import StandingOrder

ORDERS: Final[Mapping[str, tuple[StandingOrder, ...]]] = {
    "ducks": ducks.ORDERS,
    "pond": pond.ORDERS,
    "trophy": trophy.ORDERS,
    "buckets": buckets.ORDERS,
    "buckdice": buckdice.ORDERS,
}
"""All orders by the key of their game, in the order in which they are offered."""


def find_order(game_key: str, text: str) -> StandingOrder | None:
    """Return the order with this text; None where the game has no such order (any more)."""
    return next((each for each in ORDERS.get(game_key, ()) if each.text == text), None)
