"""A finished game with every transition of its log, for luck and achievements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core import CHANCE, AnyGame, Outcome, Seat, Transition, fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tables.storage.finished import FinishedTable


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game.

    Attributes:
        game: the rules.
        options: complete.
        transitions: every move of the log with the states around it, those of nature included.
        outcome: scores and places by the rules.
        absent: the seats for which the caretaker moved at least once.
    """

    game: AnyGame
    options: Mapping[str, str]
    transitions: tuple[Transition, ...]
    outcome: Outcome
    absent: frozenset[Seat]

    @property
    def seats(self) -> range:
        """The numbers of all seats."""
        return range(len(self.outcome.scores))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place; nobody in a game played alone."""
        return self.outcome.winners if len(self.outcome.scores) > 1 else ()


def replay_finished_game(game: AnyGame, table: FinishedTable) -> FinishedGame:
    """Replay the log of a finished table.

    Raises:
        RuleError, BadSetup: the log is no game by these rules.
        ValueError: the log does not reach the end of the game.
    """
    moves = ((row.seat, row.text) for row in table.log)
    transitions = tuple(fold(game, len(table.seats), table.options, table.row.first, moves))
    outcome = game.outcome(transitions[-1].after) if transitions else None
    if outcome is None:
        raise ValueError("the log has no end")
    absent = frozenset(row.seat for row in table.log if row.by_caretaker and row.seat != CHANCE)
    return FinishedGame(game, table.options, transitions, outcome, absent)
