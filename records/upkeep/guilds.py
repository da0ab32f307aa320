"""Deletes the data of servers that the bot has left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from db.query import Query, Write
from records.model.scopes import DEPARTURE
from records.upkeep.kept import ADD_COMPACTION

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from db.connection import Database
    from db.query import Snowflake
    from records.ledger.recorder import Recorder
    from records.upkeep.kept import KeptRows

KEEP_FOR: Final = 30 * 24 * 3600
"""Seconds for which the data of a server stays after the bot has left it."""

_BATCH: Final = 50
"""How many players or tables one transaction deletes, so that clicks need not wait."""


class _Known(NamedTuple):
    guild_id: Snowflake


# Every server with stored data. Each step jumps in the index to the next server.
KNOWN_GUILDS: Final = Query(
    _Known,
    """
    WITH RECURSIVE guilds (guild_id) AS (
        SELECT MIN(guild_id) FROM tables
        UNION ALL
        SELECT (SELECT MIN(guild_id) FROM tables WHERE guild_id > guilds.guild_id)
        FROM guilds
        WHERE guilds.guild_id IS NOT NULL
    )
    SELECT guild_id FROM guilds WHERE guild_id IS NOT NULL
    UNION
    SELECT guild_id FROM guild_settings
    UNION
    SELECT guild_id FROM greeted
    """,
)

DEPARTED_GUILDS: Final = Query(int, "SELECT guild_id FROM departures")

DELETE_UNFINISHED: Final = Write("""
    DELETE FROM tables
    WHERE guild_id IS NULL AND status IN ('cancelled', 'abandoned') AND NOT forfeited
          AND ended_at < :before
    """)

DELETE_SETTINGS_OF_GUILD: Final = Write("DELETE FROM guild_settings WHERE guild_id = :guild_id")

DELETE_GREETED: Final = Write("DELETE FROM greeted WHERE guild_id = :guild_id")

BEGIN_REMOVAL: Final = Query(
    int,
    """
    UPDATE departures
    SET removing = (SELECT COALESCE(MAX(id), 0) FROM tables WHERE guild_id = :guild_id)
    WHERE guild_id = :guild_id
    RETURNING removing
    """,
)

# Everybody with sums has a name in this table.
SOME_PLAYERS: Final = Query(
    int,
    """
    SELECT person_id FROM players WHERE guild_id = :guild_id ORDER BY person_id LIMIT :number
    """,
)

SOME_TABLES: Final = Query(
    int,
    """
    SELECT id FROM tables WHERE guild_id = :guild_id AND id <= :last ORDER BY id LIMIT :number
    """,
)

DELETE_TABLES: Final = Write("DELETE FROM tables WHERE id = :table_id")

DELETE_PLAYERS: Final = Write(
    "DELETE FROM players WHERE guild_id = :guild_id AND person_id = :person_id"
)

DELETE_RESETS: Final = Write("DELETE FROM resets WHERE guild_id = :guild_id")

END_REMOVAL: Final = Write("DELETE FROM departures WHERE guild_id = :guild_id")


INSERT_GREETED: Final = Query(
    int,
    """
    INSERT INTO greeted (guild_id) VALUES (:guild_id) ON CONFLICT (guild_id) DO NOTHING
    RETURNING guild_id
    """,
)

INSERT_DEPARTURE: Final = Write("""
    INSERT INTO departures (guild_id, left_at) VALUES (:guild_id, :left_at)
    ON CONFLICT (guild_id) DO NOTHING
    """)

# A deletion that has begun is not stopped.
DELETE_DEPARTURE: Final = Write(
    "DELETE FROM departures WHERE guild_id = :guild_id AND removing IS NULL"
)

DEPARTED_BEFORE: Final = Query(
    int, "SELECT guild_id FROM departures WHERE left_at <= :left_at ORDER BY guild_id"
)


class Guilds:
    """Notes which servers the bot is on, and deletes the data of those it left.

    Args:
        database: open; the caller closes it.
        clock: returns the time in Unix seconds.
        recorder: records what a deletion has held up.
        rows: what features keep.
    """

    def __init__(
        self, database: Database, clock: Callable[[], float], recorder: Recorder, rows: KeptRows
    ) -> None:
        self._database = database
        self._now = clock
        self._recorder = recorder
        self._rows = rows

    async def claim_greeting(self, guild_id: int) -> bool:
        """Return whether a server is to be greeted now; each is once, by one worker.

        It is noted before the message is sent: a kill in between leaves a server without one, and
        none gets two.
        """
        async with self._database.write() as store:
            return await store.one(INSERT_GREETED, guild_id=guild_id) is not None

    async def mark_left(self, guild_id: int) -> None:
        """Note that the bot has left a server: its data is deleted after 30 days."""
        async with self._database.write() as store:
            store.run(INSERT_DEPARTURE, guild_id=guild_id, left_at=self._now())

    async def mark_joined(self, guild_id: int) -> None:
        """Note that the bot is on a server: its data stays, unless the deletion has begun."""
        async with self._database.write() as store:
            store.run(DELETE_DEPARTURE, guild_id=guild_id)

    async def update(
        self, present: Collection[int], changed: Collection[int] = ()
    ) -> frozenset[int]:
        """Note that the bot is on these servers and no others; to be called before each `purge`.

        This notes what changed while the bot was offline. A server that is missing by mistake keeps
        its data if it is present again within 30 days.

        Args:
            present: the servers that Discord has listed.
            changed: those joined or left since the listing began, which are noted already; more
                may come meanwhile.

        Returns:
            The servers that the bot has left and whose data is still stored.
        """
        async with self._database.read_slow() as store:  # not while others wait to write
            found = [row.guild_id for row in await store.all(KNOWN_GUILDS)]
            found += [n for query in self._rows.servers for n in await store.all(query)]
            known = frozenset(found) - {0}
            departed = frozenset(await store.all(DEPARTED_GUILDS))
        async with self._database.write() as store:
            for guild_id in departed.intersection(present).difference(changed):
                store.run(DELETE_DEPARTURE, guild_id=guild_id)
            for guild_id in known - departed - set(present) - set(changed):
                store.run(INSERT_DEPARTURE, guild_id=guild_id, left_at=self._now())
        return (known | departed) - set(present) - set(changed)

    async def purge(self) -> tuple[int, ...]:
        """Delete the data of servers left 30 days ago, and return these servers.

        To be called regularly. Each transaction deletes the sums of some players, and later some
        tables. A deletion that has begun goes on to its end, even if the bot joins the server again
        or restarts. Until then all records of the server appear empty. Tables opened since then
        stay, and their results are recorded at the end.
        """
        before = self._now() - KEEP_FOR
        async with self._database.read_slow() as store:
            guilds = await store.all(DEPARTED_BEFORE, left_at=before)
        deleted = [guild_id for guild_id in guilds if await self._delete(guild_id, before)]
        await self._recorder.catch_up()
        return tuple(deleted)

    async def delete_unfinished(self) -> None:
        """Delete what came to no end 30 days ago, in no server, and counts nothing."""
        async with self._database.write() as store:
            store.run(DELETE_UNFINISHED, before=self._now() - KEEP_FOR)

    async def _delete(self, guild_id: int, before: float) -> bool:
        """Delete all data of a server, and return True; return False if the bot is back."""
        last = await self._begin(guild_id, before)
        if last is None:
            return False
        while await self._delete_some(guild_id, last):
            pass
        return True

    async def _begin(self, guild_id: int, before: float) -> int | None:
        """Begin a deletion, and return the last table to delete; None if the bot is back."""
        async with self._database.write() as store:
            departure = await store.one(DEPARTURE, guild_id=guild_id)
            if departure is None or departure.left_at > before:
                return None
            if departure.removing is not None:
                return departure.removing
            # At once, as the server may get new settings, and a greeting, before the end.
            for write in (DELETE_SETTINGS_OF_GUILD, DELETE_GREETED, *self._rows.chosen):
                store.run(write, guild_id=guild_id)
            return await store.value(BEGIN_REMOVAL, guild_id=guild_id)

    async def _delete_some(self, guild_id: int, last: int) -> bool:
        """Delete some players or tables, and return whether there may be more."""
        async with self._database.write() as store:
            if players := await store.all(SOME_PLAYERS, guild_id=guild_id, number=_BATCH):
                ids = [{"guild_id": guild_id, "person_id": person_id} for person_id in players]
                for write in (*self._rows.off_players, DELETE_PLAYERS):
                    store.run_each(write, ids)
                return True
            if tables := await store.all(SOME_TABLES, guild_id=guild_id, last=last, number=_BATCH):
                numbers = [{"table_id": number} for number in tables]
                for write in (*self._rows.off_table, DELETE_TABLES):
                    store.run_each(write, numbers)
                return True
            for write in (*self._rows.off_server, DELETE_RESETS, END_REMOVAL):
                store.run(write, guild_id=guild_id)
            store.run(ADD_COMPACTION)
            return False
