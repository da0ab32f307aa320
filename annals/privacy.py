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

import json
import secrets
from typing import TYPE_CHECKING, Any, Final

from annals.keeping import Keeping
from annals.model import Kept
from annals.scopes import ANONYMOUS
from db.annals_privacy import PrivacyStore
from tables import lobby, playing
from tables.archive import Archive
from tables.errors import NoSuchTable
from tables.model import Person, Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from db.store import Store
    from tables.record import Record

_ID_BITS: Final = 62

_AT_ONCE: Final = 200
"""Tables whose moves are read at once for an export."""


class PrivacyDesk(Keeping):
    """For the person in question only."""

    async def about(self, person_id: int) -> Kept:
        """How much is kept about somebody."""
        async with self._database.browse() as store:
            return Kept(*await PrivacyStore(store).counts(person_id))

    async def export(self, person_id: int) -> dict[str, Any]:
        """All of that, as values that `json` can write.

        A move is a list of seq, text, Unix seconds, and whether the caretaker made it. Moves are
        read some tables at a time, so that nobody waits for a long export.
        """
        async with self._database.browse() as store:
            parts = await PrivacyStore(store).export(person_id)
        tables = {table["table"]: table for table in parts["tables"]}
        for table in tables.values():
            table["options"] = json.loads(table["options"])
            table["moves"] = []
            if not table["holder"]:
                del table["holder_name"]  # of somebody else
        for some in _batched(sorted(tables)):
            async with self._database.browse() as store:
                moves = await PrivacyStore(store).moves(person_id, some[0], some[-1])
            for table_id, *move in moves:
                if table_id in tables:  # not one that has just been opened
                    tables[table_id]["moves"].append(move)
        return {"person": person_id, **parts}

    async def forget(self, person_id: int) -> tuple[int, ...]:
        """Forget somebody, in one transaction; returns the live tables that changed by it.

        Lobbies are left; seats of running games go to the caretaker for good.
        """
        anonymous = -1 - secrets.randbits(_ID_BITS)
        async with self._database.write() as store:
            shelf = PrivacyStore(store)
            tables = await shelf.live_seats(person_id)
            for table_id in tables:
                await self._leave(store, table_id, person_id)
            await shelf.rename(person_id, anonymous, ANONYMOUS)
        return tables

    async def _leave(self, store: Store, table_id: int, person_id: int) -> None:
        """Leave a live table; one whose game cannot be read is left as it stands."""
        archive = Archive(self._games.values())
        try:
            before = await archive.load(store, table_id, even_broken=True)
        except NoSuchTable:
            return
        after = _left(before, Person(person_id, ANONYMOUS), self._now())
        saved = await archive.save(store, before, after)
        if saved.status is Status.FINISHED:
            await self.keep(store, saved)


def _batched(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """Some at a time."""
    return (numbers[i : i + _AT_ONCE] for i in range(0, len(numbers), _AT_ONCE))


def _left(record: Record, person: Person, now: float) -> Record:
    seat = record.seat_of(person.id)
    if record.status is Status.LOBBY:
        return lobby.leave(record, person, now)
    if record.play is None or seat is None or seat.departed:
        return record
    return playing.leave(record, person, now)
