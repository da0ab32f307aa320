"""Finds idle players, due calls, outdated messages and forgotten tables, and acts on them."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from cachetools import TTLCache

from db.errors import asked_again
from db.query import Query, Write
from engine.core import N_
from tables.model.errors import GameMissing, NoSuchTable, TableClosed
from tables.model.table import Status
from tables.model.time_control import (
    CALL_AFTER,
    IDLE_AFTER,
    LONG_TURN,
    TIME_CONTROLS,
    TimeControl,
)
from tables.play.heartbeat import LIVE_TIMES, OUTAGE
from tables.play.messages import LoseThread
from tables.play.playing import MoveLate, ResumeClock, StopClock
from tables.storage.act import Act, break_off, end
from tables.storage.lookup import LIVE_IN_CHANNEL, TableService, is_damage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from db.query import Calls, Waits
    from engine.core import Seat
    from tables.model.table import Table
    from tables.storage.act import Moment
    from tables.storage.lookup import TableServices

log = logging.getLogger(__name__)

LOBBY_AGE: Final = 24 * 3600
"""Seconds without a change after which a lobby is cancelled."""

GAME_AGE: Final = 7 * 24 * 3600
"""Seconds without a change after which a game is abandoned."""

CHECK_EVERY: Final = 600
"""Seconds between two checks of whether a table's message still exists."""

CHECKED_AT_ONCE: Final = 2
"""Messages checked in each round; few, because each check is a request to Discord."""

REMEMBERED: Final = 20_000
"""Cache size: tables whose messages were checked lately."""

LONG_IDLE: Final = 2 * OUTAGE
"""Seconds of idleness after which a board is assumed to say that others may hand over the seat.

The value is larger than `OUTAGE`, so that no idle seat is missed. A seat that becomes idle during a
restart of up to `OUTAGE` seconds stays below this limit, and a longer restart shifts all deadlines.
"""

DELETED: Final = N_("The channel or thread where this table was played has been deleted.")

REMOVED: Final = N_("I was removed from this server, so this table has ended.")

CATCH_UP: Final = 24 * 3600
"""Seconds after a table's end during which its outdated message is still updated."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A turn that a table waits for.

    Attributes:
        turn: the table's number, the seat, and the start of the wait in Unix seconds.
        called: whether the seat was called.
        again: whether the seat was called a second time.
        time_control: the table's time control.
    """

    turn: tuple[int, Seat, float]
    called: bool
    again: bool
    time_control: TimeControl


def read_waits(row: WaitingRow) -> list[Wait]:
    """Return the turns that a table waits for; none if its time control is unknown."""
    time_control, called = TIME_CONTROLS.get(row.time_control), row.called
    if time_control is None:
        return []
    return [
        Wait((row.id, seat, since), seat in called, called.get(seat, False), time_control)
        for seat, since in row.waiting.items()
    ]


@dataclass(frozen=True, slots=True)
class EndUnchanged(Act):
    """Ends a live table that nobody has changed since `before`, in Unix seconds.

    The players who held the game up lose it. Nobody loses if `before` is infinite, or if the bot
    may not write where the game is played.
    """

    before: float
    reason: str | None

    def apply(self, stored: Table, at: Moment) -> Table:
        """Return the ended table.

        Return `stored` itself if it is over or has changed since `before`, or if its clock runs and
        `before` is finite.
        """
        if stored.status.over or stored.changed_at > self.before:
            return stored
        clock_runs = stored.has_clock and not stored.unwritable_since
        if self.before < math.inf and clock_runs:  # the caretaker will move for late players
            return stored
        if stored.status is Status.LOBBY:
            return end(stored, Status.CANCELLED, at.aging, self.reason)
        idle = self.before < math.inf and not stored.unwritable_since
        losers = stored.holding_up() if idle else ()
        return break_off(stored, Status.ABANDONED, at.aging, losers, self.reason)


class ChannelRow(NamedTuple):
    """A running game on a server, with its channel or thread."""

    id: int
    guild_id: int | None
    channel_id: int
    unwritable_since: float


# The channel or thread of each running game. The second condition makes SQLite use the index of
# live tables.
CHANNELS: Final = Query(
    ChannelRow,
    """
    SELECT id, guild_id, COALESCE(thread_id, channel_id), unwritable_since FROM tables
    WHERE status = 'playing' AND status IN ('lobby', 'playing') AND guild_id IS NOT NULL
    """,
    table="id",
)


class HomeRow(NamedTuple):
    """A table and its server; None stands for direct messages."""

    id: int
    guild_id: int | None


# The query starts from the live tables, because they are few.
RETURNED: Final = Query(
    HomeRow,
    """
    SELECT id, guild_id FROM tables
    WHERE status = 'playing' AND status IN ('lobby', 'playing') AND EXISTS (
        SELECT 1 FROM seats
        WHERE seats.table_id = tables.id AND absent_until > :after AND absent_until <= :now)
    ORDER BY id
    """,
    table="id",
)

# This write changes neither an index nor the table's revision. A newer `shown_revision` stays,
# because another process may have shown that revision. A revision of -1 marks a message that shows
# the table in reduced form.
SET_SHOWN: Final = Write("""
    UPDATE tables SET shown_revision = :revision
    WHERE id = :id AND (:revision < 0 OR COALESCE(shown_revision, -1) < :revision)
    """)

DELETE_PROCESSED: Final = Write("DELETE FROM processed_interactions WHERE interaction_id < :before")

# The live messages and the calls of live tables.
LIVE_MESSAGES: Final = Query(
    int,
    """
    SELECT message_id FROM tables WHERE status IN ('lobby', 'playing') AND message_id IS NOT NULL
    UNION ALL
    SELECT call_id FROM tables WHERE status IN ('lobby', 'playing') AND call_id IS NOT NULL
    """,
)


# The tables of a thread that was opened from a message. A post in a forum is its own channel.
IN_THREAD: Final = Query(
    int,
    "SELECT id FROM tables WHERE thread_id = :thread_id AND channel_id <> thread_id ORDER BY id",
)


class WaitingRow(NamedTuple):
    """The turns that a running game waits for, and the start of each wait."""

    id: int
    guild_id: int | None
    waiting: Waits
    called: Calls
    time_control: str


# The second condition makes SQLite use the index of live tables.
WAITING: Final = Query(
    WaitingRow,
    """
    SELECT id, guild_id, waiting, called, time_control FROM tables
    WHERE status = 'playing' AND status IN ('lobby', 'playing') AND unwritable_since = 0
    """,
    table="id",
)

# The second condition makes SQLite use the index of live tables. After a stated absence, a game's
# age counts from the end of the absence. Therefore the query leaves out games with an absence that
# ends after `:changed_at`.
UNCHANGED_SINCE: Final = Query(
    int,
    """
    SELECT id FROM tables
    WHERE status = :status AND status IN ('lobby', 'playing') AND changed_at <= :changed_at
          AND private IS NULL
          AND (status = 'lobby' OR NOT EXISTS (
              SELECT 1 FROM seats WHERE seats.table_id = tables.id AND absent_until > :changed_at))
    ORDER BY id
    """,
)

# The plus makes SQLite use the index of live tables instead of the index of servers.
LIVE_IN_GUILD: Final = Query(
    int,
    """
    SELECT id FROM tables WHERE +guild_id = :guild_id AND status IN ('lobby', 'playing') ORDER BY id
    """,
)

# The first half finds live tables. The second half finds tables that ended after `:ended_after`.
# Each half uses its own index. Private tables are left out, because they have no live message.
NOT_SHOWN: Final = Query(
    int,
    """
    SELECT id FROM tables
    WHERE status IN ('lobby', 'playing') AND COALESCE(shown_revision, -1) <> revision
          AND private IS NULL
    UNION
    SELECT id FROM tables
    WHERE ended_at > :ended_after AND COALESCE(shown_revision, -1) <> revision
          AND message_id IS NOT NULL
    """,
)

SHOWN_REVISION_OF: Final = Query(int, "SELECT shown_revision FROM tables WHERE id = :id")

# The second condition makes SQLite use the index of live tables.
OUTDATED: Final = Query(
    int,
    """
    SELECT id FROM tables
    WHERE status = 'playing' AND status IN ('lobby', 'playing')
      AND game = :game AND rules_version <> :rules_version
    """,
)

LIVE_WITH_GAME: Final = Query(
    HomeRow,
    """
    SELECT id, guild_id FROM tables
    WHERE game = :game AND status IN ('lobby', 'playing') ORDER BY id
    """,
    table="id",
)


class Maintenance(TableService):
    """Finds tables that need attention, and ends tables that nobody uses."""

    def __init__(self, shared: TableServices) -> None:
        super().__init__(shared)
        self._reported_idle: set[tuple[int, Seat, float]] = set()
        self._reported_uncalled: set[tuple[int, Seat, float]] = set()
        self._moved_late: set[tuple[int, tuple[tuple[int, float], ...], int]] = set()
        self._checked: TTLCache[int, None] = TTLCache(REMEMBERED, CHECK_EVERY)
        self._damaged: set[int] = set()
        self._read_anew: set[int] = set()
        self._returns_found_at = self._aging()

    async def find_idle(self) -> list[Table]:
        """Return the tables with an idle seat that another player may hand over now.

        Each turn is reported once. A seat that has been idle for `LONG_IDLE` seconds or longer is
        left out: another process, or this one before a restart, has already drawn a board that says
        so.
        """
        before = self._aging() - IDLE_AFTER
        due = {wait.turn for wait in await self._waits(before)}
        told = self._reported_idle | {wait for wait in due if wait[2] <= before - LONG_IDLE}
        self._reported_idle = due
        tables = await self._lookup.get_all(sorted({table_id for table_id, _, _ in due - told}))
        now = self._aging()
        return [t for t in tables if any(t.may_hand_over(each.seat, now) for each in t.people)]

    async def move_late(self) -> list[Table]:
        """Have the caretaker move for players who are out of time, and return their tables.

        A turn is checked once its time is over, and once more after `LONG_TURN` times as long,
        because only the state of its game says which of both it has. If only one person plays, no
        clock runs, and the checks change nothing. The result includes tables that were closed as
        unreadable since the last call.
        """
        now = self._aging()
        async with self._database.read_one() as store:
            rows = await store.all(WAITING)
        due = {
            (row.id, tuple(row.waiting.items()), passed)
            for row in rows
            if self._looks_after(row.guild_id) and (passed := _count_passed(row, now))
        }
        self._moved_late &= due
        tables: list[Table | None] = []

        for turn in sorted(due - self._moved_late):
            tables.append(await self._change(turn[0], MoveLate()))
            self._moved_late.add(turn)  # only after the save; an unsaved move stays due
        damaged = store.damaged | {row.id for row in rows if row.time_control not in TIME_CONTROLS}
        await self._lookup.get_anew(damaged - self._read_anew)
        self._read_anew |= damaged
        closed = await self._lookup.get_all(taken := sorted(self._writer.closed))
        self._writer.closed.difference_update(taken)  # only after `get_all` has succeeded
        tables += [table for table in closed if self._looks_after(table.guild_id)]
        return [table for table in tables if table is not None]

    async def find_unchecked(self) -> list[Table]:
        """Return up to `CHECKED_AT_ONCE` tables of this process whose messages are due for a check.

        Tables with a change or a new turn in the last `CALL_AFTER` seconds are left out.
        """
        before = self._aging() - CALL_AFTER
        async with self._database.read_one() as store:
            rows = await store.all(LIVE_TIMES)
        due = [
            row.id
            for row in rows
            if self._looks_after(row.guild_id) and row.id not in self._checked
            if max([row.changed_at, *row.waiting.values()]) <= before
        ][:CHECKED_AT_ONCE]
        self._checked.update(dict.fromkeys(due))
        return await self._lookup.get_all(due)

    async def find_uncalled(self) -> list[Table]:
        """Return the tables that have waited for `call_after` seconds for a player not yet called.

        Each turn is reported once. Tables with only one person are left out.
        """
        now = self._aging()
        waits = await self._waits(now - CALL_AFTER)
        waits = [each for each in waits if each.turn[2] <= now - each.time_control.call_after]
        new = {wait.turn for wait in waits if not wait.called} - self._reported_uncalled
        self._reported_uncalled = {wait.turn for wait in waits}
        tables = await self._lookup.get_all(sorted({table_id for table_id, _, _ in new}))
        return [table for table in tables if len(table.people) > 1]

    async def follow_channels(self, may_write: Callable[[int, int], bool | None]) -> list[Table]:
        """Stop the clocks where the bot may not write, and restart them once it may.

        Args:
            may_write: takes the ids of a server and a channel; returns whether the bot may write
                there, or None if this is unknown.

        Returns:
            The tables whose clocks were stopped or started.
        """
        async with self._database.read_one() as store:
            rows = await store.all(CHANNELS)
        places = {(row.guild_id, row.channel_id) for row in rows if row.id not in store.damaged}
        may: dict[tuple[int | None, int], bool | None] = {
            (guild, channel): may_write(guild, channel)
            for guild, channel in places
            if guild is not None and self._looks_after(guild)
        }
        changed: list[Table | None] = []
        for row in rows:
            writable = may.get((row.guild_id, row.channel_id))
            if writable is not None and writable == bool(row.unwritable_since):
                act = ResumeClock() if row.unwritable_since else StopClock()
                changed.append(await self._change(row.id, act))
        return [table for table in changed if table is not None]

    async def find_returned(self) -> list[Table]:
        """Return the tables with a stated absence that has ended since the last call."""
        now = self._aging()
        async with self._database.read_one() as store:
            rows = await store.all(RETURNED, after=self._returns_found_at, now=now)
        self._returns_found_at = now
        return await self._lookup.get_all(
            [row.id for row in rows if self._looks_after(row.guild_id)]
        )

    @asked_again
    async def find_not_shown(self) -> list[Table]:
        """Return the tables of this process whose live message does not show the newest state.

        The result includes games that cannot go on because their rules have changed.
        """
        async with self._database.read_slow() as store:
            numbers = set(await store.all(NOT_SHOWN, ended_after=self._aging() - CATCH_UP))
            for game in self._repository.games:
                numbers.update(
                    await store.all(
                        OUTDATED, game=game.info.key, rules_version=game.info.rules_version
                    )
                )
        tables = await self._lookup.get_all(sorted(numbers))
        return [table for table in tables if self._looks_after(table.guild_id)]

    async def take_ours(self, numbers: set[int]) -> list[Table]:
        """Return the tables of this process, and remove their numbers from `numbers`."""
        tables = await self._lookup.get_all(sorted(numbers))
        ours = [table for table in tables if self._looks_after(table.guild_id)]
        numbers.difference_update(table.id for table in ours)
        return ours

    @asked_again
    async def find_with_secrets(self) -> list[int]:
        """Return the numbers of this process's live tables whose games have hidden moves."""
        numbers: list[int] = []
        async with self._database.read_slow() as store:
            for game in self._repository.games:
                if game.info.hidden:
                    live = await store.all(LIVE_WITH_GAME, game=game.info.key)
                    numbers += [row.id for row in live if self._looks_after(row.guild_id)]
        return numbers

    async def set_shown(self, revisions: Mapping[int, int]) -> None:
        """Store the revision that each table's live message shows."""
        async with self._database.write() as store:
            store.run_each(
                SET_SHOWN,
                [{"id": number, "revision": shown} for number, shown in revisions.items()],
            )

    @asked_again
    async def is_shown(self, table: Table) -> bool:
        """Return whether the live message of a table is known to show its current revision."""
        async with self._database.read_one() as store:
            return await store.one(SHOWN_REVISION_OF, id=table.id) == table.revision

    async def forget_processed(self, before: int) -> None:
        """Forget processed interactions with ids below `before`."""
        async with self._database.write() as store:
            store.run(DELETE_PROCESSED, before=before)

    @asked_again
    async def live_messages(self) -> tuple[int, ...]:
        """Return the ids of the live messages and calls of all tables that are not over."""
        async with self._database.read_one() as store:
            return await store.all(LIVE_MESSAGES)

    @asked_again
    async def _waits(self, before: float) -> list[Wait]:
        """Return the turns at tables of this process that began at `before` or earlier."""
        async with self._database.read_one() as store:
            rows = await store.all(WAITING)
        return [
            wait
            for row in rows
            if self._looks_after(row.guild_id)
            for wait in read_waits(row)
            if wait.turn[2] <= before
        ]

    async def expire(self) -> list[Table]:
        """End the tables that nobody has changed for too long, and return them."""
        now = self._aging()
        async with self._database.read_one() as store:
            lobbies = await store.all(
                UNCHANGED_SINCE, status=Status.LOBBY, changed_at=now - LOBBY_AGE
            )
            games = await store.all(
                UNCHANGED_SINCE, status=Status.PLAYING, changed_at=now - GAME_AGE
            )
        ended = await self._end_all(lobbies, before=now - LOBBY_AGE)
        return ended + await self._end_all(games, before=now - GAME_AGE)

    async def close_channel(self, channel_id: int) -> list[Table]:
        """End every live table of a deleted channel or thread.

        Returns the tables that were ended, and those that have lost their thread.
        """
        async with self._database.read() as store:
            numbers = await store.all(LIVE_IN_CHANNEL, channel_id=channel_id)
            threaded = await store.all(IN_THREAD, thread_id=channel_id)
        ended = await self._end_all(numbers, reason=DELETED)
        lost = [await self._change(each, LoseThread(each == threaded[-1])) for each in threaded]
        found = {table.id: table for table in (*ended, *lost) if table is not None}
        return [*found.values()]

    async def close_guild(self, guild_id: int) -> list[Table]:
        """End every live table of a server that the bot has left, and return them."""
        async with self._database.read_one() as store:
            numbers = await store.all(LIVE_IN_GUILD, guild_id=guild_id)
        return await self._end_all(numbers, reason=REMOVED)

    async def close(self, numbers: Iterable[int]) -> None:
        """End tables whose time is over, whenever they were changed."""
        await self._end_all(numbers)

    async def _end_all(
        self, numbers: Iterable[int], before: float = math.inf, reason: str | None = None
    ) -> list[Table]:
        """End those of the tables that nobody has changed since `before`, and return them."""
        tables = [await self._change(number, EndUnchanged(before, reason)) for number in numbers]
        return [table for table in tables if table is not None and table.status.over]

    async def _change(self, number: int, act: Act) -> Table | None:
        """Change a table; if an error concerns this table alone, log the error and return None."""
        if number in self._damaged:
            return None
        try:
            return await self._writer.do(number, act)
        except TableClosed:
            return await self._lookup.get(number)
        except (NoSuchTable, GameMissing):
            return None
        except Exception as error:
            if not is_damage(error):
                raise
            self._damaged.add(number)
            log.error("table %d cannot be changed: %s", number, type(error).__name__)  # noqa: TRY400 - moves may be in the traceback
            return None


def _count_passed(row: WaitingRow, now: float) -> int:
    """Return how many ends of usual and of long turns have passed; 0 if none or without a clock."""
    return sum(
        wait.turn[2] + times * (wait.time_control.budget or math.inf) <= now
        for wait in read_waits(row)
        for times in (1, LONG_TURN)
    )
