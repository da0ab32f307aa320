"""Hints, and the costs of decisions. Both are computed in another process.

A hint uses only the seat's knowledge. Leaderboards do not count a game in which one was shown.

The costs of decisions are kept with each result. A review takes a second, or half a minute if it
needs a search, so the transaction that ends a game does not wait for it. Results are reviewed one
by one, the latest first. One transaction stores the costs and marks the result as reviewed, so
nothing is lost if the process is killed. A later review finds the same costs.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final

from db.errors import Conflict, asked_again
from db.query import Query, Write
from players.core import know
from players.games import can_hint, find_hint
from records.entering import to_finisher
from records.values import (
    RESULT_OF,
    RecordsService,
    ResultRow,
    visible_guild,
)
from tables.model.errors import NoAdvice, StaleClick, not_your_turn
from tables.play.computers import read_seen
from tables.play.playing import require_game
from tables.storage.act import Act, Answer, require_seat
from tables.storage.finished import read_log
from tables.thinking import Adviser, is_searched

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from engine.core import Seat
    from players.core import Assessed, Knowledge
    from tables.model.table import Person, SeatedPlayer, Table
    from tables.service import Tables
    from tables.storage.act import Moment
    from tables.storage.finished import FinishedTable
    from tables.thinking import Regret


def gives_hints(table: Table) -> bool:
    """Return whether hints are allowed: one person plays, and it is no daily."""
    return table.private is None and len(table.people) == 1


@dataclass(frozen=True, slots=True)
class NoteHint(Act):
    """Notes that a person was shown a hint.

    Raises NotSeated, and StaleClick if the game has gone on since `seq`.
    """

    person: Person
    seq: int
    answer = Answer.PAGE

    def apply(self, stored: Table, at: Moment) -> Table:  # noqa: ARG002 - the signature of an `Act`
        seat = require_seat(stored, self.person)
        if stored.status.over or stored.seq != self.seq:
            raise StaleClick("The game has gone on since.")
        return stored.with_seat(replace(seat, hinted=True))


@dataclass(frozen=True, slots=True)
class Hint:
    """The value of each move of a seat.

    Attributes:
        table: the table in the state that the hint is for.
        seat: the seat that is to move.
        moves: the moves with their values, best first.
    """

    table: Table
    seat: Seat
    moves: tuple[Assessed, ...]


class Hints(Adviser):
    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.shared, tables.thinking)

    async def give(self, table_id: int, person: Person, *, click: int | None = None) -> Hint:
        """Return the values of a person's moves; if there are several moves, note the hint.

        Args:
            table_id: the number of the table.
            person: who asks.
            click: the interaction by which the person asks.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for this person.
            NotYourTurn: it is somebody else's turn.
            NoAdvice: this table has no hints, or none was found in time.
            StaleClick: the game has gone on meanwhile.
        """
        table, known = await self._read(table_id, person)
        found = await self._weigh(find_hint, table.game.info.key, known)
        if found is None:
            raise NoAdvice("No hint was found in time. Ask once more.")
        if len(known.moves) > 1 and not table.seats[known.seat].hinted:
            await self._writer.do(table_id, NoteHint(person, table.seq), click=click)
        return Hint(table, known.seat, found)

    @asked_again
    async def _read(self, table_id: int, person: Person) -> tuple[Table, Knowledge]:
        """Return the table and the person's knowledge; raises unless a hint is allowed now."""
        async with self._database.read() as store:
            stored = await self._repository.load(store, table_id, even_broken=True)
            seat = _require_hint(stored, person).seat
            seen = read_seen(stored, await store.moves(table_id), seat)
        table = stored
        return table, know(table.game, table.options, table.state, seat, seen)


def _require_hint(stored: Table, person: Person) -> SeatedPlayer:
    """Return the player's row; raises unless the person may see a hint now."""
    seat = require_seat(stored, person)
    require_game(stored)
    if not (gives_hints(stored) and can_hint(stored.game.info.key)):
        raise NoAdvice("There are no hints in this game.")
    if seat.seat not in stored.to_act:
        raise not_your_turn([stored.seats[each].name for each in stored.to_act])
    return seat


TOLD: Final = 200
"""Number of latest games that the accuracy over time covers."""

SPAN: Final = 10
"""Number of consecutive games that are summed up in one span."""

ENOUGH: Final = 20
"""Fewest decisions in a span from which a person is judged."""

ENOUGH_SEARCHED: Final = 100
"""Fewest decisions if costs are estimates, so that the errors nearly cancel out."""


@dataclass(frozen=True, slots=True)
class RegretRow:
    """The cost of a person's decisions at a finished table, and the cost of random moves there."""

    result_id: int
    person_id: int
    guild_id: int
    game: str
    decisions: int
    given_away: float
    at_random: float


@dataclass(frozen=True, slots=True)
class RegretSpan:
    """Consecutive games of a person.

    Attributes:
        games: the number of games.
        decisions: the number of decisions in these games.
        accuracy: from 0, for random moves, to 100.
    """

    games: int
    decisions: int
    accuracy: float


def count_enough(game_key: str) -> int:
    """Return the fewest decisions in a span from which a person is judged in a game."""
    return ENOUGH_SEARCHED if is_searched(game_key) else ENOUGH


# The latest result whose regrets are missing, except on servers whose data is being deleted.
NEXT_TO_REVIEW: Final = Query(
    ResultRow,
    """
    SELECT id, table_id, guild_id, game, ended_at
    FROM results
    WHERE NOT reviewed AND NOT unfinished
          AND NOT EXISTS (SELECT 1 FROM departures
                          WHERE departures.guild_id = results.guild_id
                                AND departures.removing IS NOT NULL)
    ORDER BY id DESC
    LIMIT 1
    """,
)


# The latest games with a decision since the last reset, newest first.
REGRET_HISTORY: Final = Query(
    RegretRow,
    """
    SELECT result_id, person_id, guild_id, game, decisions, given_away, at_random
    FROM regrets
    WHERE person_id = :person_id AND guild_id = :guild_id AND game = :game AND decisions > 0
          AND result_id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                           WHERE resets.guild_id = :guild_id AND resets.game IN (:game, '*'))
    ORDER BY result_id DESC
    LIMIT :number
    """,
)

INSERT_REGRETS: Final = Write("""
    INSERT INTO regrets (result_id, person_id, guild_id, game, decisions, given_away, at_random)
    VALUES (:result_id, :person_id, :guild_id, :game, :decisions, :given_away, :at_random)
    """)

MARK_REVIEWED: Final = Write("UPDATE results SET reviewed = TRUE WHERE id = :result_id")


class Regrets(RecordsService):
    """Stores the costs of decisions, and sums them up by person."""

    async def catch_up(
        self,
        review: Callable[[FinishedTable], Awaitable[Sequence[Regret] | None]],
        rest: float = 0.0,
    ) -> int:
        """Enter the regrets of results that have none yet, and return the number of results.

        Call this regularly.

        Args:
            review: returns the costs of each seat's decisions; returns an empty sequence if the
                costs cannot be computed, and None if a later call may succeed.
            rest: the pause after a review, as a multiple of the review's time.
        """
        entered = 0
        while (found := await self._next()) is not None:
            result, table = found
            begun = time.perf_counter()
            regrets = await review(table)
            taken = time.perf_counter() - begun
            if regrets is None:
                break
            with suppress(Conflict):  # another worker was faster
                await self._enter(result, regrets)
            entered += 1
            await asyncio.sleep(rest * taken)
        return entered

    async def _enter(self, result: ResultRow, regrets: Sequence[Regret]) -> None:
        """Write the rows, except for people or servers whose data was deleted meanwhile."""
        async with self._database.write() as store:
            if await store.one(RESULT_OF, table_id=result.table_id) == result.id:
                rows = to_rows(result, await store.seats(result.table_id), regrets)
                store.run_each(INSERT_REGRETS, map(asdict, rows))
                store.run(MARK_REVIEWED, result_id=result.id)

    async def _next(self) -> tuple[ResultRow, FinishedTable] | None:
        """Return the next result to be reviewed, with its table."""
        async with self._database.read_slow() as store:
            result = await store.one(NEXT_TO_REVIEW)
            row = None if result is None else await store.table(result.table_id)
            return None if result is None or row is None else (result, await read_log(store, row))

    @asked_again
    async def spans(
        self, guild_id: int | None, person_id: int, game_key: str
    ) -> tuple[RegretSpan, ...]:
        """Return the spans of a person's latest games of one game, oldest first.

        Each span has ten games, but the oldest may have fewer.
        """
        async with self._database.read_slow() as store:
            guild = await visible_guild(store, guild_id)
            which = {"guild_id": guild, "person_id": person_id, "game": game_key}
            return _list_spans(await store.all(REGRET_HISTORY, **which, number=TOLD))


def to_rows(
    result: ResultRow, seats: Sequence[SeatedPlayer], regrets: Sequence[Regret]
) -> list[RegretRow]:
    """Return the rows of a result, for people who stayed to the end and are not forgotten."""
    rows: list[RegretRow] = []
    for regret in regrets:
        finisher = to_finisher(seats[regret.seat])
        if finisher.left or finisher.person_id < 0:
            continue
        key = (result.id, finisher.person_id, result.guild_id, result.game)
        rows.append(RegretRow(*key, regret.decisions, regret.given_away, regret.at_random))
    return rows


def find_accuracy(given_away: float, at_random: float) -> float:
    """Return the accuracy of games as `players.review` defines it; 100 if nothing was at stake."""
    return 100 * min(max(1 - given_away / at_random, 0.0), 1.0) if at_random > 0 else 100.0


def _list_spans(rows: Sequence[RegretRow]) -> tuple[RegretSpan, ...]:
    """Return the spans, oldest first; `rows` begin with the newest game."""
    spans = (rows[first : first + SPAN] for first in range(0, len(rows), SPAN))
    return tuple(map(_sum_up, spans))[::-1]


def _sum_up(rows: Sequence[RegretRow]) -> RegretSpan:
    decisions = sum(row.decisions for row in rows)
    given_away = sum(row.given_away for row in rows)
    accuracy = find_accuracy(given_away, sum(row.at_random for row in rows))
    return RegretSpan(len(rows), decisions, accuracy)
