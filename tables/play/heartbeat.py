"""Time in which nobody could play counts for nobody.

The bot compares the ages of tables and the idle time of players with the clock. So after an outage
or a step of the clock it moves the times of live tables by the missing seconds. Each process moves
the times of its own tables, by what it has missed itself. A process that starts while another one
runs has missed nothing.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from db.query import Query, Write, read_waiting, write_waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from db.connection import Database
    from db.query import Waits
    from db.store import Store
    from engine.core import Seat

OUTAGE: Final = 60
"""Seconds without a beat after which the bot was down for all of them."""

SAVED_EVERY: Final = 30
"""Seconds after which a beat is written down."""


# Where no clock runs, no message looks different by it: one that shows the newest revision shows
# the new one, too. A revision that is no number, or too large, begins anew.
UPDATE_TIMES: Final = Write(
    """
    UPDATE tables
    SET waiting = :waiting,
        changed_at = :changed_at,
        shown_revision = CASE
            WHEN shown_revision = revision AND time_control = 'none'
            THEN CASE WHEN revision < 4503599627370496 THEN revision + 1 ELSE 1 END
            ELSE shown_revision
        END,
        revision = CASE WHEN revision < 4503599627370496 THEN revision + 1 ELSE 1 END
    WHERE id = :id
    """,
    exact=True,
)


class TimesRow(NamedTuple):
    """The times of a live table."""

    id: int
    guild_id: int | None
    waiting: Waits
    changed_at: float


LIVE_TIMES: Final = Query(
    TimesRow,
    """
    SELECT id, guild_id, waiting, changed_at FROM tables WHERE status IN ('lobby', 'playing')
    """,
    table="id",
)

PUT_SEEN_AT: Final = Write("""
    INSERT INTO heartbeat (id, seen_at) VALUES (1, :seen_at)
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
    """)


class SeatTime(NamedTuple):
    """A time of a seat: a moment, or how long something took."""

    table_id: int
    seat: int
    seconds: float


# Live tables are few: their seats are looked up.
LIVE_ABSENCES: Final = Query(
    SeatTime,
    """
    SELECT tables.id, seats.seat, seats.away_until
    FROM tables CROSS JOIN seats
    WHERE seats.table_id = tables.id AND tables.status IN ('lobby', 'playing') AND away_until > 0
    """,
    table="table_id",
)


class Heartbeat:
    """Knows when the bot was last running.

    Args:
        database: open; the caller closes it.
        clock: returns the time in Unix seconds.
        looks_after: whether the tables of a server (None: of direct messages) are those for which
            it beats.

    Attributes:
        moved: whether times of tables were moved; whoever has shown that sets it back.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        looks_after: Callable[[int | None], bool],
    ) -> None:
        self._database = database
        self._now = clock
        self._looks_after = looks_after
        self._beating = asyncio.Lock()
        self._last: float | None = None
        self._saved = 0.0
        self.moved = False

    def now(self) -> float:
        """Return the time with which ages are compared, in Unix seconds.

        Where beats are missing it stands still: those seconds will count for nobody. Where the
        clock has stepped back it is that of the clock: what was noted since must not look old.
        """
        now = self._now()
        return now if self._last is None or self._goes_on(now) else min(self._last, now)

    def _goes_on(self, now: float) -> bool:
        """Return whether no beat is missing before `now`."""
        return self._last is not None and 0 <= now - self._last <= OUTAGE

    async def beat(self) -> None:
        """Note that the bot is running; to be called at start and every few seconds.

        Where beats are missing before this one, as many seconds count for nobody. While nothing can
        be saved, each beat tries to write, so that it is soon known when that is over.
        """
        async with self._beating:
            now = self._now()
            if not self._goes_on(now):
                await self._leave_out(now)
                self._saved = now
            elif now - self._saved >= SAVED_EVERY or not self._database.can_save():
                async with self._database.write() as store:
                    store.run(PUT_SEEN_AT, seen_at=now)
                self._saved = now
            self._last = now

    async def _leave_out(self, now: float) -> None:
        """Move the times of live tables by what has passed since the last beat."""
        async with self._database.write() as store:
            last = await _last_seen(store, now) if self._last is None else self._last
            store.run(PUT_SEEN_AT, seen_at=now)
            if last is None:
                return
            away = {row[:2]: row.seconds for row in await store.all(LIVE_ABSENCES)}
            rows = [
                row
                for row in await store.all(LIVE_TIMES)
                if row.id not in store.damaged
                and (self._last is None or self._looks_after(row.guild_id))
            ]
            store.run_each(UPDATE_TIMES, _move_times(rows, away, last, now))
            self.moved = True


ANY_WORKER: Final = Query(int, "SELECT 1 FROM workers LIMIT 1")


SEEN_AT: Final = Query(float, "SELECT seen_at FROM heartbeat")


async def _last_seen(store: Store, now: float) -> float | None:
    """Return when the bot was last seen running; None where another process runs still.

    One that was killed less than a minute ago cannot be told from one that runs. Where the clock
    has stepped back since, the answer is now: moves may have been made after that step.
    """
    seen_at = await store.one(SEEN_AT)
    lately = seen_at is not None and 0 <= now - seen_at <= OUTAGE
    if seen_at is None or (lately and await store.one(ANY_WORKER)):
        return None
    return min(seen_at, now)


def _move_times(
    rows: Iterable[TimesRow],
    away: Mapping[tuple[int, Seat], float],
    last: float,
    now: float,
) -> Iterator[dict[str, object]]:
    """Yield tables' numbers and times, later by what has passed from `last` to `now`.

    `away` says until when the clock of a seat, given with its table, stands still anyway.
    """
    for row in rows:
        later = {
            seat: move_time(since, last, now, away.get((row.id, seat), 0.0))
            for seat, since in read_waiting(row.waiting).items()
        }
        changed_at = move_time(row.changed_at, last, now)
        yield {"id": row.id, "waiting": write_waiting(later), "changed_at": changed_at}


def move_time(time: float, last: float, now: float, away_until: float = 0.0) -> float:
    """Return a time, later by what has passed from `last` to `now`, but not after `now`.

    What passes before `away_until` is left out already. After a long step back, what lies before
    `now` may have happened since: it stays.
    """
    last, now = max(last, away_until), max(now, away_until)
    return time if now - last < -OUTAGE and time <= now else min(time + now - last, now)
