"""Takes a person who asks to be forgotten out of all live tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tables.model.errors import NoSuchTable
from tables.play.seating import Leave
from tables.storage.act import Moment
from tables.storage.lookup import LIVE_WITH_PERSON
from tables.storage.repository import TableRepository
from tables.storage.writer import save

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.store import Store
    from engine.core import AnyGame
    from tables.model.table import Person
    from tables.storage.writer import OnEnd


async def leave_all(
    store: Store, games: Iterable[AnyGame], person: Person, now: float, on_end: OnEnd
) -> tuple[int, ...]:
    """Take a person out of all live tables, in a transaction of the caller.

    In a lobby the seat is free again. In a game the caretaker plays on. A table with unreadable
    rows or log stays as it is.

    Args:
        store: of the transaction; the caller commits it.
        games: the games that can be played.
        person: the person who leaves.
        now: the time in Unix seconds.
        on_end: as in `Tables`.

    Returns:
        The numbers of the person's live tables, except tables whose game the bot no longer has.
    """
    repository = TableRepository(games)
    numbers: list[int] = []
    for table_id in await store.all(LIVE_WITH_PERSON, person_id=person.id):
        try:
            before = await repository.load(store, table_id, even_broken=True)
        except NoSuchTable:
            continue
        seat = before.player_of(person.id)
        if not before.broken and seat is not None and not seat.departed:
            after = Leave(person).apply(before, Moment(now, now))
            await save(repository, on_end, store, before, after)
        numbers.append(table_id)
    return tuple(numbers)
