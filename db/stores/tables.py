"""Typed functions over the queries in `queries/`.

`Database.write` and `Database.read` yield a `Store`, which is one transaction. It must not be used
after their block. Rows are named tuples of the columns: a changed copy takes a sixth of the time
that it takes of a dataclass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from db.values import mend

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Callable, Iterable, Mapping, Sequence
    from typing import TypeVar

    from db.engines.session import Session
    from db.values import Calls, Count, Draws, Hex, Json, Snowflake, Waits

    T = TypeVar("T")


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
    click has ended; 0 after anything else.
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

    __repr__ = _hide_values

    @property
    def server_id(self) -> int | None:
        """Return the server where the table is, also as a guest; None in messages of any kind."""
        return self.guild_id or self.guest or None


class SeatRow(NamedTuple):
    """A row of `seats`, without its table.

    `label` has the name at the start of the game, behind hex digits and a blank; it is empty before
    the start and once it is removed. `mark` is its SHA-256 in hex. `level` says how well the
    computer plays that sits here; it is empty for a person. `agrees` says whether the person agrees
    to hints at this table, `hints` how many that person was shown. `missed` says how many turns in
    a row the caretaker has made because the person's time had run out. `away_until` says until when
    the person has said to be away, in Unix seconds, 0 without that; `away_total` for how many
    seconds in all, that absence included. `ends` says whether the person agrees to end the game
    without a result, `gone` why the bot took the person for absent, empty without that. `overtime`
    says how many seconds beyond the time of the turns the person has used.
    `standing_order` has the text of the order that the person has given; empty without one.
    """

    seat: int
    person_id: int
    name: str
    snowflake: int
    caretaker: bool = False
    departed: bool = False
    score: Count | None = None
    place: Count | None = None
    label: str = ""
    mark: str = ""
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


class SeriesRow(NamedTuple):
    """A seat of a game before a rematch; `back` is 1 for the latest game, 2 for the one before."""

    back: int
    person_id: int
    name: str
    place: Count | None
    caretaker: bool


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


class WaitingRow(NamedTuple):
    """Of a table being played, what tells whose turn it is, and for how long."""

    id: int
    guild_id: int | None
    waiting: Waits
    called: Calls
    pace: str


class TimesRow(NamedTuple):
    """The times of a live table."""

    id: int
    guild_id: int | None
    waiting: Waits
    changed_at: float


class HomeRow(NamedTuple):
    """A table and its server; None: of direct messages."""

    id: int
    guild_id: int | None


class ChannelRow(NamedTuple):
    """Where a game on a server is played: in a channel or thread."""

    id: int
    guild_id: int | None
    channel_id: int
    unwritable_since: float


class SeatTime(NamedTuple):
    """A time of a seat: a moment, or how long something took."""

    table_id: int
    seat: int
    seconds: float


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

    __repr__ = _hide_values


_MOMENT: Final = ("id", "revision", "message_id", "called", "call_id", "waiting", "changed_at")
_PHASE: Final = (
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
)
"""The columns that every click may change, and those that change with phases and people."""


class Store:
    """The queries of one session, typed. To write, the session must be one of `Database.write`.

    A write waits for the next query or the end of the session. So an error of it comes only then.

    Attributes:
        damaged: the tables of which a row was read that held what it may not; something else stands
            in its place, as `db.values` says.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._queries = session.queries
        self.damaged: set[int] = set()

    @property
    def session(self) -> Session:
        """The session, for other typed functions within the same transaction."""
        return self._session

    async def read_rows(self, kind: Callable[..., T], query: AsyncIterable[Any]) -> tuple[T, ...]:
        """Return the rows of a query over several tables, whose number is the first column."""
        return tuple(kind(*row) for row in self._mend(kind, [row async for row in query]))

    def _mend(
        self,
        kind: Any,  # noqa: ANN401 - the class of a row
        rows: Sequence[Sequence[Any]],
        table_id: int | None = None,
    ) -> Sequence[Sequence[Any]]:
        """Return what the rows may hold, and note the tables that hold something else.

        `table_id`: the table of all of them; None where their first column says it.
        """
        mended = mend(kind, rows)
        if mended is not rows:
            pairs = zip(rows, mended, strict=True)
            self.damaged |= {table_id or row[0] for row, other in pairs if tuple(row) != other}
        return mended

    async def insert_table(self, table: NewTable) -> int:
        """Add a table and return its number."""
        return int(await self._queries.insert_table(self._session, **table._asdict()))

    async def update_table(self, before: TableRow, row: TableRow) -> None:
        """Write what differs between two rows of a table.

        The revision of `row` is one above that of `before`. If the table has another revision than
        `before`, a Conflict follows.
        """
        if any(getattr(before, name) != getattr(row, name) for name in _PHASE):
            await self._queries.update_table(self._session, **_picked(row, _MOMENT + _PHASE))
        else:
            await self._queries.update_moment(self._session, **_picked(row, _MOMENT))

    async def insert_seats(self, table_id: int, seats: Iterable[SeatRow]) -> None:
        """Add seats to a table."""
        await self._queries.insert_seats(self._session, _with_table(table_id, seats))

    async def update_seats(self, table_id: int, seats: Iterable[SeatRow]) -> None:
        """Write these seats, but not who sits there; a missing seat gives a Conflict."""
        await self._queries.update_seats(self._session, _with_table(table_id, seats))

    async def delete_seats(self, table_id: int) -> None:
        """Free every seat of a table."""
        await self._queries.delete_seats(self._session, table_id=table_id)

    async def insert_moves(self, table_id: int, moves: Iterable[MoveRow]) -> None:
        """Add moves to a table's log; a number that is already there gives a Conflict."""
        await self._queries.insert_moves(self._session, _with_table(table_id, moves))

    async def delete_moves(self, table_id: int, since: int) -> None:
        """Take the moves from this number on out of a table's log."""
        await self._queries.delete_moves(self._session, table_id=table_id, since=since)

    async def revision(self, table_id: int) -> int | None:
        """Return how often a table was changed; None if there is no table of that number."""
        return await self._queries.revision_of(self._session, id=table_id)

    async def table(self, table_id: int) -> TableRow | None:
        """Return the table of that number; None if there is none."""
        row = await self._queries.table_by_id(self._session, id=table_id)
        found = self._mend(TableRow, [row] if row else [], table_id)
        return TableRow(*found[0]) if found else None

    async def seats(self, table_id: int) -> tuple[SeatRow, ...]:
        """Return the seats of a table in their order."""
        query = self._queries.seats_of(self._session, table_id=table_id)
        rows = self._mend(SeatRow, [row async for row in query], table_id)
        return tuple(map(_seat, rows))

    async def moves(self, table_id: int) -> tuple[MoveRow, ...]:
        """Return the whole log of a table in its order."""
        query = self._queries.moves_of(self._session, table_id=table_id)
        rows = self._mend(MoveRow, [row async for row in query], table_id)
        return tuple(map(_move, rows))

    async def insert_contributions(
        self, table_id: int, contributions: Iterable[ContributionRow]
    ) -> None:
        """Add contributions to a table; one of a kind that a person has made gives a Conflict."""
        rows = _with_table(table_id, contributions)
        await self._queries.insert_contributions(self._session, rows)

    async def contributions(self, table_id: int) -> tuple[ContributionRow, ...]:
        """Return the contributions to the dice of a table in their order."""
        query = self._queries.contributions_to(self._session, table_id=table_id)
        rows = self._mend(ContributionRow, [row async for row in query], table_id)
        return tuple(ContributionRow(*row) for row in rows)

    async def claim(self, interaction_id: int) -> None:
        """Note that an interaction changes something; one that has done so gives a Conflict."""
        await self._queries.insert_claim(self._session, interaction_id=interaction_id)

    async def is_claimed(self, interaction_id: int) -> bool:
        """Return whether an interaction of the last minutes has changed something."""
        return bool(await self._queries.is_claimed(self._session, interaction_id=interaction_id))

    async def delete_claims(self, before: int) -> None:
        """Forget the claims of interactions with lower ids."""
        await self._queries.delete_claims(self._session, before=before)

    async def set_last_hash(self, table_id: int, last_hash: str) -> None:
        """Write the last hash of a log that has ended."""
        await self._queries.set_last_hash(self._session, id=table_id, last_hash=last_hash)

    async def rematch_of(self, table_id: int) -> int | None:
        """Return the rematch of a table that is played or was; None without one."""
        return await self._queries.rematch_of(self._session, id=table_id)

    async def series_before(self, table_id: int) -> tuple[SeriesRow, ...]:
        """Return the seats of the games before a rematch, the latest game first."""
        query = self._queries.series_before(self._session, id=table_id)
        return tuple(SeriesRow(*row) for row in mend(SeriesRow, [row async for row in query]))

    async def newest_in_channel(self, channel_id: int) -> int | None:
        """Return the newest table of a channel or thread, not cancelled; None if there is none."""
        return await self._queries.newest_in_channel(self._session, channel_id=channel_id)

    async def played_in_channel(self, channel_id: int, most: int) -> tuple[int, ...]:
        """Return the newest finished tables of a channel, newest first, at most so many."""
        return await _ids(
            self._queries.played_in_channel(self._session, channel_id=channel_id, most=most)
        )

    async def newest_in_thread(self, thread_id: int) -> int | None:
        """Return the newest table whose game has begun in its own thread; None: there is none."""
        return await self._queries.newest_in_thread(self._session, thread_id=thread_id)

    async def set_shown(self, revisions: Mapping[int, int]) -> None:
        """Write, by table, the revision that its live message shows."""
        rows = [{"id": number, "revision": shown} for number, shown in revisions.items()]
        await self._queries.set_shown(self._session, rows)

    async def shown_revision(self, table_id: int) -> int | None:
        """Return the revision that the live message of a table shows; None: nobody knows."""
        return await self._queries.shown_revision_of(self._session, id=table_id)

    async def not_shown(self, ended_after: float) -> tuple[int, ...]:
        """Return the tables, live or ended since then, whose message shows another revision."""
        return await _ids(self._queries.not_shown(self._session, ended_after=ended_after))

    async def outdated(self, game: str, rules_version: int) -> tuple[int, ...]:
        """Return the tables at which a game is played by another version of its rules."""
        return await _ids(
            self._queries.outdated(self._session, game=game, rules_version=rules_version)
        )

    async def live_messages(self) -> tuple[int, ...]:
        """Return the ids of the messages of all live tables."""
        return await _ids(self._queries.live_messages(self._session))

    async def live(self) -> tuple[int, ...]:
        """Return all tables in the lobby or being played."""
        return await _ids(self._queries.live(self._session))

    async def count_live(self) -> int:
        """Return how many tables are in the lobby or being played."""
        count: int = await self._queries.count_live(self._session)
        return count

    async def live_with_game(self, game: str) -> tuple[HomeRow, ...]:
        """Return the live tables of a game."""
        return await self.read_rows(HomeRow, self._queries.live_with_game(self._session, game=game))

    async def live_with_computers(self) -> tuple[int, ...]:
        """Return the tables at which a game is on and a computer sits."""
        return await _ids(self._queries.live_with_computers(self._session))

    async def live_in_channel(self, channel_id: int) -> tuple[int, ...]:
        """Return the live tables of a channel and of its threads, or of one thread."""
        return await _ids(self._queries.live_in_channel(self._session, channel_id=channel_id))

    async def live_in_guild(self, guild_id: int) -> tuple[int, ...]:
        """Return the live tables of a server."""
        return await _ids(self._queries.live_in_guild(self._session, guild_id=guild_id))

    async def live_with_person(self, person_id: int) -> tuple[int, ...]:
        """Return the live tables with a seat of a person, departed or not."""
        return await _ids(self._queries.live_with_person(self._session, person_id=person_id))

    async def finished_with_person(self, person_id: int, game: str, most: int) -> tuple[int, ...]:
        """Return the newest finished tables of a game with a seat of a person, newest first."""
        query = self._queries.finished_with_person(
            self._session, person_id=person_id, game=game, most=most
        )
        return await _ids(query)

    async def practised_by(self, person_id: int) -> frozenset[tuple[int, int]]:
        """Return the positions that a person has answered right: table or 0, and number."""
        query = self._queries.practised_by(self._session, person_id=person_id)
        return frozenset([(table_id, seq) async for table_id, seq in query])

    async def insert_practised(self, person_id: int, table_id: int, seq: int) -> None:
        """Note that a person has answered a position right."""
        await self._queries.insert_practised(
            self._session, person_id=person_id, table_id=table_id, seq=seq
        )

    async def has_newcomer(self, table_id: int) -> bool:
        """Return whether somebody has never sat at an earlier table of this one's game."""
        found = await self._queries.has_newcomer(self._session, table_id=table_id)
        return found is not None

    async def count_seats(self, person_id: int) -> int:
        """Return at how many live tables a person sits, without those that the person has left."""
        return await self._queries.count_seats(self._session, person_id=person_id) or 0

    async def count_lobbies(self, person_id: int) -> int:
        """Return how many lobbies a person holds."""
        return await self._queries.count_lobbies(self._session, person_id=person_id) or 0

    async def count_in_channel(self, channel_id: int) -> int:
        """Return how many live tables a channel has."""
        return await self._queries.count_in_channel(self._session, channel_id=channel_id) or 0

    async def unchanged_since(self, status: str, changed_at: float) -> tuple[int, ...]:
        """Return the tables of a phase whose latest change was at `changed_at` or earlier."""
        query = self._queries.unchanged_since(self._session, status=status, changed_at=changed_at)
        return await _ids(query)

    async def returned(self, after: float, now: float) -> tuple[HomeRow, ...]:
        """Return the games in which an absence has ended between two times."""
        query = self._queries.returned(self._session, after=after, now=now)
        return await self.read_rows(HomeRow, query)

    async def live_absences(self) -> tuple[SeatTime, ...]:
        """Return the end of every absence that was stated at a live table."""
        return await self.read_rows(SeatTime, self._queries.live_absences(self._session))

    async def waiting(self) -> tuple[WaitingRow, ...]:
        """Return the tables being played, but not those where the bot may not write."""
        return await self.read_rows(WaitingRow, self._queries.waiting(self._session))

    async def channels(self) -> tuple[ChannelRow, ...]:
        """Return where the games on servers are played."""
        return await self.read_rows(ChannelRow, self._queries.channels(self._session))

    async def overtimes(self) -> dict[tuple[int, int], float]:
        """Return `overtime` by table and seat, of the seats with any at tables being played."""
        rows = await self.read_rows(SeatTime, self._queries.overtimes(self._session))
        return {(row.table_id, row.seat): row.seconds for row in rows}

    async def seen_at(self) -> float | None:
        """When the bot was last seen running; None in a new file."""
        return await self._queries.seen_at(self._session)

    async def put_seen_at(self, seen_at: float) -> None:
        """Note that the bot is running."""
        await self._queries.put_seen_at(self._session, seen_at=seen_at)

    async def live_times(self) -> tuple[TimesRow, ...]:
        """Return the times of every live table."""
        return await self.read_rows(TimesRow, self._queries.live_times(self._session))

    async def update_times(self, rows: Iterable[tuple[int, str, float]]) -> None:
        """Write what `live_times` returns, changed, without the servers."""
        names = ("id", "waiting", "changed_at")
        await self._queries.update_times(
            self._session, [dict(zip(names, row, strict=True)) for row in rows]
        )

    async def close_damaged(self, table_id: int, reason: str, ended_at: float) -> None:
        """End a table for a reason, a sentence, unless it is over, whatever else its row holds."""
        await self._queries.close_damaged(
            self._session, id=table_id, reason=reason, ended_at=ended_at
        )

    async def close_live(self, reason: str, ended_at: float) -> int:
        """End all live tables for a reason, a sentence, and return how many there were."""
        live = await self.live()
        await self._queries.close_live(self._session, reason=reason, ended_at=ended_at)
        return len(live)

    async def leave_out_numbers(self, last: int, count: int) -> None:
        """Give the next table a number that is higher than usual, and than `last`, by `count`."""
        await self._queries.begin_numbers(self._session)
        await self._queries.leave_out_numbers(self._session, last=last, count=count)


async def _ids(query: Any) -> tuple[int, ...]:  # noqa: ANN401 - aiosql's functions are untyped
    return tuple([row[0] async for row in query])


def _with_table(
    table_id: int, rows: Iterable[SeatRow | MoveRow | ContributionRow]
) -> list[dict[str, Any]]:
    return [{"table_id": table_id, **row._asdict()} for row in rows]


def _picked(row: TableRow, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _move(row: Any) -> MoveRow:  # noqa: ANN401 - a driver's row
    seq, seat, text, at, by_caretaker, *rest = row
    return MoveRow(seq, seat, text, at, bool(by_caretaker), *rest)


def _seat(row: Any) -> SeatRow:  # noqa: ANN401 - a driver's row
    seat, person_id, name, snowflake, caretaker, departed, *rest = row
    *rest, agrees, hints, missed, until, total, ends, gone, overtime, order = rest
    flags = bool(caretaker), bool(departed)
    own = {"agrees": bool(agrees), "hints": hints, "missed": missed, "overtime": overtime}
    own |= {"away_until": until, "away_total": total, "ends": bool(ends), "gone": gone}
    own["standing_order"] = order
    return SeatRow(seat, person_id, name, snowflake, *flags, *rest, **own)
