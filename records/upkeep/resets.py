"""Empties leaderboards, and says before what will be lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.again import asked_again
from db.stores.records.resets import ResetQueries
from db.stores.records.writer import RecordWriter
from records.model.guilds import ResetPreview
from records.model.part import Part, visible_guild
from records.model.scopes import EVERY_GAME, mixed_board, rated_boards, solo_board

if TYPE_CHECKING:
    from db.stores.tables import Store


class Resets(Part):
    """What the admins of a server can do to its boards."""

    @asked_again
    async def preview(self, guild_id: int, game_key: str | None) -> ResetPreview:
        """Return what `reset` would delete."""
        async with self._database.read_slow() as store:
            return await self._preview(store, guild_id, game_key)

    async def reset(self, guild_id: int, game_key: str | None, latest: int) -> ResetPreview | None:
        """Empty the boards of a game, or every board (None), and return what was deleted.

        Args:
            guild_id: the server.
            game_key: the game; None for all boards.
            latest: `ResetPreview.latest` of the preview that the admin has seen. If there is a
                newer result, nothing is done and None is returned.
        """
        async with self._database.write() as store:
            losses = await self._preview(store, guild_id, game_key)
            if losses.latest != latest:
                return None
            queries = ResetQueries(store)
            if game_key is None:
                await queries.delete_boards(guild_id)
            else:
                for board in (game_key, solo_board(game_key), mixed_board(game_key)):
                    await queries.delete_board(guild_id, board)
            await queries.delete_ratings(guild_id, rated_boards(game_key))
            last = await RecordWriter(store).last_result()
            await queries.insert_reset(guild_id, game_key or EVERY_GAME, last, self._now())
        return losses

    async def _preview(self, store: Store, guild_id: int, game_key: str | None) -> ResetPreview:
        queries = ResetQueries(store)
        guild_id = await visible_guild(store, guild_id)
        if game_key is None:
            # A reset of one game has already deleted its games played alone, which are on no
            # board of all games.
            alone = [key for key, game in self._games.items() if game.info.min_seats == 1]
            gone = sum([await queries.gone_alone(guild_id, key) for key in alone])
            players, games = await queries.on_all(guild_id), await queries.results(guild_id) - gone
        else:
            boards = game_key, solo_board(game_key), mixed_board(game_key)
            players = await queries.on_boards(guild_id, *boards)
            games = await queries.results_of(guild_id, game_key)
        return ResetPreview(
            players=players,
            games=games,
            ratings=await queries.ratings(guild_id, rated_boards(game_key)),
            latest=await queries.latest(guild_id, game_key),
        )
