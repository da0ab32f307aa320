"""What happens to all that a server remembers: boards begin anew, and the bot leaves."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from annals.base import Base
from annals.model import Losses
from annals.scopes import EVERY_GAME, game_of, solo
from db.annals_guilds import GuildStore
from db.annals_keep import KeepStore

if TYPE_CHECKING:
    from collections.abc import Collection

    from db.store import Store

log = logging.getLogger(__name__)

KEPT_FOR: Final = 30 * 24 * 3600
"""Seconds for which the data of a server stay after the bot has left it."""

_AT_ONCE: Final = 50
"""Tables removed in one transaction, so that nobody waits for a click meanwhile."""


class GuildDesk(Base):
    """For admins, and for the bot itself."""

    async def losses(self, guild_id: int, game_key: str | None) -> Losses:
        """What `reset` would take away."""
        async with self._database.browse() as store:
            return await _losses(GuildStore(store), guild_id, game_key)

    async def reset(self, guild_id: int, game_key: str | None) -> Losses:
        """Begin the boards of a game, or every one, anew; returns what is lost."""
        async with self._database.write() as store:
            shelf = GuildStore(store)
            losses = await _losses(shelf, guild_id, game_key)
            if game_key is None:
                await shelf.reset_all(guild_id)
            else:
                await shelf.reset_game(guild_id, game_key, (game_key, solo(game_key)))
            last = await KeepStore(store).last_result()
            await shelf.insert_reset(guild_id, game_key or EVERY_GAME, last, self._now())
        return losses

    async def guild_left(self, guild_id: int) -> None:
        """The bot has left a server: its data go after 30 days."""
        async with self._database.write() as store:
            await GuildStore(store).insert_departure(guild_id, self._now())

    async def guild_joined(self, guild_id: int) -> None:
        """The bot is (back) on a server: its data stay."""
        async with self._database.write() as store:
            await GuildStore(store).delete_departure(guild_id)

    async def guilds_now(self, present: Collection[int]) -> None:
        """The bot is on these servers and no others; to be told before each `purge`.

        So what changed while it was away is noted, and a server once missing by mistake is not
        removed as long as it is there again within 30 days.
        """
        async with self._database.browse() as store:  # not while others wait to write
            shelf = GuildStore(store)
            known, noted = await shelf.known(), await shelf.departed()
        async with self._database.write() as store:
            shelf = GuildStore(store)
            for guild_id in noted.intersection(present):
                await shelf.delete_departure(guild_id)
            for guild_id in known - noted - set(present):
                await shelf.insert_departure(guild_id, self._now())

    async def purge(self) -> tuple[int, ...]:
        """Remove the data of servers left 30 days ago; returns which. To be called now and then."""
        before = self._now() - KEPT_FOR
        async with self._database.glance() as store:
            guilds = await GuildStore(store).departed_before(before)
        for guild_id in guilds:
            while await self._purge_some(guild_id, before):
                pass
        return guilds

    async def _purge_some(self, guild_id: int, before: float) -> bool:
        """Some of a server's tables, and when there are no more, the rest; whether to go on."""
        async with self._database.write() as store:
            shelf = GuildStore(store)
            if not await shelf.is_departed(guild_id, before):
                return False
            if await shelf.delete_some_tables(guild_id, _AT_ONCE):
                return True
            await _remove_rest(store, guild_id)
        log.info("the data of guild %d are removed: the bot left it 30 days ago", guild_id)
        return False


async def _remove_rest(store: Store, guild_id: int) -> None:
    shelf = GuildStore(store)
    await shelf.delete_summaries(guild_id)
    await shelf.delete_departure(guild_id)


async def _losses(shelf: GuildStore, guild_id: int, game: str | None) -> Losses:
    boards = await shelf.boards(guild_id)
    games = {game_of(board) for board in boards if board != EVERY_GAME}
    wanted = games if game is None else games & {game}
    if game is None:
        players = await shelf.on_boards(guild_id)
    else:
        counts = [
            await shelf.on_board(guild_id, board) for board in boards if game_of(board) == game
        ]
        players = max(counts, default=0)
    return Losses(
        players=players,
        games=sum([await shelf.results(guild_id, key) for key in sorted(wanted)]),
        ratings=await shelf.ratings(guild_id, game),
    )
