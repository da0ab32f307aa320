"""Typed functions for one table: its row, its seats, its contributions and its log.

`Database.write` and `Database.read` yield a `Store`. A store is one transaction. Do not use it
after the `async with` block has ended. The SQL is made from the fields of the rows, so a new column
of a table stands in the schema, in the class of its row, and where it is used.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from db.query import Query, Secret, Transaction, Write, columns_named, write_row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.query import Calls, Count, Draws, GameKey, Json, Snowflake, Waits, Words


T = TypeVar("T")


def _hide_values(self: object) -> str:
    return type(self).__name__


@dataclass(frozen=True, repr=False)
class TableRow:
    """A row of `tables`: times in Unix seconds, hashes as hex.

    Attributes:
        id: its number, which people see.
        game: the key of its game; in a `Table`, the game.
        rules_version: the version of the rules that its moves follow.
        settled: the chosen options of the game by key, without options added by later versions.
        channel_id: the channel of the game; 1 if the table is private.
        opener_id, opener_name: the person who may start or cancel the game.
        secret: the bot's part of the dice.
        commitment: the hash of the secret.
        opened_at, started_at, ended_at: times of the table; None before the start or end.
        changed_at: the time of the latest change.
        revision: the number of changes so far.
        guild_id: the server; None outside servers, and where the bot is a guest.
        message_id: the live message; None before it is posted.
        called: seats called to act, each with whether it was called a second time.
        call_id: the message that called these seats; None if there is none, as when direct messages
            called them.
        waiting: seats that the game waits for, each with the start of the wait.
        status: the phase.
        first: the seat that made the first move; None in the lobby.
        rematch_of: the number of the table before this one; None without one.
        reason: a sentence why the table was closed or cancelled; None without one.
        start_hash: the hash of everything settled before the first move; None in the lobby.
        last_hash: the hash of the whole log; None before the end.
        time_control: the time for a turn.
        threaded: whether the game has its own thread.
        thread_id: that thread; None before it exists. The message that opened it has the same id.
        unwritable_since: when the bot lost permission to write where the table is played; 0 while
            it may write.
        guest: the server in which the bot is only a guest; 0 in messages between people; None where
            the bot is a member.
        undone: the number of presses taken back.
        undone_by: the seat that took back a press since the latest move.
        turn_taken: clock seconds used by the latest turn, if a click ended that turn; else 0.
        resettled: the names of settings that were changed in the lobby after somebody else had
            joined; see `tables.play.lobby`.
        recalled: whether the lobby still has the settings that its opener chose last time.
        ducks: the number of computers that sit with the opener who, alone, begins as last time.
        level: the level of the computers that sit down in the lobby.
        sent_home: the ids of people whom the opener has sent home from the lobby.
        private: the name of a table that is private to its only person, who plays it outside all
            channels; None for other tables. The first throw follows from the name.
        forfeited: whether the game ended early but counts, because somebody lost it that way.
        language: the language of the table's channel, as a code: "en", "pt-BR".
    """

    id: int
    game: GameKey
    rules_version: int
    settled: Json
    channel_id: Snowflake
    opener_id: int
    opener_name: str
    secret: Secret
    commitment: str
    opened_at: float
    changed_at: float
    revision: Count = 0
    guild_id: Snowflake | None = None
    message_id: Snowflake | None = None
    called: Calls = field(default_factory=dict[int, bool])
    call_id: Snowflake | None = None
    waiting: Waits = field(default_factory=dict[int, float])
    status: str = "lobby"
    first: int | None = None
    rematch_of: int | None = None
    reason: str | None = None
    started_at: float | None = None
    ended_at: float | None = None
    start_hash: str | None = None
    last_hash: str | None = None
    time_control: str = "none"
    threaded: bool = False
    thread_id: Snowflake | None = None
    unwritable_since: float = 0.0
    guest: int | None = None
    undone: Count = 0
    undone_by: int | None = None
    turn_taken: float = 0.0
    resettled: Words = ()
    recalled: bool = False
    ducks: Count = 0
    level: str = "normal"
    sent_home: Words = ()
    private: str | None = None
    forfeited: bool = False
    language: str = "en"

    @property
    def server_id(self) -> int | None:
        """The server of the table, including one where the bot is a guest; None outside servers."""
        return self.guild_id or self.guest or None


@dataclass(frozen=True, slots=True)
class Person:
    """A user of Discord.

    Attributes:
        id: the snowflake of the user.
        name: the name as last seen.
    """

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A person or a computer at a seat: a row of `seats`, without its table.

    Attributes:
        seat: its number.
        person_id: a computer has a small negative number.
        name: the player's name as last seen.
        snowflake: the interaction by which the person sat down.
        caretaker: the seat's number in the order in which people left, from 1; 0 for who plays.
        departed: whether the person left during the game.
        score, place: None before the end. The place stays None if the game does not count for the
            person.
        level: the level of the computer that sits here; empty for a person.
        hinted: whether a hint was shown to the person.
        missed: turns in a row made by the caretaker because the person's time ran out.
        absent_until: the end of an announced absence in Unix seconds; 0 if there is none.
        absent_total: seconds of all announced absences, including the present one.
        ends: whether the person agrees to end the game without a result.
        gone: the reason why the bot gave the seat to the caretaker, or empty.
    """

    seat: int
    person_id: int
    name: str
    snowflake: int
    caretaker: Count = 0
    departed: bool = False
    score: Count | None = None
    place: Count | None = None
    level: str = ""
    hinted: bool = False
    missed: Count = 0
    absent_until: float = 0.0
    absent_total: float = 0.0
    ends: bool = False
    gone: str = ""

    @property
    def person(self) -> Person:
        return Person(self.person_id, self.name)


class ContributionRow(NamedTuple):
    """A row of `contributions`, without its table."""

    number: int
    person_id: int
    kind: str
    snowflake: int


class MoveRow(NamedTuple):
    """A row of `moves`, without its table. Text and draws may be secret during a game.

    - `draws`: the numbers drawn by chance, each with its bound: `1/6 4/6`.
    - `player`: the computer player that chose the move, such as `hard 3`; or `press` if the move
      before belongs to the same press.
    """

    seq: int
    seat: int
    text: str
    at: float
    by_caretaker: bool
    draws: Draws = ""
    player: str = ""

    __repr__ = _hide_values


MOMENT: Final = ("message_id", "called", "call_id", "waiting", "changed_at")
"""Columns of a table that every click may change, besides the revision."""

_FIXED: Final = (
    "id revision game guild_id secret commitment rematch_of opened_at guest private language"
)
"""Columns of a table that stay as they are, and the revision, which is always written."""

PHASE: Final = tuple(
    name for name in columns_named(TableRow) if name not in {*_FIXED.split(), *MOMENT}
)
"""Columns that few clicks change. If none of them changes, `UPDATE_MOMENT` is enough."""

SEATED: Final = ("seat", "person_id", "snowflake", "level")
"""Columns of a seat that stay as they are."""


def _select(row: type[T], part: str, rest: str, table: str = "table_id") -> Query[T]:
    """Return a query for all fields of a row; `rest` selects and orders the rows."""
    columns = ", ".join(get_annotations(row))
    return Query(row, f"SELECT {columns} FROM {part} {rest}", table=table)  # noqa: S608 - names of our own


def _insert(part: str, *columns: str) -> str:
    values = ", ".join(f":{name}" for name in columns)
    return f"INSERT INTO {part} ({', '.join(columns)}) VALUES ({values})"  # noqa: S608 - names of our own


def _set(*columns: str) -> str:
    return ", ".join(f"{name} = :{name}" for name in columns)


_INSERT_TABLE: Final = Query(int, f"{_insert('tables', *columns_named(TableRow)[1:])} RETURNING id")

# Writes the columns that every click changes. No index has these columns, so the write is cheap.
# `revision` is one above the revision that was read. The write raises Conflict if the row has
# another revision by now. A change that only calls players does not alter the live message, so the
# message still counts as up to date.
UPDATE_MOMENT: Final = Write(
    f"""
    UPDATE tables
    SET {_set("revision", *MOMENT)},
        shown_revision = CASE
            WHEN shown_revision = revision
                 AND (called <> :called
                      OR NOT COALESCE(call_id = :call_id, call_id IS NULL AND :call_id IS NULL))
            THEN :revision
            ELSE shown_revision
        END
    WHERE id = :id AND revision = :revision - 1
    """,  # noqa: S608 - names of our own
    exact=True,
)

# Writes all columns that may change. SQLite rewrites every index that has one of these columns, so
# `UPDATE_MOMENT` is used where it is enough.
UPDATE_TABLE: Final = Write(
    f"""
    UPDATE tables SET {_set("revision", *MOMENT, *PHASE)}
    WHERE id = :id AND revision = :revision - 1
    """,  # noqa: S608 - names of our own
    exact=True,
)

_TABLE: Final = _select(TableRow, "tables", "WHERE id = :id", table="id")

# A lobby becomes cancelled, and a running game closed. The rest of the row stays as it was, for an
# investigation. An invalid or too large revision starts again at 1.
CLOSE_TABLE: Final = Write("""
    UPDATE tables
    SET status = CASE status WHEN 'lobby' THEN 'cancelled' ELSE 'closed' END,
        reason = :reason,
        waiting = '',
        sent_home = '',
        ended_at = :ended_at,
        changed_at = :ended_at,
        revision = CASE WHEN revision < 4503599627370496 THEN revision + 1 ELSE 1 END
    WHERE id = :id AND COALESCE(status, '') NOT IN ('finished', 'cancelled', 'abandoned', 'closed')
    """)

LIVE: Final = Query(int, "SELECT id FROM tables WHERE status IN ('lobby', 'playing') ORDER BY id")

_INSERT_SEATS: Final = Write(_insert("seats", "table_id", *columns_named(SeatedPlayer)))

_UPDATE_SEATS: Final = Write(
    f"""
    UPDATE seats SET {_set(*(each for each in columns_named(SeatedPlayer) if each not in SEATED))}
    WHERE table_id = :table_id AND seat = :seat
    """,  # noqa: S608 - names of our own
    exact=True,
)

DELETE_SEATS: Final = Write("DELETE FROM seats WHERE table_id = :table_id")

_SEATS: Final = _select(SeatedPlayer, "seats", "WHERE table_id = :table_id ORDER BY seat")

# A second move with the same seq raises Conflict.
INSERT_MOVES: Final = Write(_insert("moves", "table_id", *MoveRow._fields))

DELETE_MOVES: Final = Write("DELETE FROM moves WHERE table_id = :table_id AND seq >= :since")

MOVES: Final = _select(MoveRow, "moves", "WHERE table_id = :table_id ORDER BY seq")

_INSERT_CONTRIBUTIONS: Final = Write(_insert("contributions", "table_id", *ContributionRow._fields))

_CONTRIBUTIONS: Final = _select(
    ContributionRow, "contributions", "WHERE table_id = :table_id ORDER BY number"
)


class Store(Transaction):
    """A transaction with typed functions for the rows of a table."""

    async def insert_table(self, table: TableRow) -> int:
        """Add a table and return its number; the number in `table` does not matter."""
        return await self.value(_INSERT_TABLE, **write_row(TableRow, table))

    def insert_seats(self, table_id: int, seats: Iterable[SeatedPlayer]) -> None:
        self.run_each(_INSERT_SEATS, _with_table(table_id, seats))

    def update_seats(self, table_id: int, seats: Iterable[SeatedPlayer]) -> None:
        """Update these seats. Their people stay the same. A missing seat raises Conflict."""
        self.run_each(_UPDATE_SEATS, _with_table(table_id, seats))

    def insert_contributions(self, table_id: int, contributions: Iterable[ContributionRow]) -> None:
        """Add contributions. A person's second contribution of the same kind raises Conflict."""
        self.run_each(_INSERT_CONTRIBUTIONS, _with_table(table_id, contributions))

    async def table(self, table_id: int) -> TableRow | None:
        return await self.one(_TABLE, id=table_id)

    async def everything(
        self, table_id: int
    ) -> tuple[
        TableRow | None, tuple[SeatedPlayer, ...], tuple[ContributionRow, ...], tuple[MoveRow, ...]
    ]:
        """Return all rows of a table in one trip to the database.

        The row of the table itself is None if there is no such table.
        """
        of = {"table_id": table_id}
        asks = _SEATS.ask(**of), _CONTRIBUTIONS.ask(**of), MOVES.ask(**of)
        rows, seats, contributions, moves = await self.each(_TABLE.ask(id=table_id), *asks)
        return next(iter(rows), None), seats, contributions, moves

    async def seats(self, table_id: int) -> tuple[SeatedPlayer, ...]:
        """Return the seats in the order of play."""
        return await self.all(_SEATS, table_id=table_id)

    async def moves(self, table_id: int) -> tuple[MoveRow, ...]:
        """Return the whole log in order."""
        return await self.all(MOVES, table_id=table_id)

    async def contributions(self, table_id: int) -> tuple[ContributionRow, ...]:
        """Return the contributions to the dice in the order of their numbers."""
        return await self.all(_CONTRIBUTIONS, table_id=table_id)


def _with_table(
    table_id: int, rows: Iterable[SeatedPlayer | ContributionRow]
) -> list[dict[str, Any]]:
    return [{"table_id": table_id, **write_row(type(row), row)} for row in rows]
