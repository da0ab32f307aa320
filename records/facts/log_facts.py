"""What the log of a finished game says: outcome, luck and achievements of each seat."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from records.facts.achievements import find_achievements
from records.facts.finished_game import replay_finished_game
from records.facts.luck import LuckSums, measure_luck

if TYPE_CHECKING:
    from engine.core import AnyGame, Outcome, Seat
    from tables.storage.finished import FinishedTable

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a log says.

    Attributes:
        outcome: scores and places; None if the log cannot be read.
        luck: how the dice fell for each seat.
        achievements: seat and name of every achievement that the course of the game earns.
    """

    outcome: Outcome | None = None
    luck: tuple[LuckSums, ...] = ()
    achievements: tuple[tuple[Seat, str], ...] = ()


NOTHING = Facts()


def read_facts(game: AnyGame | None, table: FinishedTable) -> Facts:
    """Return what the log of a table says; NOTHING of a forfeit, and if the rules refuse it.

    An error must not keep a game from ending, so it is only logged.

    Args:
        game: the rules; None if the bot has the game no longer.
        table: the table with its log.
    """
    if game is None or table.row.forfeited:
        return NOTHING
    try:
        finished = replay_finished_game(game, table)
        achievements = tuple(find_achievements(finished))
        return Facts(finished.outcome, measure_luck(finished), achievements)
    except Exception as error:  # noqa: BLE001 - see above
        # The message must not hold a move or a state: moves do not belong into the process's log.
        log.error(  # noqa: TRY400 - the traceback would show them
            "table %d: the log of the finished game cannot be read: %s",
            table.row.id,
            type(error).__name__,
        )
        return NOTHING
