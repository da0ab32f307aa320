"""The use cases: everything that people can do with tables, each one transaction.

What each does to a table is told by the pure functions of `tables.lobby` and `tables.playing`.
"""

from __future__ import annotations

import math
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.errors import Conflict
from db.store import NewTable, SeatRow
from engine.errors import BadSetup, NotYourTurn
from engine.fairness import commitment
from tables import lobby, playing
from tables.errors import NoSuchTable, NotSeated, SeatBack, StaleClick, TableClosed, WrongPhase
from tables.heartbeat import Heartbeat
from tables.model import Person, Status, Table
from tables.playing import SILENCE
from tables.record import Record, ended, read_waiting, write_options
from tables.register import ANYWHERE, Register

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from db.connection import Database
    from db.store import Store
    from engine.core import Options
    from engine.core import Seat as SeatNo
    from tables.play import AnyGame
    from tables.register import OnEnd

__all__ = ["ANYWHERE", "GAME_AGE", "LOBBY_AGE", "SILENCE", "Tables"]

LOBBY_AGE: Final = 24 * 3600
"""Seconds without a change after which a lobby is cancelled."""

GAME_AGE: Final = 7 * 24 * 3600
"""Seconds without a change after which a game is abandoned."""

CALLED_WITHIN: Final = 10
"""Seconds within which whoever is waited for has been called, if all is well."""

SECRET_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Opening:
    """What a new table is for: the game, the place, and the table whose rematch it is."""

    game: AnyGame
    options: Options
    guild_id: int | None
    channel_id: int
    rematch_of: int | None = None


class Tables(Register):
    """All tables of a bot, to be played at.

    Args:
        database: open; whoever opened it closes it.
        games: that can be played.
        clock: gives the time in Unix seconds.
        entropy: gives so many bytes that nobody can foresee.
        on_end: awaited with every game that was played to its end, within the transaction that
            ends it: what it writes is committed together with the last move, or neither is. It
            may be called for an attempt that is undone, and once more then.

    Attributes:
        heartbeat: beats while people can play.
    """

    def __init__(
        self,
        database: Database,
        games: Iterable[AnyGame],
        clock: Callable[[], float],
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        *,
        on_end: OnEnd | None = None,
    ) -> None:
        super().__init__(database, games, clock, on_end)
        self._entropy = entropy
        self.heartbeat = Heartbeat(database, clock)
        self._told_silent: set[tuple[int, SeatNo, float]] = set()
        self._told_uncalled: set[tuple[int, SeatNo, float]] = set()

    # Opening, and the lobby

    async def open(  # noqa: PLR0917 - what an interaction says, in its order
        self,
        game_key: str,
        options: Options,
        guild_id: int | None,
        channel_id: int,
        person: Person,
        snowflake: int,
    ) -> Table:
        """Open a table; the person sits down in seat 0.

        Args:
            game_key: as in `Info.key`.
            options: complete or not; defaults fill the rest.
            guild_id: the server; None in a direct message.
            channel_id: where it is played.
            person: who opens it.
            snowflake: of the interaction; mixed into the dice.

        Raises:
            BadSetup: there is no such game, option or value.
        """
        game = self._archive.game(game_key)
        if game is None:
            raise BadSetup(f"There is no game called {game_key!r} here.")
        opening = Opening(game, game.options(options), guild_id, channel_id)
        async with self._database.write() as store:
            record = await self._create(store, opening, person, snowflake)
        return self._kept(record)

    async def join(self, table_id: int, person: Person, snowflake: int) -> Table:
        """Sit down; raises NoSuchTable, WrongPhase, AlreadySeated or TableFull."""
        return await self._change(
            table_id, lambda record: lobby.join(record, person, snowflake, self.now())
        )

    async def leave(self, table_id: int, person: Person) -> Table:
        """Get up.

        In the lobby the seat is free again; the last one to leave cancels the table. In a game the
        caretaker plays on; with the last person the game is abandoned. An opener who leaves hands
        the table on.

        Raises:
            NoSuchTable, NotSeated, WrongPhase
        """

        def left(record: Record) -> Record:
            lobby.require_open(record)
            leave = lobby.leave if record.status is Status.LOBBY else playing.leave
            return leave(record, person, self.now())

        return await self._change(table_id, left)

    async def start(self, table_id: int, person: Person) -> Table:
        """Begin the game; raises NoSuchTable, WrongPhase, NotOpener or TooFewSeats."""
        leader = await self._rematch_leader(table_id)

        def started(record: Record) -> Record:
            lobby.require_start(record, person)
            return playing.start(record, lobby.first_of(record, leader), self.now())

        return await self._change(table_id, started)

    async def cancel(self, table_id: int, person: Person, *, force: bool = False) -> Table:
        """Call the table off: the opener in the lobby, a lone player always, `force` at any time.

        Raises:
            NoSuchTable, NotOpener, WrongPhase
        """
        return await self._change(
            table_id, lambda record: lobby.cancel(record, person, self.now(), force=force)
        )

    async def rematch(self, table_id: int, person: Person, snowflake: int) -> Table:
        """Open a lobby for the same game again, or join the one that somebody has opened.

        Raises:
            NoSuchTable: there is no table of that number.
            NotSeated: the person did not play there.
            WrongPhase: the game is not over, or its rematch has begun.
            AlreadySeated, TableFull: as in `join`.
        """
        try:
            async with self._database.write() as store:
                record = await self._rematch(store, table_id, person, snowflake)
        except Conflict as error:
            raise StaleClick("Somebody else was faster; look again.") from error
        return self._kept(record)

    # The game

    async def act(self, table_id: int, person: Person, seq: int, text: str) -> Table:
        """Make a move, and all that nature and the caretaker do after it.

        A person whose seat the caretaker plays gets it back first, which holds even where the move
        is refused.

        Args:
            table_id: the table.
            person: who moves.
            seq: for which the board was drawn.
            text: the move, in the game's notation.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: no game here for this person.
            NotYourTurn: it is somebody else's turn; the sentence says whose.
            SeatBack: so it is, but the person has taken the seat back from the caretaker.
            StaleClick: the board was drawn for an earlier state.
            MalformedMove, IllegalMove: the rules refuse it.
        """

        def acted(record: Record) -> Record:
            return playing.act(record, person, seq, text, self.now())

        try:
            return await self._change(table_id, acted)
        except playing.Absent:
            await self.take_back(table_id, person)
        try:
            return await self._change(table_id, acted)
        except NotYourTurn as error:
            raise SeatBack(f"You have your seat back. {error}") from error

    async def hand_over(self, table_id: int, by: Person, seat: SeatNo) -> Table:
        """Give another's seat to the caretaker after two minutes of silence.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: `by` does not play here.
            NotSilent: the seat's owner is not waited for, or not for long enough.
        """
        return await self._change(
            table_id, lambda record: playing.hand_over(record, by, seat, self.now())
        )

    async def take_back(self, table_id: int, person: Person) -> Table:
        """Play one's own seat again; raises NoSuchTable, NotSeated, AlreadySeated or WrongPhase."""
        return await self._change(
            table_id, lambda record: playing.take_back(record, person, self.now())
        )

    # Housekeeping

    async def silent(self) -> list[Table]:
        """The tables where a silent seat can be handed over since the last call of this."""
        now = self.now()
        due = {(table, seat, since) for table, seat, since, _ in await self._due(now - SILENCE)}
        new = {table_id for table_id, _, _ in due - self._told_silent}
        self._told_silent = due
        tables = await self._all(sorted(new))
        return [table for table in tables if sum(not seat.caretaker for seat in table.seats) > 1]

    async def uncalled(self) -> list[Table]:
        """The tables that wait for somebody whom nobody called, since the last call of this.

        A click calls the next player by itself; but a seat may also have been given up by another
        process, and a message may have failed.
        """
        waited = await self._due(self.now() - CALLED_WITHIN)
        due = {(table, seat, since) for table, seat, since, called in waited if not called}
        new = {table_id for table_id, _, _ in due - self._told_uncalled}
        self._told_uncalled = due
        return await self._all(sorted(new))

    async def _due(self, before: float) -> list[tuple[int, SeatNo, float, bool]]:
        """Table, seat, time, and whether the live message called it, of all waited for since then
        or for longer.
        """
        async with self._database.glance() as store:
            rows = await store.waiting()
        return [
            (table_id, seat, since, str(seat) in called.split())
            for table_id, waiting, called in rows
            for seat, since in read_waiting(waiting).items()
            if since <= before
        ]

    async def expire(self) -> list[Table]:
        """Close what nobody has touched for too long, and return it."""
        now = self.now()
        async with self._database.glance() as store:
            lobbies = await store.unchanged_since(Status.LOBBY, now - LOBBY_AGE)
            games = await store.unchanged_since(Status.PLAYING, now - GAME_AGE)
        closed = await self._end_all(lobbies, before=now - LOBBY_AGE)
        return closed + await self._end_all(games, before=now - GAME_AGE)

    async def close_channel(self, channel_id: int) -> list[Table]:
        """End every live table of a channel that is gone, and return them."""
        async with self._database.glance() as store:
            numbers = await store.live_in_channel(channel_id)
        return await self._end_all(numbers)

    async def close_guild(self, guild_id: int) -> list[Table]:
        """End every live table of a server that the bot has left, and return them."""
        async with self._database.glance() as store:
            numbers = await store.live_in_guild(guild_id)
        return await self._end_all(numbers)

    # Within

    async def _create(self, store: Store, like: Opening, person: Person, snowflake: int) -> Record:
        """A new table with its first seat and its secret, not yet committed."""
        secret = self._entropy(SECRET_BYTES)
        table = NewTable(
            game=like.game.info.key,
            rules_version=like.game.info.rules_version,
            options=write_options(like.options),
            guild_id=like.guild_id,
            channel_id=like.channel_id,
            opener_id=person.id,
            opener_name=person.name,
            status=Status.LOBBY,
            secret=secret.hex(),
            commitment=commitment(secret),
            rematch_of=like.rematch_of,
            opened_at=self.now(),
        )
        return await self._archive.create(
            store, table, SeatRow(0, person.id, person.name, snowflake)
        )

    async def _rematch(self, store: Store, table_id: int, person: Person, snowflake: int) -> Record:
        """The lobby of the rematch with the person in it, not yet committed."""
        old = await self._archive.load(store, table_id)
        _require_rematch(old, person)
        number = await store.rematch_of(table_id)
        if number is None:
            row = old.row
            opening = Opening(old.game, old.options, row.guild_id, row.channel_id, table_id)
            return await self._create(store, opening, person, snowflake)
        record = await self._archive.load(store, number)
        if record.status is not Status.LOBBY:
            raise WrongPhase(f"The rematch has begun already, at table #{number}.")
        joined = lobby.join(record, person, snowflake, self.now())
        return await self._archive.save(store, record, joined)

    async def _rematch_leader(self, table_id: int) -> int | None:
        """Who begins by the rules of a rematch: somebody's id, or None.

        It follows from a table that is over, so it may be asked before the start's transaction.
        """
        table = await self.get(table_id)
        if table.rematch_of is None:
            return None
        old = await self.get(table.rematch_of)
        seat = old.game.rematch_first(old.outcome) if old.outcome else None
        return None if seat is None else old.seats[seat].person.id

    async def _end_all(self, numbers: Iterable[int], before: float = math.inf) -> list[Table]:
        """End live tables that nobody has touched since `before`, and return them."""

        def end(record: Record) -> Record:
            if record.status.over or record.row.changed_at > before:
                return record
            lobby_ = record.status is Status.LOBBY
            return ended(record, Status.CANCELLED if lobby_ else Status.ABANDONED, self.now())

        tables: list[Table] = []
        for number in numbers:
            try:
                tables.append(await self._change(number, end))
            except TableClosed:
                tables.append(await self.get(number))
            except NoSuchTable:  # of a game that is not in this house any more
                continue
        return [table for table in tables if table.status.over]


def _require_rematch(old: Record, person: Person) -> None:
    """Raise unless this person may ask for a rematch of the table."""
    if old.status is not Status.FINISHED:
        raise WrongPhase("Only a game that was played to its end has a rematch.")
    if old.seat_of(person.id) is None:
        raise NotSeated(
            "Only those who played can ask for a rematch; you can open a table of your own."
        )
