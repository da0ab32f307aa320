"""Proves that the records equal the logs, or repairs them.

All results are entered into an empty ledger, in their order and with the resets between them. The
code is the same that enters a result when a game ends.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections import Counter
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, TypeVar

from db.stores.records.guilds import GuildQueries
from db.stores.records.regrets import RegretQueries
from db.stores.records.writer import RecordWriter
from records.boards.regrets import to_rows
from records.ledger.recorder import correct_seats, insert_result, to_entry, to_result, write_ledger
from records.ledger.sums import Ledger
from records.model.part import Part
from tables.model.table import Status
from tables.storage.finished import read_log
from tables.thinking.reviews import can_review, find_regrets, is_searched

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from db.stores.records.rows import FinishRow, RegretRow, ResultRow
    from db.stores.tables import SeatRow, Store, TableRow
    from engine.core import AnyGame
    from tables.storage.finished import FinishedTable

T = TypeVar("T", "FinishRow", "RegretRow")

_STATUSES: Final = frozenset(map(str, Status))

_BATCH: Final = 500
"""How many results are read at once."""

_REVIEWED: Final = 25
"""How many games are reviewed again whose reviews are exact; each takes a second."""

_SEARCHED: Final = 1
"""The same where reviews are searched; each takes half a minute."""


class Rebuild(Part):
    """Checks and repairs."""

    async def compare(self, *, repair: bool = False) -> tuple[str, ...]:
        """Compute all records from the logs, and return what differs, in words.

        Servers whose data is being deleted are left out. With `repair` the records are repaired in
        the same transaction. Nobody else can write meanwhile, so the bot must not run.
        """
        if not repair:
            async with self._database.read_slow() as store:
                return await _Review(store, self._games, repair=False).run()
        async with self._database.write() as store:
            return await _Review(store, self._games, repair=True).run()

    async def compare_sample(self, most: int) -> tuple[int, tuple[str, ...]]:
        """Compare as `compare` does, for servers at random that have at most so many games in all.

        Returns how many finished games that were, and what differs, in words.
        """
        async with self._database.read_slow() as store:
            games = Counter[int]()
            for tally in await RecordWriter(store).all_tallies():
                games[tally.guild_id] += tally.tables
            sample = _sample(games, most)
            review = _Review(store, self._games, repair=False, guilds=sample)
            return sum(games[guild] for guild in sample), await review.run()


def _sample(games: Mapping[int, int], most: int) -> frozenset[int]:
    """Return servers at random whose numbers of games add up to `most` or less."""
    chosen: set[int] = set()
    for guild in secrets.SystemRandom().sample(sorted(games), len(games)):
        if games[guild] <= most:
            chosen.add(guild)
            most -= games[guild]
    return frozenset(chosen)


class _Review:
    """One pass over everything.

    Scores and places come from the log. The server, the game, the time, and whether a table is
    finished come from its row. The players, and whether the caretaker played for them at the end,
    come from the seats.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        *,
        repair: bool,
        guilds: frozenset[int] | None = None,
    ) -> None:
        """Take what to review: the records of these servers, or of all."""
        self._store = store
        self._guilds = guilds
        self._writer = RecordWriter(store)
        self._games = games
        self._repair = repair
        self._ledger = Ledger()
        self._results: list[ResultRow] = []
        self._found: list[str] = []

    async def run(self) -> tuple[str, ...]:
        """Return what differs, in words."""
        await self._add_missing()
        await self._enter_all()
        for row in await self._writer.all_players():  # the latest names come from clicks
            if (key := (row.guild_id, row.person_id)) in self._ledger.players:
                self._ledger.players[key] = row
        deleting = await GuildQueries(self._store).guilds_being_deleted()
        for name, stored in _parts(await _read_ledger(self._writer)).items():
            old = {
                key: row
                for key, row in stored.items()
                if row.guild_id not in deleting and self._covers(row.guild_id)
            }
            self._found += _differences(name, old, _parts(self._ledger)[name])
        if self._guilds is None:
            await self._compare_regrets()
        if self._repair and self._found:
            await self._writer.clear()
            await write_ledger(self._writer, self._ledger, self._ledger.achievements.values())
        return tuple(self._found)

    def _covers(self, guild_id: int) -> bool:
        return self._guilds is None or guild_id in self._guilds

    async def _add_missing(self) -> None:
        missing = await self._writer.unrecorded()
        if missing:
            self._found.append(f"{len(missing)} finished tables are not entered")
        for number in missing if self._repair else ():
            row = await self._store.table(number)
            if row is not None:
                await insert_result(self._writer, row)

    async def _enter_all(self) -> None:
        """Enter every result in its order, with the resets between them."""
        resets, last = list(await self._writer.resets()), 0
        while results := await self._writer.results_after(last, _BATCH):
            for result in results:
                while resets and resets[0][2] < result.id:
                    guild_id, game, _ = resets.pop(0)
                    self._ledger.reset(guild_id, game)
                if not self._covers(result.guild_id):
                    continue
                row = await self._store.table(result.table_id)
                if row is not None:  # a result goes with its table
                    await self._enter(result, row)
                    self._results.append(result)
            self._ledger.new.clear()
            last = results[-1].id
        for guild_id, game, _ in resets:
            self._ledger.reset(guild_id, game)

    async def _enter(self, result: ResultRow, row: TableRow) -> None:
        """Enter a result as it should be, and note whether it, its seats or its players differ."""
        if row.status != Status.FINISHED and not row.forfeited:
            status = row.status if row.status in _STATUSES else "in no known phase"
            self._found.append(f"table {row.id} counts, but is {status}")
            if self._repair:
                await self._writer.delete_result(result.id)
            return
        wanted = to_result(row, result.id)
        if wanted != result:
            self._found.append(f"the result of table {row.id} is not that of the table")
            if self._repair:
                await self._writer.update_result(wanted)
        table = await read_log(self._store, row)
        entry = to_entry(self._games, wanted, table)
        await self._compare_seats(table, correct_seats(table.seats, entry.facts))
        await self._compare_finishes(wanted, self._ledger.enter(entry))

    async def _compare_regrets(self) -> None:
        """Review some games again, at random: all would take hours.

        Where one differs, all are deleted, and the bot computes them anew.
        """
        regrets = RegretQueries(self._store)
        wrong, shuffled = 0, secrets.SystemRandom().sample(self._results, len(self._results))
        exact = [result for result in shuffled if not is_searched(result.game)][:_REVIEWED]
        searched = [result for result in shuffled if is_searched(result.game)][:_SEARCHED]
        for result in (*exact, *searched):
            row = await self._store.table(result.table_id)
            if row is None or not can_review(row.game) or not await regrets.are_there(result.id):
                continue
            table = await read_log(self._store, row)
            new = to_rows(result, table.seats, await asyncio.to_thread(find_regrets, table))
            old = await regrets.of_result(result.id)
            wrong += bool(_differences("", _by_person(old), _by_person(new)))
        if wrong:
            self._found.append(f"what was given away in {wrong} games, of those looked at, differs")
            if self._repair:
                await regrets.clear()

    async def _compare_seats(self, table: FinishedTable, new: tuple[SeatRow, ...]) -> None:
        """Compare the scores and places of the seats with those of the log."""
        row = table.row
        if table.seats == new:
            return
        self._found.append(f"scores or places of table {row.id} are not those of its log")
        if self._repair:
            self._store.update_table(row, row._replace(revision=row.revision + 1))
            self._store.update_seats(row.id, new)

    async def _compare_finishes(self, result: ResultRow, new: tuple[FinishRow, ...]) -> None:
        """Compare the players of a result."""
        old = await self._writer.finishes(result.id)
        if not _differences("", _by_person(old), _by_person(new)):
            return
        self._found.append(f"the results of table {result.table_id} differ")
        if self._repair:
            await self._writer.delete_finishes(result.id)
            await self._writer.insert_finishes(new)


def _by_person(rows: Iterable[T]) -> dict[int, T]:
    return {row.person_id: row for row in rows}


async def _read_ledger(writer: RecordWriter) -> Ledger:
    """Return a ledger with all rows of the database."""
    ledger = Ledger()
    for player in await writer.all_players():
        ledger.players[player.guild_id, player.person_id] = player
    for tally in await writer.all_tallies():
        ledger.tallies[tally.guild_id, tally.game] = tally
    for row in await writer.all_standings():
        rows = ledger.standings.setdefault((row.guild_id, row.board, row.person_id), {})
        rows[row.period] = row
    for rating in await writer.all_ratings():
        ledger.ratings[rating.guild_id, rating.game, rating.person_id] = rating
    for luck in await writer.all_luck():
        ledger.luck[luck.person_id, luck.guild_id, luck.game, luck.measure] = luck
    for achievement in await writer.all_achievements():
        key = achievement.person_id, achievement.guild_id, achievement.name
        ledger.achievements[key] = achievement
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
    """Return how many rows are missing, too many, or wrong, in words."""
    counts = {
        "missing": len(new.keys() - old.keys()),
        "too many": len(old.keys() - new.keys()),
        "wrong": sum(not _equal(old[key], new[key]) for key in old.keys() & new.keys()),
    }
    return [f"{name}: {count} {what}" for what, count in counts.items() if count]


def _equal(old: Any, new: Any) -> bool:  # noqa: ANN401 - rows of any kind
    """Return whether two rows are the same, up to rounding."""
    return all(_same(getattr(old, field.name), getattr(new, field.name)) for field in fields(old))


def _same(old: object, new: object) -> bool:
    if isinstance(old, float) and isinstance(new, float):
        return math.isclose(old, new, rel_tol=1e-9, abs_tol=1e-9)
    return old == new
