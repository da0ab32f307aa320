"""Withdraws tables that nobody can see, and opens rematches."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from db.errors import Conflict, asked_again
from db.query import Query, Write
from engine.fairness import commitment
from tables.model.errors import NotSeated, StaleClick, WrongPhase
from tables.model.table import Person, SeatedPlayer, Series, Status, Table
from tables.part import Part
from tables.play.seating import Join, Withdraw, begin, seat_computers
from tables.storage.act import require_seat

if TYPE_CHECKING:
    from db.query import Count
    from db.store import Store
    from tables.changes.lobbies import Lobbies
    from tables.model.table import Table
    from tables.part import Shared


REMATCH_OF: Final = Query(
    int,
    """
    SELECT id FROM tables
    WHERE rematch_of = :id AND status NOT IN ('cancelled', 'abandoned', 'closed')
    """,
)

NEXT_SECRET_OF: Final = Query(str, "SELECT next_secret FROM tables WHERE id = :id")


class SeriesRow(NamedTuple):
    """A seat of a game before a rematch; `back` is 1 for the latest game, 2 for the one before."""

    back: int
    person_id: int
    name: str
    place: Count | None
    caretaker: bool


# The games before a rematch, each found by its number. A game has a lower number than its rematch,
# so the recursion ends.
SERIES_BEFORE: Final = Query(
    SeriesRow,
    """
    WITH RECURSIVE games (id, back) AS (
        SELECT rematch_of, 1 FROM tables WHERE tables.id = :id AND rematch_of < tables.id
        UNION ALL
        SELECT tables.rematch_of, games.back + 1
        FROM games JOIN tables ON tables.id = games.id
        WHERE tables.rematch_of < tables.id
    )
    SELECT games.back, seats.person_id, seats.name, seats.place, seats.caretaker
    FROM games JOIN seats ON seats.table_id = games.id
    ORDER BY games.back, seats.seat
    """,
)

# No message shows it, so the revision stays.
SET_NEXT_SECRET: Final = Write("UPDATE tables SET next_secret = :next_secret WHERE id = :id")


class Endings(Part):
    """Withdraws tables, and opens rematches of finished games.

    Args:
        shared: the services of all parts.
        lobbies: opens the table of a rematch.
    """

    def __init__(self, shared: Shared, lobbies: Lobbies) -> None:
        super().__init__(shared)
        self._lobbies = lobbies

    async def withdraw(self, table_id: int, opener: Person, click: int) -> Table:
        """Cancel a table that could not be shown, unless another person has joined it.

        The interaction that opened it no longer counts as carried out. Raises NoSuchTable.
        """
        table = await self._writer.do(table_id, Withdraw(opener))
        if table.status.over:
            self._writer.forget_done(click)
        return table

    async def rematch(
        self,
        table_id: int,
        person: Person,
        snowflake: int,
        *,
        asked_in: int | None = None,
        click: int | None = None,
    ) -> Table:
        """Open a rematch, or join it. It begins when all players are back.

        After a game played alone, this click begins the next game. Its secret was drawn at the end
        of the first one.

        `asked_in`: the channel or thread of the click. In the table's thread, the rematch is played
        in that thread, too.

        Raises:
            NoSuchTable: no table has that number.
            NotSeated: the person did not play there.
            WrongPhase: the game is not over, or its rematch has begun.
            AlreadySeated, TableFull, TooManyTables: as `Join` and `Lobbies.open` do.
        """
        try:
            return await self._writer.make(
                click, lambda store: self._rematch(store, table_id, person, snowflake, asked_in)
            )
        except Conflict as error:
            raise StaleClick("Somebody else was faster; look again.") from error

    async def _rematch(
        self, store: Store, table_id: int, person: Person, snowflake: int, asked_in: int | None
    ) -> Table:
        """Return the rematch with the person in it, not yet committed."""
        old = await self._repository.load(store, table_id)
        _require_rematch(old, person)
        number = await store.one(REMATCH_OF, id=table_id)
        if number is None:
            agrees = require_seat(old, person).agrees
            secret = _read_secret(await store.one(NEXT_SECRET_OF, id=table_id))
            created = await self._lobbies.create(
                store,
                old.game,
                old.settled,
                SeatedPlayer(0, person.id, person.name, snowflake, agrees=agrees),
                old.channel_id,
                secret=secret,
                guild_id=old.guild_id,
                rematch_of=table_id,
                odds=old.odds,
                time_control=old.time_control,
                guest=old.guest,
                language=old.language,
                pauses=old.may_pause,
                threaded=old.threaded,
                thread_id=old.thread_id if asked_in == old.thread_id else None,
            )
            opened = seat_computers(created, old)
            if secret is not None:
                store.run(
                    SET_NEXT_SECRET, id=table_id, next_secret=self._writer.draw_secret().hex()
                )
                opened = begin(opened, person, snowflake, self._writer.moment(old))
            return await self._repository.save(store, created, opened)
        stored = await self._repository.load(store, number, even_broken=True)
        if stored.broken or stored.status is not Status.LOBBY:
            raise WrongPhase(f"The rematch has begun already, at table #{number}.")
        joined = Join(person, snowflake).apply(stored, self._writer.moment(old))
        await self._writer.limits.require_seat(store, person.id)
        return await self._repository.save(store, stored, joined)

    @asked_again
    async def next_commitment(self, table_id: int) -> str | None:
        """Return the commitment of a next game that one press begins; None without such a game.

        It has to be shown before that press. Afterwards the next game shows it itself.
        """
        async with self._database.read() as store:
            begun = await store.one(REMATCH_OF, id=table_id) is not None
            secret = None if begun else _read_secret(await store.one(NEXT_SECRET_OF, id=table_id))
        return commitment(secret) if secret else None

    @asked_again
    async def series(self, table: Table) -> Series | None:
        """Return the games before a rematch; None for a table that is no rematch."""
        if table.rematch_of is None:
            return None
        async with self._database.read_one() as store:
            rows = await store.all(SERIES_BEFORE, id=table.id)
        if not rows:
            return None
        games = max(row.back for row in rows)
        wins = Counter(row.person_id for row in rows if row.place == 1 and not row.caretaker)
        last = [row for row in rows if row.back == 1]
        return Series(games + 1, wins, tuple(Person(row.person_id, row.name) for row in last))


def _read_secret(found: str | None) -> bytes | None:
    """Return a secret from its hex text; None if it is missing or malformed."""
    try:
        return bytes.fromhex(found or "") or None
    except ValueError:
        return None


def _require_rematch(old: Table, person: Person) -> None:
    if old.status is not Status.FINISHED:
        raise WrongPhase("Only a game that was played to its end has a rematch.")
    if old.challenge is not None:
        raise WrongPhase("This game has no rematch: it is played once.")
    if old.seat_of(person.id) is None:
        raise NotSeated(
            "Only those who played can ask for a rematch; you can open a table of your own."
        )
