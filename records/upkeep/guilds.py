"""Deletes the data of servers that the bot has left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from db.stores.records.guilds import GuildQueries

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from db.connection import Database
    from records.ledger.recorder import Recorder

KEEP_FOR: Final = 30 * 24 * 3600
"""Seconds for which the data of a server stays after the bot has left it."""

_BATCH: Final = 50
"""How many players or tables one transaction deletes, so that clicks need not wait."""


class Guilds:
    """Notes which servers the bot is on, and deletes the data of those it left.

    Args:
        database: open; the caller closes it.
        clock: returns the time in Unix seconds.
        recorder: records what a deletion has held up.
    """

    def __init__(self, database: Database, clock: Callable[[], float], recorder: Recorder) -> None:
        self._database = database
        self._now = clock
        self._recorder = recorder

    async def claim_greeting(self, guild_id: int) -> bool:
        """Return whether a server is to be greeted now; each is once, by one worker.

        It is noted before the message is sent: a kill in between leaves a server without one, and
        none gets two.
        """
        async with self._database.write() as store:
            return await GuildQueries(store).insert_greeted(guild_id)

    async def mark_left(self, guild_id: int) -> None:
        """Note that the bot has left a server: its data is deleted after 30 days."""
        async with self._database.write() as store:
            await GuildQueries(store).insert_departure(guild_id, self._now())

    async def mark_joined(self, guild_id: int) -> None:
        """Note that the bot is on a server: its data stays, unless the deletion has begun."""
        async with self._database.write() as store:
            await GuildQueries(store).delete_departure(guild_id)

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
            queries = GuildQueries(store)
            known, departed = await queries.known_guilds(), await queries.departed_guilds()
        async with self._database.write() as store:
            queries = GuildQueries(store)
            for guild_id in departed.intersection(present).difference(changed):
                await queries.delete_departure(guild_id)
            for guild_id in known - departed - set(present) - set(changed):
                await queries.insert_departure(guild_id, self._now())
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
            guilds = await GuildQueries(store).departed_before(before)
        deleted = [guild_id for guild_id in guilds if await self._delete(guild_id, before)]
        await self._recorder.catch_up()
        return tuple(deleted)

    async def delete_unfinished(self) -> None:
        """Delete what came to no end 30 days ago, in no server, and counts nothing."""
        async with self._database.write() as store:
            await GuildQueries(store).delete_unfinished(self._now() - KEEP_FOR)

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
            queries = GuildQueries(store)
            departure = await queries.departure(guild_id)
            if departure is None or departure.left_at > before:
                return None
            if departure.removing is not None:
                return departure.removing
            return await queries.begin_removal(guild_id)

    async def _delete_some(self, guild_id: int, last: int) -> bool:
        """Delete some players or tables, and return whether there may be more."""
        async with self._database.write() as store:
            queries = GuildQueries(store)
            deleted = await queries.delete_some_players(guild_id, _BATCH)
            deleted = deleted or await queries.delete_some_tables(guild_id, last, _BATCH)
            if not deleted:
                await queries.end_removal(guild_id)
        return bool(deleted)
