"""Typed functions for one table: its row, its seats and its log.

`Database.write` and `Database.read` yield a `Store`, which is one transaction. It must not be used
after their block. Rows are named tuples of the columns: a changed copy takes a sixth of the time
that it takes of a dataclass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from db.query import Query, Transaction, Write

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.query import Calls, Count, Draws, Hex, Json, Snowflake, Waits


def _hide_values(self: object) -> str:
    """Return what a log may show of a row that has something secret in it."""
    return type(self).__name__


class TableRow(NamedTuple):
    """A row of `tables`: times in Unix seconds, `options` as JSON, secret and hashes as hex.

    `called` has the seats that were called to act, by the message `call_id` or by direct messages,
    as numbers with blanks between, with a `!` behind those that were reminded. `odds` is whether
    the board shows them.
    `waiting` has the seats that the game waits for, each with its time: `0:1700000000.5`.
    `pace` says how much time a turn has, `pauses` whether its clock stands still for who is away.
    `threaded`: it is played in a thread of its own, which is `thread_id`.
    `unwritable_since`: since when the bot may not write there, in Unix seconds, 0 where it may.
    `guest` says where the bot is no member: the server, 0 in messages between people; None where it
    is one, and in direct messages with it.
    `undone` counts the moves that were taken back; `undone_by` is the seat that did so last, until
    the next move. `turn_taken` says how many seconds of its clock the latest turn had taken that a
    click has ended; 0 after anything else. `resettled` names what was settled anew in
    the lobby since somebody else joined, as `clock option.rounds`. `challenge` has the day of a
    challenge, its format and the version of that: `2026-11-24 pond 1`; None for all other tables.
    `forfeited`: whether the game counts though it came to no end, as somebody has lost it by that.
    `language` is the one in which its channel reads, as a code: `en`, `pt-BR`.
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
    odds: bool = True
    pace: str = "none"
    pauses: bool = True
    threaded: bool = False
    thread_id: Snowflake | None = None
    unwritable_since: float = 0.0
    guest: int | None = None
    undone: Count = 0
    undone_by: int | None = None
    turn_taken: float = 0.0
    resettled: str = ""
    challenge: str | None = None
    forfeited: bool = False
    language: str = "en"

    __repr__ = _hide_values

    @property
    def server_id(self) -> int | None:
        """Return the server where the table is, also as a guest; None in messages of any kind."""
        return self.guild_id or self.guest or None


class SeatRow(NamedTuple):
    """A row of `seats`, without its table.

    `level` says how well the computer plays that sits here; it is empty for a person. `agrees` says
    whether the person agrees to hints at this table, `hints` how many that person was shown.
    `missed` says how many turns in a row the caretaker has made because the person's time had run
    out. `away_until` says until when the person has said to be away, in Unix seconds, 0 without
    that; `away_total` for how many seconds in all, that absence included. `ends` says whether the
    person agrees to end the game without a result, `gone` why the bot took the person for absent,
    empty without that. `overtime` says how many seconds beyond the time of the turns the person has
    used. `standing_order` has the text of the order that the person has given; empty without one.
    """

    seat: int
    person_id: int
    name: str
    snowflake: int
    caretaker: bool = False
    departed: bool = False
    score: Count | None = None
    place: Count | None = None
    level: str = ""
    agrees: bool = False
    hints: Count = 0
    missed: Count = 0
    away_until: float = 0.0
    away_total: float = 0.0
    ends: bool = False
    gone: str = ""
    overtime: float = 0.0
    standing_order: str = ""

    __repr__ = _hide_values


class ContributionRow(NamedTuple):
    """A row of `contributions`, without its table; `digest` is empty but for a salt."""

    number: int
    person_id: int
    kind: str
    snowflake: int
    digest: Hex = ""


class MoveRow(NamedTuple):
    """A row of `moves`, without its table; text and draws may be secret while a game is on.

    `draws` has the numbers that nature drew, each with its bound: `1/6 4/6`. `player` says which
    computer player chose the move: `hard 3`; or `order`, where a standing order did.
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
    """The columns of a table that opens."""

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
    odds: bool = True
    pace: str = "none"
    pauses: bool = True
    threaded: bool = False
    thread_id: int | None = None
    guest: int | None = None
    challenge: str | None = None
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
    "odds",
    "pace",
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
"""The columns that change with phases and people; `UPDATE_MOMENT` has those of every click."""


_INSERT_TABLE: Final = Query(
    int,
    """
    INSERT INTO tables (game, rules_version, options, guild_id, channel_id, opener_id, opener_name,
                        status, secret, commitment, rematch_of, opened_at, changed_at, odds,
                        pace, pauses, threaded, thread_id, guest, challenge, language)
    VALUES (:game, :rules_version, :options, :guild_id, :channel_id, :opener_id, :opener_name,
            :status, :secret, :commitment, :rematch_of, :opened_at, :opened_at, :odds,
            :pace, :pauses, :threaded, :thread_id, :guest, :challenge, :language)
    RETURNING id
    """,
)

# The columns that every click changes; no index has them. The new revision is one above that of the
# copy from which the change was made: a Conflict follows where the database has another by now.
# A call changes nothing that the live message shows.
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

# All columns that may change. SQLite writes every index that has one of them.
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
        odds = :odds,
        pace = :pace,
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
           odds, pace, pauses, threaded, thread_id, unwritable_since, guest,
           undone, undone_by, turn_taken, resettled, challenge, forfeited,
           language
    FROM tables
    WHERE id = :id
    """,
    table="id",
)

# A lobby counts as cancelled, as always. The rest of the row stays, for whoever looks into it; a
# revision that is no number, or too large, begins anew.
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
                       place, level, agrees, hints, missed, away_until, away_total,
                       ends, gone, overtime, standing_order)
    VALUES (:table_id, :seat, :person_id, :name, :snowflake, :caretaker, :departed, :score, :place,
            :level, :agrees, :hints, :missed, :away_until, :away_total,
            :ends, :gone, :overtime, :standing_order)
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
        away_until = :away_until,
        away_total = :away_total,
        ends = :ends,
        gone = :gone,
        overtime = :overtime,
        standing_order = :standing_order
    WHERE table_id = :table_id AND seat = :seat
    """,
    exact=True,
)

DELETE_SEATS: Final = Write("DELETE FROM seats WHERE table_id = :table_id")

_SEATS: Final = Query(
    SeatRow,
    """
    SELECT seat, person_id, name, snowflake, caretaker, departed, score, place, level,
           agrees, hints, missed, away_until, away_total, ends, gone, overtime,
           standing_order
    FROM seats
    WHERE table_id = :table_id
    ORDER BY seat
    """,
    table="table_id",
)

# A number that is already there gives a Conflict.
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
    INSERT INTO contributions (table_id, number, person_id, kind, snowflake, digest)
    VALUES (:table_id, :number, :person_id, :kind, :snowflake, :digest)
    """)

_CONTRIBUTIONS: Final = Query(
    ContributionRow,
    """
    SELECT number, person_id, kind, snowflake, digest
    FROM contributions
    WHERE table_id = :table_id
    ORDER BY number
    """,
    table="table_id",
)


class Store(Transaction):
    """A transaction that also writes and reads the rows of one table."""

    async def insert_table(self, table: NewTable) -> int:
        """Add a table and return its number."""
        return await self.value(_INSERT_TABLE, **table._asdict())

    def insert_seats(self, table_id: int, seats: Iterable[SeatRow]) -> None:
        """Add seats to a table."""
        self.run_each(_INSERT_SEATS, _with_table(table_id, seats))

    def update_seats(self, table_id: int, seats: Iterable[SeatRow]) -> None:
        """Write these seats, but not who sits there; a missing seat gives a Conflict."""
        self.run_each(_UPDATE_SEATS, _with_table(table_id, seats))

    def insert_contributions(self, table_id: int, contributions: Iterable[ContributionRow]) -> None:
        """Add contributions to a table; one of a kind that a person has made gives a Conflict."""
        self.run_each(_INSERT_CONTRIBUTIONS, _with_table(table_id, contributions))

    async def table(self, table_id: int) -> TableRow | None:
        """Return the table of that number; None if there is none."""
        return await self.one(_TABLE, id=table_id)

    async def everything(
        self, table_id: int
    ) -> tuple[
        TableRow | None, tuple[SeatRow, ...], tuple[ContributionRow, ...], tuple[MoveRow, ...]
    ]:
        """Return all that is stored of a table, in one trip; its row is None if there is none."""
        of = {"table_id": table_id}
        asks = _SEATS.ask(**of), _CONTRIBUTIONS.ask(**of), MOVES.ask(**of)
        rows, seats, contributions, moves = await self.each(_TABLE.ask(id=table_id), *asks)
        return next(iter(rows), None), seats, contributions, moves

    async def seats(self, table_id: int) -> tuple[SeatRow, ...]:
        """Return the seats of a table in their order."""
        return await self.all(_SEATS, table_id=table_id)

    async def moves(self, table_id: int) -> tuple[MoveRow, ...]:
        """Return the whole log of a table in its order."""
        return await self.all(MOVES, table_id=table_id)

    async def contributions(self, table_id: int) -> tuple[ContributionRow, ...]:
        """Return the contributions to the dice of a table in their order."""
        return await self.all(_CONTRIBUTIONS, table_id=table_id)


def _with_table(table_id: int, rows: Iterable[SeatRow | ContributionRow]) -> list[dict[str, Any]]:
    return [{"table_id": table_id, **row._asdict()} for row in rows]
