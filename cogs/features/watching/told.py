"""What decisions were worth, for spectators: of turns that are over, and never of an open one.

As long as somebody is to act, or can take a move back, nothing is told of what that person has
decided before: it could help with the next decision of the same turn. Nothing is told of games
that hide something.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cachetools import LRUCache

from cogs.features.watching.watchers import require_spectator
from db.errors import asked_again
from engine.core import CHANCE, fold
from players.core import know
from players.games import can_assess, find_hint
from tables.model.errors import UNREADABLE, TableClosed
from tables.thinking.advice import Adviser

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Seat, Transition
    from players.core import Assessed
    from tables.model.table import Table
    from tables.service import Tables

REMEMBERED: Final = 64
"""How many decisions are kept that were weighed: several spectators ask for the same."""


@dataclass(frozen=True, slots=True)
class ToldDecision:
    """A decision of a turn that is over.

    Attributes:
        table: as it was when the decision was to be made.
        seat: who has decided.
        made: the move.
        moves: with what they were worth, the best first.
    """

    table: Table
    seat: Seat
    made: Any
    moves: tuple[Assessed, ...]


class ToldDecisions(Adviser):
    """Weighs decisions of turns that are over."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.shared, tables.thinking)
        self._weighed: LRUCache[tuple[int, int], ToldDecision] = LRUCache(REMEMBERED)

    @asked_again
    async def find(self, table: Table, person_id: int) -> ToldDecision | None:
        """Return the last decision of a turn that is over; None where there is none to tell.

        Raises:
            AlreadySeated: the person sits at the table.
            TableClosed: the log cannot be read.
        """
        require_spectator(table, person_id)
        if table.state is None or not can_assess(table.game.info.key):
            return None
        async with self._database.read() as store:
            rows = await store.moves(table.id)
        log = ((row.seat, row.text) for row in rows[: table.seq])
        steps = fold(table.game, len(table.seats), table.options, table.first, log)
        try:
            found = find_last(steps, table)
        except Exception:  # noqa: BLE001 - whatever it is, it may quote a move
            raise TableClosed(UNREADABLE) from None
        return None if found is None else await self._tell(table, *found)

    async def _tell(self, table: Table, seq: int, step: Transition) -> ToldDecision | None:
        """Return a decision with what its moves were worth; None where that was not found."""
        told = self._weighed.get((table.id, seq))
        if told is not None:
            return told
        known = know(table.game, table.options, step.before, step.seat)
        moves = await self._weigh(find_hint, table.game.info.key, known)
        if moves is None:
            return None
        told = ToldDecision(table.in_state(step.before), step.seat, step.move, moves)
        self._weighed[table.id, seq] = told
        return told


def find_last(steps: Iterable[Transition], table: Table) -> tuple[int, Transition] | None:
    """Return the last decision of somebody who is not to act now, with its number in the log.

    What was taken back was no decision: it led back to the state before it.
    """
    made: list[tuple[int, Transition]] = []
    for seq, step in enumerate(steps):
        if made and step.after == made[-1][1].before:
            made.pop()
        elif step.seat != CHANCE:
            made.append((seq, step))
    return next((each for each in reversed(made) if _is_told(each[1], table)), None)


def _is_told(step: Transition, table: Table) -> bool:
    deciding = {*table.to_act, *(move.seat for move in table.undoable)}
    return step.seat not in deciding and len(table.game.moves(step.before, step.seat)) > 1
