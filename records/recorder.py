"""Entering finished tables, in the very transaction that ends them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from db.records.rows import ResultRow
from db.records.writer import RecordWriter
from records.facts import facts_of
from records.ledger import Finished, Ledger, boards_of
from records.part import Part
from records.scopes import scope
from records.standings import Finisher

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from db.records.rows import FinishRow
    from db.store import SeatRow, Store, TableRow
    from records.facts import Facts
    from tables.runner import AnyGame
    from tables.stored import StoredTable


class Recorder(Part):
    """Writes what finished tables add."""

    async def record_result(self, store: Store, record: StoredTable) -> None:
        """Enter a finished table, within the transaction that ends it: `Tables(on_end=...)`."""
        await self._enter(store, record.row, record.seats)

    async def catch_up(self) -> int:
        """Enter finished tables that are not entered yet; returns how many. To be called at start.

        Tables of servers whose data are being removed wait for the end of it.
        """
        async with self._database.read_slow() as store:
            shelf = RecordWriter(store)
            numbers = await shelf.unentered() if await shelf.count_unentered() else ()
        for number in numbers:
            async with self._database.write() as store:
                row = await store.table(number)
                if row is not None and await RecordWriter(store).result_of(number) is None:
                    await self._enter(store, row, await store.seats(number))
        return len(numbers)

    async def _enter(self, store: Store, row: TableRow, seats: tuple[SeatRow, ...]) -> None:
        shelf = RecordWriter(store)
        result = await insert_result(shelf, row)
        if result is None:
            return
        finished = await read_finished(store, self._games, result, row, seats)
        ledger = await _rows_of_players(shelf, finished)
        finishes = ledger.enter(finished)
        await _write(shelf, ledger, finishes)


async def insert_result(shelf: RecordWriter, row: TableRow) -> ResultRow | None:
    """Number a finished table as the latest; None while the data of its server are removed."""
    wanted = result_of(row, 0)
    number = await shelf.insert_result(row.id, wanted.guild_id, row.game, wanted.ended_at)
    return None if number is None else result_of(row, number)


def result_of(row: TableRow, number: int) -> ResultRow:
    """The result of a finished table, by its number in the order of ending."""
    ended_at = row.ended_at or row.changed_at
    return ResultRow(number, row.id, scope(row.guild_id), row.game, ended_at)


async def read_finished(
    store: Store,
    games: Mapping[str, AnyGame],
    result: ResultRow,
    row: TableRow,
    seats: tuple[SeatRow, ...],
) -> Finished:
    """A finished table with what its log tells."""
    facts = facts_of(games.get(row.game), row, len(seats), await store.moves(row.id))
    return Finished(result, tuple(map(finisher_of, seats_told(seats, facts))), facts)


def seats_told(seats: tuple[SeatRow, ...], facts: Facts) -> tuple[SeatRow, ...]:
    """The seats with scores and places as the log has them; as they are where it has none."""
    if facts.outcome is None:
        return seats
    ends = zip(seats, facts.outcome.scores, facts.outcome.places, strict=True)
    return tuple(replace(seat, score=score, place=place) for seat, score, place in ends)


def finisher_of(seat: SeatRow) -> Finisher:
    """Who sat there, as a result counts it."""
    left = seat.caretaker or seat.departed
    return Finisher(seat.person_id, seat.name, seat.place or 1, seat.score or 0, left)


async def _rows_of_players(shelf: RecordWriter, finished: Finished) -> Ledger:
    """A ledger of those who played and no others."""
    ledger, result = Ledger(), finished.result
    guild_id, game = result.guild_id, result.game
    tally = await shelf.tally(guild_id, game)
    if tally is not None:
        ledger.tallies[guild_id, game] = tally
    for finisher in finished.finishers:
        person_id = finisher.person_id
        for board in boards_of(game, len(finished.finishers)):
            rows = await shelf.standings(guild_id, board, person_id)
            ledger.standings[guild_id, board, person_id] = {row.period: row for row in rows}
        rating = await shelf.rating(guild_id, game, person_id)
        if rating is not None:
            ledger.ratings[guild_id, game, person_id] = rating
        for luck in await shelf.luck(guild_id, person_id):
            if luck.game == game:
                ledger.luck[person_id, guild_id, game, luck.measure] = luck
        for earned in await shelf.achievements(guild_id, person_id):
            ledger.achievements[person_id, guild_id, earned.name] = earned
    return ledger


async def _write(shelf: RecordWriter, ledger: Ledger, finishes: Iterable[FinishRow]) -> None:
    """Everything that the entry has touched."""
    await shelf.insert_finishes(finishes)
    await shelf.put_tallies(ledger.tallies.values())
    await shelf.put_players(ledger.players.values())
    await shelf.put_standings(row for rows in ledger.standings.values() for row in rows.values())
    await shelf.put_ratings(ledger.ratings.values())
    await shelf.put_luck(ledger.luck.values())
    await shelf.put_achievements(ledger.new)
