"""Hints: the values of a person's legal moves, computed in another process.

A hint uses only the seat's knowledge. Hints are counted, and the end of the game shows the counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from db.errors import asked_again
from players.core import know
from players.games import find_hint
from tables.model.advice import Hint
from tables.model.errors import NoHint
from tables.part import Part
from tables.play.computers import read_seen
from tables.play.playing import CountHint, require_hint

if TYPE_CHECKING:
    from collections.abc import Callable

    from players.core import Knowledge
    from tables.model.table import Person, Table
    from tables.part import Shared
    from tables.thinking.moves import Thinking


T = TypeVar("T")

LIMIT: Final = 5.0
"""Seconds of processor time for an answer, enough on a slow machine, too."""


class Adviser(Part):
    """Computes values of moves in another process.

    Args:
        shared: the services of all parts.
        thinking: has the processes.
    """

    def __init__(self, shared: Shared, thinking: Thinking) -> None:
        super().__init__(shared)
        self._thinking = thinking

    async def _weigh(self, call: Callable[..., T], *args: object) -> T | None:
        """Return the result of a call in another process; None if its time runs out."""
        return await self._thinking.thinkers.run(call, *args, limit=LIMIT)


class Hints(Adviser):
    """Gives hints."""

    async def give(
        self, table_id: int, person: Person, *, seen: int | None = None, click: int | None = None
    ) -> Hint:
        """Return the values of a person's moves; if there is a choice, count that as a hint.

        Args:
            table_id: of the table.
            person: who asks.
            seen: the number of the board whose hint the person has already seen; it counts once.
            click: the interaction by which the person asks.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for this person.
            NotYourTurn: it is somebody else's turn.
            NoHint: this table has no hints, or none was found in time.
        """
        table, known = await self._read(table_id, person)
        found = await self._weigh(find_hint, table.game.info.key, known)
        if found is None:
            raise NoHint("No hint was found in time. Ask once more.")
        if len(known.moves) > 1 and seen != table.drawn_for(known.seat):
            await self._writer.do(table_id, CountHint(person), click=click)
        return Hint(table, known.seat, found)

    @asked_again
    async def _read(self, table_id: int, person: Person) -> tuple[Table, Knowledge]:
        """Return the table and the person's knowledge; raises unless a hint is allowed now."""
        async with self._database.read() as store:
            stored = await self._repository.load(store, table_id, even_broken=True)
            seat = require_hint(stored, person).seat
            seen = read_seen(stored, await store.moves(table_id), seat)
        table = stored
        return table, know(table.game, table.options, table.state, seat, seen)
