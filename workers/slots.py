"""When sessions may begin: slots, as rows of the database, 5.5 seconds apart in each bucket.

Discord allows one IDENTIFY of a bucket in five seconds, whoever sends it. So a slot is taken by who
has the lock of all writers, by the one clock that all workers share. Who is late for its slot takes
another one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.errors import DatabaseError
from db.query import Query, Write

if TYPE_CHECKING:
    from collections.abc import Callable

    from db.connection import Database

log = logging.getLogger(__name__)

IDENTIFY_EVERY: Final = 5.5
"""Seconds between two slots of a bucket: Discord's five, and what the way may differ."""

LATE: Final = 0.05
"""Seconds after the begin of a slot until which its IDENTIFY may be sent."""

LEAD: Final = 0.1
"""Seconds until a slot that is free at once: it has to be committed by then. Misses double them."""

DAY: Final = 86_400.0
"""Seconds in which Discord allows so many IDENTIFYs."""


@dataclass(frozen=True, slots=True)
class Slot:
    """When an IDENTIFY may be sent, in monotonic seconds.

    Attributes:
        number: of its row; 0: there is no slot yet, and `begins` is when to ask again.
        begins: it has begun by then, however long the question for the time was on its way.
        ends: until when it can be used; its row is as much later as that way was long.
    """

    number: int
    begins: float
    ends: float = 0.0


@dataclass(frozen=True, slots=True)
class SessionStarts:
    """How many sessions began in a day, when the first of them, and the number of the last."""

    count: int
    first_at: float
    last: int


SESSION_STARTS: Final = Query(
    SessionStarts,
    "SELECT COUNT(*), COALESCE(MIN(at), 0.0), COALESCE(MAX(number), 0) FROM session_starts",
)
DELETE_SESSION_STARTS: Final = Write("DELETE FROM session_starts WHERE at <= :before")
BRING_BACK_SESSION_STARTS: Final = Write(
    "UPDATE session_starts SET at = :latest WHERE at > :latest"
)

# The machine's clock: all who use the file are on one machine.
# PostgreSQL: The server's clock, not as it was when the transaction began, before it had its lock.
NOW: Final = Query(
    float,
    "SELECT (julianday('now') - 2440587.5) * 86400.0",
    postgresql="SELECT EXTRACT(EPOCH FROM clock_timestamp())::double precision",
)

LAST_SESSION_START: Final = Query(
    float,
    """
    SELECT MAX(at) FROM session_starts WHERE bucket = :bucket AND number <> :besides
    """,
)

PUT_SESSION_START: Final = Write("""
    INSERT INTO session_starts (number, bucket, at) VALUES (:number, :bucket, :at)
    ON CONFLICT (number) DO UPDATE SET at = excluded.at
    """)


class Slots:
    """The slots of all workers.

    Args:
        database: open; the caller closes it.
        monotonic: returns seconds.
    """

    def __init__(self, database: Database, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._monotonic = monotonic

    async def wait(self, bucket: int, most: int) -> None:
        """Wait until an IDENTIFY may be sent in a bucket, and count it.

        Args:
            bucket: of the shard.
            most: how many Discord allows in a day.
        """
        missed, lead = 0, LEAD
        while True:
            slot = await self._ask(bucket, most, missed, lead)
            await asyncio.sleep(slot.begins - self._monotonic())
            if slot.number:
                if self._monotonic() <= slot.ends:
                    return
                missed, lead = slot.number, min(2 * lead, IDENTIFY_EVERY)

    async def _ask(self, bucket: int, most: int, missed: int, lead: float) -> Slot:
        try:
            return await self.take(bucket, most, missed, lead)
        except DatabaseError as error:
            log.warning("it is not known whether a session may begin: %s", error)
            return Slot(0, self._monotonic() + IDENTIFY_EVERY)

    async def take(self, bucket: int, most: int, missed: int = 0, lead: float = LEAD) -> Slot:
        """Take the next slot of a bucket, or return when to ask again.

        Args:
            bucket: of the shard.
            most: how many Discord allows in a day.
            missed: the number of a slot that was not used, which is moved; 0: none.
            lead: seconds until a slot that is free at once.

        Raises:
            DatabaseError: it is not known whether the slot is taken.
        """
        async with self._database.write() as store:
            # It has the lock from here on.
            last = await store.one(LAST_SESSION_START, bucket=bucket, besides=missed)
            asked = self._monotonic()
            now = await store.value(NOW)
            told = self._monotonic()
            store.run(DELETE_SESSION_STARTS, before=now - DAY)
            store.run(BRING_BACK_SESSION_STARTS, latest=now + IDENTIFY_EVERY)
            starts = await store.value(SESSION_STARTS)
            if starts.count >= most and not missed:
                wait = starts.first_at + DAY - now
                log.error("%d sessions were begun today: the next in %.0f seconds", most, wait)
                return Slot(0, told + wait)
            at = find_slot(now, last, lead)
            if at is None:
                return Slot(0, told + min((last or now) - now, IDENTIFY_EVERY))
            number, begins = missed or starts.last + 1, told + at - now
            store.run(PUT_SESSION_START, number=number, bucket=bucket, at=at + told - asked)
        return Slot(number, begins, begins + LATE)


def find_slot(now: float, last: float | None, lead: float) -> float | None:
    """Return when the next slot of a bucket begins; None where the last one is still to come.

    Who finds one that is still to come takes none behind it. So no slot is further ahead than
    IDENTIFY_EVERY, and one that is was taken before the clock was set back.
    """
    if last is None:
        return now + lead
    return None if last > now else max(now + lead, last + IDENTIFY_EVERY)
