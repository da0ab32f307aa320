"""A finished game told once: every transition of its log, for luck and achievements to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core import CHANCE, Outcome, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from db.store import MoveRow
    from tables.runner import AnyGame


@dataclass(frozen=True, slots=True)
class Turn:
    """A move with the states around it."""

    before: Any
    seat: Seat
    move: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Tale:
    """A finished game.

    Attributes:
        game: the rules.
        options: complete.
        turns: every transition, chance included.
        outcome: as the rules give it.
        absent: the seats for which the caretaker moved at least once.
    """

    game: AnyGame
    options: Mapping[str, str]
    turns: tuple[Turn, ...]
    outcome: Outcome
    absent: frozenset[Seat]

    @property
    def seats(self) -> range:
        """The numbers of all seats."""
        return range(len(self.outcome.scores))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who came first among several."""
        return self.outcome.winners if len(self.outcome.scores) > 1 else ()


def told(
    game: AnyGame,
    options: Mapping[str, str],
    seats: int,
    first: Seat | None,
    moves: Iterable[MoveRow],
) -> Tale:
    """Fold a log; raises what the rules raise for one that is none, and ValueError for no end."""
    state = game.start(seats, options, first)
    turns: list[Turn] = []
    absent: set[Seat] = set()
    for row in moves:
        move = game.parse(row.text)
        after = game.apply(state, row.seat, move)
        turns.append(Turn(state, row.seat, move, after))
        if row.by_caretaker and row.seat != CHANCE:
            absent.add(row.seat)
        state = after
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError("the log has no end")
    return Tale(game, options, tuple(turns), outcome, frozenset(absent))
