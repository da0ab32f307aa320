"""Positions to practise on: first a person's own mistakes in finished games, then shipped ones.

The database stores the positions that a person has answered right, so that they do not come back.
Mistakes found at a finished table are cached, because the table's log never changes.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from cachetools import LRUCache

from db.errors import asked_again
from db.query import Query, Write
from players.games import can_assess
from players.practice import Position, load_positions, weigh
from players.review import is_mistake
from tables.model.errors import NoAdvice, NothingThere, ReviewPending, WrongPhase
from tables.model.table import Status
from tables.storage.finished import read_log
from tables.thinking import Adviser

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from engine.core import Game
    from players.core import Assessed, Knowledge
    from tables.model.table import Person
    from tables.service import Tables
    from tables.storage.finished import FinishedTable

Origin = tuple[int, int]
"""A position's origin: numbers of a table and a move, or 0 and a number in the shipped set."""

SHIPPED: Final = 0
"""Number that stands for the shipped set in place of a table's number."""

NEWEST: Final = 5
"""Number of latest finished tables, for each game, that are searched for mistakes."""

CAPACITY: Final = 4096
"""Cache size: seats of finished tables whose mistakes are kept."""

WITHIN: Final = 10.0
"""Limit in seconds for all reviews that a list needs; tables without a review are then skipped."""

WORST: Final = 5
"""Largest number of positions taken from one finished game."""


PRACTISED_BY: Final = Query(
    tuple[int, int], "SELECT table_id, seq FROM practice WHERE person_id = :person_id"
)

INSERT_PRACTISED: Final = Write("""
    INSERT INTO practice (person_id, table_id, seq) VALUES (:person_id, :table_id, :seq)
    ON CONFLICT (person_id, table_id, seq) DO NOTHING
    """)

# The newest finished tables of a game at which a person had a seat.
FINISHED_WITH_PERSON: Final = Query(
    int,
    """
    SELECT tables.id
    FROM seats JOIN tables ON tables.id = seats.table_id
    WHERE seats.person_id = :person_id AND tables.status = 'finished' AND tables.game = :game
    ORDER BY tables.id DESC LIMIT :most
    """,
)


@dataclass(frozen=True, slots=True)
class Task:
    """A position to practise on.

    Attributes:
        table_id: the finished table that the position is from; 0 for the shipped set.
        seq: the number of the move to find, or of the position in the shipped set.
        game: the rules.
        position: the game so far.
        names: the players' names, by seat; empty for the shipped set.
        known: the knowledge of the seat that has to choose.
        moves: the choices with their values, the best first.
        made: the person's choice in the game; None for the shipped set.
        server_id: the table's server; None in direct messages and for the shipped set.
    """

    table_id: int
    seq: int
    game: Game[Any, Any, Any]
    position: Position = field(repr=False)
    names: tuple[str, ...]
    known: Knowledge = field(repr=False)
    moves: tuple[Assessed, ...] = field(repr=False)
    made: Any = field(repr=False)
    server_id: int | None = None


class Practice(Adviser):
    """Finds positions to practise on."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.shared, tables.thinking)
        self._reviews = tables.reviews
        self._mistakes: LRUCache[tuple[int, int], tuple[int, ...]] = LRUCache(CAPACITY)

    @asked_again
    async def list_open(
        self, person: Person, keys: Iterable[str], after: Origin | None, most: int
    ) -> tuple[Origin, ...]:
        """Return the next positions that the person has not answered right.

        The positions form a circle: the person's own, from the newest table to the oldest, then the
        shipped ones. The list begins just after the origin `after`.

        Args:
            person: the person who practises.
            keys: the keys of the games.
            after: the origin of the last position shown; None at the start.
            most: the largest number of origins to return.
        """
        async with self._database.read_slow() as store:
            right = await store.all(PRACTISED_BY, person_id=person.id)
            games = [key for key in keys if can_assess(key)]
            found = [
                await store.all(FINISHED_WITH_PERSON, person_id=person.id, game=key, most=NEWEST)
                for key in games
            ]
        here, last = after or (max(map(max, filter(None, found)), default=SHIPPED), -1)
        tables = {SHIPPED, here, *chain(*found)}
        left: list[Origin] = []
        until = asyncio.get_running_loop().time() + WITHIN
        for table_id in [*sorted(tables, key=lambda each: (each > here, -each)), here]:
            numbers = await self._list_numbers(table_id, person, games, until)
            origins = [(table_id, number) for number in numbers if number > last]
            left += [each for each in origins if each not in right and each not in left]
            if len(left) >= most:
                break
            last = -1
        return tuple(left[:most])

    async def get(self, person: Person, origin: Origin) -> Task:
        """Return the position with this origin, as a task for a person.

        Raises:
            NothingThere: there is no such position for this person.
            NoAdvice: the choices could not be valued in time.
            ReviewPending: the review of the table is still being computed.
        """
        table_id, seq = origin
        if table_id == SHIPPED:
            if not 0 <= seq < len(load_positions()):
                raise _no_such_position()
            return await self._make_task(origin, load_positions()[seq])
        if seq not in await self._find_mistakes(table_id, person):
            raise _no_such_position()
        table = await self._read(table_id)
        moves = tuple(row.text for row in table.log)
        position = _begin(table, moves[:seq])
        names = tuple(seat.name for seat in table.seats)
        return await self._make_task(origin, position, names, moves[seq], table.row.server_id)

    async def note_right(self, person: Person, origin: Origin, *, click: int | None = None) -> None:
        """Store that a person has answered a position right, so that it does not come back."""
        async with self._writer.write(click) as store:
            store.run(INSERT_PRACTISED, person_id=person.id, table_id=origin[0], seq=origin[1])

    async def _make_task(
        self,
        origin: Origin,
        position: Position,
        names: tuple[str, ...] = (),
        made: str = "",
        server_id: int | None = None,
    ) -> Task:
        moves = await self._weigh(weigh, position)
        game = self._repository.game(position.game)
        if not moves or game is None:
            raise NoAdvice("The best move of this position was not found in time. Try once more.")
        return Task(
            *origin,
            game,
            position,
            names,
            position.know(),
            moves,
            game.parse(made) if made else None,
            server_id,
        )

    async def _list_numbers(
        self, table_id: int, person: Person, games: Collection[str], until: float
    ) -> Sequence[int]:
        """Return the numbers of a table's positions; empty while its review is being computed.

        `until` is the end of the wait for the review, by the clock of the event loop.
        """
        if table_id == SHIPPED:
            return [i for i, each in enumerate(load_positions()) if each.game in games]
        with suppress(ReviewPending, TimeoutError):
            async with asyncio.timeout_at(until):
                return await self._find_mistakes(table_id, person)
        return ()

    async def _find_mistakes(self, table_id: int, person: Person) -> tuple[int, ...]:
        """Return the numbers of a person's mistakes at a finished table; empty without a seat."""
        key = table_id, person.id
        if key not in self._mistakes:
            table = await self._read(table_id)
            self._mistakes[key] = await self._look_through(table, person.id)
        return self._mistakes[key]

    async def _look_through(self, table: FinishedTable, person_id: int) -> tuple[int, ...]:
        seat = next((each.seat for each in table.seats if each.person_id == person_id), None)
        if seat is None or table.row.status != Status.FINISHED or not can_assess(table.row.game):
            return ()
        try:
            review = await self._reviews.get(table.row.id, table.row.server_id)
        except WrongPhase:  # the review takes too long, or the rules have changed
            return ()
        worst = review.seats[seat].find_worst(WORST) if review else ()
        mistakes = (each.seq for each in worst if is_mistake(each.best, each.made))
        return tuple(sorted(seq for seq in mistakes if not table.log[seq].by_caretaker))

    @asked_again
    async def _read(self, table_id: int) -> FinishedTable:
        async with self._database.read_slow() as store:
            row = await store.table(table_id)
            if row is None:
                raise _no_such_position()
            return await read_log(store, row)


def _begin(table: FinishedTable, moves: tuple[str, ...]) -> Position:
    """Return the position in a finished game after these moves."""
    row = table.row
    return Position(row.game, len(table.seats), row.settled, row.first, moves)


def _no_such_position() -> NothingThere:
    return NothingThere("There is no such position to practise on.")
