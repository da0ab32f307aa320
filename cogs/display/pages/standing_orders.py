"""What a board says of standing orders; they are given on a page of `cogs/commands/tables/`.

A board names whose order has moved. What the order says is shown to its owner alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.controls.components import PageButton
from cogs.interactions.names import join_names, plain_name
from players.orders import ORDERS
from tables.model.table import STANDING_ORDER

if TYPE_CHECKING:
    from tables.model.table import Table

PAGES = "orders"


def offer_orders(table: Table) -> list[PageButton]:
    """Return the button to the page of a player's order, where a table takes any."""
    if not (table.pace.slow and table.game.info.key in ORDERS):
        return []
    return [PageButton.of(PAGES, table.id, label="📋 Standing order")]


def tell_orders(table: Table) -> list[str]:
    """Return a line about whose orders have moved since the latest click; else nothing."""
    moved = {move.seat for move in table.since_click if move.player == STANDING_ORDER}
    if not moved:
        return []
    names = join_names([plain_name(table.seats[seat].person.name) for seat in sorted(moved)])
    return [f"-# 📋 By standing order: {names}"]
