"""Typed functions for one table: its row, its seats and its log.

`Database.write` and `Database.read` yield a `Store`, which is one transaction. It must not be used
after their block. Rows are named tuples of the columns: a changed copy takes a sixth of the time
that it takes of a dataclass.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from db.stores.clocks import Clocks
from db.stores.lookups import Lookups

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from db.values import Calls, Count, Draws, Hex, Json, Snowflake, Waits


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
    the lobby since somebody else joined, as `clock option.rounds`. `daily` has the day of a daily,
    its format and the version of that: `2026-11-24 pond 1`; None for all other tables. `forfeited`:
    whether the game counts though it came to no end, as somebody has lost it by that.
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
    daily: str | None = None
    forfeited: bool = False

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
    daily: str | None = None

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
    "options",
    "resettled",
    "forfeited",
)
"""The columns that every click may change, and those that change with phases and people."""

_MOMENT_OF, _PHASE_OF = attrgetter(*_MOMENT), attrgetter(*_PHASE)


class Store(Lookups, Clocks):
    """The queries of one session, typed."""

    async def insert_table(self, table: NewTable) -> int:
        """Add a table and return its number."""
        return int(await self.queries.insert_table(**table._asdict()))

    async def update_table(self, before: TableRow, row: TableRow) -> None:
        """Write what differs between two rows of a table.

        The revision of `row` is one above that of `before`. If the table has another revision than
        `before`, a Conflict follows.
        """
        moment = dict(zip(_MOMENT, _MOMENT_OF(row), strict=True))
        if _PHASE_OF(before) == _PHASE_OF(row):
            await self.queries.update_moment(**moment)
        else:
            phase = dict(zip(_PHASE, _PHASE_OF(row), strict=True))
            await self.queries.update_table(**moment, **phase)

    async def insert_seats(self, table_id: int, seats: Iterable[SeatRow]) -> None:
        """Add seats to a table."""
        await self.queries.insert_seats(_with_table(table_id, seats))

    async def update_seats(self, table_id: int, seats: Iterable[SeatRow]) -> None:
        """Write these seats, but not who sits there; a missing seat gives a Conflict."""
        await self.queries.update_seats(_with_table(table_id, seats))

    async def delete_seats(self, table_id: int) -> None:
        """Free every seat of a table."""
        await self.queries.delete_seats(table_id=table_id)

    async def insert_moves(self, table_id: int, moves: Iterable[MoveRow]) -> None:
        """Add moves to a table's log; a number that is already there gives a Conflict."""
        await self.queries.insert_moves(_with_table(table_id, moves))

    async def delete_moves(self, table_id: int, since: int) -> None:
        """Take the moves from this number on out of a table's log."""
        await self.queries.delete_moves(table_id=table_id, since=since)

    async def revision(self, table_id: int) -> int | None:
        """Return how often a table was changed; None if there is no table of that number."""
        return await self.queries.revision_of(id=table_id)

    async def table(self, table_id: int) -> TableRow | None:
        """Return the table of that number; None if there is none."""
        row = await self.queries.table_by_id(id=table_id)
        found = self.mend(TableRow, [row] if row else [], table_id)
        return TableRow(*found[0]) if found else None

    async def seats(self, table_id: int) -> tuple[SeatRow, ...]:
        """Return the seats of a table in their order."""
        query = self.queries.seats_of(table_id=table_id)
        rows = self.mend(SeatRow, [row async for row in query], table_id)
        return tuple(map(_seat, rows))

    async def moves(self, table_id: int) -> tuple[MoveRow, ...]:
        """Return the whole log of a table in its order."""
        query = self.queries.moves_of(table_id=table_id)
        rows = self.mend(MoveRow, [row async for row in query], table_id)
        return tuple(map(_move, rows))

    async def insert_contributions(
        self, table_id: int, contributions: Iterable[ContributionRow]
    ) -> None:
        """Add contributions to a table; one of a kind that a person has made gives a Conflict."""
        rows = _with_table(table_id, contributions)
        await self.queries.insert_contributions(rows)

    async def contributions(self, table_id: int) -> tuple[ContributionRow, ...]:
        """Return the contributions to the dice of a table in their order."""
        query = self.queries.contributions_to(table_id=table_id)
        rows = self.mend(ContributionRow, [row async for row in query], table_id)
        return tuple(ContributionRow(*row) for row in rows)

    async def claim(self, interaction_id: int) -> None:
        """Note that an interaction changes something; one that has done so gives a Conflict."""
        await self.queries.insert_claim(interaction_id=interaction_id)

    async def is_claimed(self, interaction_id: int) -> bool:
        """Return whether an interaction of the last minutes has changed something."""
        return bool(await self.queries.is_claimed(interaction_id=interaction_id))

    async def delete_claims(self, before: int) -> None:
        """Forget the claims of interactions with lower ids."""
        await self.queries.delete_claims(before=before)

    async def seal(self, table_id: int, last_hash: str, next_secret: str | None) -> None:
        """Write the last hash of a log that has ended, and the secret of the next game, if any."""
        await self.queries.seal(id=table_id, last_hash=last_hash, next_secret=next_secret)

    async def next_secret(self, table_id: int) -> bytes | None:
        """Return the secret of the game that follows a table; None where it draws its own."""
        found = await self.queries.next_secret_of(id=table_id)
        try:
            return bytes.fromhex(found) or None
        except (TypeError, ValueError):  # none, or none that can be read
            return None

    async def set_next_secret(self, table_id: int, secret: bytes) -> None:
        """Write another secret of the game that follows a table: the one it had is used."""
        await self.queries.set_next_secret(id=table_id, next_secret=secret.hex())

    async def forget_next_secrets(self) -> None:
        """Forget the secrets that were drawn for games to come: after a restore some are known."""
        await self.queries.forget_next_secrets()

    async def set_shown(self, revisions: Mapping[int, int]) -> None:
        """Write, by table, the revision that its live message shows."""
        rows = [{"id": number, "revision": shown} for number, shown in revisions.items()]
        await self.queries.set_shown(rows)

    async def shown_revision(self, table_id: int) -> int | None:
        """Return the revision that the live message of a table shows; None: nobody knows."""
        return await self.queries.shown_revision_of(id=table_id)

    async def close(self, table_ids: Iterable[int], reason: str, ended_at: float) -> None:
        """End tables for a reason, a sentence, unless they are over, whatever else a row holds."""
        ends = [{"id": each, "reason": reason, "ended_at": ended_at} for each in table_ids]
        await self.queries.close_tables(ends)

    async def leave_out_numbers(self, last: int, count: int) -> None:
        """Give the next table a number that is higher than usual, and than `last`, by `count`."""
        await self.queries.begin_numbers()
        await self.queries.leave_out_numbers(last=last, count=count)


def _with_table(
    table_id: int, rows: Iterable[SeatRow | MoveRow | ContributionRow]
) -> list[dict[str, Any]]:
    return [{"table_id": table_id, **row._asdict()} for row in rows]


def _move(row: Any) -> MoveRow:  # noqa: ANN401 - a driver's row
    seq, seat, text, at, by_caretaker, *rest = row
    return MoveRow(seq, seat, text, at, bool(by_caretaker), *rest)


def _seat(row: Any) -> SeatRow:  # noqa: ANN401 - a driver's row
    seat = SeatRow(*row)
    flags = ("caretaker", "departed", "agrees", "ends")
    return seat._replace(**{name: bool(getattr(seat, name)) for name in flags})
