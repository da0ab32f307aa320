"""What becomes of all that a server remembers when the bot leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from annals.keeping import Keeping
from db.annals_guilds import GuildStore

if TYPE_CHECKING:
    from collections.abc import Collection

KEPT_FOR: Final = 30 * 24 * 3600
"""Seconds for which the data of a server stay after the bot has left it."""

_AT_ONCE: Final = 50
"""Players or tables removed in one transaction, so that nobody waits for a click meanwhile."""


class GuildDesk(Keeping):
    """For the bot itself."""

    async def guild_left(self, guild_id: int) -> None:
        """The bot has left a server: its data go after 30 days."""
        async with self._database.write() as store:
            await GuildStore(store).insert_departure(guild_id, self._now())

    async def guild_joined(self, guild_id: int) -> None:
        """The bot is (back) on a server: its data stay, unless they are just being removed."""
        async with self._database.write() as store:
            await GuildStore(store).delete_departure(guild_id)

    async def guilds_now(
        self, present: Collection[int], came: Collection[int] = ()
    ) -> frozenset[int]:
        """The bot is on these servers and no others; to be told before each `purge`.

        So what changed while it was away is noted, and a server once missing by mistake is not
        removed as long as it is there again within 30 days. Returns the servers that it has left
        and of which something is kept.

        Args:
            present: the servers that Discord has listed.
            came: those that have come since the listing began, and go on to come meanwhile.
        """
        async with self._database.browse() as store:  # not while others wait to write
            shelf = GuildStore(store)
            known, noted = await shelf.known(), await shelf.departed()
        async with self._database.write() as store:
            shelf = GuildStore(store)
            for guild_id in noted.intersection(present):
                await shelf.delete_departure(guild_id)
            for guild_id in known - noted - set(present) - set(came):
                await shelf.insert_departure(guild_id, self._now())
        return (known | noted) - set(present) - set(came)

    async def purge(self) -> tuple[int, ...]:
        """Remove the data of servers left 30 days ago; returns which. To be called now and then.

        The sums of some players go at a time, and then some tables. What has begun goes on to the
        end, also where the bot is let in again meanwhile or begins anew; until then boards and all
        else that is summed up there tell nothing, instead of half. Tables opened since then stay;
        those that have ended are entered after the end.
        """
        before = self._now() - KEPT_FOR
        async with self._database.browse() as store:
            guilds = await GuildStore(store).departed_before(before)
        removed = [guild_id for guild_id in guilds if await self._remove(guild_id, before)]
        await self.catch_up()
        return tuple(removed)

    async def _remove(self, guild_id: int, before: float) -> bool:
        """Everything of a server; False where the bot is back."""
        last = await self._begin_removal(guild_id, before)
        if last is None:
            return False
        while await self._remove_some(guild_id, last):
            pass
        return True

    async def _begin_removal(self, guild_id: int, before: float) -> int | None:
        """The last table that goes; None where the bot is back."""
        async with self._database.write() as store:
            shelf = GuildStore(store)
            departure = await shelf.departure(guild_id)
            if departure is None or departure.left_at > before:
                return None
            if departure.removing is not None:
                return departure.removing
            return await shelf.begin_removal(guild_id)

    async def _remove_some(self, guild_id: int, last: int) -> bool:
        """Some of the players or of the tables; whether there may be more."""
        async with self._database.write() as store:
            shelf = GuildStore(store)
            removed = await shelf.delete_some_players(guild_id, _AT_ONCE)
            removed = removed or await shelf.delete_some_tables(guild_id, last, _AT_ONCE)
            if not removed:
                await shelf.end_removal(guild_id)
        return bool(removed)
