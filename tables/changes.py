"""Opens tables and rematches, and withdraws tables that could not be shown.

Each change is one transaction. Handlers of Discord interactions pass the interaction's id as
`click`. If two processes receive the same interaction, the first process makes the change, and the
second process gets AlreadyHandled.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from db.errors import Conflict, asked_again
from db.query import Query, Secret, Write
from engine.core import BadSetup
from engine.fairness import commitment
from players.core import Level
from tables.model.errors import NotSeated, StaleClick, TableFull, WrongPhase
from tables.model.table import (
    COMPUTER_IDS,
    Person,
    SeatedPlayer,
    Series,
    Status,
    Table,
    find_winners,
)
from tables.model.time_control import TimeControl
from tables.play.lobby import AddComputer
from tables.play.seating import Join, Withdraw, begin, seat_computers
from tables.storage.lookup import TableService

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.query import Count
    from db.store import Store
    from engine.core import AnyGame, Options
    from tables.storage.lookup import TableServices


class Lobbies(TableService):
    """Opens tables."""

    async def open(  # noqa: PLR0917 - the facts of an interaction, in its order
        self,
        game_key: str,
        options: Options,
        guild_id: int | None,
        channel_id: int,
        person: Person,
        snowflake: int,
        *,
        computers: Sequence[Level] = (),
        ducks: int = 0,
        level: Level = Level.NORMAL,
        recalled: bool = False,
        time_control: TimeControl = TimeControl.NONE,
        threaded: bool = False,
        guest: int | None = None,
        language: str = "en",
        click: int | None = None,
    ) -> Table:
        """Open a table with the person in seat 0, and return it.

        Args:
            game_key: as in `Info.key`.
            options: chosen options; the game adds defaults for the others.
            guild_id: the server; None in a direct message, and where the bot is a guest.
            channel_id: the channel of the game.
            person: the opener.
            snowflake: the interaction's id, which is mixed into the dice.
            computers: levels of the computers that take the seats after the opener's seat.
            ducks: as in `Table`.
            level: as in `Table`.
            recalled: as in `Table`.
            time_control: as in `Table`.
            threaded: as in `Table`.
            guest: as in `Table`.
            language: as in `Table`.
            click: the id of the interaction that requests the table. An interaction opens one table
                at most. None if there is no interaction.

        Raises:
            BadSetup: there is no such game, option or value.
            TooManyTables: a limit of open tables is reached.
            TableFull: the game has too few seats for the computers.
        """
        game = self._repository.game(game_key)
        if game is None:
            raise BadSetup("There is no game called '{game}' here.", game=game_key)
        chosen = game.options(options)
        more: dict[str, Any] = {
            "guild_id": guild_id,
            "ducks": ducks,
            "level": level,
            "recalled": recalled,
            "time_control": time_control,
            "threaded": threaded,
            "guest": guest,
            "language": language,
        }

        async def make(store: Store) -> Table:
            seat = SeatedPlayer(0, person.id, person.name, snowflake)
            await self._writer.limits.require_lobby(store, person.id, channel_id)
            opened = await self.create(store, game, chosen, seat, channel_id, **more)
            filled = opened
            for each in computers:
                filled = AddComputer(person, each).apply(filled, self._writer.moment())
            return await self._repository.save(store, opened, filled)

        return await self._writer.make(click, make)

    async def create(
        self,
        store: Store,
        game: AnyGame,
        options: Options,
        seat: SeatedPlayer,
        channel_id: int,
        *,
        secret: bytes | None = None,
        **columns: Any,  # noqa: ANN401 - columns of all types
    ) -> Table:
        """Add a table opened by the player of `seat`; return it before the commit.

        `secret`: the table's secret; if None, a new secret is drawn. `columns`: more columns.
        """
        secret = secret or self._writer.draw_secret()
        table = self.prepare(game, options, seat, channel_id, secret, **columns)
        return await self._repository.create(store, table)

    def prepare(
        self,
        game: AnyGame,
        options: Options,
        seat: SeatedPlayer,
        channel_id: int,
        secret: bytes,
        **columns: Any,  # noqa: ANN401 - columns of all types
    ) -> Table:
        """Return a new table without a number; it contains the secret and the commitment to it."""
        now = self._now()
        return Table(
            id=0,
            game=game,
            rules_version=game.info.rules_version,
            settled=game.options(options),
            channel_id=channel_id,
            opener_id=seat.person_id,
            opener_name=seat.name,
            secret=Secret(secret.hex()),
            commitment=commitment(secret),
            opened_at=now,
            changed_at=now,
            seats=(seat,),
            **columns,
        )


REMATCH_OF: Final = Query(
    int,
    """
    SELECT id FROM tables
    WHERE rematch_of = :id AND status NOT IN ('cancelled', 'abandoned', 'closed')
    """,
)

NEXT_SECRET_OF: Final = Query(str, "SELECT next_secret FROM tables WHERE id = :id")


class SeriesRow(NamedTuple):
    """A seat in an earlier game of a series.

    `back`: 1 for the previous game, 2 for the game before that, and so on.
    """

    back: int
    person_id: int
    name: str
    place: Count | None
    caretaker: Count
    table_id: int
    game: str
    started_at: float | None


# The seats of all games before a rematch. The recursion ends, because each step requires a lower
# table number.
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
    SELECT games.back, seats.person_id, seats.name, seats.place, seats.caretaker,
           tables.id, tables.game, tables.started_at
    FROM games JOIN seats ON seats.table_id = games.id JOIN tables ON tables.id = games.id
    ORDER BY games.back, seats.seat
    """,
)

# This write does not raise the revision, because no message shows the next secret.
SET_NEXT_SECRET: Final = Write("UPDATE tables SET next_secret = :next_secret WHERE id = :id")


class Endings(TableService):
    """Withdraws tables, and opens rematches of finished games.

    Args:
        shared: the services of all parts.
        lobbies: opens the table of a rematch.
    """

    def __init__(self, shared: TableServices, lobbies: Lobbies) -> None:
        super().__init__(shared)
        self._lobbies = lobbies

    async def withdraw(self, table_id: int, opener: Person, click: int) -> Table:
        """Cancel a table that could not be shown, unless another person has joined it.

        If the table is cancelled, `Tables.has_done` returns False again for `click`, the
        interaction that opened the table. Raises NoSuchTable.
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
        other: tuple[str, Options] | None = None,
        asked_in: int | None = None,
        click: int | None = None,
    ) -> Table:
        """Open a rematch, or join the rematch that another player has opened.

        The rematch begins when all players are back. After a game played alone, this click begins
        the next game at once. The secret of the next game was drawn when the finished game ended.

        `other`: the key and options of another game, which these people play next; None for the
        same game. `asked_in`: the channel or thread of the click. After a click in the table's
        thread, the rematch is played in that thread, too.

        Raises:
            NoSuchTable: no table has that number.
            NotSeated: the person did not play at the table.
            WrongPhase: the game was not played to its end, its rematch has begun or is one of
                another game, or it was private.
            BadSetup: there is no such other game, option or value.
            AlreadySeated, TableFull, TooManyTables: see `Join` and `Lobbies.open`.
            StaleClick: another process made a change at the same moment.
        """
        try:
            return await self._writer.make(
                click,
                lambda store: self._rematch(store, table_id, person, snowflake, asked_in, other),
            )
        except Conflict as error:
            raise StaleClick("Somebody else was faster; look again.") from error

    async def _rematch(  # noqa: PLR0917 - the arguments of `rematch`
        self,
        store: Store,
        table_id: int,
        person: Person,
        snowflake: int,
        asked_in: int | None,
        other: tuple[str, Options] | None,
    ) -> Table:
        """Return the rematch with the person in it, before the commit."""
        old = await self._repository.load(store, table_id)
        _require_rematch(old, person)
        key, settled = other or (old.game.info.key, old.settled)
        game = self._repository.game(key)
        if game is None:
            raise BadSetup("There is no game called '{game}' here.", game=key)
        if len(old.seats) > game.seat_range(game.options(settled))[-1]:
            raise TableFull("This game has too few seats for all who played.")
        number = await store.one(REMATCH_OF, id=table_id)
        if number is None:
            drawn = None if other else await store.one(NEXT_SECRET_OF, id=table_id)
            secret = _read_secret(drawn)
            limits, begins = self._writer.limits, secret is not None
            await limits.require_lobby(store, person.id, old.channel_id, begins=begins)
            created = await self._lobbies.create(
                store,
                game,
                settled,
                SeatedPlayer(0, person.id, person.name, snowflake),
                old.channel_id,
                secret=secret,
                guild_id=old.guild_id,
                rematch_of=table_id,
                time_control=old.time_control,
                guest=old.guest,
                language=old.language,
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
            raise WrongPhase("The rematch has begun already, at table #{table}.", table=number)
        if stored.game.info.key != key:
            raise WrongPhase(
                "Another game is chosen already: {game}, at table #{table}.",
                game=stored.game.info.title,
                table=number,
            )
        joined = Join(person, snowflake).apply(stored, self._writer.moment(old))
        await self._writer.limits.require_seat(store, person.id)
        return await self._repository.save(store, stored, joined)

    @asked_again
    async def next_commitment(self, table_id: int) -> str | None:
        """Return the commitment of a lone player's next game; None if no such game can begin.

        The player can see the commitment before the press that begins the next game. The next game
        then shows the same commitment.
        """
        async with self._database.read() as store:
            begun = await store.one(REMATCH_OF, id=table_id) is not None
            secret = None if begun else _read_secret(await store.one(NEXT_SECRET_OF, id=table_id))
        return commitment(secret) if secret else None

    @asked_again
    async def series(self, table: Table) -> Series | None:
        """Return the series of a rematch; None if the table is not a rematch."""
        if table.rematch_of is None:
            return None
        async with self._database.read_one() as store:
            rows = await store.all(SERIES_BEFORE, id=table.id)
        if not rows:
            return None
        games = max(row.back for row in rows)
        wins = Counter(
            person
            for _, game in groupby(rows, key=lambda row: row.back)
            for person in find_winners([(row.person_id, row.place, row.caretaker) for row in game])
        )
        last = [row for row in rows if row.back == 1]
        return Series(
            games + 1,
            wins,
            tuple(Person(row.person_id, row.name) for row in last),
            began=rows[-1].started_at or 0.0,
            game=last[0].game,
            together=_find_together(table, rows),
        )


def _find_together(table: Table, rows: Sequence[SeriesRow]) -> tuple[int, ...]:
    """Return the latest games before a table, in a row, that the same people have played."""
    people, found = {seat.person_id for seat in table.people}, list[int]()
    for _, game in groupby(rows, key=lambda row: row.back):
        seats = list(game)
        if {row.person_id for row in seats} - {*COMPUTER_IDS} != people:
            break
        found.append(seats[0].table_id)
    return tuple(found)


def _read_secret(found: str | None) -> bytes | None:
    """Return a secret from its hex text; None if it is missing or malformed."""
    try:
        return bytes.fromhex(found or "") or None
    except ValueError:
        return None


def _require_rematch(old: Table, person: Person) -> None:
    if old.status is not Status.FINISHED:
        raise WrongPhase("Only a game that was played to its end has a rematch.")
    if old.private is not None:
        raise WrongPhase("This game can be played only once, so it has no rematch.")
    if old.seat_of(person.id) is None:
        raise NotSeated(
            "Only those who played can ask for a rematch; you can open a table of your own."
        )
