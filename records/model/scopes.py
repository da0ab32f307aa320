"""The keys that separate records: the guild, the board, and the period."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from db.query import Query
from players.games import GAMES
from records.model.boards import Period

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from db.connection import Database
    from db.store import Store
    from engine.core import AnyGame


DIRECT: Final = 0
"""Guild key of direct messages, which have no boards and no ratings."""

NOWHERE: Final = -1
"""Guild key without records; no real guild has this id."""

EVERY_GAME: Final = "*"
"""Board key of all games together, without games played alone."""

ANONYMOUS: Final = "Somebody"
"""Name of a forgotten person, and of a person whose name is unknown."""

_SOLO: Final = "/solo"
_MIXED: Final = "/computers"
_INCOMPARABLE: Final = frozenset(game.info.key for game in GAMES if not game.info.scores_compare)


def guild_key(guild_id: int | None) -> int:
    """Return the guild key of the records; None stands for direct messages."""
    return DIRECT if guild_id is None else guild_id


def solo_board(game: str) -> str:
    return game + _SOLO


def mixed_board(game: str) -> str:
    """Return the board of a game in which computers played, too; they are on it, and rated."""
    return game + _MIXED


def is_mixed(board: str) -> bool:
    return board.endswith(_MIXED)


def is_solo(board: str) -> bool:
    return board.endswith(_SOLO)


def game_of(board: str) -> str:
    return board.removesuffix(_SOLO).removesuffix(_MIXED)


def scores_compare(game: str) -> bool:
    """Return `Info.scores_compare` of a game; True for a game that the bot no longer has."""
    return game not in _INCOMPARABLE


def bucket_of(period: Period, at: float) -> str:
    """Return the UTC day, ISO week or month of a time, as text that sorts by time."""
    time = datetime.fromtimestamp(at, UTC)
    match period:
        case Period.TODAY:
            return f"{time:%Y-%m-%d}"
        case Period.WEEK:
            year, week, _ = time.isocalendar()
            return f"{year:04}-W{week:02}"
        case Period.SEASON:
            return f"{time:%Y-%m}"
        case Period.ALL:
            return ""


def period_start(period: Period, at: float) -> float | None:
    """Return the beginning of the period around a time, in Unix seconds; None for all time."""
    day = datetime.fromtimestamp(at, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    match period:
        case Period.TODAY:
            return day.timestamp()
        case Period.WEEK:
            return (day - timedelta(days=day.weekday())).timestamp()
        case Period.SEASON:
            return day.replace(day=1).timestamp()
        case Period.ALL:
            return None


def period_end(period: Period, at: float) -> float | None:
    """Return the end of the period around a time, in Unix seconds; None for all time."""
    begun = period_start(period, at)
    if begun is None:
        return None
    days = {Period.TODAY: 1, Period.WEEK: 7, Period.SEASON: 31}[period]
    later = datetime.fromtimestamp(begun, UTC) + timedelta(days=days)
    return (later.replace(day=1) if period is Period.SEASON else later).timestamp()


@dataclass(frozen=True, slots=True)
class Shared:
    """The services that the parts of the records use, those in features too.

    Attributes:
        database: open; the caller closes it.
        games: the games that can be played, by key.
        clock: returns the time in Unix seconds.
    """

    database: Database
    games: Mapping[str, AnyGame]
    clock: Callable[[], float]


class Part:
    """Reads or writes some of the records."""

    def __init__(self, shared: Shared) -> None:
        self._database = shared.database
        self._games = shared.games
        self._now = shared.clock


@dataclass(frozen=True, slots=True)
class DepartureRow:
    """A server that the bot has left.

    Attributes:
        left_at: in Unix seconds.
        removing: the number of the last table to delete; None until the deletion has begun.
    """

    left_at: float
    removing: int | None


DEPARTURE: Final = Query(
    DepartureRow, "SELECT left_at, removing FROM departures WHERE guild_id = :guild_id"
)


async def visible_guild(store: Store, guild_id: int | None) -> int:
    """Return the guild key, or NOWHERE while the guild's data is being deleted."""
    guild = guild_key(guild_id)
    departure = await store.one(DEPARTURE, guild_id=guild)
    return NOWHERE if departure and departure.removing is not None else guild
