"""The proof that summaries equal the log: everything computed anew, compared, or put right.

All results are entered in their order into an empty ledger, resets between them, by the very code
that enters them when a game ends.
"""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

from db.records.guilds import GuildQueries
from db.records.writer import RecordWriter
from records.ledger import Ledger
from records.part import Part
from records.recorder import insert_result, read_finished, result_of, seats_told
from tables.model import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from db.records.rows import FinishRow, ResultRow
    from db.store import SeatRow, Store, TableRow
    from tables.runner import AnyGame

_BATCH: Final = 500


class Rebuild(Part):
    """Checks and repairs."""

    async def compare(self, *, repair: bool = False) -> tuple[str, ...]:
        """Compute everything anew from the log; returns what differs in words, empty when nothing.

        Servers whose data are just being removed are left out, as they count no more.
        With `repair` it is put right in the same transaction; nobody else can write meanwhile, so
        stop the bot for that.
        """
        if not repair:
            async with self._database.read_slow() as store:
                return await _Review(store, self._games, repair=False).compared()
        async with self._database.write() as store:
            return await _Review(store, self._games, repair=True).compared()


class _Review:
    """One pass over everything.

    Scores and places follow from the log; server, game, time and whether a table is finished from
    its row; who sat where, and whether the caretaker did in the end, from the seats.
    """

    def __init__(self, store: Store, games: Mapping[str, AnyGame], *, repair: bool) -> None:
        self._store = store
        self._shelf = RecordWriter(store)
        self._games = games
        self._repair = repair
        self._ledger = Ledger()
        self._found: list[str] = []

    async def compared(self) -> tuple[str, ...]:
        """What differs."""
        await self._add_missing()
        await self._enter_all()
        going = await GuildQueries(self._store).being_removed()
        for name, kept in _parts(await _kept(self._shelf)).items():
            old = {key: row for key, row in kept.items() if row.guild_id not in going}
            self._found += _differences(name, old, _parts(self._ledger)[name])
        if self._repair and self._found:
            await _replace(self._shelf, self._ledger)
        return tuple(self._found)

    async def _add_missing(self) -> None:
        missing = await self._shelf.unentered()
        if missing:
            self._found.append(f"{len(missing)} finished tables are not entered")
        for number in missing if self._repair else ():
            row = await self._store.table(number)
            if row is not None:
                await insert_result(self._shelf, row)

    async def _enter_all(self) -> None:
        """Every result in its order, and resets between them."""
        resets, last = list(await self._shelf.resets()), 0
        while results := await self._shelf.results_after(last, _BATCH):
            for result in results:
                while resets and resets[0][2] < result.id:
                    guild_id, game, _ = resets.pop(0)
                    self._ledger.reset(guild_id, game)
                row = await self._store.table(result.table_id)
                if row is not None:  # a result goes with its table
                    await self._enter(result, row)
            self._ledger.new.clear()
            last = results[-1].id
        for guild_id, game, _ in resets:
            self._ledger.reset(guild_id, game)

    async def _enter(self, result: ResultRow, row: TableRow) -> None:
        """A result as it should be; tells whether it, its seats or its persons differ."""
        if row.status != Status.FINISHED:
            self._found.append(f"table {row.id} counts, but is {row.status}")
            if self._repair:
                await self._shelf.delete_result(result.id)
            return
        wanted = result_of(row, result.id)
        if wanted != result:
            self._found.append(f"the result of table {row.id} is not that of the table")
            if self._repair:
                await self._shelf.update_result(wanted)
        seats = await self._store.seats(row.id)
        finished = await read_finished(self._store, self._games, wanted, row, seats)
        await self._compare_seats(row, seats, seats_told(seats, finished.facts))
        await self._compare_finishes(wanted, self._ledger.enter(finished))

    async def _compare_seats(
        self, row: TableRow, old: tuple[SeatRow, ...], new: tuple[SeatRow, ...]
    ) -> None:
        """Scores and places that are shown at the table, with those of its log."""
        if old == new:
            return
        self._found.append(f"scores or places of table {row.id} are not those of its log")
        if self._repair:
            await self._store.update_table(row, replace(row, revision=row.revision + 1))
            await self._store.update_seats(row.id, new)

    async def _compare_finishes(self, result: ResultRow, new: tuple[FinishRow, ...]) -> None:
        """The persons of a result."""
        old = await self._shelf.finishes(result.id)
        if not _differences("", _by_person(old), _by_person(new)):
            return
        self._found.append(f"the results of table {result.table_id} differ")
        if self._repair:
            await self._shelf.delete_finishes(result.id)
            await self._shelf.insert_finishes(new)


def _by_person(rows: tuple[FinishRow, ...]) -> dict[int, FinishRow]:
    return {row.person_id: row for row in rows}


async def _kept(shelf: RecordWriter) -> Ledger:
    """A ledger of everything as it stands in the file."""
    ledger = Ledger()
    for player in await shelf.all_players():
        ledger.players[player.guild_id, player.person_id] = player
    for tally in await shelf.all_tallies():
        ledger.tallies[tally.guild_id, tally.game] = tally
    for row in await shelf.all_standings():
        rows = ledger.standings.setdefault((row.guild_id, row.board, row.person_id), {})
        rows[row.period] = row
    for rating in await shelf.all_ratings():
        ledger.ratings[rating.guild_id, rating.game, rating.person_id] = rating
    for luck in await shelf.all_luck():
        ledger.luck[luck.person_id, luck.guild_id, luck.game, luck.measure] = luck
    for earned in await shelf.all_achievements():
        ledger.achievements[earned.person_id, earned.guild_id, earned.name] = earned
    return ledger


def _parts(ledger: Ledger) -> dict[str, Mapping[Any, Any]]:
    standings = {
        (*key, period): row
        for key, rows in ledger.standings.items()
        for period, row in rows.items()
    }
    return {
        "players": ledger.players,
        "tallies": ledger.tallies,
        "standings": standings,
        "ratings": ledger.ratings,
        "luck": ledger.luck,
        "achievements": ledger.achievements,
    }


def _differences(name: str, old: Mapping[Any, Any], new: Mapping[Any, Any]) -> list[str]:
    """How many rows are missing, too many, or other than they should be."""
    counts = {
        "missing": len(new.keys() - old.keys()),
        "too many": len(old.keys() - new.keys()),
        "wrong": sum(not _equal(old[key], new[key]) for key in old.keys() & new.keys()),
    }
    return [f"{name}: {count} {what}" for what, count in counts.items() if count]


def _equal(old: Any, new: Any) -> bool:  # noqa: ANN401 - rows of any kind
    """Whether two rows are the same, sums of fractions up to rounding."""
    return all(_same(getattr(old, field.name), getattr(new, field.name)) for field in fields(old))


def _same(old: object, new: object) -> bool:
    if isinstance(old, float) and isinstance(new, float):
        return math.isclose(old, new, rel_tol=1e-9, abs_tol=1e-9)
    return old == new


async def _replace(shelf: RecordWriter, ledger: Ledger) -> None:
    """Write the ledger in place of whatever is there."""
    await shelf.clear()
    await shelf.put_tallies(ledger.tallies.values())
    await shelf.put_players(ledger.players.values())
    await shelf.put_standings(row for rows in ledger.standings.values() for row in rows.values())
    await shelf.put_ratings(ledger.ratings.values())
    await shelf.put_luck(ledger.luck.values())
    await shelf.put_achievements(ledger.achievements.values())
