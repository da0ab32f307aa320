"""Typed functions that read boards, stats and history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from db.stores.records.rows import (
    AchievementRow,
    BoardRow,
    RecordQueries,
    ResultRow,
    StandingRow,
    rows_of,
)


@dataclass(frozen=True, slots=True)
class BoardKey:
    """The standings of a guild, a board, a period and its bucket of time.

    Attributes:
        alone: the game, where the board is that of games played alone; else None.
        since: when the bucket began, in Unix seconds.
    """

    guild_id: int
    board: str
    period: str
    bucket: str
    alone: str | None
    since: float


@dataclass(frozen=True, slots=True)
class BoardOrder:
    """What a board is ordered by. By average place and in a season some people come first.

    Attributes:
        by: "wins", "games", "place", "score", "average", "streak", "rating", or "season": by wins
            and average place, alone by the best score.
        games: how many games they need at least.
        sigma: the greatest uncertainty that their rating may have, if the board has ratings and is
            by average place.
    """

    by: str
    games: int
    sigma: float


class RecordReader(RecordQueries):
    """Reads only."""

    async def board(
        self, board: BoardKey, order: BoardOrder, number: int, skip: int, asker: int
    ) -> tuple[BoardRow, ...]:
        """Return lines of a board, and then the line of the person who asks, wherever it is.

        Args:
            board: the board.
            order: its order.
            number: the most lines.
            skip: how many lines to leave out before them.
            asker: the person who asks.
        """
        query = self._queries.board_page(
            guild_id=board.guild_id,
            board=board.board,
            period=board.period,
            bucket=board.bucket,
            alone=board.alone,
            since=board.since,
            sort=order.by,
            games=order.games,
            sigma=order.sigma,
            number=number,
            skip=skip,
            asker=asker,
        )
        return await rows_of(BoardRow, query)

    async def board_size(self, board: BoardKey) -> int:
        """Return how many people are on a board."""
        return await self._queries.board_size(
            guild_id=board.guild_id, board=board.board, period=board.period, bucket=board.bucket
        )

    async def name(self, guild_id: int, person_id: int) -> str | None:
        """Return the name last seen of a person with results; None without any."""
        return await self._queries.name_of(guild_id=guild_id, person_id=person_id)

    async def standings(
        self, guild_id: int, person_id: int, period: str
    ) -> tuple[StandingRow, ...]:
        """Return a person's standings on all boards of a server."""
        query = self._queries.standings_of_person(
            guild_id=guild_id, person_id=person_id, period=period
        )
        return await rows_of(StandingRow, query)

    async def unfinished_alone(self, guild_id: int, person_id: int, game: str) -> int:
        """Return how many games a person began alone, and did not finish, since the last reset."""
        return await self._queries.unfinished_alone(
            home=guild_id or None, guild_id=guild_id, person_id=person_id, game=game
        )

    async def records(self, guild_id: int, board: str) -> tuple[int | None, ...]:
        """Return the best score, the longest streak and the most wins that anybody has."""
        row = await self._queries.records_of_board(guild_id=guild_id, board=board)
        return tuple(row)

    async def firsts(self, guild_id: int, season: str) -> tuple[tuple[str, int, str | None], ...]:
        """Return board, place and name of the first of a season, by board and place."""
        query = self._queries.firsts_of_season(guild_id=guild_id, season=season)
        return tuple([tuple(row) async for row in query])

    async def rating_history(
        self, guild_id: int, person_id: int, game: str, most: int
    ) -> tuple[tuple[int, float, float, float], ...]:
        """Return table, time, mu and sigma of the latest ratings, newest first."""
        query = self._queries.rating_history(
            guild_id=guild_id, person_id=person_id, game=game, number=most
        )
        return tuple([tuple(row) async for row in query])

    async def opponents(
        self, guild_id: int, person_id: int, game: str | None, latest: int, most: int
    ) -> tuple[tuple[int, str | None, int, int], ...]:
        """Return a person's most frequent opponents in the latest games.

        Each has the id, the name, the games together, and how many of them the person won.
        """
        which, name = _which(guild_id, None, game)
        query = getattr(self._queries, f"opponents{name}")
        rows = query(**which, person_id=person_id, number=latest, most=most)
        return tuple([tuple(row) async for row in rows])

    async def latest(
        self, guild_id: int, person_id: int, most: int
    ) -> tuple[tuple[str, int, int, int | None], ...]:
        """Return game, place, number of players and score of the latest games, newest first."""
        rows = self._queries.latest_of_person(guild_id=guild_id, person_id=person_id, number=most)
        return tuple([tuple(row) async for row in rows])

    async def achievements_at(self, table_id: int) -> tuple[tuple[AchievementRow, str], ...]:
        """Return what the end of a table earned, with the name at the seat, in order of seats."""
        query = self._queries.achievements_at(table_id=table_id)
        return tuple([(AchievementRow(*row[:5]), row[5]) async for row in query])

    async def history_count(self, guild_id: int, person_id: int | None, game: str | None) -> int:
        """Return the number of finished tables of a server, of a person (or None), of a game."""
        which, name = _which(guild_id, person_id, game)
        return await getattr(self._queries, f"history_count{name}")(**which)

    async def history(
        self, guild_id: int, person_id: int | None, game: str | None, number: int, skip: int
    ) -> tuple[ResultRow, ...]:
        """Return the finished tables that `history_count` counts, newest first.

        Args:
            guild_id: the server.
            person_id: who played; None for everybody.
            game: the game; None for all games.
            number: the most tables.
            skip: how many tables to leave out before them.
        """
        which, name = _which(guild_id, person_id, game)
        query = getattr(self._queries, f"history{name}")
        return await rows_of(ResultRow, query(**which, number=number, skip=skip))


def _which(guild_id: int, person_id: int | None, game: str | None) -> tuple[dict[str, Any], str]:
    """Return the parameters of a history, and the ending of its queries' names."""
    which: dict[str, Any] = {"guild_id": guild_id}
    if person_id is not None:
        which["person_id"] = person_id
    if game is not None:
        which["game"] = game
    ends = {(True, True): "", (True, False): "_of_game", (False, True): "_of_person"}
    return which, ends.get((person_id is None, game is None), "_of_both")
