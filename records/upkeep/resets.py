"""Empties leaderboards, and says before what will be lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.errors import asked_again
from db.query import Query, Write
from records.model.guilds import ResetPreview
from records.model.scopes import EVERY_GAME, Part, mixed_board, solo_board, visible_guild
from records.model.standings import GAME_OF_BOARD, START

if TYPE_CHECKING:
    from db.store import Store


@dataclass(frozen=True, slots=True)
class OnBoards:
    """How many people are on boards, and how many ratings they have; computers are left out."""

    people: int
    ratings: int


_GAME = GAME_OF_BOARD.format(board="played.board")


def _count_people(boards: str, on_board: str) -> str:
    """Return the query for boards; who is on one of them has played there since it was emptied."""
    return f"""
    SELECT COUNT(DISTINCT CASE WHEN {on_board} THEN person_id END) AS people,
           COUNT(CASE WHEN last > begun AND board = replace(board, '/solo', '') THEN 1 END)
               AS ratings
    FROM (SELECT board, person_id, last, {START.format(game=_GAME)} AS begun
          FROM (SELECT board, person_id, MAX(result_id) AS last
                FROM finishes
                WHERE guild_id = :guild_id AND {boards} AND place IS NOT NULL
                      AND person_id NOT BETWEEN -99 AND -1
                      AND result_id > {START.format(game="'*'")}
                GROUP BY board, person_id) AS played) AS boards
    """  # noqa: S608 - of constants


ON_BOARDS = Query(
    OnBoards, _count_people("board IN (:board, :alone, :mixed)", on_board="last > begun")
)
ON_ALL_BOARDS = Query(
    OnBoards, _count_people("TRUE", on_board="last > begun OR board = replace(board, '/', '')")
)
"""A reset of one game leaves its players on the board of all games together."""


LAST_RESULT: Final = Query(int, "SELECT COALESCE(MAX(id), 0) FROM results")

INSERT_RESET: Final = Write("""
    INSERT INTO resets (guild_id, game, after_result) VALUES (:guild_id, :game, :after_result)
    """)

RESULTS_OF_GAME: Final = Query(
    int,
    """
    SELECT COUNT(*) FROM results
    WHERE guild_id = :guild_id AND game = :game AND NOT unfinished
          AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                    WHERE resets.guild_id = :guild_id AND resets.game IN (:game, '*'))
    """,
)

RESULTS_SINCE_RESET: Final = Query(
    int,
    """
    SELECT COUNT(*) FROM results
    WHERE guild_id = :guild_id AND NOT unfinished
          AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                    WHERE resets.guild_id = :guild_id AND resets.game = '*')
    """,
)

LATEST_RESULT_OF: Final = Query(
    int,
    """
    SELECT COALESCE(MAX(id), 0) FROM results
    WHERE guild_id = :guild_id AND game = :game AND NOT unfinished
    """,
)

LATEST_RESULT: Final = Query(
    int,
    """
    SELECT COALESCE(MAX(id), 0) FROM results WHERE guild_id = :guild_id AND NOT unfinished
    """,
)

RESULTS_GONE_ALONE: Final = Query(
    int,
    """
    SELECT COUNT(*) FROM results
    WHERE guild_id = :guild_id AND game = :game AND NOT unfinished
          AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                    WHERE resets.guild_id = :guild_id AND resets.game = '*')
          AND id <= (SELECT COALESCE(MAX(after_result), 0) FROM resets
                     WHERE resets.guild_id = :guild_id AND resets.game = :game)
          AND (SELECT COUNT(*) FROM finishes WHERE finishes.result_id = results.id) = 1
    """,
)


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
            last = await store.value(LAST_RESULT)
            store.run(
                INSERT_RESET, guild_id=guild_id, game=game_key or EVERY_GAME, after_result=last
            )
        return losses

    async def _preview(self, store: Store, guild_id: int, game_key: str | None) -> ResetPreview:
        guild_id = await visible_guild(store, guild_id)
        if game_key is None:
            # A reset of one game has already deleted its games played alone, which are on no
            # board of all games.
            alone = [key for key, game in self._games.items() if game.info.min_seats == 1]
            gone = sum(
                [
                    await store.value(RESULTS_GONE_ALONE, guild_id=guild_id, game=key)
                    for key in alone
                ]
            )
            games = await store.value(RESULTS_SINCE_RESET, guild_id=guild_id) - gone
            found = await store.one(ON_ALL_BOARDS, guild_id=guild_id)
        else:
            games = await store.value(RESULTS_OF_GAME, guild_id=guild_id, game=game_key)
            boards = {"alone": solo_board(game_key), "mixed": mixed_board(game_key)}
            found = await store.one(ON_BOARDS, guild_id=guild_id, board=game_key, **boards)
        on_boards = found or OnBoards(0, 0)
        return ResetPreview(
            players=on_boards.people,
            games=games,
            ratings=on_boards.ratings,
            latest=await store.value(
                LATEST_RESULT_OF if game_key else LATEST_RESULT, guild_id=guild_id, game=game_key
            ),
        )
