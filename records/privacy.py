"""Shows, exports and forgets the data about a person.

Forgetting is one transaction. It replaces the person everywhere by an anonymous person, without a
name, with a random negative id that no account can have. The log of a game, its secret and
the contributions to its dice stay, so every game can still be replayed and verified. The snowflakes
of interactions stay, too: they show when somebody clicked, but not who clicked. The places and
ratings of everybody else stay. The features' data about the person is deleted. A forgotten person
who plays again starts as a newcomer.

First the person leaves all live tables. In a running game the caretaker takes over, and nobody can
take the seat back, because it belongs to nobody.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import orjson

from db.errors import asked_again
from db.query import Query, Write, read_object, read_waiting
from records.kept import (
    EXPORT_FINISHES,
    EXPORT_MOVES,
    EXPORT_TABLES,
    KEPT_COUNTS,
    RESULTS_NAMING,
    TABLES_NAMING,
    ExportPart,
    KeptRows,
)
from records.values import ANONYMOUS, RecordServices, RecordsService, StoredCounts
from tables.model.table import Person, Status
from tables.service import leave_all

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence

    from db.query import Row
    from db.store import Store
    from records.recorder import Recorder

# The code below writes the file of `/privacy`, which is JSON with one record per line.

_OVER = frozenset(str(status) for status in Status if status.over)

ABOUT = (
    "Everything that this bot stores about you. Times are seconds since 1970. A move is its number "
    "in the table's log, its time, and the move in the game's notation. opener is 1 at tables that "
    "you opened or took over; waiting_since is set while a running game waits for you; mu and "
    "sigma are a rating and its uncertainty; server 0 stands for direct messages; "
    "hinted is whether a hint was shown; parted is whether somebody left the game; "
    "missed is the number of turns that the caretaker made "
    "for you; absent_until is the end of an absence that you announced; "
    "absent_total is the length of all your absences in seconds; "
    "ends is whether you agreed to end the game without a result; gone is "
    "Discord's reason why you could not play"
)
"""The explanation at the head of the file."""


def write_export(
    person_id: int,
    about: str,
    parts: Mapping[str, ExportPart],
    moves: Mapping[int, str],
    open_games: Collection[str],
) -> bytes:
    """Return the file of `/privacy`.

    Args:
        person_id: the person whose data the file holds.
        about: the explanation of the parts.
        parts: the rows of each part.
        moves: the moves of each table as lines; see `EXPORT_MOVES`.
        open_games: keys of the games that hide no moves.
    """
    written_parts = [
        b'"%s": [\n%s\n]' % (name.encode(), b",\n".join(map(_dump, records)))
        for name, records in (
            (name, _tables(part, moves, open_games) if name == "tables" else _records(part))
            for name, part in parts.items()
        )
    ]
    head = b'"person": %d,\n"about": %s' % (person_id, orjson.dumps(f"{about}."))
    return b"{%s,\n%s}\n" % (head, b",\n".join(written_parts))


def _dump(record: dict[str, Any]) -> bytes:
    return orjson.dumps(record, default=bytes.hex)  # a damaged row may hold bytes


def _records(part: ExportPart) -> Iterable[dict[str, Any]]:
    return (dict(zip(part.names, row, strict=True)) for row in part.rows)


def _tables(
    part: ExportPart, moves: Mapping[int, str], open_games: Collection[str]
) -> Iterable[dict[str, Any]]:
    for table in _records(part):
        lines = (moves.get(table["table"]) or "").splitlines()
        if table["status"] not in _OVER and table["game"] not in open_games:
            lines = _renumbered(lines)
        if not table["opener"]:
            del table["opener_name"]  # the name of another person
        since = _read(_find_since, (table.pop("waiting"), table["seat"]))
        options = _read(read_object, table["options"])
        yield {**table, "options": options, "waiting_since": since, "moves": lines}


def _find_since(waiting: tuple[str, int]) -> float | None:
    return read_waiting(waiting[0]).get(waiting[1])


def _read(read: Callable[[Any], object], value: object) -> object:
    """Return the value of a column, or its raw content if it cannot be read."""
    try:
        return read(value)
    except (ValueError, TypeError, AttributeError):
        return value


def _renumbered(lines: Iterable[str]) -> list[str]:
    """Number the moves anew.

    During a game with hidden moves, gaps in the log's numbers would reveal how often other players
    have moved.
    """
    return [f"{number} {line.partition(' ')[2]}" for number, line in enumerate(lines)]


T = TypeVar("T")
Span = tuple[int, int]

log = logging.getLogger(__name__)

COMPACTED: Final = 32 * 2**20
"""Largest database, in bytes, that is rewritten while people play; this takes under a second."""

_PARALLEL: Final = 8
"""Number of simultaneous queries, each for one part of a person's tables."""

_SPAN: Final = 100
"""Fewest tables or results that are worth a query of their own."""

_ID_BITS: Final = 62
"""Random bits of an anonymous id."""


DUE_COMPACTION: Final = Query(int, "SELECT progress FROM pending_work WHERE task = 'compact'")

END_COMPACTION: Final = Write("DELETE FROM pending_work WHERE task = 'compact' AND progress = :due")


class Privacy(RecordsService):
    """Answers the requests of people about their own data."""

    def __init__(self, shared: RecordServices, recorder: Recorder, rows: KeptRows) -> None:
        super().__init__(shared)
        self._recorder = recorder
        self._rows = rows

    @asked_again
    async def counts(self, person_id: int) -> StoredCounts:
        """Return how much data about a person is stored."""
        async with self._database.read_slow() as store:
            return await store.value(KEPT_COUNTS, person_id=person_id)

    @asked_again
    async def tell_kept(self, person_id: int) -> dict[str, int]:
        """Return the number of a person's rows for each `Kept.words`, without zeros."""
        async with self._database.read_slow() as store:
            return await self._rows.tell(store, person_id)

    async def export(self, person_id: int) -> bytes:
        """Return all data about a person as a JSON file; see `write_export`."""
        small, found, finished = await self._collect(person_id, _read_tables)
        tables = ExportPart.of_tables(row for rows, _ in found for row in rows)
        finishes = ExportPart.of_finishes(row for rows in finished for row in rows)
        moves = {number: text for _, moves in found for number, text in moves.items()}
        parts = {"tables": tables, "finishes": finishes, **small}
        open_games = [key for key, game in self._games.items() if not game.info.hidden]
        about = "; ".join([ABOUT, *(each.about for each in self._rows.kept)])
        return await asyncio.to_thread(write_export, person_id, about, parts, moves, open_games)

    async def read_ahead(self, person_id: int) -> None:
        """Read a person's rows into memory, so that `forget` does not wait for the disk."""
        await self._collect(person_id, _touch_tables)

    async def forget(self, person_id: int) -> tuple[int, ...]:
        """Forget a person in one transaction, and return the numbers of the person's live tables.

        The caller must call `sweep` later, when nobody waits for an answer. `compact`, which runs
        regularly, removes the remaining copies.
        """
        anonymous = -1 - secrets.randbits(_ID_BITS)
        async with self._database.rewrite() as store:
            games, leaver = self._games.values(), Person(person_id, ANONYMOUS)
            await self._rows.prepare(store, person_id, self._now())
            numbers = await leave_all(store, games, leaver, self._now(), self._recorder)
            self._rows.forget(store, person_id, anonymous, ANONYMOUS)
        return numbers

    @asked_again
    async def _collect(
        self, person_id: int, ask: Callable[[int, Span, Store], Awaitable[T]]
    ) -> tuple[dict[str, ExportPart], list[T], list[tuple[Row, ...]]]:
        """Return a person's rows: the small parts, the results of `ask`, and the finishes.

        A person may have many tables and finishes, so they are read in spans, several spans at the
        same time.
        """
        async with self._database.read_slow() as store:
            small = await self._rows.export(store, person_id)
            tables = await store.all(TABLES_NAMING, person_id=person_id)
            results = await store.all(RESULTS_NAMING, person_id=person_id)
        asked = [partial(ask, person_id, span) for span in _spans(tables)]
        more = [partial(_read_finishes, person_id, span) for span in _spans(results)]
        found = await self._database.read_parallel([*asked, *more])
        answers, finished = found[: len(asked)], found[len(asked) :]
        return small, cast("list[T]", answers), cast("list[tuple[Row, ...]]", finished)

    async def compact(self, most: float = COMPACTED) -> bool:
        """Rewrite the database file if it may hold copies of deleted data. Call this regularly.

        Deleted data comes from forgotten people and deleted servers. When a row grows, SQLite moves
        it, and a copy can stay in the old place. Only a rewrite is certain to remove all copies.

        Args:
            most: largest file, in bytes, that is rewritten; clicks wait during the rewrite.

        Returns:
            True if no copies are left.
        """
        async with self._database.read_one() as store:
            due = await store.one(DUE_COMPACTION)
        if due is None:
            return True
        if await self._database.size() > most:
            log.warning(
                "the database may still hold data of forgotten people between its rows, and is too "
                "large to be rewritten while people play: see `python -m records compact`"
            )
            return False
        await self._database.compact()
        if not await self.sweep():
            return False
        async with self._database.write() as store:
            store.run(END_COMPACTION, due=due)
        return True

    async def sweep(self) -> bool:
        """Clear the write-ahead log, which holds deleted data, and return whether that worked.

        This fails while another process reads the database. Call this method regularly.
        """
        swept = await self._database.checkpoint()
        if not swept:
            log.warning(
                "another process reads the database, so its write-ahead log keeps deleted data"
            )
        return swept


def _spans(numbers: Sequence[int]) -> list[Span]:
    """Split ascending ids into parts to read separately; return each part's first and last id."""
    size = max(_SPAN, math.ceil(len(numbers) / _PARALLEL))
    parts = (numbers[first : first + size] for first in range(0, len(numbers), size))
    return [(part[0], part[-1]) for part in parts]


async def _read_tables(
    person_id: int, span: Span, store: Store
) -> tuple[tuple[Row, ...], dict[int, str]]:
    """Return the exported rows of some tables, and their moves by table."""
    which = {"person_id": person_id, "first": span[0], "last": span[1]}
    return await store.all(EXPORT_TABLES, **which), dict(await store.all(EXPORT_MOVES, **which))


async def _read_finishes(person_id: int, span: Span, store: Store) -> tuple[Row, ...]:
    return await store.all(EXPORT_FINISHES, person_id=person_id, first=span[0], last=span[1])


async def _touch_tables(person_id: int, span: Span, store: Store) -> None:
    await store.all(EXPORT_TABLES, person_id=person_id, first=span[0], last=span[1])
