"""Typed functions for what the records tell: boards, stats, history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from db.records.rows import (
    AchievementRow,
    BoardRow,
    QueryBase,
    ResultRow,
    StandingRow,
    rows_of,
)


@dataclass(frozen=True, slots=True)
class Which:
    """Which standings: of a server, a board and a bucket of time."""

    guild_id: int
    board: str
    period: str
    bucket: str


@dataclass(frozen=True, slots=True)
class Order:
    """What a board is ordered by, and who comes first by average place.

    Attributes:
        by: "wins", "games", "place", "score", "average", "streak" or "rating".
        games: the fewest games of those who come first.
        sigma: the greatest uncertainty of their rating, where the board has ratings.
    """

    by: str
    games: int
    sigma: float


class RecordReader(QueryBase):
    """Reads only."""

    async def board(
        self, which: Which, order: Order, number: int, skip: int, asker: int
    ) -> tuple[BoardRow, ...]:
        """So many lines of a board after the first `skip`, and then the asker's wherever it is."""
        query = self._queries.board_page(
            self._session,
            guild_id=which.guild_id,
            board=which.board,
            period=which.period,
            bucket=which.bucket,
            sort=order.by,
            games=order.games,
            sigma=order.sigma,
            number=number,
            skip=skip,
            asker=asker,
        )
        return await rows_of(BoardRow, query)

    async def board_size(self, which: Which) -> int:
        """How many are on a board."""
        number = await self._queries.board_size(
            self._session,
            guild_id=which.guild_id,
            board=which.board,
            period=which.period,
            bucket=which.bucket,
        )
        return int(number)

    async def name(self, guild_id: int, person_id: int) -> str | None:
        """The name last seen at a finished table of the server."""
        return await self._queries.name_of(self._session, guild_id=guild_id, person_id=person_id)

    async def standings(
        self, guild_id: int, person_id: int, period: str
    ) -> tuple[StandingRow, ...]:
        """A person's standings on all boards of a server."""
        query = self._queries.standings_of_person(
            self._session, guild_id=guild_id, person_id=person_id, period=period
        )
        return await rows_of(StandingRow, query)

    async def records(self, guild_id: int, board: str) -> tuple[int | None, ...]:
        """The most that anybody has of: best score, longest streak, wins."""
        row = await self._queries.records_of_board(self._session, guild_id=guild_id, board=board)
        return tuple(row)

    async def rating_history(
        self, guild_id: int, person_id: int, game: str, most: int
    ) -> tuple[tuple[int, float, float, float], ...]:
        """Table, time, mu and sigma of the latest ratings, newest first."""
        query = self._queries.rating_history(
            self._session, guild_id=guild_id, person_id=person_id, game=game, number=most
        )
        return tuple([tuple(row) async for row in query])

    async def opponents(
        self, guild_id: int, person_id: int, game: str | None, latest: int, most: int
    ) -> tuple[tuple[int, str | None, int, int], ...]:
        """Person, name, games together and times left behind, of whom somebody met most."""
        which: dict[str, Any] = {
            "guild_id": guild_id,
            "person_id": person_id,
            "number": latest,
            "most": most,
        }
        if game is None:
            query = self._queries.opponents(self._session, **which)
        else:
            query = self._queries.opponents_at(self._session, **which, game=game)
        return tuple([tuple(row) async for row in query])

    async def achievements_at(self, table_id: int) -> tuple[tuple[AchievementRow, str], ...]:
        """What was earned by the end of a table and the name at the seat, in order of seats."""
        query = self._queries.achievements_at(self._session, table_id=table_id)
        return tuple([(AchievementRow(*row[:5]), row[5]) async for row in query])

    async def history_count(self, guild_id: int, person_id: int | None, game: str | None) -> int:
        """How many finished tables there are on a server, of a person, of a game."""
        which, name = _which(guild_id, person_id, game)
        counts = {
            "": self._queries.history_count,
            "_of_game": self._queries.history_count_of_game,
            "_of_person": self._queries.history_count_of_person,
            "_of_both": self._queries.history_count_of_both,
        }
        return int(await counts[name](self._session, **which))

    async def history(
        self, guild_id: int, person_id: int | None, game: str | None, number: int, skip: int
    ) -> tuple[ResultRow, ...]:
        """So many of them, newest first."""
        which, name = _which(guild_id, person_id, game)
        pages = {
            "": self._queries.history,
            "_of_game": self._queries.history_of_game,
            "_of_person": self._queries.history_of_person,
            "_of_both": self._queries.history_of_both,
        }
        query = pages[name](self._session, **which, number=number, skip=skip)
        return await rows_of(ResultRow, query)


def _which(guild_id: int, person_id: int | None, game: str | None) -> tuple[dict[str, Any], str]:
    """The parameters of a history, and how the names of its queries end."""
    which: dict[str, Any] = {"guild_id": guild_id}
    if person_id is not None:
        which["person_id"] = person_id
    if game is not None:
        which["game"] = game
    ends = {(True, True): "", (True, False): "_of_game", (False, True): "_of_person"}
    return which, ends.get((person_id is None, game is None), "_of_both")
