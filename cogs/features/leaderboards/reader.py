"""Leaderboards: the players of a server in order, one page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from db.errors import asked_again
from db.query import Query
from records import entering
from records.standings import START_IN_TIME, count_up
from records.values import (
    ANONYMOUS,
    EVERY_GAME,
    PAGE,
    STEADY,
    Board,
    Period,
    RecordsService,
    game_of,
    is_solo,
    mixed_board,
    page_within,
    period_start,
    scores_compare,
    solo_board,
    visible_guild,
)

if TYPE_CHECKING:
    from collections.abc import Callable

R = TypeVar("R")


class Sort(StrEnum):
    """The order of a leaderboard; the best comes first."""

    WINS = "wins"
    RATING = "rating"
    GAMES = "games"
    PLACE = "place"
    SCORE = "score"
    STREAK = "streak"


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
        average_place: 1.0 is best.
        best_score: None on the board of all games together, and for a game whose scores cannot be
            compared (Buck Dice).
        streak: wins in a row up to the latest game.
        rating: from `records.entering.display_rating`; None on the board of all games together.
        provisional: whether the rating is still uncertain, because too few games were played.
    """

    rank: int
    person_id: int
    name: str
    games: int
    wins: int
    average_place: float
    best_score: int | None
    streak: int
    rating: int | None
    provisional: bool


@dataclass(frozen=True, slots=True)
class SoloRow:
    """A player on the board of games played alone.

    Attributes:
        rank, person_id, name: as in `Row`.
        games: the number of finished games.
        unfinished: the number of games that the person began and did not finish. Games that
            others cancelled do not count.
        best: the best score.
        average: the average score; an unfinished game counts as 0 points.
    """

    rank: int
    person_id: int
    name: str
    games: int
    unfinished: int
    best: int
    average: float


_SEASONS: Final = {Sort.WINS: "season", Sort.SCORE: "season alone"}
"""Names that the query has for the orders of a season's boards.

`season` orders by wins, then by average place; `season alone` orders by score.
"""

_SOLO_SORTS: Final = {Sort.SCORE: "score", Sort.PLACE: "average", Sort.GAMES: "games"}


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
    places: int
    scores: int
    best: int | None
    streak: int
    unfinished: int
    mu: float | None
    sigma: float | None


def _page_of(board: str, *, whole: bool = False) -> str:
    """Return the query for a page of a board; a number beyond the last page gives the last page.

    The query also returns the reader's line, and the last line with a better place than the
    reader's. A board can have many rows, so the query reads them only once. It looks up the latest
    game of each person shown, and of everybody only if the order depends on the latest games.

    Args:
        board: the SQL condition for the rows of the board.
        whole: whether this is the board of all games together.
    """
    streak = "streak_all" if whole else "streak"
    counted = count_up(f"{board} AND result_id > {START_IN_TIME}", "person_id", whole=whole)
    latest = f"""(
        SELECT {{}} FROM finishes AS latest
        WHERE latest.guild_id = :guild_id AND latest.{board} AND latest.person_id = {{}}.person_id
        ORDER BY latest.result_id DESC LIMIT 1
    )"""  # noqa: S608 - built from constants
    skill = "mu, sigma"
    mu, sigma = (latest.format(column, "counted") for column in ("mu", "sigma"))
    if whole:
        mu = sigma = "CAST(NULL AS DOUBLE PRECISION)"
        skill = f"{mu}, {sigma}"
    worth = _worth(mu, sigma, latest.format(_in_a_row(streak, "counted"), "counted"))
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
           places, scores, best, {_in_a_row(f"last.{streak}", "told")} AS streak, unfinished,
           {skill}
    FROM told
        JOIN finishes AS last
            ON last.result_id = {latest.format("result_id", "told")}
               AND last.person_id = told.person_id
        LEFT JOIN players
            ON players.guild_id = :guild_id AND players.person_id = told.person_id
    ORDER BY worth DESC, wins DESC, games, told.person_id
    """  # noqa: S608 - built from constants


def _worth(mu: str, sigma: str, in_a_row: str) -> str:
    """Return SQL for the figure that ranks people, highest first; all arguments are SQL, too."""
    return f"""
        CASE :sort
            WHEN 'wins' THEN wins
            WHEN 'games' THEN games
            WHEN 'score' THEN COALESCE(best, -1000)
            WHEN 'average' THEN 1.0 * scores / (games + unfinished)
            WHEN 'streak' THEN {in_a_row}
            WHEN 'season' THEN
                CASE WHEN games >= :steady THEN 1000000000.0 ELSE 0.0 END
                + 1000.0 * wins - 1.0 * places / games
            WHEN 'season alone' THEN
                CASE WHEN games >= :steady THEN 1000000000.0 ELSE 0.0 END
                + COALESCE(best, -1000)
            WHEN 'place' THEN
                CASE WHEN games >= :steady AND COALESCE({sigma}, 0.0) <= :sigma
                     THEN 1000.0 ELSE 0.0 END - 1.0 * places / games
            WHEN 'rating' THEN COALESCE({mu} - 3.0 * {sigma}, -1000.0)
        END"""


def _in_a_row(streak: str, counted: str) -> str:
    """Return SQL for the wins in a row, counting only games of the period."""
    return f"CASE WHEN {streak} < {counted}.games THEN {streak} ELSE {counted}.games END"


BOARD_PAGE = Query(BoardRow, _page_of("board = :board"))
"""Query for a page of one game's board.

In the order by average place, people with at least `:steady` games and a rating uncertainty of at
most `:sigma` come first. People with at least `:steady` games also come first in the orders of
`_SEASONS`. An unfinished game counts as 0 points in the average score.
"""

BOARD_PAGE_OF_ALL = Query(BoardRow, _page_of("streak_all IS NOT NULL", whole=True))
"""Query for a page of the board of all games together."""


def sorts_of(game_key: str | None, *, alone: bool = False) -> tuple[Sort, ...]:
    """Return the orders of a board; the first one is used if a reader asks for one that is missing.

    Args:
        game_key: None for all games together, which have neither ratings nor scores.
        alone: whether the board is for games played alone. On that board, `Sort.PLACE` orders by
            average score.
    """
    if alone:
        return tuple(_SOLO_SORTS)
    lacking = set[Sort]()
    if game_key is None:
        lacking = {Sort.RATING, Sort.SCORE}
    elif not scores_compare(game_key):
        lacking = {Sort.SCORE}
    return tuple(sort for sort in Sort if sort not in lacking)


class Leaderboards(RecordsService):
    async def page(  # noqa: PLR0917 - the command's choices, in its order
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
        """Return a page of a server's leaderboard for one game; `game_key` None: for all games.

        In direct messages (`guild_id` None) the page is empty. In the order by average place,
        people with `STEADY` games in the period and no provisional rating come first. In a season's
        order by wins, people with `STEADY` games come first, and average place decides between
        equal wins. `mixed` asks for the board of games with computers, which also lists computers.
        """
        if guild_id is None:
            return Board((), 1, 1, 0, None, None)
        sorts = sorts_of(game_key)
        name = mixed_board(game_key) if mixed and game_key else game_key or EVERY_GAME
        order = sort if sort in sorts else sorts[0]
        return await self._page(guild_id, name, period, order, page, asker, _row)

    async def solo_page(  # noqa: PLR0917 - as above
        self, guild_id: int | None, game_key: str, period: Period, sort: Sort, page: int, asker: int
    ) -> Board[SoloRow]:
        """Return a page of the leaderboard of a game played alone; see `page`."""
        if guild_id is None:
            return Board((), 1, 1, 0, None, None)
        order = sort if sort in _SOLO_SORTS else Sort.SCORE
        board = solo_board(game_key)
        return await self._page(guild_id, board, period, order, page, asker, _solo_row)

    @asked_again
    async def _page(  # noqa: PLR0917 - as above
        self,
        guild_id: int,
        board: str,
        period: Period,
        sort: Sort,
        page: int,
        asker: int,
        make: Callable[[BoardRow], R],
    ) -> Board[R]:
        now = self._now()
        since = period_start(period, now)
        async with self._database.read_slow() as store:
            found = await store.all(
                BOARD_PAGE_OF_ALL if board == EVERY_GAME else BOARD_PAGE,
                guild_id=await visible_guild(store, guild_id),
                board=board,
                game=game_of(board),
                since=since or 0.0,
                sort=_word_of(sort, board, period),
                steady=STEADY,
                sigma=entering.PROVISIONAL,
                page=max(page, 1),
                asker=asker,
            )
        people = found[0].people if found else 0
        page, pages = page_within(page, people)
        parts = {part: [make(row) for row in found if row.part == part] for part in _PARTS}
        own, above = (next(iter(parts[part]), None) for part in ("own", "above"))
        return Board(tuple(parts["page"]), page, pages, people, own, since, above)


def _word_of(sort: Sort, board: str, period: Period) -> str:
    """Return the name that the query has for an order."""
    if period is Period.SEASON and sort in _SEASONS and (sort is Sort.WINS or is_solo(board)):
        return _SEASONS[sort]
    return _SOLO_SORTS[sort] if is_solo(board) else sort


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
        rating=skill and entering.display_rating(skill),
        provisional=skill is not None and entering.is_provisional(skill),
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
