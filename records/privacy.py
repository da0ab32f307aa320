"""What is kept about a person: to be told, handed out, and made nobody's.

Forgetting puts one stable anonymous seat in a person's place, everywhere and in one transaction: a
random negative id, which no account has, and the name "Somebody". The log of a game, its secret
and the snowflakes that are mixed into its dice stay, so that every game can still be replayed and
verified; a snowflake of an interaction tells the time of a click and nothing of who clicked.
Places, ratings and boards of all others stay as they were. Who plays again starts afresh.

At tables that are not over the person leaves first: a lobby simply, a running game for the
caretaker, and as the seat is then nobody's, nobody can take it back.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar, cast

from db.records.privacy import ExportPart, PrivacyQueries
from records.export import written
from records.model import StoredCounts
from records.part import Part
from records.scopes import ANONYMOUS
from tables import lobby, playing
from tables.errors import NoSuchTable
from tables.model import Person, Status
from tables.repository import TableRepository

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from db.connection import Database
    from db.session import Row
    from db.store import Store
    from records.recorder import Recorder
    from tables.runner import AnyGame
    from tables.stored import StoredTable

T = TypeVar("T")
Span = tuple[int, int]

log = logging.getLogger(__name__)

_AT_ONCE: Final = 8
_SPAN: Final = 100
"""Somebody's tables are asked for in so many parts at once, of not fewer tables."""

_ID_BITS: Final = 61
"""Random ones of the number that takes a person's place, below one that is always set: so it is as
long as a Discord id, and a row in which it is put stays where it is in the file."""


class Privacy(Part):
    """For the person in question only."""

    def __init__(
        self,
        database: Database,
        games: Iterable[AnyGame],
        clock: Callable[[], float],
        recorder: Recorder,
    ) -> None:
        super().__init__(database, games, clock)
        self._recorder = recorder

    async def counts(self, person_id: int) -> StoredCounts:
        """How much is kept about somebody."""
        async with self._database.read_slow() as store:
            return StoredCounts(*await PrivacyQueries(store).counts(person_id))

    async def export(self, person_id: int) -> bytes:
        """All of that, as a JSON file; see `records.export`."""
        small, found, finished = await self._collect(person_id, _told)
        tables = ExportPart.of_tables(row for rows, _ in found for row in rows)
        finishes = ExportPart.of_finishes(row for rows in finished for row in rows)
        moves = {number: text for _, moves in found for number, text in moves.items()}
        parts = {"tables": tables, "finishes": finishes, **small}
        open_games = [key for key, game in self._games.items() if not game.info.hidden]
        return await asyncio.to_thread(written, person_id, parts, moves, open_games)

    async def read_ahead(self, person_id: int) -> None:
        """Have somebody's rows in memory: for `forget`, so that nobody waits for the disk then."""
        await self._collect(person_id, _look_over)

    async def forget(self, person_id: int) -> tuple[int, ...]:
        """Forget somebody, in one transaction; returns the live tables that changed by it.

        Lobbies are left; seats of running games go to the caretaker for good. `sweep` is to follow,
        after whatever somebody waits for.
        """
        anonymous = -(2**_ID_BITS) - secrets.randbits(_ID_BITS)
        async with self._database.rewrite() as store:
            shelf = PrivacyQueries(store)
            live = await shelf.live_seats(person_id)
            left = [number for number in live if await self._leave(store, number, person_id)]
            await shelf.rename(person_id, anonymous, ANONYMOUS)
        return tuple(left)

    async def _collect(
        self, person_id: int, ask: Callable[[int, Span, Store], Awaitable[T]]
    ) -> tuple[dict[str, ExportPart], list[T], list[tuple[Row, ...]]]:
        """Somebody's rows: the small parts, the answers to a question about the tables, and the
        results. What may be much is asked for in several spans at once.
        """
        async with self._database.read_slow() as store:
            shelf = PrivacyQueries(store)
            small = await shelf.export(person_id)
            tables, results = await shelf.numbers(person_id), await shelf.results(person_id)
        asked = [partial(ask, person_id, span) for span in _spans(tables)]
        more = [partial(_finished, person_id, span) for span in _spans(results)]
        found = await self._database.read_parallel([*asked, *more])
        answers, finished = found[: len(asked)], found[len(asked) :]
        return small, cast("list[T]", answers), cast("list[tuple[Row, ...]]", finished)

    async def sweep(self) -> bool:
        """Let nothing that was removed or renamed be in the files any more; False where another
        process kept it from that for now. To be called now and then, too.
        """
        swept = await self._database.checkpoint()
        if not swept:
            log.warning("another process reads the database; what was removed is still in its log")
        return swept

    async def _leave(self, store: Store, table_id: int, person_id: int) -> bool:
        """Leave a live table; one whose game cannot be read is left as it stands.

        False for a game that is not in this house any more.
        """
        archive = TableRepository(self._games.values())
        try:
            before = await archive.load(store, table_id, even_broken=True)
        except NoSuchTable:
            return False
        after = _left(before, Person(person_id, ANONYMOUS), self._now())
        saved = await archive.save(store, before, after)
        if saved.status is Status.FINISHED:
            await self._recorder.record_result(store, saved)
        return True


def _spans(numbers: Sequence[int]) -> list[Span]:
    """Tables in as many parts as are worth asking for at once: their first and last numbers."""
    size = max(_SPAN, math.ceil(len(numbers) / _AT_ONCE))
    parts = (numbers[first : first + size] for first in range(0, len(numbers), size))
    return [(part[0], part[-1]) for part in parts]


async def _told(person_id: int, span: Span, store: Store) -> tuple[tuple[Row, ...], dict[int, str]]:
    """What an export tells of some tables: rows, and moves by table."""
    shelf = PrivacyQueries(store)
    return await shelf.tables(person_id, *span), await shelf.moves(person_id, *span)


async def _finished(person_id: int, span: Span, store: Store) -> tuple[Row, ...]:
    return await PrivacyQueries(store).finishes(person_id, *span)


async def _look_over(person_id: int, span: Span, store: Store) -> None:
    await PrivacyQueries(store).tables(person_id, *span)


def _left(stored: StoredTable, person: Person, now: float) -> StoredTable:
    seat = stored.seat_of(person.id)
    if stored.status is Status.LOBBY:
        return lobby.leave(stored, person, now)
    if stored.progress is None or seat is None or seat.departed:
        return stored
    return playing.leave(stored, person, now)
