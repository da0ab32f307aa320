"""Leaderboards: the players of a server in order, one page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from db.errors import asked_again
from db.query import Query
from records import entering
from records.standings import START_IN_TIME, count_up
from records.values import (
    ANONYMOUS,
    EVERY_GAME,
    PAGE,
    Board,
    Period,
    RecordsService,
    game_of,
    mixed_board,
    page_within,
    period_start,
    solo_board,
    visible_guild,
)

if TYPE_CHECKING:
    from collections.abc import Callable

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Row:
    """A player on a leaderboard.

    Attributes:
        rank: 1 is best; players with equal values share a rank.
        person_id: negative for a person who was forgotten, and for a computer.
        name: as last seen on this server.
        games: the number of games of the period that count. The rating is also based on earlier
            games.
        wins: first places, shared ones included.
        rating: from `records.entering.display_rating`; None on the board of all games together.
        provisional: whether the rating is still uncertain, because too few games were played.
    """

    rank: int
    person_id: int
    name: str
    games: int
    wins: int
    rating: int | None
    provisional: bool


@dataclass(frozen=True, slots=True)
class SoloRow:
    """A player on the board of games played alone.

    Attributes:
        rank, person_id, name: as in `Row`.
        games: the number of finished games.
        best: the best score.
    """

    rank: int
    person_id: int
    name: str
    games: int
    best: int


_PARTS: Final = "page", "own", "above"


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of a board.

    Attributes:
        part: `page` for a line of the page, `own` for the reader's line, `above` for the last line
            with a better place than the reader's.
        place: 1 is best; lines with equal values share a place.
        people: the number of lines on the whole board.
    """

    part: str
    place: int
    people: int
    person_id: int
    name: str | None
    games: int
    wins: int
    best: int | None
    mu: float | None
    sigma: float | None


def _page_of(board: str, worth: str, *, whole: bool = False) -> str:
    """Return the query for a page of a board; a number beyond the last page gives the last page.

    The query also returns the reader's line, and the last line with a better place than the
    reader's. A board can have many rows, so the query reads them only once, and looks up the latest
    game only of the people shown.

    Args:
        board: the SQL condition for the rows of the board.
        worth: the SQL figure that ranks people, highest first.
        whole: whether this is the board of all games together, which has no ratings.
    """
    counted = count_up(f"{board} AND result_id > {START_IN_TIME}", "person_id", whole=whole)
    none = "CAST(NULL AS DOUBLE PRECISION)"
    skill = f"{none}, {none}" if whole else "mu, sigma"
    return f"""
    WITH standings AS MATERIALIZED (
        SELECT counted.*,
               {worth} AS worth
        FROM ({counted}) AS counted
        WHERE games > 0
    ),
    own AS (SELECT * FROM standings WHERE person_id = :asker),
    told AS (
        SELECT * FROM (
            SELECT 'page' AS part, standings.* FROM standings
            ORDER BY worth DESC, wins DESC, games, person_id
            LIMIT {PAGE} OFFSET (
                SELECT {PAGE} * CASE WHEN :page <= (COUNT(*) - 1) / {PAGE} THEN :page - 1
                                     ELSE (COUNT(*) - 1) / {PAGE} END
                FROM standings)) AS page
        UNION ALL SELECT 'own', own.* FROM own
        UNION ALL SELECT * FROM (
            SELECT 'above', standings.* FROM standings JOIN own ON standings.worth > own.worth
            ORDER BY standings.worth, standings.wins, standings.games DESC, standings.person_id DESC
            LIMIT 1) AS above
    )
    SELECT part, (SELECT COUNT(*) + 1 FROM standings WHERE standings.worth > told.worth) AS place,
           (SELECT COUNT(*) FROM standings) AS people, told.person_id, players.name, games, wins,
           best, {skill}
    FROM told
        JOIN finishes AS last
            ON last.result_id = (
                   SELECT result_id FROM finishes AS latest
                   WHERE latest.guild_id = :guild_id AND latest.{board}
                         AND latest.person_id = told.person_id
                   ORDER BY latest.result_id DESC LIMIT 1)
               AND last.person_id = told.person_id
        LEFT JOIN players
            ON players.guild_id = :guild_id AND players.person_id = told.person_id
    ORDER BY worth DESC, wins DESC, games, told.person_id
    """  # noqa: S608 - built from constants


_COUNTED: Final = "board = :board AND NOT hinted"

BOARD_PAGE = Query(BoardRow, _page_of(_COUNTED, "wins"))
"""Query for a page of one game's board, by wins."""

BOARD_PAGE_OF_ALL = Query(BoardRow, _page_of("streak_all IS NOT NULL", "wins", whole=True))
"""Query for a page of the board of all games together, by wins."""

SOLO_PAGE = Query(BoardRow, _page_of(_COUNTED, "COALESCE(best, -1000)"))
"""Query for a page of the board of a game played alone, by best score."""


class Leaderboards(RecordsService):
    async def page(
        self,
        guild_id: int | None,
        game_key: str | None,
        period: Period,
        page: int,
        asker: int,
        *,
        mixed: bool = False,
    ) -> Board[Row]:
        """Return a page of a server's leaderboard for one game; `game_key` None: for all games.

        In direct messages (`guild_id` None) the page is empty. `mixed` asks for the board of games
        with computers, which also lists computers.
        """
        if guild_id is None:
            return Board((), 1, 1, 0, None, None)
        name = mixed_board(game_key) if mixed and game_key else game_key or EVERY_GAME
        query = BOARD_PAGE if game_key else BOARD_PAGE_OF_ALL
        return await self._page(query, guild_id, name, period, page, asker, _row)

    async def solo_page(
        self, guild_id: int | None, game_key: str, period: Period, page: int, asker: int
    ) -> Board[SoloRow]:
        """Return a page of the leaderboard of a game played alone; see `page`."""
        if guild_id is None:
            return Board((), 1, 1, 0, None, None)
        board = solo_board(game_key)
        return await self._page(SOLO_PAGE, guild_id, board, period, page, asker, _solo_row)

    @asked_again
    async def _page(  # noqa: PLR0917 - as above
        self,
        query: Query[BoardRow],
        guild_id: int,
        board: str,
        period: Period,
        page: int,
        asker: int,
        make: Callable[[BoardRow], R],
    ) -> Board[R]:
        now = self._now()
        since = period_start(period, now)
        async with self._database.read_slow() as store:
            found = await store.all(
                query,
                guild_id=await visible_guild(store, guild_id),
                board=board,
                game=game_of(board),
                since=since or 0.0,
                page=max(page, 1),
                asker=asker,
            )
        people = found[0].people if found else 0
        page, pages = page_within(page, people)
        parts = {part: [make(row) for row in found if row.part == part] for part in _PARTS}
        own, above = (next(iter(parts[part]), None) for part in ("own", "above"))
        return Board(tuple(parts["page"]), page, pages, people, own, since, above)


def _row(row: BoardRow) -> Row:
    skill = None if row.mu is None or row.sigma is None else (row.mu, row.sigma)
    return Row(
        rank=row.place,
        person_id=row.person_id,
        name=row.name or ANONYMOUS,
        games=row.games,
        wins=row.wins,
        rating=skill and entering.display_rating(skill),
        provisional=skill is not None and entering.is_provisional(skill),
    )


def _solo_row(row: BoardRow) -> SoloRow:
    return SoloRow(
        rank=row.place,
        person_id=row.person_id,
        name=row.name or ANONYMOUS,
        games=row.games,
        best=row.best or 0,
    )
