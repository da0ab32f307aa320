"""The moves of computers, each in two steps: the question, and later the move.

No state is kept between the steps: after a restart, the table itself shows that a computer is to
move. If several callers ask for the same move, the first one makes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from db.errors import asked_again
from db.query import Query
from players.core import Level
from players.verification import decide
from tables.model.errors import TableClosed
from tables.model.table import Table
from tables.part import Part
from tables.play.computers import Question, ask, read_seen
from tables.play.playing import MoveComputer
from tables.thinking.thinkers import Thinkers

if TYPE_CHECKING:
    from tables.part import Shared


# Live tables are few, so the query starts from them.
LIVE_WITH_COMPUTERS: Final = Query(
    int,
    """
    SELECT id FROM tables
    WHERE status = 'playing' AND status IN ('lobby', 'playing')
          AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.level <> '')
    ORDER BY id
    """,
)


class Thinking(Part):
    """Asks computers for their moves, and makes them."""

    def __init__(self, shared: Shared) -> None:
        """Take what the parts share."""
        super().__init__(shared)
        self.thinkers = Thinkers()

    @asked_again
    async def find(self) -> list[Table]:
        """Return the tables of this process at which a computer is to move."""
        async with self._database.read_slow() as store:
            numbers = await store.all(LIVE_WITH_COMPUTERS)
        tables = await self._lookup.get_all(numbers)
        return [t for t in tables if t.thinking is not None and self._looks_after(t.guild_id)]

    @asked_again
    async def ask(self, table_id: int) -> Question | None:
        """Return the question for the computer that is to move; None if no computer is.

        Raises:
            NoSuchTable: there is no such table.
            TableClosed: its log can no longer be read, so it is closed.
        """
        try:
            return await self._ask(table_id)
        except TableClosed:
            await self._lookup.get_anew([table_id])
            raise

    async def _ask(self, table_id: int) -> Question | None:
        async with self._database.read() as store:
            stored = await self._repository.load(store, table_id, even_broken=True)
            seat, progress = stored.thinking, stored.progress
            if seat is None or progress is None:
                return None
            seen = read_seen(stored, await store.moves(table_id), seat)
        level = Level(stored.seats[seat].level)
        return ask(stored, progress.match, seat, progress.seq, level, seen)

    async def choose(self, question: Question) -> Any:  # noqa: ANN401 - a game's move
        """Return the computer's move; None if it fails, so that another move is made."""
        if question.player.quick:
            return question.choose()
        return await self.thinkers.run(decide, question.player, question.known, question.source)

    async def make(self, question: Question, move: Any) -> Table:  # noqa: ANN401 - a game's move
        """Make the chosen move; raises StaleClick if the game has gone on since the question."""
        return await self._writer.do(question.stored.id, MoveComputer(question, move))
