"""Moves stored times after an outage of the bot, so that no player's clock counts the outage.

The bot compares stored times of tables and players with the machine's clock. After an outage or a
change of that clock, the bot therefore moves the times of live tables by the missing seconds. Each
process moves the times of its own tables by its own outage. A process that starts while another
process runs moves no times, because the bot has had no outage.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from db.query import Query, Write, write_waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from db.connection import Database
    from db.query import Waits
    from db.store import Store
    from engine.core import Seat

OUTAGE: Final = 60
"""Longest gap between two beats, in seconds, that does not count as an outage of the bot."""

SAVED_EVERY: Final = 30
"""Seconds between two beats that are stored."""

LATELY: Final = 10
"""Seconds before the last stored beat within which a killed process may have posted a board."""

# A table whose board may have been posted when the process was killed. Each half uses its index.
TOUCHED: Final = Query(
    int,
    """
    SELECT id FROM tables
    WHERE status IN ('lobby', 'playing') AND changed_at >= :after AND private IS NULL
    UNION
    SELECT id FROM tables WHERE ended_at >= :after AND private IS NULL
    """,
)

# The message of a table without a clock shows no times. If such a message was up to date before
# this write, it still counts as up to date. A revision that is not a number or is too large
# becomes 1.
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
    game: str
    waiting: Waits
    changed_at: float


LIVE_TIMES: Final = Query(
    TimesRow,
    """
    SELECT id, guild_id, game, waiting, changed_at FROM tables WHERE status IN ('lobby', 'playing')
    """,
    table="id",
)

PUT_SEEN_AT: Final = Write("""
    INSERT INTO heartbeat (id, seen_at) VALUES (1, :seen_at)
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
    """)


class SeatTime(NamedTuple):
    """A seat with a time in Unix seconds."""

    table_id: int
    seat: int
    seconds: float


# The query starts from the live tables, because they are few.
LIVE_ABSENCES: Final = Query(
    SeatTime,
    """
    SELECT tables.id, seats.seat, seats.absent_until
    FROM tables CROSS JOIN seats
    WHERE seats.table_id = tables.id AND tables.status IN ('lobby', 'playing') AND absent_until > 0
    """,
    table="table_id",
)


class Heartbeat:
    """Records when the bot was last running, and moves times after an outage.

    Args:
        database: open; the caller closes it.
        clock: returns the time in Unix seconds.
        looks_after: as in `Tables`.

    Attributes:
        moved: whether times of tables were moved. The caller redraws the tables, and then sets this
            to False.
        missing: the keys of games that are not installed. The clocks of their tables stand still.
        touched: the numbers of tables that changed shortly before an earlier process ended, or
            later. The caller removes those that it has looked at.
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
        self.missing: Collection[str] = ()
        self.touched: set[int] = set()

    def now(self) -> float:
        """Return the time with which stored times are compared, in Unix seconds.

        This time stands still while beats are missing, because those seconds count against nobody.
        If the machine's clock is set back, this time goes back, too. Otherwise times that were
        stored since then would seem older than they are.
        """
        now = self._now()
        return now if self._last is None or self._goes_on(now) else min(self._last, now)

    def _goes_on(self, now: float) -> bool:
        """Return whether no beat is missing before `now`."""
        return self._last is not None and 0 <= now - self._last <= OUTAGE

    async def beat(self) -> None:
        """Record that the bot is running. Call this method at the start and then every few seconds.

        After an outage, move the times of live tables. While the database refuses to save, every
        beat tries to write, so that the bot soon notices when saving works again.
        """
        async with self._beating:
            now = self._now()
            if not self._goes_on(now):
                await self._leave_out(now)
                self._saved = now
            elif now - self._saved >= SAVED_EVERY or not self._database.can_save():
                async with self._database.write() as store:
                    store.run(PUT_SEEN_AT, seen_at=now)
                    if self.missing:
                        await self._move_tables(store, self._saved, now, self.missing)
                self._saved = now
            self._last = now

    async def _leave_out(self, now: float) -> None:
        """Move the times of live tables by the time since the last beat."""
        async with self._database.write() as store:
            if self._last is None and (seen_at := await store.one(SEEN_AT)) is not None:
                self.touched.update(await store.all(TOUCHED, after=seen_at - LATELY))
            last = await _last_seen(store, now) if self._last is None else self._last
            store.run(PUT_SEEN_AT, seen_at=now)
            if last is None:
                return
            await self._move_tables(store, last, now)
            self.moved = True

    async def _move_tables(
        self, store: Store, last: float, now: float, games: Collection[str] | None = None
    ) -> None:
        """Move the times of live tables, of these games or of all, by `now` minus `last`."""
        absences = {row[:2]: row.seconds for row in await store.all(LIVE_ABSENCES)}
        rows = [
            row
            for row in await store.all(LIVE_TIMES)
            if row.id not in store.damaged
            and (games is None or row.game in games)
            and (self._last is None or self._looks_after(row.guild_id))
        ]
        store.run_each(UPDATE_TIMES, _move_times(rows, absences, last, now))


# On SQLite no other process of the bot can run.
ANY_WORKER: Final = Query(int, "SELECT 1 LIMIT 0", postgresql="SELECT 1 FROM workers LIMIT 1")


SEEN_AT: Final = Query(float, "SELECT seen_at FROM heartbeat")


async def _last_seen(store: Store, now: float) -> float | None:
    """Return the time of the last beat; None if there is none, or if another worker still runs.

    A worker that was killed less than a minute ago looks like a running one. If the clock was
    set back after the last beat, return `now`. Then no past time is moved, because a past time may
    come from the new clock.
    """
    seen_at = await store.one(SEEN_AT)
    lately = seen_at is not None and 0 <= now - seen_at <= OUTAGE
    if seen_at is None or (lately and await store.one(ANY_WORKER)):
        return None
    return min(seen_at, now)


def _move_times(
    rows: Iterable[TimesRow],
    absences: Mapping[tuple[int, Seat], float],
    last: float,
    now: float,
) -> Iterator[dict[str, object]]:
    """Yield each table's number with its times, moved forward by `now` minus `last`.

    `absences`: by table and seat, the end of an absence, until which the seat's clock stands still.
    """
    for row in rows:
        later = {
            seat: move_time(since, last, now, absences.get((row.id, seat), 0.0))
            for seat, since in row.waiting.items()
        }
        changed_at = move_time(row.changed_at, last, now)
        yield {"id": row.id, "waiting": write_waiting(later), "changed_at": changed_at}


def move_time(time: float, last: float, now: float, absent_until: float = 0.0) -> float:
    """Return a time moved forward by `now` minus `last`, at most to `now`.

    Seconds before `absent_until` never count, so they are not added. If the clock was set back by
    more than `OUTAGE`, a time before `now` stays as it is, because it may come from the new clock.
    """
    last, now = max(last, absent_until), max(now, absent_until)
    return time if now - last < -OUTAGE and time <= now else min(time + now - last, now)
