"""Hints: what each move is worth that a person may make now, found in another process.

A hint goes by what the seat may know. It is counted: the end of the game says who was
shown how many.
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


# What hints and positions to practise on share: moves are weighed in another process.

T = TypeVar("T")

LIMIT: Final = 5.0
"""Seconds of processor time for an answer: on a slow machine it comes late, but it comes."""


class Adviser(Part):
    """Says what moves are worth.

    Args:
        shared: what the parts of `Tables` share.
        thinking: has the processes in which moves are weighed.
    """

    def __init__(self, shared: Shared, thinking: Thinking) -> None:
        super().__init__(shared)
        self._thinking = thinking

    async def _weigh(self, call: Callable[..., T], *args: object) -> T | None:
        """Return the result of a call in another process; None where its time runs out."""
        return await self._thinking.thinkers.run(call, *args, limit=LIMIT)


class Hints(Adviser):
    """Gives hints."""

    async def give(
        self, table_id: int, person: Person, *, seen: int | None = None, click: int | None = None
    ) -> Hint:
        """Return what a person's moves are worth; if there is a choice, count that as a hint.

        Args:
            table_id: of the table.
            person: who asks.
            seen: the number of the board whose hint the person has seen: it is not counted again.
            click: the interaction by which the person asks.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for this person.
            NotYourTurn: it is the turn of somebody else.
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
        """Return the table, and what the person knows who may be shown a hint now."""
        async with self._database.read() as store:
            stored = await self._repository.load(store, table_id, even_broken=True)
            seat = require_hint(stored, person).seat
            seen = read_seen(stored, await store.moves(table_id), seat)
        table = stored
        return table, know(table.game, table.options, table.state, seat, seen)
