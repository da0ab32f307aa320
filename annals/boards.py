"""Leaderboards: pages of a server's players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from annals import ratings
from annals.base import Base
from annals.model import Board, Period, Row, SoloBoard, SoloRow, Sort
from annals.scopes import EVERY_GAME, UNSCORED, bucket, solo
from db.annals_tell import TellStore, Which

if TYPE_CHECKING:
    from db.annals_rows import BoardRow

PAGE: Final = 10
"""Rows a page, of boards and of the history."""

NOWHERE: Final = "Somebody"
"""A name for whom none is known."""

_SOLO_SORTS: Final = {Sort.PLACE: "average", Sort.GAMES: "games"}


def page_within(page: int, count: int) -> tuple[int, int]:
    """The page that is shown when `page` is asked for, and how many there are."""
    pages = max(1, -(-count // PAGE))
    return min(max(page, 1), pages), pages


class Boards(Base):
    """Reads leaderboards."""

    async def leaderboard(  # noqa: PLR0917 - what a command says, in its order
        self,
        guild_id: int | None,
        game_key: str | None,
        period: Period,
        sort: Sort,
        page: int,
        asker: int,
    ) -> Board:
        """A page of this server's players for one game or all (None); DMs (None) have an empty one.

        All games together have no rating and no best score: those sorts mean wins then.
        """
        if guild_id is None:
            return Board((), 1, 1, 0, None)
        game = game_key or EVERY_GAME
        unsorted = (game_key is None and sort is Sort.RATING) or (
            sort is Sort.SCORE and game in (EVERY_GAME, *UNSCORED)
        )
        order = Sort.WINS if unsorted else sort
        which = Which(guild_id, game, game, period, bucket(period, self._now()))
        found, page, pages, players = await self._page(which, order, page, asker)
        rows = {row.person_id: _row(row) for row in found}
        shown = tuple(_row(row) for row in found if _on(row, page))
        return Board(shown, page, pages, players, rows.get(asker))

    async def solo_board(  # noqa: PLR0917 - as above
        self, guild_id: int | None, game_key: str, period: Period, sort: Sort, page: int, asker: int
    ) -> SoloBoard:
        """A page of those who played alone.

        `Sort.PLACE` orders by the average score, GAMES by games, anything else by the best.
        """
        if guild_id is None:
            return SoloBoard((), 1, 1, 0, None)
        board = solo(game_key)
        which = Which(guild_id, board, board, period, bucket(period, self._now()))
        order = _SOLO_SORTS.get(sort, "score")
        found, page, pages, players = await self._page(which, order, page, asker)
        rows = {row.person_id: _solo_row(row) for row in found}
        shown = tuple(_solo_row(row) for row in found if _on(row, page))
        return SoloBoard(shown, page, pages, players, rows.get(asker))

    async def _page(
        self, which: Which, sort: str, page: int, asker: int
    ) -> tuple[tuple[BoardRow, ...], int, int, int]:
        """Its lines and the asker's; the page that it is, of how many, and the players."""
        async with self._database.read() as store:
            shelf = TellStore(store)
            players = await shelf.board_size(which)
            page, pages = page_within(page, players)
            lines = ((page - 1) * PAGE + 1, page * PAGE)
            return await shelf.board(which, sort, lines, asker), page, pages, players


def _on(row: BoardRow, page: int) -> bool:
    """Whether a line is on the page."""
    return (row.line - 1) // PAGE + 1 == page


def _row(row: BoardRow) -> Row:
    skill = None if row.mu is None or row.sigma is None else (row.mu, row.sigma)
    return Row(
        rank=row.place,
        person_id=row.person_id,
        name=row.name or NOWHERE,
        games=row.games,
        wins=row.wins,
        average_place=row.places / row.games,
        best_score=row.best,
        streak=row.streak,
        rating=skill and ratings.shown(skill),
        provisional=skill is not None and ratings.provisional(skill),
    )


def _solo_row(row: BoardRow) -> SoloRow:
    return SoloRow(
        rank=row.place,
        person_id=row.person_id,
        name=row.name or NOWHERE,
        games=row.games,
        best=row.best or 0,
        average=row.scores / row.games,
    )
