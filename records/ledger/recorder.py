"""Records finished tables, each in the transaction that ends it."""

from __future__ import annotations

import logging
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from db.errors import DatabaseError
from db.query import Query, Write
from records.facts.log_facts import read_facts
from records.facts.standings import to_finisher
from records.ledger.entering import Kept, LedgerEntry, boards_of, enter, enter_unfinished
from records.model.rows import NAME_OF, RESULT_OF, AchievementRow, LuckRow, PlayerRow, ResultRow
from records.model.scopes import DIRECT, Part, Shared, guild_key
from records.model.standings import Standing, sum_up
from tables.storage.finished import read_log

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from db.query import Ask
    from db.store import SeatRow, Store, TableRow
    from engine.core import AnyGame
    from records.facts.log_facts import Facts
    from records.model.rows import FinishRow
    from tables.model.table import Person
    from tables.storage.finished import FinishedTable

log = logging.getLogger(__name__)

INSERT_RESULT = Query(
    int,
    """
    INSERT INTO results (table_id, guild_id, game, ended_at, reviewed, unfinished)
    SELECT :table_id, :guild_id, :game, :ended_at, :unfinished, :unfinished
    WHERE NOT EXISTS (SELECT 1 FROM departures
                      WHERE departures.guild_id = :guild_id AND departures.removing IS NOT NULL)
    RETURNING id
    """,
)
"""Adds nothing while the data of the server is being deleted."""

_SITTING = "person_id IN (SELECT seats.person_id FROM seats WHERE table_id = :table_id)"
_THEIRS = sum_up(f"board = :board AND {_SITTING}", ":game")

STANDINGS_OF_SEATS = Query(Standing, f"{_THEIRS} UNION ALL {sum_up(_SITTING, whole=True)}")
"""Those of a table's players on one board and on that of all games together."""

LUCK_OF_SEATS = Query(
    LuckRow,
    """
    SELECT luck.person_id, guild_id, game, measure, times, actual, expected, variance
    FROM seats CROSS JOIN luck
    WHERE seats.table_id = :table_id AND luck.person_id = seats.person_id
          AND guild_id = :guild_id AND game = :game
    """,
)

ACHIEVEMENTS_OF_SEATS = Query(
    AchievementRow,
    """
    SELECT achievements.person_id, guild_id, achievements.name, achievements.table_id, at
    FROM seats CROSS JOIN achievements
    WHERE seats.table_id = :table_id AND achievements.person_id = seats.person_id
          AND guild_id = :guild_id
    """,
)

INSERT_FINISH = Write(
    """
    INSERT INTO finishes (result_id, person_id, guild_id, game, board, place, score,
                          mu, sigma, streak, streak_all)
    VALUES (:result_id, :person_id, :guild_id, :game, :board, :place, :score,
            :mu, :sigma, :streak, :streak_all)
    """
)

PUT_PLAYER = Write(
    """
    INSERT INTO players (guild_id, person_id, name)
    VALUES (:guild_id, :person_id, :name)
    ON CONFLICT (guild_id, person_id) DO UPDATE SET name = excluded.name
    """
)

PUT_LUCK = Write(
    """
    INSERT INTO luck (person_id, guild_id, game, measure, times, actual, expected, variance)
    VALUES (:person_id, :guild_id, :game, :measure, :times, :actual, :expected, :variance)
    ON CONFLICT (person_id, guild_id, game, measure) DO UPDATE
    SET times = excluded.times,
        actual = excluded.actual,
        expected = excluded.expected,
        variance = excluded.variance
    """
)

PUT_ACHIEVEMENT = Write(
    """
    INSERT INTO achievements (person_id, guild_id, name, table_id, at)
    VALUES (:person_id, :guild_id, :name, :table_id, :at)
    """
)

SEEN: Final = 8192
"""Cache size: people on servers whose latest name is known to be written; full, it is emptied."""


# Dailies, on channel 1, have none.
COUNT_UNENTERED: Final = Query(
    int,
    """
    SELECT (SELECT COUNT(*) FROM tables WHERE status = 'finished' AND channel_id > 1)
           + (SELECT COUNT(*) FROM tables WHERE forfeited AND channel_id > 1)
           - (SELECT COUNT(*) FROM results)
    """,
)

# Finished and forfeited tables without a result, in the order of their ending.
UNENTERED: Final = Query(
    int,
    """
    SELECT tables.id
    FROM tables LEFT JOIN results ON results.table_id = tables.id
    WHERE results.id IS NULL AND (tables.status = 'finished' OR tables.forfeited)
          AND tables.challenge IS NULL
          AND NOT EXISTS (SELECT 1 FROM departures
                          WHERE departures.guild_id = tables.guild_id
                                AND departures.removing IS NOT NULL)
    ORDER BY tables.ended_at, tables.id
    """,
)

RENAME_PLAYER: Final = Write(
    "UPDATE players SET name = :name WHERE guild_id = :guild_id AND person_id = :person_id"
)


class Recorder(Part):
    """Records finished tables, and under which name each person was last seen."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._seen: dict[tuple[int, int], str] = {}

    async def note_name(self, guild_id: int | None, person: Person) -> None:
        """Write the name of a person with results on a server, unless it is there already.

        Whoever was seen under it asks nothing of the database. Where it is away nothing is written.
        """
        key = guild_id or DIRECT, person.id
        if self._seen.get(key) == person.name:
            return
        try:
            async with self._database.read_one() as store:
                known = await store.one(NAME_OF, guild_id=key[0], person_id=key[1])
            if known not in {None, person.name}:
                async with self._database.write() as store:
                    store.run(RENAME_PLAYER, guild_id=key[0], person_id=key[1], name=person.name)
        except DatabaseError as error:
            log.warning("a name was not written: %s", error)
            return
        if len(self._seen) >= SEEN:
            self._seen.clear()
        self._seen[key] = person.name

    def asks(self, row: TableRow, seats: Sequence[SeatRow]) -> Sequence[Ask[Any]]:
        """Return what `record` asks: the number of the result, and what is kept of who played.

        A challenge enters no board: its feature has boards of its own.
        """
        if row.challenge is not None:
            return ()
        people = [seat.person_id for seat in seats]
        whose: dict[str, Any] = {"table_id": row.id, "guild_id": guild_key(row.guild_id)}
        insert = INSERT_RESULT.ask(
            **whose,
            game=row.game,
            ended_at=row.ended_at or row.changed_at,
            unfinished=_is_unfinished(row, seats),
        )
        board, *_ = boards_of(row.game, people)
        of_game = {**whose, "game": row.game}
        standings = STANDINGS_OF_SEATS.ask(**of_game, board=board)
        luck, earned = LUCK_OF_SEATS.ask(**of_game), ACHIEVEMENTS_OF_SEATS.ask(**whose)
        return insert, standings, luck, earned

    def record(
        self, store: Store, table: FinishedTable, answers: Sequence[tuple[Any, ...]]
    ) -> None:
        """Record a finished or forfeited table in the transaction that ends it, as `OnEnd`.

        While the data of its server is being deleted, nothing is recorded.
        """
        if not answers or not answers[0]:
            return
        ((number,), standings, luck, earned), row = answers, table.row
        ended_at = row.ended_at or row.changed_at
        result = ResultRow(number, row.id, guild_key(row.guild_id), row.game, ended_at)
        if _is_unfinished(row, table.seats):
            store.run(INSERT_FINISH, **asdict(enter_unfinished(result, table.seats[0].person_id)))
            return
        kept = Kept(
            {(each.board, each.person_id): each for each in standings},
            {(each.person_id, each.measure): each for each in luck},
            {(each.person_id, each.name) for each in earned},
        )
        entered = enter(to_entry(self._games, result, table), kept)
        put_finishes(store, entered.finishes)
        store.run_each(PUT_PLAYER, [self._name(result.guild_id, seat) for seat in table.seats])
        store.run_each(PUT_LUCK, map(asdict, entered.luck))
        store.run_each(PUT_ACHIEVEMENT, map(asdict, entered.achievements))

    def _name(self, guild_id: int, seat: SeatRow) -> dict[str, Any]:
        """Return the name of a player; a seat may have that of an earlier day."""
        name = self._seen.get((guild_id, seat.person_id), seat.name)
        return asdict(PlayerRow(guild_id, seat.person_id, name))

    async def catch_up(self) -> int:
        """Record the finished tables that are not recorded yet, and return how many there were.

        To be called at start. A table of a server whose data is being deleted waits until that is
        done.
        """
        async with self._database.read_slow() as store:
            missing = await store.value(COUNT_UNENTERED)  # faster than to look for them
            numbers = await store.all(UNENTERED) if missing else ()
        for number in numbers:
            async with self._database.write() as store:
                row = await store.table(number)
                if row is not None and await store.one(RESULT_OF, table_id=number) is None:
                    table = await read_log(store, row)
                    answers = await store.each(*self.asks(row, table.seats))
                    self.record(store, table, answers)
        return len(numbers)


def put_finishes(store: Store, finishes: Iterable[FinishRow]) -> None:
    """Add rows of a result."""
    store.run_each(INSERT_FINISH, map(asdict, finishes))


def _is_unfinished(row: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Return whether somebody has begun the game alone and not finished it: 0 points."""
    return row.forfeited and len(seats) == 1


def to_entry(games: Mapping[str, AnyGame], result: ResultRow, table: FinishedTable) -> LedgerEntry:
    """Return what the ledger enters for a finished table."""
    facts = read_facts(games.get(table.row.game), table)
    return LedgerEntry(result, tuple(map(to_finisher, correct_seats(table.seats, facts))), facts)


def correct_seats(seats: tuple[SeatRow, ...], facts: Facts) -> tuple[SeatRow, ...]:
    """Return the seats with the scores and places of the log, if the log can be read."""
    if facts.outcome is None:
        return seats
    ends = zip(seats, facts.outcome.scores, facts.outcome.places, strict=True)
    return tuple(seat._replace(score=score, place=place) for seat, score, place in ends)
