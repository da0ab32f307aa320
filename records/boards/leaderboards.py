"""Leaderboards: pages of a server's players."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from db.again import asked_again
from db.stores.records.reader import BoardKey, BoardOrder, RecordReader
from records.facts import ratings
from records.model.boards import Board, Period, Row, SoloRow, Sort
from records.model.part import Part, visible_guild
from records.model.scopes import (
    ANONYMOUS,
    EVERY_GAME,
    bucket_of,
    mixed_board,
    period_start,
    scores_compare,
    solo_board,
    stored_period,
)
from tables.thinking.reviews import can_review

if TYPE_CHECKING:
    from collections.abc import Callable

    from db.stores.records.rows import BoardRow

R = TypeVar("R")

PAGE: Final = 10
"""How many rows a page of a board or of the history has."""

STEADY: Final = 5
"""How many games a person needs to be among the first by average place, and in a season."""

_SEASON: Final = "season"
"""A season's own order, in which the first three are told; see `BoardOrder`."""

_SOLO_SORTS: Final = {Sort.SCORE: "score", Sort.PLACE: "average", Sort.GAMES: "games"}


def page_within(page: int, count: int) -> tuple[int, int]:
    """Return the page to show when `page` is asked for, and how many pages there are."""
    pages = max(1, -(-count // PAGE))
    return min(max(page, 1), pages), pages


def sorts_of(game_key: str | None, *, alone: bool = False) -> tuple[Sort, ...]:
    """Return the orders that a board has; the first one stands for any other.

    Args:
        game_key: None for all games together, which have neither ratings nor scores.
        alone: for the board of games played alone. There `Sort.PLACE` orders by average score.
    """
    if alone:
        return tuple(_SOLO_SORTS)
    lacking = set[Sort]()
    if game_key is None:
        lacking = {Sort.RATING, Sort.SCORE}
    elif not scores_compare(game_key):
        lacking = {Sort.SCORE}
    if game_key is None or not can_review(game_key):
        lacking.add(Sort.REGRET)
    return tuple(sort for sort in Sort if sort not in lacking)


class Leaderboards(Part):
    """Reads leaderboards."""

    async def page(  # noqa: PLR0917 - what a command says, in its order
        self,
        guild_id: int | None,
        game_key: str | None,
        period: Period,
        sort: Sort,
        page: int,
        asker: int,
        *,
        mixed: bool = False,
    ) -> Board[Row]:
        """Return a page of a server's players for one game; None stands for all games.

        Direct messages (`guild_id` None) have an empty page. By average place those come first who
        have played `STEADY` games within the period and have no provisional rating. A season's
        order by wins goes on by average place; there, those come first who have played as many
        games. `mixed`: the board of the game with computers, which has them, too.
        """
        if guild_id is None:
            return Board((), 1, 1, 0, None, None)
        sorts = sorts_of(game_key)
        name = mixed_board(game_key) if mixed and game_key else game_key or EVERY_GAME
        board = self._key(guild_id, name, period)
        order = sort if sort in sorts else sorts[0]
        by = _SEASON if period is Period.SEASON and order is Sort.WINS else order
        return await self._page(board, by, page, asker, _row)

    async def solo_page(  # noqa: PLR0917 - as above
        self, guild_id: int | None, game_key: str, period: Period, sort: Sort, page: int, asker: int
    ) -> Board[SoloRow]:
        """Return a page of those who played a game alone; see `page`."""
        if guild_id is None:
            return Board((), 1, 1, 0, None, None)
        board = self._key(guild_id, solo_board(game_key), period, alone=game_key)
        order = _SOLO_SORTS.get(sort, _SOLO_SORTS[Sort.SCORE])
        by = _SEASON if period is Period.SEASON and order == Sort.SCORE else order
        return await self._page(board, by, page, asker, _solo_row)

    def _key(self, guild_id: int, board: str, period: Period, alone: str | None = None) -> BoardKey:
        now = self._now()
        since = period_start(period, now) or 0.0
        kept, bucket = stored_period(period, now), bucket_of(period, now)
        return BoardKey(guild_id, board, kept, bucket, alone, since)

    @asked_again
    async def _page(
        self, board: BoardKey, sort: str, page: int, asker: int, make: Callable[[BoardRow], R]
    ) -> Board[R]:
        order = BoardOrder(sort, STEADY, ratings.PROVISIONAL)
        async with self._database.read_slow() as store:
            reader = RecordReader(store)
            board = replace(board, guild_id=await visible_guild(store, board.guild_id))
            players = await reader.board_size(board)
            page, pages = page_within(page, players)
            skip = PAGE * (page - 1)
            lines = await reader.board(board, order, PAGE, skip, asker)
            own = next((row for row in lines if row.own), None)
            above = None
            if own is not None and own.place > 1:
                at = own.place - 2  # before it are none but better ones
                on_page = skip <= at < skip + PAGE
                found = (
                    lines[at - skip :]
                    if on_page
                    else await reader.board(board, order, 1, at, asker)
                )
                above = make(found[0])
        rows = tuple(make(row) for row in lines if not row.own)
        return Board(rows, page, pages, players, own and make(own), board.since or None, above)


def _row(row: BoardRow) -> Row:
    skill = None if row.mu is None or row.sigma is None else (row.mu, row.sigma)
    return Row(
        rank=row.place,
        person_id=row.person_id,
        name=row.name or ANONYMOUS,
        games=row.games,
        wins=row.wins,
        average_place=row.places / row.games,
        best_score=row.best,
        streak=row.streak,
        rating=skill and ratings.display_rating(skill),
        provisional=skill is not None and ratings.is_provisional(skill),
    )


def _solo_row(row: BoardRow) -> SoloRow:
    return SoloRow(
        rank=row.place,
        person_id=row.person_id,
        name=row.name or ANONYMOUS,
        games=row.games,
        unfinished=row.unfinished,
        best=row.best or 0,
        average=row.scores / (row.games + row.unfinished),
    )
