"""Records finished tables, each in the transaction that ends it."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from db.errors import DatabaseError
from db.stores.records.reader import RecordReader
from db.stores.records.rows import ResultRow
from db.stores.records.writer import RecordWriter
from records.facts.log_facts import read_facts
from records.facts.standings import to_finisher
from records.ledger.sums import Ledger, LedgerEntry, boards_of
from records.model.boards import Period
from records.model.part import Part
from records.model.scopes import guild_key, stored_period
from tables.storage.finished import read_log

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from db.connection import Database
    from db.stores.records.rows import AchievementRow
    from db.stores.tables import SeatRow, Store, TableRow
    from engine.core import AnyGame
    from records.facts.log_facts import Facts
    from tables.model.table import Person
    from tables.storage.finished import FinishedTable

log = logging.getLogger(__name__)

SEEN: Final = 8192
"""Cache size: people on servers whose latest name is known to be written; full, it is emptied."""


class Recorder(Part):
    """Records finished tables, and under which name each person was last seen."""

    def __init__(
        self, database: Database, games: Iterable[AnyGame], clock: Callable[[], float]
    ) -> None:
        super().__init__(database, games, clock)
        self._seen: dict[tuple[int, int], str] = {}

    async def note_name(self, guild_id: int | None, person: Person) -> None:
        """Write the name of a person with results on a server, unless it is there already.

        Whoever was seen under it asks nothing of the database. Where it is away nothing is written.
        """
        key = guild_key(guild_id), person.id
        if self._seen.get(key) == person.name:
            return
        try:
            async with self._database.read_one() as store:
                known = await RecordReader(store).name(*key)
            if known not in {None, person.name}:
                async with self._database.write() as store:
                    await RecordWriter(store).rename_player(*key, person.name)
        except DatabaseError as error:
            log.warning("a name was not written: %s", error)
            return
        if len(self._seen) >= SEEN:
            self._seen.clear()
        self._seen[key] = person.name

    async def record_result(self, store: Store, table: FinishedTable) -> None:
        """Record a finished or forfeited table in the transaction that ends it: `on_end`.

        A daily has boards of its own, and enters no other. Of who has forfeited a game alone the
        table itself tells.
        """
        if table.row.daily is not None or (table.row.forfeited and len(table.seats) == 1):
            return
        writer = RecordWriter(store)
        result = await insert_result(writer, table.row)
        if result is None:
            return
        entry = to_entry(self._games, result, table)
        ledger = await _read_ledger(writer, entry)
        await writer.insert_finishes(ledger.enter(entry))
        for key, row in ledger.players.items():  # a seat may have the name of an earlier day
            ledger.players[key] = replace(row, name=self._seen.get(key, row.name))
        await write_ledger(writer, ledger, ledger.new)

    async def catch_up(self) -> int:
        """Record the finished tables that are not recorded yet, and return how many there were.

        To be called at start. A table of a server whose data is being deleted waits until that is
        done.
        """
        async with self._database.read_slow() as store:
            writer = RecordWriter(store)
            numbers = await writer.unrecorded() if await writer.count_unrecorded() else ()
        for number in numbers:
            async with self._database.write() as store:
                row = await store.table(number)
                if row is not None and await RecordWriter(store).result_of(number) is None:
                    await self.record_result(store, await read_log(store, row))
        return len(numbers)


async def insert_result(writer: RecordWriter, row: TableRow) -> ResultRow | None:
    """Add a finished table as the latest result, and return the row of the result.

    While the data of its server is being deleted, nothing is added and None is returned.
    """
    wanted = to_result(row, 0)
    number = await writer.insert_result(row.id, wanted.guild_id, row.game, wanted.ended_at)
    return None if number is None else to_result(row, number)


def to_result(row: TableRow, number: int) -> ResultRow:
    """Return the result of a finished table; the number counts in the order of ending."""
    ended_at = row.ended_at or row.changed_at
    return ResultRow(number, row.id, guild_key(row.guild_id), row.game, ended_at)


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


async def _read_ledger(writer: RecordWriter, entry: LedgerEntry) -> Ledger:
    """Return a ledger with the rows of those who played, and no others."""
    ledger, result = Ledger(), entry.result
    table_id, guild_id, game = result.table_id, result.guild_id, result.game
    boards = boards_of(game, [finisher.person_id for finisher in entry.finishers])
    season = stored_period(Period.SEASON, result.ended_at)
    tally = await writer.tally(guild_id, game)
    if tally is not None:
        ledger.tallies[guild_id, game] = tally
    for row in await writer.standings_of_seats(table_id, guild_id, boards, season):
        ledger.standings.setdefault((guild_id, row.board, row.person_id), {})[row.period] = row
    for row in await writer.ratings_of_seats(table_id, guild_id, boards[0]):
        ledger.ratings[guild_id, row.game, row.person_id] = row
    for row in await writer.luck_of_seats(table_id, guild_id, game):
        ledger.luck[row.person_id, guild_id, game, row.measure] = row
    for row in await writer.achievements_of_seats(table_id, guild_id):
        ledger.achievements[row.person_id, guild_id, row.name] = row
    return ledger


async def write_ledger(
    writer: RecordWriter, ledger: Ledger, achievements: Iterable[AchievementRow]
) -> None:
    """Write all rows of a ledger, and these achievements."""
    await writer.put_tallies(ledger.tallies.values())
    await writer.put_players(ledger.players.values())
    await writer.put_standings(row for rows in ledger.standings.values() for row in rows.values())
    await writer.put_ratings(ledger.ratings.values())
    await writer.put_luck(ledger.luck.values())
    await writer.put_achievements(achievements)
