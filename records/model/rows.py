"""The rows of the records, and the queries that several parts use.

`guild_id` 0 stands for direct messages. A board is a game's key, a key with `/solo`, or `*`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.query import Query

if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A finished table; ids ascend in the order of the endings."""

    id: int
    table_id: int
    guild_id: int
    game: str
    ended_at: float


@dataclass(frozen=True, slots=True)
class FinishRow:
    """A person at a finished table: the place that counts, and the rating and streaks after it.

    Attributes:
        place: None for a game that was begun alone and not finished.
        score: None if scores of this game cannot be compared.
        streak: wins in a row on this board.
        streak_all: wins in a row in all games with people; None on other boards.
    """

    result_id: int
    person_id: int
    guild_id: int
    game: str
    board: str
    place: int | None
    score: int | None
    mu: float | None
    sigma: float | None
    streak: int
    streak_all: int | None


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A person's name, as last seen on a server."""

    guild_id: int
    person_id: int
    name: str


RESULT_OF: Final = Query(int, "SELECT id FROM results WHERE table_id = :table_id")

NAME_OF: Final = Query(
    str, "SELECT name FROM players WHERE guild_id = :guild_id AND person_id = :person_id"
)
