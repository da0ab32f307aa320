"""The values, rows, queries and keys that several parts of the records use.

`guild_id` 0 stands for direct messages and for places where the bot is no member. A board's key is
`*` for all games together, or a game's key such as `ducks`, alone or with an ending: `ducks/solo`,
`ducks/computers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from db.query import Query
from players.games import GAMES
from tables.model.time_control import TimeControl

if TYPE_CHECKING:
    T = TypeVar("T")
    from collections.abc import Callable

    from db.connection import Database
    from db.store import Store
    from engine.core import AnyGame


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The settings of a server.

    Attributes:
        channels: where tables may be opened; empty for everywhere.
        cancel_roles: the roles whose members may cancel any table.
        defaults: default options of a new table, by game key.
        time_control: the default time control of new tables.
        threads: whether a new table is played in a thread of its own.
        language: the code of the server's language; if empty, `find_language` chooses one.
        off: the names of features that an admin has switched off.
    """

    channels: tuple[int, ...] = ()
    cancel_roles: tuple[int, ...] = ()
    defaults: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    time_control: TimeControl = TimeControl.NONE
    threads: bool = False
    language: str = ""
    off: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResetPreview:
    """The effect of a reset: how much the boards lose. Everything else stays.

    The board of all games together is emptied only by a reset of all boards.

    Attributes:
        players: the number of players on the boards.
        games: the number of results that count on the boards.
        ratings: the number of ratings.
        latest: the number of the latest result; a newer result makes the preview outdated.
    """

    players: int
    games: int
    ratings: int
    latest: int


@dataclass(frozen=True, slots=True)
class StoredCounts:
    """The amounts of a person's data on all servers, without the moves.

    Attributes:
        servers: servers with data, without direct messages.
        tables: seats at all tables, live or over.
        opened: tables that name the person as their opener.
        finishes: results of finished tables, with the rating after each.
    """

    servers: int
    tables: int
    opened: int
    finishes: int


R = TypeVar("R")

PAGE: Final = 10
"""Rows on a page of a board or of the history."""

STEADY: Final = 5
"""Players with fewer games than this in a season, or fewer dailies, are no winners of the month."""


class Period(StrEnum):
    """The periods of a leaderboard, in UTC; a season is a month."""

    TODAY = "day"
    WEEK = "week"
    SEASON = "season"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Board(Generic[R]):
    """A page of a leaderboard.

    Attributes:
        rows: at most ten.
        page: 1 is the first.
        pages: at least 1.
        players: the number of players on the whole board.
        own: the row of the person who asks, even if it is on another page; None if the person is
            not on the board.
        since: the beginning of the period in Unix seconds; None for all time.
        above: the last row with a better place than `own`; None at the top.
    """

    rows: tuple[R, ...]
    page: int
    pages: int
    players: int
    own: R | None
    since: float | None
    above: R | None = None


def page_within(page: int, count: int) -> tuple[int, int]:
    """Return the existing page nearest to `page`, and the number of pages for `count` rows."""
    pages = max(1, -(-count // PAGE))
    return min(max(page, 1), pages), pages


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A finished table; ids ascend in the order in which tables ended."""

    id: int
    table_id: int
    guild_id: int
    game: str
    ended_at: float


@dataclass(frozen=True, slots=True)
class FinishRow:
    """A person's part of a finished table: the place, and the rating and streaks after the game.

    Attributes:
        place: None for a game that the person began alone and did not finish.
        score: None if scores of this game cannot be compared.
        streak: wins in a row on this board.
        streak_all: wins in a row on the board of all games; None for a game that is not on it.
        hinted: whether a hint was shown in the game, so that no leaderboard counts it.
        parted: whether somebody left the game.
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
    hinted: bool = False
    parted: bool = False


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


DIRECT: Final = 0
"""Guild key of direct messages, which have no boards and no ratings."""

NOWHERE: Final = -1
"""Guild key without records; no real guild has this id."""

EVERY_GAME: Final = "*"
"""Board key of all games together, without games played alone or with computers."""

ANONYMOUS: Final = ""
"""Name of a forgotten person, and of one whose name is unknown; screens say it in words."""

_SOLO: Final = "/solo"
_MIXED: Final = "/computers"
_INCOMPARABLE: Final = frozenset(game.info.key for game in GAMES if not game.info.scores_compare)


def guild_key(guild_id: int | None) -> int:
    """Return the guild key of the records; None stands for direct messages."""
    return DIRECT if guild_id is None else guild_id


def solo_board(game: str) -> str:
    return game + _SOLO


def mixed_board(game: str) -> str:
    """Return a game's board for tables with computers; computers are rated there, too."""
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
    """Return the UTC day, ISO week or month of a time, as text that sorts by time.

    For `Period.ALL` the text is empty.
    """
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
class RecordServices:
    """The database, games and clock for all parts of the records, including parts in features.

    Attributes:
        database: open; the caller closes it.
        games: the games that can be played, by key.
        clock: returns the time in Unix seconds.
    """

    database: Database
    games: Mapping[str, AnyGame]
    clock: Callable[[], float]


class RecordsService:
    """Base class of services that read or write records."""

    def __init__(self, shared: RecordServices) -> None:
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
