"""Typed functions for one table: its row, its seats, its contributions and its log.

`Database.write` and `Database.read` yield a `Store`. A store is one transaction. Do not use it
after the `async with` block has ended. Rows are named tuples, because copying a named tuple with
one changed field takes a sixth of the time that copying a dataclass takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from db.query import Query, Transaction, Write

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.query import Calls, Count, Draws, Hex, Json, Snowflake, Waits


def _hide_values(self: object) -> str:
    return type(self).__name__


class TableRow(NamedTuple):
    """A row of `tables`: times in Unix seconds, `options` as JSON, secret and hashes as hex.

    - `called`: seats called to act, separated by blanks, with `!` after a reminded seat: `0 2!`.
    - `call_id`: the message that called these seats; None if there is none, as when direct messages
      called them.
    - `waiting`: seats that the game waits for, each with the start of the wait: `0:1700000000.5`.
    - `time_control`: the time for a turn.
    - `pauses`: whether the clock stops during absences.
    - `threaded`: whether the game has its own thread, `thread_id`.
    - `unwritable_since`: when the bot lost permission to write where the table is played; 0 while
      it may write.
    - `guest`: the server in which the bot is only a guest; 0 in messages between people; None where
      the bot is a member.
    - `undone`: the number of presses taken back.
    - `undone_by`: the seat that took back a press since the latest move.
    - `turn_taken`: clock seconds used by the latest turn, if a click ended that turn; else 0.
    - `resettled`: lobby settings that were changed after other people had joined:
      `clock option.rounds`.
    - `private`: name of a table that is private to one person; None for others.
    - `forfeited`: whether the game ended early and counts as a loss for somebody.
    - `language`: the language of the table's channel, as a code: `en`, `pt-BR`.
    """

    id: int
    revision: Count
    game: str
    rules_version: int
    options: Json
    guild_id: Snowflake | None
    channel_id: Snowflake
    message_id: Snowflake | None
    called: Calls
    call_id: Snowflake | None
    waiting: Waits
    opener_id: int
    opener_name: str
    status: str
    secret: Hex
    commitment: str
    first: int | None
    rematch_of: int | None
    reason: str | None
    opened_at: float
    started_at: float | None
    ended_at: float | None
    changed_at: float
    start_hash: str | None = None
    last_hash: str | None = None
    time_control: str = "none"
    pauses: bool = True
    threaded: bool = False
    thread_id: Snowflake | None = None
    unwritable_since: float = 0.0
    guest: int | None = None
    undone: Count = 0
    undone_by: int | None = None
    turn_taken: float = 0.0
    resettled: str = ""
    private: str | None = None
    forfeited: bool = False
    language: str = "en"

    __repr__ = _hide_values

    @property
    def server_id(self) -> int | None:
        """Return the server of the table, even where the bot is a guest; None outside servers."""
        return self.guild_id or self.guest or None


class SeatRow(NamedTuple):
    """A row of `seats`, without its table.

    - `caretaker`: the seat's number in the order in which people left, from 1; 0 for who plays.
    - `level`: the level of the computer that sits here; empty for a person.
    - `agrees`: whether the person agrees to hints at this table.
    - `hints`: the number of hints shown to the person.
    - `missed`: turns in a row made by the caretaker because the person's time ran out.
    - `absent_until`: the end of an announced absence in Unix seconds; 0 if there is none.
    - `absent_total`: seconds of all announced absences, including the present one.
    - `ends`: whether the person agrees to end the game without a result.
    - `gone`: the reason why the bot gave the seat to the caretaker, or empty.
    - `overtime`: seconds of the time bank that earlier turns have used.
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
    agrees: bool = False
    hints: Count = 0
    missed: Count = 0
    absent_until: float = 0.0
    absent_total: float = 0.0
    ends: bool = False
    gone: str = ""
    overtime: float = 0.0

    __repr__ = _hide_values


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


class NewTable(NamedTuple):
    game: str
    rules_version: int
    options: str
    guild_id: int | None
    channel_id: int
    opener_id: int
    opener_name: str
    status: str
    secret: str
    commitment: str
    opened_at: float
    rematch_of: int | None = None
    time_control: str = "none"
    pauses: bool = True
    threaded: bool = False
    thread_id: int | None = None
    guest: int | None = None
    private: str | None = None
    language: str = "en"

    __repr__ = _hide_values


PHASE: Final = (
    "rules_version",
    "opener_id",
    "opener_name",
    "status",
    "first",
    "reason",
    "started_at",
    "ended_at",
    "start_hash",
    "time_control",
    "pauses",
    "channel_id",
    "threaded",
    "thread_id",
    "unwritable_since",
    "undone",
    "undone_by",
    "turn_taken",
    "options",
    "resettled",
    "forfeited",
)
"""Columns that few clicks change. If none of them changes, `UPDATE_MOMENT` is enough."""


_INSERT_TABLE: Final = Query(
    int,
    """
    INSERT INTO tables (game, rules_version, options, guild_id, channel_id, opener_id, opener_name,
                        status, secret, commitment, rematch_of, opened_at, changed_at,
                        time_control, pauses, threaded, thread_id, guest, private, language)
    VALUES (:game, :rules_version, :options, :guild_id, :channel_id, :opener_id, :opener_name,
            :status, :secret, :commitment, :rematch_of, :opened_at, :opened_at,
            :time_control, :pauses, :threaded, :thread_id, :guest, :private, :language)
    RETURNING id
    """,
)

# Writes the columns that every click changes. No index has these columns, so the write is cheap.
# `revision` is one above the revision that was read. The write raises Conflict if the row has
# another revision by now. A change that only calls players does not alter the live message, so the
# message still counts as up to date.
UPDATE_MOMENT: Final = Write(
    """
    UPDATE tables
    SET revision = :revision,
        message_id = :message_id,
        called = :called,
        call_id = :call_id,
        waiting = :waiting,
        changed_at = :changed_at,
        shown_revision = CASE
            WHEN shown_revision = revision
                 AND (called <> :called
                      OR NOT COALESCE(call_id = :call_id, call_id IS NULL AND :call_id IS NULL))
            THEN :revision
            ELSE shown_revision
        END
    WHERE id = :id AND revision = :revision - 1
    """,
    exact=True,
)

# Writes all columns that may change. SQLite rewrites every index that has one of these columns, so
# `UPDATE_MOMENT` is used where it is enough.
UPDATE_TABLE: Final = Write(
    """
    UPDATE tables
    SET revision = :revision,
        message_id = :message_id,
        called = :called,
        call_id = :call_id,
        waiting = :waiting,
        changed_at = :changed_at,
        rules_version = :rules_version,
        opener_id = :opener_id,
        opener_name = :opener_name,
        status = :status,
        first = :first,
        reason = :reason,
        started_at = :started_at,
        ended_at = :ended_at,
        start_hash = :start_hash,
        time_control = :time_control,
        pauses = :pauses,
        channel_id = :channel_id,
        threaded = :threaded,
        thread_id = :thread_id,
        unwritable_since = :unwritable_since,
        undone = :undone,
        undone_by = :undone_by,
        turn_taken = :turn_taken,
        options = :options,
        resettled = :resettled,
        forfeited = :forfeited
    WHERE id = :id AND revision = :revision - 1
    """,
    exact=True,
)

_TABLE: Final = Query(
    TableRow,
    """
    SELECT id, revision, game, rules_version, options, guild_id, channel_id, message_id, called,
           call_id, waiting, opener_id, opener_name, status, secret, commitment, first,
           rematch_of, reason, opened_at, started_at, ended_at, changed_at, start_hash, last_hash,
           time_control, pauses, threaded, thread_id, unwritable_since, guest,
           undone, undone_by, turn_taken, resettled, private, forfeited,
           language
    FROM tables
    WHERE id = :id
    """,
    table="id",
)

# A lobby becomes cancelled, and a running game closed. The rest of the row stays as it was, for an
# investigation. An invalid or too large revision starts again at 1.
CLOSE_TABLE: Final = Write("""
    UPDATE tables
    SET status = CASE status WHEN 'lobby' THEN 'cancelled' ELSE 'closed' END,
        reason = :reason,
        waiting = '',
        ended_at = :ended_at,
        changed_at = :ended_at,
        revision = CASE WHEN revision < 4503599627370496 THEN revision + 1 ELSE 1 END
    WHERE id = :id AND COALESCE(status, '') NOT IN ('finished', 'cancelled', 'abandoned', 'closed')
    """)

LIVE: Final = Query(int, "SELECT id FROM tables WHERE status IN ('lobby', 'playing') ORDER BY id")

_INSERT_SEATS: Final = Write("""
    INSERT INTO seats (table_id, seat, person_id, name, snowflake, caretaker, departed, score,
                       place, level, agrees, hints, missed, absent_until, absent_total,
                       ends, gone, overtime)
    VALUES (:table_id, :seat, :person_id, :name, :snowflake, :caretaker, :departed, :score, :place,
            :level, :agrees, :hints, :missed, :absent_until, :absent_total,
            :ends, :gone, :overtime)
    """)

_UPDATE_SEATS: Final = Write(
    """
    UPDATE seats
    SET name = :name,
        caretaker = :caretaker,
        departed = :departed,
        score = :score,
        place = :place,
        agrees = :agrees,
        hints = :hints,
        missed = :missed,
        absent_until = :absent_until,
        absent_total = :absent_total,
        ends = :ends,
        gone = :gone,
        overtime = :overtime
    WHERE table_id = :table_id AND seat = :seat
    """,
    exact=True,
)

DELETE_SEATS: Final = Write("DELETE FROM seats WHERE table_id = :table_id")

_SEATS: Final = Query(
    SeatRow,
    """
    SELECT seat, person_id, name, snowflake, caretaker, departed, score, place, level,
           agrees, hints, missed, absent_until, absent_total, ends, gone, overtime
    FROM seats
    WHERE table_id = :table_id
    ORDER BY seat
    """,
    table="table_id",
)

# A second move with the same seq raises Conflict.
INSERT_MOVES: Final = Write("""
    INSERT INTO moves (table_id, seq, seat, text, at, by_caretaker, draws, player)
    VALUES (:table_id, :seq, :seat, :text, :at, :by_caretaker, :draws, :player)
    """)

DELETE_MOVES: Final = Write("DELETE FROM moves WHERE table_id = :table_id AND seq >= :since")

MOVES: Final = Query(
    MoveRow,
    """
    SELECT seq, seat, text, at, by_caretaker, draws, player
    FROM moves
    WHERE table_id = :table_id
    ORDER BY seq
    """,
    table="table_id",
)

_INSERT_CONTRIBUTIONS: Final = Write("""
    INSERT INTO contributions (table_id, number, person_id, kind, snowflake)
    VALUES (:table_id, :number, :person_id, :kind, :snowflake)
    """)

_CONTRIBUTIONS: Final = Query(
    ContributionRow,
    """
    SELECT number, person_id, kind, snowflake
    FROM contributions
    WHERE table_id = :table_id
    ORDER BY number
    """,
    table="table_id",
)


class Store(Transaction):
    """A transaction with typed functions for the rows of a table."""

    async def insert_table(self, table: NewTable) -> int:
        """Add a table and return its number."""
        return await self.value(_INSERT_TABLE, **table._asdict())

    def insert_seats(self, table_id: int, seats: Iterable[SeatRow]) -> None:
        self.run_each(_INSERT_SEATS, _with_table(table_id, seats))

    def update_seats(self, table_id: int, seats: Iterable[SeatRow]) -> None:
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
        TableRow | None, tuple[SeatRow, ...], tuple[ContributionRow, ...], tuple[MoveRow, ...]
    ]:
        """Return all rows of a table in one trip to the database.

        The row of the table itself is None if there is no such table.
        """
        of = {"table_id": table_id}
        asks = _SEATS.ask(**of), _CONTRIBUTIONS.ask(**of), MOVES.ask(**of)
        rows, seats, contributions, moves = await self.each(_TABLE.ask(id=table_id), *asks)
        return next(iter(rows), None), seats, contributions, moves

    async def seats(self, table_id: int) -> tuple[SeatRow, ...]:
        """Return the seats in the order of play."""
        return await self.all(_SEATS, table_id=table_id)

    async def moves(self, table_id: int) -> tuple[MoveRow, ...]:
        """Return the whole log in order."""
        return await self.all(MOVES, table_id=table_id)

    async def contributions(self, table_id: int) -> tuple[ContributionRow, ...]:
        """Return the contributions to the dice in the order of their numbers."""
        return await self.all(_CONTRIBUTIONS, table_id=table_id)


def _with_table(table_id: int, rows: Iterable[SeatRow | ContributionRow]) -> list[dict[str, Any]]:
    return [{"table_id": table_id, **row._asdict()} for row in rows]
