"""Boards begin anew: what that takes away, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.records.resets import ResetQueries
from db.records.writer import RecordWriter
from records.model import ResetPreview
from records.part import Part
from records.scopes import EVERY_GAME, solo

if TYPE_CHECKING:
    from db.store import Store


class Resets(Part):
    """For admins."""

    async def preview(self, guild_id: int, game_key: str | None) -> ResetPreview:
        """What `reset` would take away."""
        async with self._database.read_slow() as store:
            return await self._losses(store, guild_id, game_key)

    async def reset(self, guild_id: int, game_key: str | None, latest: int) -> ResetPreview | None:
        """Begin the boards of a game, or every one (None), anew; returns what is lost.

        Nothing is done, and None returned, where another result than `latest` is the latest by now:
        whoever confirms has been told of other losses.
        """
        async with self._database.write() as store:
            losses = await self._losses(store, guild_id, game_key)
            if losses.latest != latest:
                return None
            shelf = ResetQueries(store)
            if game_key is None:
                await shelf.reset_all(guild_id)
            else:
                await shelf.reset_game(guild_id, game_key, (game_key, solo(game_key)))
            last = await RecordWriter(store).last_result()
            await shelf.insert_reset(guild_id, game_key or EVERY_GAME, last, self._now())
        return losses

    async def _losses(self, store: Store, guild_id: int, game_key: str | None) -> ResetPreview:
        shelf = ResetQueries(store)
        guild_id = await self._told(store, guild_id)
        if game_key is None:
            # Games alone are on no board of all games, and so lost by the reset of their own.
            lone = [key for key, game in self._games.items() if game.info.min_seats == 1]
            gone = sum([await shelf.gone_alone(guild_id, key) for key in lone])
            players, games = await shelf.on_all(guild_id), await shelf.results(guild_id) - gone
        else:
            players = await shelf.on_boards(guild_id, game_key, solo(game_key))
            games = await shelf.results_of(guild_id, game_key)
        return ResetPreview(
            players=players,
            games=games,
            ratings=await shelf.ratings(guild_id, game_key),
            latest=await shelf.latest(guild_id, game_key),
        )
