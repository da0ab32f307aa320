"""Players of Buck Dice. The game has no decisions, so computers only keep people company."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.buckdice import BuckDice
from players.buckdice.facts import ACHIEVEMENTS, METER
from players.core import Kit, Level, Player

if TYPE_CHECKING:
    from engine.core import Source
    from players.core import Knowledge


def throw(known: Knowledge, source: Source) -> Any:  # noqa: ANN401, ARG001 - there is one move
    return known.moves[0]


KIT: Final = Kit(
    rules=BuckDice(),
    face="cogs.buckdice.board",
    players=dict.fromkeys(Level, Player(1, quick=True, choose=throw)),
    meter=METER,
    achievements=ACHIEVEMENTS,
)
