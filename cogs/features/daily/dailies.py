"""Dailies: one short game for each person and day, on a table without a channel.

A daily has no table before its first choice. Its name alone determines its first throw. Its secret
is derived from a key in the database, the person's id and the name. So the first throw and the
commitment can be shown before anything is stored.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.features.daily.days import (
    NO_CHANNEL,
    add_days,
    day_of,
    first_open,
    is_closed,
    number_preview,
)
from db.errors import asked_again
from db.query import Query, Write
from engine.core import N_, BadSetup
from tables.model.errors import StaleClick, WrongPhase
from tables.model.table import SeatedPlayer, Status
from tables.play.playing import Move
from tables.play.seating import begin
from tables.storage.lookup import TableService

if TYPE_CHECKING:
    from db.query import Transaction
    from db.store import Store
    from engine.core import AnyGame
    from tables.model.table import Person, Table
    from tables.service import Tables

NEW_DAY: Final = N_("A new day has begun, with another daily.")


class Format(NamedTuple):
    """A kind of daily: a game for one person, with the default options."""

    game: str
    version: int


POND: Final = Format("pond", 1)
"""The format of every daily."""


def name_daily(day: str) -> str:
    """Return the name of a day's daily: `2026-11-24 pond 1`."""
    return f"{day} {POND.game} {POND.version}"


def make_secret(key: str, person_id: int, name: str) -> bytes:
    """Return the secret of a person's daily; `key` is the key of all secrets, in hex."""
    return _derive(key, f"secret {person_id} {name}")


def make_mark(key: str, person_id: int, day: str) -> str:
    """Return the mark of a begun daily, which cannot be traced to the person without the key."""
    return _derive(key, f"mark {person_id} {day}").hex()


def _derive(key: str, what: str) -> bytes:
    return hmac.digest(bytes.fromhex(key), what.encode(), "sha256")


class DailyRow(NamedTuple):
    """A person's daily, as in the database table `dailies`."""

    table_id: int
    guild_id: int
    marks: str | None
    accuracy: int | None
    opening: str | None
    shared: bool


DAILY: Final = Query(
    DailyRow,
    """
    SELECT table_id, guild_id, marks, accuracy, opening, shared FROM dailies
    WHERE person_id = :person_id AND day = :day
    """,
)

DAILY_KEY: Final = Query(str, "SELECT secret FROM daily_key")

DAILY_DAYS: Final = Query(
    str, "SELECT day FROM dailies WHERE person_id = :person_id AND day >= :first"
)

PUT_DAILY_MARK: Final = Write("""
    INSERT INTO daily_marks (mark, day) VALUES (:mark, :day) ON CONFLICT (mark) DO NOTHING
    """)


async def mark_dailies(tx: Transaction, person_id: int, now: float) -> None:
    """Store a mark for each begun daily of a person, if its day is still open.

    Without the mark, a person could be forgotten and begin the same daily again.
    """
    key = await tx.one(DAILY_KEY) or ""
    for day in await tx.all(DAILY_DAYS, person_id=person_id, first=first_open(now)):
        tx.run(PUT_DAILY_MARK, mark=make_mark(key, person_id, day), day=day)


class OfferRow(NamedTuple):
    """The tables of a person's dailies, if begun, and the key of all secrets.

    `before` is the daily of the earliest open day.
    """

    before: int | None
    today: int | None
    key: str | None


# One query, so that the offer of a daily needs one round trip to the database.
OFFER: Final = Query(
    OfferRow,
    """
    SELECT (SELECT table_id FROM dailies WHERE person_id = :person_id AND day = :before),
           (SELECT table_id FROM dailies WHERE person_id = :person_id AND day = :today),
           (SELECT secret FROM daily_key WHERE id = 1)
    """,
)

IS_DAILY_MARKED: Final = Query(int, "SELECT 1 FROM daily_marks WHERE mark = :mark")

INSERT_DAILY: Final = Write("""
    INSERT INTO dailies (person_id, day, table_id, guild_id)
    VALUES (:person_id, :day, :table_id, :guild_id)
    """)

NOTE_DAILY_BEGUN: Final = Write(
    "UPDATE daily_reminders SET in_vain = 0 WHERE person_id = :person_id"
)

PUT_DAILY_KEY: Final = Write(
    "INSERT INTO daily_key (id, secret) VALUES (1, :secret) ON CONFLICT (id) DO NOTHING"
)


# The unfinished dailies of days earlier than `:before`. Their names begin with the day.
OPEN_DAILIES: Final = Query(
    int,
    """
    SELECT id FROM tables
    WHERE private < :before AND private IS NOT NULL AND status IN ('lobby', 'playing')
    """,
)


@dataclass(frozen=True, slots=True)
class Choose(Move):
    """Makes a person's move in a daily; raises WrongPhase once its day is closed."""

    def make(self, stored: Table, seat: SeatedPlayer, now: float) -> Table:
        if is_closed(stored.private or "", now):
            raise WrongPhase("The day of this game is closed, so it can no longer be played.")
        return Move.make(self, stored, seat, now)


class Dailies(TableService):
    """Offers, begins and closes dailies, one for each person and day."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.shared)
        self._lobbies, self._maintenance = tables.lobbies, tables.maintenance

    async def close_days(self) -> None:
        """End the unfinished dailies of closed days."""
        before = first_open(self._now())
        async with self._database.read_one() as store:
            numbers = await store.all(OPEN_DAILIES, before=before)
        await self._maintenance.close(numbers)

    async def offer(self, person: Person, name: str) -> Table:
        """Return a person's daily: yesterday's while it can still be played, otherwise today's.

        A daily that has not begun is in the state after its first throw, and the returned table has
        the number from `number_preview`. `name` is the name of today's daily.
        """
        found = await self._read_offer(person.id, name[:10])
        if found.before is not None:
            before = await self._lookup.get(found.before)
            if before.status is Status.PLAYING:
                return before
        if found.today is not None:
            return await self._lookup.get(found.today)
        return await self._preview(person, name, found.key)

    @asked_again
    async def _read_offer(self, person_id: int, today: str) -> OfferRow:
        before = first_open(self._now())
        async with self._database.read_one() as store:
            return await store.value(OFFER, person_id=person_id, before=before, today=today)

    async def _preview(self, person: Person, name: str, key: str | None) -> Table:
        """Return a daily that has not begun, in the state after its first throw; store nothing."""
        game = self._find_game(name)
        secret = make_secret(key or await self._make_key(), person.id, name)
        seat = SeatedPlayer(0, person.id, person.name, 0)
        made = self._prepare(game, seat, secret, name)
        opened = replace(made, id=number_preview(name[:10]))
        begun = begin(opened, person, 0, self._writer.moment())
        # The start hash covers the contributions, and there are none yet.
        return begun.with_columns(start_hash=None)

    def _prepare(self, game: AnyGame, seat: SeatedPlayer, secret: bytes, name: str) -> Table:
        return self._lobbies.prepare(
            game, {}, seat, NO_CHANNEL, secret, guild_id=None, private=name
        )

    def _find_game(self, name: str) -> AnyGame:
        key = name.split()[1]
        game = self._repository.game(key)
        if game is None:
            raise BadSetup("There is no game called {key} here.", key=repr(key))
        return game

    async def _make_key(self) -> str:
        """Store a new key of all secrets unless another process has stored one; return the key."""
        async with self._database.write() as store:
            store.run(PUT_DAILY_KEY, secret=self._writer.draw_secret().hex())
        return await self._read_key() or ""

    @asked_again
    async def _read_key(self) -> str | None:
        async with self._database.read_one() as store:
            return await store.one(DAILY_KEY)

    async def begin(
        self,
        person: Person,
        snowflake: int,
        name: str,
        guild_id: int,
        *,
        seq: int,
        text: str,
        hasty: bool = False,
        click: int | None,
    ) -> Table:
        """Begin a daily with its first choice.

        Args:
            person: the player.
            snowflake: the id of the interaction, which contributes to all later dice.
            name: the name of the daily.
            guild_id: the server on whose board the daily counts; 0 for none.
            seq: the number of the clicked board.
            text: the text of the chosen move.
            hasty: as in `Move`.
            click: the id of the interaction, which then counts only once; None for no such check.

        Raises:
            RuleError: the rules refuse the choice. The daily then does not begin.
            WrongPhase: the person has already begun this daily, perhaps before being forgotten, or
                yesterday's daily is still open.
            StaleClick: the choice was offered for an earlier day.
            DoubleTap: the press was hasty, and Undo could not take the choice back.
        """
        day, game = name[:10], self._find_game(name)
        key = await self._read_key() or await self._make_key()
        secret = make_secret(key, person.id, name)
        if day != day_of(self._now()):
            raise StaleClick(NEW_DAY)

        async def make(store: Store) -> Table:
            await self._require_none(store, person, day)
            seat = SeatedPlayer(0, person.id, person.name, snowflake)
            made = self._prepare(game, seat, secret, name)
            opened = await self._repository.create(store, made)
            store.run(
                INSERT_DAILY,
                person_id=person.id,
                day=day,
                table_id=opened.id,
                guild_id=guild_id,
            )
            store.run(NOTE_DAILY_BEGUN, person_id=person.id)
            begun = begin(opened, person, snowflake, self._writer.moment())
            begun = await self._repository.save(store, opened, begun)
            first = Move(person, seq, text, hasty)
            chosen = first.play(begun, begun.seats[0], self._writer.moment())
            return await self._repository.save(store, begun, chosen)

        return await self._writer.make(click, make)

    async def _require_none(self, store: Store, person: Person, day: str) -> None:
        """Raise WrongPhase if the person has begun this daily, or can still play yesterday's."""
        if await store.one(DAILY, person_id=person.id, day=day):
            raise WrongPhase("This daily has begun already.")
        key = await store.one(DAILY_KEY) or ""
        if await store.one(IS_DAILY_MARKED, mark=make_mark(key, person.id, day)):
            raise WrongPhase("You began a daily today, before your data were deleted.")
        before = await store.one(DAILY, person_id=person.id, day=add_days(day, -1))
        row = before and await store.table(before.table_id)
        if row and row.status == Status.PLAYING and first_open(self._now()) < day:
            raise WrongPhase("Yesterday's daily is still open, until 01:00 UTC.")
