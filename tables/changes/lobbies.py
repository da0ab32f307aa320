"""What people ask of a table before its game: open it, sit down, choose, begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from db.stores.tables import NewTable, SeatRow
from engine.errors import BadSetup
from engine.proof.fairness import commitment
from tables.model.pace import Pace
from tables.model.table import Person, Status, Table
from tables.part import Part
from tables.play import lobby, playing
from tables.storage import proof
from tables.storage.stored import StoredTable, write_options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from db.stores.tables import Store
    from engine.core import AnyGame, Options
    from players.core import Level
    from tables.part import Shared
    from tables.play.limits import Limits

SECRET_BYTES: Final = 32


class Lobbies(Part):
    """Opens tables, and changes those that have not begun.

    Args:
        shared: what the parts of `Tables` share.
        limits: how much may be open at once.
        entropy: returns so many bytes that nobody can predict.
    """

    def __init__(self, shared: Shared, limits: Limits, entropy: Callable[[int], bytes]) -> None:
        super().__init__(shared)
        self._limits = limits
        self._entropy = entropy

    async def open(  # noqa: PLR0917 - what an interaction says, in its order
        self,
        game_key: str,
        options: Options,
        guild_id: int | None,
        channel_id: int,
        person: Person,
        snowflake: int,
        *,
        computers: Sequence[Level] = (),
        pace: Pace = Pace.NONE,
        threaded: bool = False,
        guest: int | None = None,
        click: int | None = None,
    ) -> Table:
        """Open a table, and return it with the person in seat 0.

        Args:
            game_key: as in `Info.key`.
            options: complete or not; the game adds its defaults.
            guild_id: the server; None in a direct message, and where the bot is a guest.
            channel_id: the channel of the game.
            person: who opens it.
            snowflake: of the interaction; it is mixed into the dice.
            computers: the levels of those that sit down behind the person.
            pace: how much time a turn has.
            threaded: whether the game is to be played in a thread of its own.
            guest: where the bot is no member, as in `Table`.
            click: the interaction; None where none asks for it.

        Raises:
            BadSetup: there is no such game, option or value.
            TooManyTables: as many are open as may be.
            TableFull: there are not so many seats.
        """
        game = self._repository.game(game_key)
        if game is None:
            raise BadSetup(f"There is no game called {game_key!r} here.")
        chosen = game.options(options)
        more: dict[str, Any] = {
            "guild_id": guild_id,
            "pace": pace,
            "threaded": threaded,
            "guest": guest,
        }

        async def make(store: Store) -> StoredTable:
            seat = SeatRow(0, person.id, person.name, snowflake)
            opened = await self.create(store, game, chosen, seat, channel_id, **more)
            filled = self._seat_computers(opened, person, computers)
            return await self._repository.save(store, opened, filled)

        return await self._writer.make(click, make)

    async def create(
        self,
        store: Store,
        game: AnyGame,
        options: Options,
        seat: SeatRow,
        channel_id: int,
        *,
        secret: bytes | None = None,
        **columns: Any,  # noqa: ANN401 - columns of all types
    ) -> StoredTable:
        """Add a table, opened by who has the seat; return it, not yet committed.

        `secret`: one that was drawn before, else it is drawn now. `columns`: others of `NewTable`.
        For a daily there are no limits.
        """
        if columns.get("daily") is None:
            await self._limits.require_lobby(store, seat.person_id, channel_id)
        secret = secret or self.draw_secret()
        table = self.prepare(game, options, seat, channel_id, secret, **columns)
        return await self._repository.create(store, table, seat)

    def draw_secret(self) -> bytes:
        """Return bytes that nobody can predict."""
        return self._entropy(SECRET_BYTES)

    def prepare(
        self,
        game: AnyGame,
        options: Options,
        seat: SeatRow,
        channel_id: int,
        secret: bytes,
        **columns: Any,  # noqa: ANN401 - columns of all types
    ) -> NewTable:
        """Return the row of a table that opens with this secret."""
        return NewTable(
            game=game.info.key,
            rules_version=game.info.rules_version,
            options=write_options(game.options(options)),
            channel_id=channel_id,
            opener_id=seat.person_id,
            opener_name=seat.name,
            status=Status.LOBBY,
            secret=secret.hex(),
            commitment=commitment(secret),
            opened_at=self._now(),
            **columns,
        )

    def _seat_computers(
        self, stored: StoredTable, person: Person, levels: Iterable[Level]
    ) -> StoredTable:
        """Return the table with a computer of each level, whom the person has brought."""
        for level in levels:
            stored = lobby.add_computer(stored, person, level, self._now())
        return stored

    async def join(
        self, table_id: int, person: Person, snowflake: int, *, click: int | None = None
    ) -> Table:
        """Give a seat to a person; a rematch begins when all are back.

        Raises:
            NoSuchTable, WrongPhase, AlreadySeated, TableFull, TooManyTables
        """
        old = await self._find_earlier(table_id)
        return await self._writer.change(
            table_id,
            lambda stored: self._join(stored, old, person, snowflake),
            lambda store: self._limits.require_seat(store, person.id),
            click=click,
        )

    def _join(
        self, stored: StoredTable, old: Table | None, person: Person, snowflake: int
    ) -> StoredTable:
        """Return the table with the person; where it is the rematch of `old`, seated as there."""
        if old is None:
            return lobby.join(stored, person, snowflake, self._now())
        agrees = any(each.person.id == person.id and each.agrees for each in old.seats)
        joined = lobby.join(stored, person, snowflake, self._now(), agrees=agrees)
        earlier = [seat.person.id for seat in old.seats]
        joined = lobby.seat_as_before(joined, earlier)
        if lobby.is_complete(joined, earlier):
            return self.begin(joined, old, person, snowflake)
        return joined

    async def rejoin(
        self, store: Store, stored: StoredTable, old: Table, person: Person, snowflake: int
    ) -> StoredTable:
        """Return the rematch of `old` with the person in it, not yet committed."""
        joined = self._join(stored, old, person, snowflake)
        await self._limits.require_seat(store, person.id)
        return await self._repository.save(store, stored, joined)

    def begin(
        self, stored: StoredTable, old: Table | None, person: Person, snowflake: int
    ) -> StoredTable:
        """Return the table with its game begun by the click of a person."""
        if old is not None:
            stored = lobby.seat_as_before(stored, [seat.person.id for seat in old.seats])
        ready = lobby.contribute(stored, person, "start", snowflake)
        ready = proof.label_seats(ready, self._entropy)
        first = old.game.rematch_first(old.outcome) if old and old.outcome else None
        leader = old.seats[first].person.id if old and first is not None else None
        return playing.start(ready, lobby.find_seat(ready, leader), self._now())

    async def add_computer(
        self, table_id: int, person: Person, level: Level, *, click: int | None = None
    ) -> Table:
        """Give a seat to a computer; raises NoSuchTable, NotSeated, WrongPhase or TableFull."""
        return await self._writer.change(
            table_id,
            lambda stored: lobby.add_computer(stored, person, level, self._now()),
            click=click,
        )

    async def add_missing(
        self, table_id: int, person: Person, moment: int, *, click: int | None = None
    ) -> Table:
        """Give seats to the computers that are missing, or to one more; raises as `add_computer`.

        `moment`: of the lobby that the person has seen; one that has changed since stays as it is.
        """
        return await self._writer.change(
            table_id,
            lambda stored: lobby.add_missing(stored, person, moment, self._now()),
            click=click,
        )

    async def remove_computer(
        self, table_id: int, person: Person, computer: int, *, click: int | None = None
    ) -> Table:
        """Free the seat of a computer, named by its id.

        Raises:
            NoSuchTable, NotSeated, WrongPhase
            StaleClick: it has left.
        """
        return await self._writer.change(
            table_id,
            lambda stored: lobby.remove_computer(stored, person, computer, self._now()),
            click=click,
        )

    async def add_salt(
        self,
        table_id: int,
        person: Person,
        snowflake: int,
        words: str,
        *,
        click: int | None = None,
    ) -> Table:
        """Mix words that a player types into the dice of a table that has not begun.

        Raises:
            NoSuchTable, WrongPhase, NotSeated
            AlreadyContributed: the person has done so before.
        """
        return await self._writer.change(
            table_id,
            lambda stored: lobby.add_salt(stored, person, snowflake, words, self._now()),
            click=click,
        )

    async def turn_odds(
        self,
        table_id: int,
        person: Person,
        *,
        wanted: bool | None = None,
        click: int | None = None,
    ) -> Table:
        """Show or hide the odds for the whole table; raises NoSuchTable, NotSeated, WrongPhase.

        `wanted`: whether they are to be shown; None: what is not so now.
        """
        return await self._writer.change(
            table_id,
            lambda stored: lobby.turn_odds(stored, person, self._now(), wanted=wanted),
            click=click,
        )

    async def turn_hints(self, table_id: int, person: Person, *, click: int | None = None) -> Table:
        """Agree to hints, or not any more; raises NoSuchTable, NotSeated or WrongPhase."""
        return await self._writer.change(
            table_id, lambda stored: lobby.turn_hints(stored, person, self._now()), click=click
        )

    async def set_pace(
        self, table_id: int, person: Person, pace: Pace, *, click: int | None = None
    ) -> Table:
        """Choose how much time a turn has; raises NoSuchTable, WrongPhase or NotOpener."""
        return await self._writer.change(
            table_id, lambda stored: lobby.set_pace(stored, person, pace, self._now()), click=click
        )

    async def set_option(
        self, table_id: int, person: Person, number: int, other: int, *, click: int | None = None
    ) -> Table:
        """Choose an option of the game, by its number and that of the choice.

        Raises as `set_pace` does, and:
            StaleClick: there is no such option.
            TableFull: more sit there than can play so.
        """
        return await self._writer.change(
            table_id,
            lambda stored: lobby.set_option(stored, person, number, other, self._now()),
            click=click,
        )

    async def turn_pauses(
        self, table_id: int, person: Person, *, click: int | None = None
    ) -> Table:
        """Let clocks stand still for the absent, or not; raises as `set_pace` does."""
        return await self._writer.change(
            table_id, lambda stored: lobby.turn_pauses(stored, person, self._now()), click=click
        )

    async def start(
        self, table_id: int, person: Person, snowflake: int, *, click: int | None = None
    ) -> Table:
        """Begin the game; raises NoSuchTable, WrongPhase, NotOpener or TooFewSeats."""
        old = await self._find_earlier(table_id)

        def start(stored: StoredTable) -> StoredTable:
            lobby.require_start(stored, person)
            return self.begin(stored, old, person, snowflake)

        return await self._writer.change(table_id, start, click=click)

    async def _find_earlier(self, table_id: int) -> Table | None:
        """Return the table whose rematch this one is; it is over, so it does not change."""
        stored = self._repository.cached(table_id)  # of what it is the rematch never changes
        rematch_of = (stored.row if stored else await self._lookup.get(table_id)).rematch_of
        return None if rematch_of is None else await self._lookup.get(rematch_of)
