"""What the log of a finished game tells: luck and achievements, whoever sat there."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from annals.achievements import earned_by
from annals.luck import Sums, luck_of
from annals.tale import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from db.store import MoveRow
    from engine.core import Seat
    from tables.play import AnyGame

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Facts:
    """By seat: how the dice fell, and which achievements the course of the game earns."""

    luck: tuple[Sums, ...] = ()
    earned: tuple[tuple[Seat, str], ...] = ()


NOTHING = Facts()


def facts_of(
    game: AnyGame | None,
    options: Mapping[str, str],
    seats: int,
    first: Seat | None,
    moves: Iterable[MoveRow],
) -> Facts:
    """Read a log; nothing is told by one that does not fold by the rules as they are now.

    Whatever is wrong here must not keep a game from ending, so it is logged and no more.
    """
    if game is None:
        return NOTHING
    try:
        tale = told(game, options, seats, first, moves)
        return Facts(luck_of(tale), tuple(earned_by(tale)))
    except Exception as error:  # noqa: BLE001 - see above
        # Neither the move nor the state is told: the log of the process holds no moves.
        log.error(  # noqa: TRY400 - the traceback would tell them
            "the log of a finished game of %s cannot be read: %s",
            game.info.key,
            type(error).__name__,
        )
        return NOTHING
