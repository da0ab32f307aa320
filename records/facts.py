"""What the log of a finished game tells: outcome, luck and achievements, whoever sat there."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from records.achievements import earned_by
from records.finished_game import told
from records.luck import Sums, luck_of
from tables.stored import read_options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.store import MoveRow, TableRow
    from engine.core import Outcome, Seat
    from tables.runner import AnyGame

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a log tells.

    Attributes:
        outcome: scores and places; None where the log cannot be read.
        luck: by seat, how the dice fell.
        earned: by seat, which achievements the course of the game earns.
    """

    outcome: Outcome | None = None
    luck: tuple[Sums, ...] = ()
    earned: tuple[tuple[Seat, str], ...] = ()


NOTHING = Facts()


def facts_of(game: AnyGame | None, row: TableRow, seats: int, moves: Iterable[MoveRow]) -> Facts:
    """Read a table's log; nothing is told by one that does not fold by the rules as they are now.

    Whatever is wrong here must not keep a game from ending, so it is logged and no more.
    """
    if game is None:
        return NOTHING
    try:
        tale = told(game, read_options(row.options), seats, row.first, moves)
        return Facts(tale.outcome, luck_of(tale), tuple(earned_by(tale)))
    except Exception as error:  # noqa: BLE001 - see above
        # Neither the move nor the state is told: the log of the process holds no moves.
        log.error(  # noqa: TRY400 - the traceback would tell them
            "table %d: the log of the finished game cannot be read: %s",
            row.id,
            type(error).__name__,
        )
        return NOTHING
