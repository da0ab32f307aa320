"""Standing orders at slow tables: who may give them, and when they move.

An order moves in the transaction that brings the turn of its seat. Others who may also move go
first, as they do with the caretaker.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from engine.core import CHANCE
from players import ORDERS, find_order
from players.core import know
from tables.model.errors import NoOrder

if TYPE_CHECKING:
    from engine.core import Match, Seat
    from tables.model.table import Table

log = logging.getLogger(__name__)


def require_order(stored: Table, text: str) -> None:
    """Raise NoOrder unless a seat of this table may have this order, or, without a text, any."""
    if not (stored.pace.slow and stored.game.info.key in ORDERS):
        raise NoOrder("Standing orders are for tables with an hour or more for a turn.")
    if text and find_order(stored.game.info.key, text) is None:
        raise NoOrder("There is no such order any more: choose another.")


def find_ordered(stored: Table, match: Match) -> tuple[Seat, Any] | None:
    """Return a seat whose order moves in a game, and its move; None: none does."""
    if not stored.pace.slow or not any(seat.standing_order for seat in stored.seats):
        return None
    acting, needed = match.to_act, match.waits_for
    free = (seat for seat in acting if seat not in needed or len(acting) == 1)
    made = ((seat, choose_ordered(stored, match, seat)) for seat in free if seat != CHANCE)
    return next(((seat, move) for seat, move in made if move is not None), None)


def choose_ordered(stored: Table, match: Match, seat: Seat) -> Any:  # noqa: ANN401 - a game's move
    """Return what the order of a seat that is to act moves; None where it says nothing."""
    row = stored.seats[seat]
    order = find_order(stored.game.info.key, row.standing_order)
    if order is None or row.caretaker:
        return None
    try:
        return order.choose(know(match.game, stored.options, match.state, seat))
    except Exception as error:  # noqa: BLE001 - whatever it is, the owner can still move
        # The message and the traceback could hold cards.
        log.error("table %d: an order has failed: %s", stored.id, type(error).__name__)  # noqa: TRY400
        return None
