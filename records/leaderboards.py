"""Leaderboards: pages of a server's players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from db.records.reader import Order, RecordReader, Which
from records import ratings
from records.model import Board, Period, Row, SoloBoard, SoloRow, Sort
from records.part import Part
from records.scopes import ANONYMOUS, EVERY_GAME, UNSCORED, began, bucket, solo

if TYPE_CHECKING:
    from db.records.rows import BoardRow

PAGE: Final = 10
"""Rows a page, of boards and of the history."""

STEADY: Final = 5
"""Games without which nobody is among the first by average place, lucky as they may be."""

_SOLO_SORTS: Final = {Sort.SCORE: "score", Sort.PLACE: "average", Sort.GAMES: "games"}


def page_within(page: int, count: int) -> tuple[int, int]:
    """The page that is shown when `page` is asked for, and how many there are."""
    pages = max(1, -(-count // PAGE))
    return min(max(page, 1), pages), pages


def sorts_of(game_key: str | None, *, alone: bool = False) -> tuple[Sort, ...]:
    """The orders that a board has; the first stands for any that it has not.

    Alone, `Sort.PLACE` is the order of average scores. All games together (None) have neither
    ratings nor scores in common.
    """
    if alone:
        return tuple(_SOLO_SORTS)
    lacking = {Sort.RATING, Sort.SCORE} if game_key is None else set[Sort]()
    if game_key in UNSCORED:
        lacking.add(Sort.SCORE)
    return tuple(sort for sort in Sort if sort not in lacking)


@dataclass(frozen=True, slots=True)
class _Found:
    """A page's lines and the asker's; which page it is, of how many, and of how many players."""

    lines: tuple[BoardRow, ...]
    page: int
    pages: int
    players: int


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
    ) -> Board:
        """A page of this server's players for one game or all (None); DMs (None) have an empty one.

        By average place those come first who have played `STEADY` games within the period and whose
        rating, where there is one, is not provisional.
        """
        if guild_id is None:
            return Board((), 1, 1, 0, None, None)
        sorts = sorts_of(game_key)
        which = self._which(guild_id, game_key or EVERY_GAME, period)
        found = await self._page(which, sort if sort in sorts else sorts[0], page, asker)
        rows = tuple(_row(row) for row in found.lines if not row.own)
        own = next((_row(row) for row in found.lines if row.own), None)
        since = began(period, self._now())
        return Board(rows, found.page, found.pages, found.players, own, since)

    async def solo_page(  # noqa: PLR0917 - as above
        self, guild_id: int | None, game_key: str, period: Period, sort: Sort, page: int, asker: int
    ) -> SoloBoard:
        """A page of those who played alone."""
        if guild_id is None:
            return SoloBoard((), 1, 1, 0, None, None)
        which = self._which(guild_id, solo(game_key), period)
        order = _SOLO_SORTS.get(sort, _SOLO_SORTS[Sort.SCORE])
        found = await self._page(which, order, page, asker)
        rows = tuple(_solo_row(row) for row in found.lines if not row.own)
        own = next((_solo_row(row) for row in found.lines if row.own), None)
        since = began(period, self._now())
        return SoloBoard(rows, found.page, found.pages, found.players, own, since)

    def _which(self, guild_id: int, board: str, period: Period) -> Which:
        return Which(guild_id, board, period, bucket(period, self._now()))

    async def _page(self, which: Which, sort: str, page: int, asker: int) -> _Found:
        order = Order(sort, STEADY, ratings.PROVISIONAL)
        async with self._database.read_slow() as store:
            shelf = RecordReader(store)
            which = replace(which, guild_id=await self._told(store, which.guild_id))
            players = await shelf.board_size(which)
            page, pages = page_within(page, players)
            lines = await shelf.board(which, order, PAGE, (page - 1) * PAGE, asker)
        return _Found(lines, page, pages, players)


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
        rating=skill and ratings.shown(skill),
        provisional=skill is not None and ratings.provisional(skill),
    )


def _solo_row(row: BoardRow) -> SoloRow:
    return SoloRow(
        rank=row.place,
        person_id=row.person_id,
        name=row.name or ANONYMOUS,
        games=row.games,
        best=row.best or 0,
        average=row.scores / row.games,
    )
