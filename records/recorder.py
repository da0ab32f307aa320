"""Records finished tables, each in the transaction that ends it."""

from __future__ import annotations

import logging
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final

from db.errors import DatabaseError
from db.query import Query, Write
from engine.core import CHANCE, fold
from players.core import FinishedGame
from records.entering import Ended, boards_of, enter, enter_unfinished, to_finisher
from records.standings import Standing, sum_up
from records.values import (
    DIRECT,
    NAME_OF,
    RESULT_OF,
    PlayerRow,
    RecordServices,
    RecordsService,
    ResultRow,
    guild_key,
)
from tables.storage.finished import read_log

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from db.query import Ask
    from db.store import SeatedPlayer, Store, TableRow
    from engine.core import AnyGame
    from records.entering import OnResult, Rows, Standings
    from records.values import FinishRow
    from tables.model.table import Person
    from tables.storage.finished import FinishedTable

log = logging.getLogger(__name__)

INSERT_RESULT = Query(
    int,
    """
    INSERT INTO results (table_id, guild_id, game, ended_at, unfinished)
    SELECT :table_id, :guild_id, :game, :ended_at, :unfinished
    WHERE NOT EXISTS (SELECT 1 FROM departures
                      WHERE departures.guild_id = :guild_id AND departures.removing IS NOT NULL)
    RETURNING id
    """,
)
"""Query that adds a result, unless the server's data is being deleted."""

_SITTING = "person_id IN (SELECT seats.person_id FROM seats WHERE table_id = :table_id)"
_THEIRS = sum_up(f"board = :board AND {_SITTING}", ":game")

STANDINGS_OF_SEATS = Query(Standing, f"{_THEIRS} UNION ALL {sum_up(_SITTING, whole=True)}")
"""Standings of a table's players on one board and on the board of all games together."""

INSERT_FINISH = Write(
    """
    INSERT INTO finishes (result_id, person_id, guild_id, game, board, place, score,
                          mu, sigma, streak, streak_all, hinted, parted)
    VALUES (:result_id, :person_id, :guild_id, :game, :board, :place, :score,
            :mu, :sigma, :streak, :streak_all, :hinted, :parted)
    """
)

PUT_PLAYER = Write(
    """
    INSERT INTO players (guild_id, person_id, name)
    VALUES (:guild_id, :person_id, :name)
    ON CONFLICT (guild_id, person_id) DO UPDATE SET name = excluded.name
    """
)

SEEN: Final = 8192
"""Cache size: people whose latest name is known; a full cache is emptied."""


# Challenges have no results. Their channel is 1, so `channel_id > 1` leaves them out.
COUNT_UNENTERED: Final = Query(
    int,
    """
    SELECT (SELECT COUNT(*) FROM tables WHERE status = 'finished' AND channel_id > 1)
           + (SELECT COUNT(*) FROM tables WHERE forfeited AND channel_id > 1)
           - (SELECT COUNT(*) FROM results)
    """,
)

# Finished and forfeited tables without a result, in the order of their endings.
UNENTERED: Final = Query(
    int,
    """
    SELECT tables.id
    FROM tables LEFT JOIN results ON results.table_id = tables.id
    WHERE results.id IS NULL AND (tables.status = 'finished' OR tables.forfeited)
          AND tables.private IS NULL
          AND NOT EXISTS (SELECT 1 FROM departures
                          WHERE departures.guild_id = tables.guild_id
                                AND departures.removing IS NOT NULL)
    ORDER BY tables.ended_at, tables.id
    """,
)

RENAME_PLAYER: Final = Write(
    "UPDATE players SET name = :name WHERE guild_id = :guild_id AND person_id = :person_id"
)


class Recorder(RecordsService):
    """Records finished tables, and the latest name of each person."""

    def __init__(self, shared: RecordServices, on_result: Iterable[OnResult] = ()) -> None:
        super().__init__(shared)
        self._on_result = tuple(on_result)
        self._seen: dict[tuple[int, int], str] = {}

    async def note_name(self, guild_id: int | None, person: Person) -> None:
        """Store the latest name of a person who has results on a server.

        A known name needs no query. If the database cannot be reached, nothing is stored.
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
            log.warning("a person's name was not stored: %s", error)
            return
        if len(self._seen) >= SEEN:
            self._seen.clear()
        self._seen[key] = person.name

    def asks(self, row: TableRow, seats: Sequence[SeatedPlayer]) -> Sequence[Ask[Any]]:
        """Return the queries for `record`: the result, the standings, then those of the features.

        A private table needs no queries, because its feature has boards of its own.
        """
        if row.private is not None:
            return ()
        whose: dict[str, Any] = {"table_id": row.id, "guild_id": guild_key(row.guild_id)}
        insert = INSERT_RESULT.ask(
            **whose,
            game=row.game,
            ended_at=row.ended_at or row.changed_at,
            unfinished=_is_unfinished(row, seats),
        )
        board, *_ = boards_of(row.game, [seat.person_id for seat in seats])
        of_game = {**whose, "game": row.game}
        standings = STANDINGS_OF_SEATS.ask(**of_game, board=board)
        more = (query.ask(**of_game) for each in self._on_result for query in each.asks)
        return insert, standings, *more

    def record(
        self, store: Store, table: FinishedTable, answers: Sequence[tuple[Any, ...]]
    ) -> None:
        """Record a finished or forfeited table in the transaction that ends it.

        While the data of its server is being deleted, nothing is recorded.
        """
        if not answers or not answers[0]:
            return
        ((number,), stored, *more), row = answers, table.row
        ended_at = row.ended_at or row.changed_at
        result = ResultRow(number, row.id, guild_key(row.guild_id), row.game, ended_at)
        if _is_unfinished(row, table.seats):
            store.run(INSERT_FINISH, **asdict(enter_unfinished(result, table.seats[0].person_id)))
            return
        standings = {(each.board, each.person_id): each for each in stored}
        ended, finishes = enter_table(self._games.get(row.game), result, table, standings)
        put_finishes(store, finishes)
        store.run_each(PUT_PLAYER, [self._name(result.guild_id, seat) for seat in table.seats])
        for each in self._on_result:
            own, more = more[: len(each.asks)], more[len(each.asks) :]
            for write, rows in _enter_more(each, ended, own):
                store.run_each(write, rows)

    def _name(self, guild_id: int, seat: SeatedPlayer) -> dict[str, Any]:
        """Return a player's row with the latest name; the name at the seat may be older."""
        name = self._seen.get((guild_id, seat.person_id), seat.name)
        return asdict(PlayerRow(guild_id, seat.person_id, name))

    async def catch_up(self) -> int:
        """Record the finished and forfeited tables without a result, and return their number.

        Call this at start. Tables of a server whose data is being deleted are skipped.
        """
        async with self._database.read_slow() as store:
            missing = await store.value(COUNT_UNENTERED)  # counting is faster than the search
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
    store.run_each(INSERT_FINISH, map(asdict, finishes))


def _is_unfinished(row: TableRow, seats: Sequence[SeatedPlayer]) -> bool:
    """Return whether a person gave up a game played alone; such a game has no score."""
    return row.forfeited and len(seats) == 1


def enter_table(
    game: AnyGame | None, result: ResultRow, table: FinishedTable, standings: Standings
) -> tuple[Ended, tuple[FinishRow, ...]]:
    """Return an ended table and its finishes, and update `standings`.

    Scores and places come from the log if it can be read.

    Args:
        game: the rules; None if the bot no longer has the game.
        result: the row of the result.
        table: the table with its log.
        standings: the players' standings before the game.
    """
    log = _replay(game, table)
    seats = correct_seats(table.seats, log) if log else table.seats
    finishers = tuple(map(to_finisher, seats))
    finishes = enter(result, finishers, standings)
    after = tuple(standings[each.board, each.person_id] for each in finishes)
    counted = tuple(each for each in finishers if each.counts)
    return Ended(result, counted, after, log), finishes


def correct_seats(seats: tuple[SeatedPlayer, ...], log: FinishedGame) -> tuple[SeatedPlayer, ...]:
    """Return the seats with the scores and places from the log."""
    ends = zip(seats, log.outcome.scores, log.outcome.places, strict=True)
    return tuple(replace(seat, score=score, place=place) for seat, score, place in ends)


def _replay(game: AnyGame | None, table: FinishedTable) -> FinishedGame | None:
    """Return the game of a table; None after a forfeit, or if the log breaks the current rules.

    Any error is only logged, so that the game can end.
    """
    if game is None or table.row.forfeited:
        return None
    try:
        return replay_finished_game(game, table)
    except Exception as error:  # noqa: BLE001 - see above
        _log_failure(table.row.id, "the log of the finished game cannot be read", error)
        return None


def replay_finished_game(game: AnyGame, table: FinishedTable) -> FinishedGame:
    """Replay the log of a finished table.

    Raises:
        RuleError, BadSetup: the log breaks these rules.
        ValueError: the log does not reach the end of the game.
    """
    moves = ((row.seat, row.text) for row in table.log)
    transitions = tuple(fold(game, len(table.seats), table.row.settled, table.row.first, moves))
    outcome = game.outcome(transitions[-1].after) if transitions else None
    if outcome is None:
        raise ValueError("the log does not reach the end of the game")
    absent = frozenset(row.seat for row in table.log if row.by_caretaker and row.seat != CHANCE)
    return FinishedGame(game, table.row.settled, transitions, outcome, absent)


def _enter_more(
    feature: OnResult, ended: Ended, answers: Sequence[tuple[Any, ...]]
) -> Sequence[tuple[Write, Rows]]:
    """Return all rows of a feature, or none if it fails."""
    try:
        return [(write, [*rows]) for write, rows in feature.enter(ended, answers)]
    except Exception as error:  # noqa: BLE001 - the game must end in spite of any error
        _log_failure(ended.result.table_id, "a feature has failed and added no rows", error)
        return ()


def _log_failure(table_id: int, what: str, error: Exception) -> None:
    """Log only the kind of an error: its message and traceback might show a move or a state."""
    log.error("table %d: %s: %s", table_id, what, type(error).__name__)
