"""The use cases: everything that people can do with tables, each one transaction.

The pure functions of `tables.play` say what a use case does to a table.

Who asks by an interaction of Discord names it as `click`. Two processes may hear of one: it changes
something once, and for the second of them the use case raises AlreadyHandled.
"""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.again import asked_again
from db.errors import Conflict
from db.stores.tables import NewTable, SeatRow
from engine.errors import BadSetup, RuleError
from engine.proof.fairness import commitment
from tables.clocks.maintenance import CALL_AFTER, GAME_AGE, LOBBY_AGE, Maintenance
from tables.clocks.reminders import Reminders
from tables.model.errors import NotSeated, SeatBack, StaleClick, WrongPhase
from tables.model.pace import SILENCE, Pace
from tables.model.table import Gone, Person, Series, Status, Table
from tables.play import lobby, playing
from tables.play.absence import LONGEST as LONGEST_ABSENCE
from tables.play.absence import Absences
from tables.play.forgetting import leave_all
from tables.play.heartbeat import Heartbeat
from tables.play.limits import Limits
from tables.play.watching import Watching
from tables.storage import proof
from tables.storage.lookup import ANY_GUILD, TableLookup, is_damage
from tables.storage.repository import TableRepository
from tables.storage.stored import StoredTable, write_options
from tables.storage.writer import TableWriter
from tables.thinking.hints import Hints
from tables.thinking.moves import Thinking
from tables.thinking.practice import Practice
from tables.thinking.reviews import Reviews
from tables.thinking.told import ToldDecisions
from tables.thinking.transcripts import Transcripts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from db.connection import Database
    from db.stores.tables import Store
    from engine.core import Options, Seat
    from engine.replay import AnyGame
    from players.core import Level
    from tables.storage.lookup import GuildFilter
    from tables.storage.writer import OnEnd

__all__ = [
    "ANY_GUILD",
    "CALL_AFTER",
    "GAME_AGE",
    "LOBBY_AGE",
    "LONGEST_ABSENCE",
    "SILENCE",
    "Tables",
    "is_damage",
    "leave_all",
]

SECRET_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Opening:
    """What a new table is for: game, place, whose rematch it is.

    `odds` are shown or not, its opener `agrees` to hints or not, a turn has the time of `pace`,
    and its clock `pauses` for who has said to be away. `guest` is as in `Table`.
    If `threaded`, it is played in a thread of its own: `thread_id`, or one to be opened.
    """

    game: AnyGame
    options: Options
    guild_id: int | None
    channel_id: int
    rematch_of: int | None = None
    odds: bool = True
    agrees: bool = False
    pace: Pace = Pace.NONE
    pauses: bool = True
    threaded: bool = False
    thread_id: int | None = None
    guest: int | None = None


class Tables:
    """All tables of a bot.

    Args:
        database: open; the caller closes it.
        games: the games that can be played.
        clock: returns the time in Unix seconds.
        entropy: returns so many bytes that nobody can predict.
        on_end: awaited with every game that was played to its end, within the transaction that
            ends it: what it writes is committed together with the last move, or neither is. If an
            attempt is rolled back, it is called once more.
        limits: how much may be open at once.
        looks_after: whether the tables of a server (None: of direct messages) are those that this
            process brings up to date.

    Attributes:
        now: the clock.
        lookup: finds tables by channel and phase.
        transcripts: writes and verifies the logs of tables.
        maintenance: finds tables that need attention, and ends tables that nobody uses.
        heartbeat: beats while people can play.
        reminders: how people are reminded of long turns.
        thinking: the moves of computers.
        hints: what the moves of a person are worth.
        reviews: what the decisions of finished games cost.
        practice: positions to practise on.
        absences: who has said to be away.
        watching: who is sent the result card of a table.
        told: decisions of turns that are over, for spectators.
    """

    def __init__(
        self,
        database: Database,
        games: Iterable[AnyGame],
        clock: Callable[[], float],
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        *,
        on_end: OnEnd | None = None,
        limits: Limits | None = None,
        looks_after: Callable[[int | None], bool] = lambda _: True,
    ) -> None:
        self.now = clock
        self._database = database
        self._entropy = entropy
        self._limits = limits or Limits()
        self._repository = TableRepository(games)
        self._writer = TableWriter(database, self._repository, clock, on_end)
        self.lookup = TableLookup(database, self._repository, self._writer)
        self.transcripts = Transcripts(database, self._repository, self.lookup)
        self.heartbeat = Heartbeat(database, clock, looks_after)
        self.thinking = Thinking(
            database, self._repository, self.lookup, self._writer, clock, looks_after
        )
        self.hints = Hints(database, self._repository, self._writer, self.thinking)
        self.reviews = Reviews(database)
        self.practice = Practice(
            database, self._repository, self._writer, self.thinking, self.reviews
        )
        self.absences = Absences(database, self.lookup, self._writer, clock)
        self.reminders = Reminders(
            database, self.lookup, self._writer, self.heartbeat.now, looks_after=looks_after
        )
        self.watching = Watching(database, self._writer, clock, looks_after)
        self.told = ToldDecisions(database, self.thinking)
        self.maintenance = Maintenance(
            database,
            self.lookup,
            self._writer,
            self._repository.games,
            self.heartbeat.now,
            looks_after=looks_after,
        )

    async def get(self, table_id: int, guild_id: GuildFilter = ANY_GUILD) -> Table:
        """Return the table as it is now.

        Args:
            table_id: its number.
            guild_id: the server where the person asks, a guest's too; None in messages.

        Raises:
            NoSuchTable: no table has that number, or it belongs to another server.
        """
        return await self.lookup.get(table_id, guild_id)

    def has_done(self, click: int) -> bool:
        """Return whether this process has lately committed what an interaction asks for."""
        return self._writer.has_done(click)

    # The lobby

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
        opening = Opening(
            game, chosen, guild_id, channel_id, pace=pace, threaded=threaded, guest=guest
        )

        async def make(store: Store) -> StoredTable:
            opened = await self._create(store, opening, person, snowflake)
            filled = self._seat_computers(opened, person, computers)
            return await self._repository.save(store, opened, filled)

        return await self._writer.make(click, make)

    def _seat_computers(
        self, stored: StoredTable, person: Person, levels: Iterable[Level]
    ) -> StoredTable:
        """Return the table with a computer of each level, whom the person has brought."""
        for level in levels:
            stored = lobby.add_computer(stored, person, level, self.now())
        return stored

    async def join(
        self, table_id: int, person: Person, snowflake: int, *, click: int | None = None
    ) -> Table:
        """Give a seat to a person; a rematch begins when all are back.

        Raises:
            NoSuchTable, WrongPhase, AlreadySeated, TableFull, TooManyTables
        """
        old = await self._earlier(await self.get(table_id))
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
            return lobby.join(stored, person, snowflake, self.now())
        agrees = any(each.person.id == person.id and each.agrees for each in old.seats)
        joined = lobby.join(stored, person, snowflake, self.now(), agrees=agrees)
        earlier = [seat.person.id for seat in old.seats]
        joined = lobby.seat_as_before(joined, earlier)
        if lobby.is_complete(joined, earlier):
            return self._begin(joined, old, person, snowflake)
        return joined

    def _begin(
        self, stored: StoredTable, old: Table | None, person: Person, snowflake: int
    ) -> StoredTable:
        """Return the table with its game begun by the click of a person."""
        if old is not None:
            stored = lobby.seat_as_before(stored, [seat.person.id for seat in old.seats])
        ready = lobby.contribute(stored, person, "start", snowflake)
        ready = proof.label_seats(ready, self._entropy)
        first = old.game.rematch_first(old.outcome) if old and old.outcome else None
        leader = old.seats[first].person.id if old and first is not None else None
        return playing.start(ready, lobby.find_seat(ready, leader), self.now())

    async def add_computer(
        self, table_id: int, person: Person, level: Level, *, click: int | None = None
    ) -> Table:
        """Give a seat to a computer; raises NoSuchTable, NotSeated, WrongPhase or TableFull."""
        return await self._writer.change(
            table_id,
            lambda stored: lobby.add_computer(stored, person, level, self.now()),
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
            lambda stored: lobby.remove_computer(stored, person, computer, self.now()),
            click=click,
        )

    async def leave(
        self, table_id: int, person: Person, *, waiting: bool = False, click: int | None = None
    ) -> Table:
        """Take a person out of a table; `waiting`: only out of a lobby.

        In the lobby the seat is free again, and without people the table is cancelled. In a game
        the caretaker plays on, and without people the game is abandoned. If the opener leaves,
        another player becomes the opener.

        Raises:
            NoSuchTable, NotSeated, WrongPhase
        """

        def leave(stored: StoredTable) -> StoredTable:
            (lobby.require_lobby if waiting else lobby.require_open)(stored)
            phase = lobby if stored.status is Status.LOBBY else playing
            return phase.leave(stored, person, self.now())

        return await self._writer.change(table_id, leave, click=click)

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
            lambda stored: lobby.add_salt(stored, person, snowflake, words, self.now()),
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
            lambda stored: lobby.turn_odds(stored, person, self.now(), wanted=wanted),
            click=click,
        )

    async def turn_hints(self, table_id: int, person: Person, *, click: int | None = None) -> Table:
        """Agree to hints, or not any more; raises NoSuchTable, NotSeated or WrongPhase."""
        return await self._writer.change(
            table_id, lambda stored: lobby.turn_hints(stored, person, self.now()), click=click
        )

    async def set_pace(
        self, table_id: int, person: Person, pace: Pace, *, click: int | None = None
    ) -> Table:
        """Choose how much time a turn has; raises NoSuchTable, WrongPhase or NotOpener."""
        return await self._writer.change(
            table_id, lambda stored: lobby.set_pace(stored, person, pace, self.now()), click=click
        )

    async def turn_pauses(
        self, table_id: int, person: Person, *, click: int | None = None
    ) -> Table:
        """Let clocks stand still for the absent, or not; raises as `set_pace` does."""
        return await self._writer.change(
            table_id, lambda stored: lobby.turn_pauses(stored, person, self.now()), click=click
        )

    async def start(
        self, table_id: int, person: Person, snowflake: int, *, click: int | None = None
    ) -> Table:
        """Begin the game; raises NoSuchTable, WrongPhase, NotOpener or TooFewSeats."""
        old = await self._earlier(await self.get(table_id))

        def start(stored: StoredTable) -> StoredTable:
            lobby.require_start(stored, person)
            return self._begin(stored, old, person, snowflake)

        return await self._writer.change(table_id, start, click=click)

    async def cancel(
        self,
        table_id: int,
        person: Person,
        *,
        force: bool = False,
        waiting: bool = False,
        click: int | None = None,
    ) -> Table:
        """Cancel the table; `waiting`: only a lobby.

        The opener may do it in the lobby, a player without other people at any time, and anybody
        with `force`. One of those who can end the game together (`Table.deciding`) agrees to that,
        and the last of them ends it.

        Raises:
            NoSuchTable, NotOpener, WrongPhase
        """

        def cancel(stored: StoredTable) -> StoredTable:
            if waiting:
                lobby.require_lobby(stored)
            return lobby.cancel(stored, person, self.now(), force=force)

        return await self._writer.change(table_id, cancel, click=click)

    async def withdraw(self, table_id: int, opener: Person, click: int) -> Table:
        """Cancel a table that could not be shown to anybody, unless another person has joined.

        Then nothing is done any more by the interaction that has opened it.

        Raises NoSuchTable.
        """
        table = await self._writer.change(
            table_id, lambda stored: lobby.withdraw(stored, opener, self.now())
        )
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
        """Open a lobby for the same game again, or join it; it begins when all are back.

        `asked_in`: the channel or thread; in the thread of the table the rematch is played, too.

        Raises:
            NoSuchTable: no table has that number.
            NotSeated: the person did not play there.
            WrongPhase: the game is not over, or its rematch has begun.
            AlreadySeated, TableFull, TooManyTables: as in `join` and `open`.
        """
        try:
            return await self._writer.make(
                click, lambda store: self._rematch(store, table_id, person, snowflake, asked_in)
            )
        except Conflict as error:
            raise StaleClick("Somebody else was faster; look again.") from error

    # The game

    async def act(
        self, table_id: int, person: Person, seq: int, text: str, *, click: int | None = None
    ) -> Table:
        """Make a move, and all moves of nature and the caretaker and forced ones after it.

        A person whose seat the caretaker plays gets it back first, even if the move is refused.

        Args:
            table_id: the table.
            person: who moves.
            seq: the number that the buttons of the board carry; see `Table.drawn_for`.
            text: the move, in the game's notation.
            click: the interaction; None where none asks for it.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for this person.
            NotYourTurn: it is the turn of somebody else; the message says whose.
            SeatBack: the move is refused, but the person has the seat back from the caretaker.
            StaleClick: the board was drawn for an earlier state.
            MalformedMove, IllegalMove: the rules refuse the move.
        """
        refusal: RuleError | StaleClick | None = None

        def act(stored: StoredTable) -> StoredTable:
            nonlocal refusal
            seat, refusal = stored.seat_of(person.id), None
            if seat is None or not seat.caretaker:
                after = playing.act(stored, person, seq, text, self.now())
                return playing.spend_bank(stored, after, person, self.heartbeat.now())
            back = playing.take_back(stored, person, self.now())
            try:
                return playing.act(back, person, seq, text, self.now())
            except (RuleError, StaleClick) as error:
                refusal = error
                return back

        table = await self._writer.change(table_id, act, click=click)
        if refusal is not None:
            raise SeatBack(f"You have your seat back. {refusal}") from refusal
        return table

    async def hand_over(
        self, table_id: int, by: Person, seat: Seat, *, click: int | None = None
    ) -> Table:
        """Give the seat of another player to the caretaker after two minutes of silence.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for `by`.
            NotSilent: the game does not wait for this seat, or not for long enough.
        """
        return await self._writer.change(
            table_id,
            lambda stored: playing.hand_over(stored, by, seat, self.heartbeat.now()),
            click=click,
        )

    async def take_over(self, table_id: int, seat: Seat, gone: Gone) -> Table:
        """Give the seat of somebody who cannot play to the caretaker, if the game waits for it.

        Where nobody else plays on, the table stays as it is. Raises NoSuchTable.
        """
        return await self._writer.change(
            table_id, lambda stored: playing.take_over(stored, seat, gone, self.now())
        )

    async def take_back(self, table_id: int, person: Person, *, click: int | None = None) -> Table:
        """Give a person's seat back, and end the absence that the person has stated there.

        Raises:
            NoSuchTable, NotSeated, AlreadySeated, WrongPhase
        """
        return await self._writer.change(
            table_id, lambda stored: playing.take_back(stored, person, self.now()), click=click
        )

    async def undo(
        self, table_id: int, person: Person, number: int, *, click: int | None = None
    ) -> Table:
        """Take a person's latest move back, as if it had never been made.

        Args:
            table_id: the table.
            person: who has made it.
            number: that the buttons of the board carry; see `Table.drawn_for`.
            click: the interaction; None where none asks for it.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for this person.
            NotYours: somebody else has made it.
            StaleClick: it has shown something new, or somebody has moved since.
        """
        return await self._writer.change(
            table_id,
            lambda stored: playing.undo(stored, person, number, self.now()),
            click=click,
        )

    async def give_order(
        self, table_id: int, person: Person, text: str, *, click: int | None = None
    ) -> Table:
        """Give a standing order, or take it away.

        Args:
            table_id: the table.
            person: whose seat follows it.
            text: one of the game's, as in `players.orders`; empty: every move is made by hand.
            click: the interaction; None where none asks for it.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for this person.
            NoOrder: this table takes no standing orders, or not this one.
        """

        def give_order(stored: StoredTable) -> StoredTable:
            after = playing.give_order(stored, person, text, self.now())
            return playing.spend_bank(stored, after, person, self.heartbeat.now())

        return await self._writer.change(table_id, give_order, click=click)

    # The message

    async def set_message(self, table_id: int, message_id: int) -> tuple[Table, int | None]:
        """Store the live message, unless another process has stored a newer one.

        Returns the table, and the message that is of no use any more: the older one; None: none.

        Raises:
            NoSuchTable: no table has that number.
        """
        before: int | None = None

        def set_message(stored: StoredTable) -> StoredTable:
            nonlocal before
            before = stored.row.message_id
            newest = message_id if before is None else max(before, message_id)
            return stored.with_columns(message_id=newest)

        table = await self._writer.change(table_id, set_message)
        useless = None if before in (None, message_id) else min(before, message_id)
        return table, useless

    async def set_thread(self, table_id: int, thread_id: int | None) -> Table:
        """Store in which thread the table is played; None: in none, though it was to be.

        In a thread it has no live message yet: the one from which it was opened is none. Raises
        NoSuchTable.
        """

        def set_thread(stored: StoredTable) -> StoredTable:
            if thread_id is None:
                return stored.with_columns(threaded=False)
            live = stored.row.message_id
            live = None if live == thread_id else live
            return stored.with_columns(thread_id=thread_id, message_id=live)

        return await self._writer.change(table_id, set_thread)

    async def move_to_post(self, table_id: int, post_id: int) -> Table:
        """Store that the lobby is the first message of a forum's post; or raise NoSuchTable."""
        return await self._writer.change(
            table_id,
            lambda stored: stored.with_columns(
                channel_id=post_id, threaded=True, thread_id=post_id, message_id=post_id
            ),
        )

    async def set_call(
        self,
        table_id: int,
        call_id: int | None,
        seats: tuple[Seat, ...],
        reminded: tuple[Seat, ...] = (),
    ) -> Table:
        """Store the message that calls these seats, or that there is none; raises NoSuchTable.

        `reminded`: those of them whom it calls once more.
        """
        called = " ".join(f"{seat}!" if seat in reminded else str(seat) for seat in seats)

        def set_call(stored: StoredTable) -> StoredTable:
            return stored.with_columns(call_id=call_id, called=called)

        return await self._writer.change(table_id, set_call)

    async def _create(
        self, store: Store, opening: Opening, person: Person, snowflake: int
    ) -> StoredTable:
        """Add a table with its first seat and its secret, and return it, not yet committed."""
        await self._limits.require_lobby(store, person.id, opening.channel_id)
        secret = self._entropy(SECRET_BYTES)
        table = NewTable(
            game=opening.game.info.key,
            rules_version=opening.game.info.rules_version,
            options=write_options(opening.options),
            guild_id=opening.guild_id,
            channel_id=opening.channel_id,
            opener_id=person.id,
            opener_name=person.name,
            status=Status.LOBBY,
            secret=secret.hex(),
            commitment=commitment(secret),
            rematch_of=opening.rematch_of,
            opened_at=self.now(),
            odds=opening.odds,
            pace=opening.pace,
            pauses=opening.pauses,
            threaded=opening.threaded,
            thread_id=opening.thread_id,
            guest=opening.guest,
        )
        seat = SeatRow(0, person.id, person.name, snowflake, agrees=opening.agrees)
        return await self._repository.create(store, table, seat)

    async def _rematch(
        self, store: Store, table_id: int, person: Person, snowflake: int, asked_in: int | None
    ) -> StoredTable:
        """Return the lobby of the rematch with the person in it, not yet committed."""
        old = await self._repository.load(store, table_id)
        _require_rematch(old, person)
        number = await store.rematch_of(table_id)
        if number is None:
            row = old.row
            opening = Opening(
                old.game,
                old.options,
                row.guild_id,
                row.channel_id,
                rematch_of=table_id,
                odds=row.odds,
                agrees=lobby.require_seat(old, person).agrees,
                pace=old.pace,
                guest=row.guest,
                pauses=bool(row.pauses),
                threaded=row.threaded,
                thread_id=row.thread_id if asked_in == row.thread_id else None,
            )
            created = await self._create(store, opening, person, snowflake)
            return await self._repository.save(store, created, lobby.seat_computers(created, old))
        stored = await self._repository.load(store, number, even_broken=True)
        if stored.broken or stored.status is not Status.LOBBY:
            raise WrongPhase(f"The rematch has begun already, at table #{number}.")
        joined = self._join(stored, old.table(), person, snowflake)
        await self._limits.require_seat(store, person.id)
        return await self._repository.save(store, stored, joined)

    async def _earlier(self, table: Table) -> Table | None:
        """Return the table whose rematch this one is; it is over, so it does not change."""
        return None if table.rematch_of is None else await self.get(table.rematch_of)

    @asked_again
    async def series(self, table: Table) -> Series | None:
        """Return the games before a rematch; None for a table that is no rematch."""
        if table.rematch_of is None:
            return None
        async with self._database.read_one() as store:
            rows = await store.series_before(table.id)
        if not rows:
            return None
        games = max(row.back for row in rows)
        wins = Counter(row.person_id for row in rows if row.place == 1 and not row.caretaker)
        last = [row for row in rows if row.back == 1]
        return Series(games + 1, wins, tuple(Person(row.person_id, row.name) for row in last))


def _require_rematch(old: StoredTable, person: Person) -> None:
    """Raise unless this person may ask for a rematch of the table."""
    if old.status is not Status.FINISHED:
        raise WrongPhase("Only a game that was played to its end has a rematch.")
    if old.seat_of(person.id) is None:
        raise NotSeated(
            "Only those who played can ask for a rematch; you can open a table of your own."
        )
