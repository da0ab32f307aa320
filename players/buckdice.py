"""Buck Dice: nothing is decided, so every level throws; computer players are company."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from players.core import StandingOrder, draw_nothing

if TYPE_CHECKING:
    from engine.core import Source
    from players.core import Knowledge


def choose(known: Knowledge, source: Source) -> Any:  # noqa: ANN401, ARG001 - there is one move
    """Return the only move."""
    return known.moves[0]


ORDERS: Final = (StandingOrder("throw", "Throw for me.", draw_nothing(choose)),)
