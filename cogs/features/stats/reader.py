"""The statistics of one person on one server: the first page, and the details."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cogs.features.stats.entering import (
    GOALS,
    AchievementRow,
    Earned,
    Goal,
    Latest,
    Luck,
    LuckRow,
    NearGoal,
    Opponent,
    Played,
    RatingPoint,
    Record,
    Score,
    ServerRecord,
    SoloScore,
    Stats,
    Summary,
    count_on,
)
from db.errors import asked_again
from db.query import Query
from players.luck import measures
from records import entering
from records.standings import STANDINGS, START, Standing, count_up
from records.values import (
    ANONYMOUS,
    DIRECT,
    EVERY_GAME,
    NAME_OF,
    RecordsService,
    game_of,
    guild_key,
    is_mixed,
    is_solo,
    solo_board,
    visible_guild,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from db.store import Store

POINTS: Final = 200
"""Limit on points in the chart of a rating; more points would overlap."""

LATEST: Final = 1000
"""Number of a person's latest games in which opponents are counted."""

CHARTED: Final = 5000
"""Number of latest ratings that are read; the chart shows at most `POINTS` of them."""

NEWEST: Final = 10
"""Number of latest games on the first page."""

_FEWEST: Final = 2
"""Fewest wins, or wins in a row, that are called a server record."""


_ON_BOARD: Final = f"board = :board AND result_id > {START.format(game=':game')}"

RECORDS_OF_BOARD = Query(
    tuple[int | None, int | None, int | None],
    f"""
    SELECT MAX(best), MAX(longest), MAX(wins)
    FROM ({count_up(_ON_BOARD, "person_id", ", MAX(streak) AS longest")}) AS standings
    """,  # noqa: S608 - built from constants
)
"""Query for the records of a server's board: best score, longest streak, largest number of wins."""


# The latest games, newest first: game, place, number of players, score, and streak.
LATEST_OF_PERSON: Final = Query(
    tuple[str, int, int, int | None, int],
    """
    SELECT mine.game, mine.place,
           (SELECT COUNT(*) FROM finishes AS others WHERE others.result_id = mine.result_id),
           (SELECT seats.score FROM results JOIN seats ON seats.table_id = results.table_id
            WHERE results.id = mine.result_id AND seats.person_id = :person_id),
           mine.streak
    FROM (SELECT result_id, game, place, streak FROM finishes
          WHERE person_id = :person_id AND guild_id = :guild_id AND place IS NOT NULL
          ORDER BY result_id DESC LIMIT :number) AS mine
    ORDER BY mine.result_id DESC
    """,
)

ACHIEVEMENTS_OF: Final = Query(
    AchievementRow,
    """
    SELECT person_id, guild_id, name, table_id, at
    FROM achievements
    WHERE person_id = :person_id AND guild_id = :guild_id
    ORDER BY at DESC, table_id DESC, name
    """,
)

# Finds nothing while the data of the server is being deleted, because some rows may be missing.
ACHIEVEMENTS_AT: Final = Query(
    tuple[int, int, str, int, float, str],
    """
    SELECT achievements.person_id, achievements.guild_id, achievements.name, achievements.table_id,
           achievements.at, seats.name
    FROM achievements
        JOIN seats ON seats.table_id = achievements.table_id
                      AND seats.person_id = achievements.person_id
    WHERE achievements.table_id = :table_id
          AND NOT EXISTS (SELECT 1 FROM departures
                          WHERE departures.guild_id = achievements.guild_id
                                AND departures.removing IS NOT NULL)
    ORDER BY seats.seat, achievements.name
    """,
)


class StatsReader(RecordsService):
    @asked_again
    async def read(
        self, guild_id: int | None, person_id: int, game_key: str | None = None
    ) -> Stats | None:
        """Return all statistics of a person on a server; None without a finished game."""
        async with self._database.read_slow() as store:
            guild = await visible_guild(store, guild_id)
            name = await store.one(NAME_OF, guild_id=guild, person_id=person_id)
            if name is None:
                return None
            return await _stats(store, guild, person_id, name, game_key)

    @asked_again
    async def summary(self, guild_id: int | None, person_id: int) -> Summary | None:
        """Return the contents of the first page about a person; None without a finished game."""
        async with self._database.read_slow() as store:
            guild = await visible_guild(store, guild_id)
            name = await store.one(NAME_OF, guild_id=guild, person_id=person_id)
            if name is None:
                return None
            rows = await _standings(store, guild, person_id)
            latest = await store.all(
                LATEST_OF_PERSON, guild_id=guild, person_id=person_id, number=NEWEST
            )
            earned = await store.all(ACHIEVEMENTS_OF, guild_id=guild, person_id=person_id)
        games = tuple(Latest(*row) for row in latest)
        have = tuple(_earned(row, name) for row in earned if row.name in GOALS)
        return Summary(
            person_id,
            name,
            _list_played(rows),
            games,
            _find_streak(games),
            max((row.longest for row in rows), default=0),
            have,
            self._list_near(rows, {each.key for each in have}),
        )

    def _list_near(self, rows: Iterable[Standing], have: Container[str]) -> tuple[NearGoal, ...]:
        """Return progress towards unearned achievements that count wins or games, nearest first."""
        found: dict[str, tuple[int, int]] = {}
        for row in rows:
            for key, (done, needed) in count_on(game_of(row.board), row).items():
                if key not in have and not (GOALS[key].people and is_mixed(row.board)):
                    found[key] = max(found.get(key, (0, needed)), (done, needed))
        order = sorted(found, key=lambda key: (-found[key][0] / found[key][1], found[key][1]))
        return tuple(NearGoal(GOALS[key], *found[key]) for key in order)

    def goals(self, game_key: str | None = None) -> tuple[Goal, ...]:
        """Return all achievements that a person can earn, of one game or of all games (None)."""
        keys = self._games if game_key is None else (game_key,)
        return tuple(goal for goal in GOALS.values() if goal.game in keys)

    @asked_again
    async def alone(self, guild_id: int | None, person_id: int, game_key: str) -> SoloScore | None:
        """Return a person's solo results in one game on one server; None if there are none."""
        async with self._database.read_slow() as store:
            rows = await _standings(store, guild_key(guild_id), person_id)
        return next((_solo(row) for row in rows if row.board == solo_board(game_key)), None)

    @asked_again
    async def earned_at(self, table_id: int) -> tuple[Earned, ...]:
        """Return the achievements earned at the end of a table, in the order of seats."""
        async with self._database.read_one() as store:
            rows = [
                (AchievementRow(*row[:5]), row[5])
                for row in await store.all(ACHIEVEMENTS_AT, table_id=table_id)
            ]
        return tuple(_earned(row, name) for row, name in rows if row.name in GOALS)


async def _standings(store: Store, guild_id: int, person_id: int) -> tuple[Standing, ...]:
    """Return a person's standings on boards with at least one finished game of that person."""
    found = await store.all(STANDINGS, guild_id=guild_id, person_id=person_id)
    return tuple(standing for standing in found if standing.games)


# Like `OPPONENTS`, but for one game.
OPPONENTS_OF_GAME: Final = Query(
    tuple[int, str | None, int, int],
    """
    SELECT others.person_id, players.name, COUNT(*) AS games,
           SUM(CASE WHEN mine.place < others.place THEN 1 ELSE 0 END) AS wins
    FROM (SELECT result_id, place FROM finishes
          WHERE person_id = :person_id AND guild_id = :guild_id AND game = :game
                AND place IS NOT NULL
          ORDER BY result_id DESC LIMIT :number) AS mine
        JOIN finishes AS others ON others.result_id = mine.result_id
        LEFT JOIN players ON players.guild_id = :guild_id AND players.person_id = others.person_id
    WHERE others.person_id <> :person_id AND others.person_id NOT BETWEEN -99 AND -1
    GROUP BY others.person_id, players.name
    ORDER BY games DESC, wins DESC, others.person_id
    LIMIT :most
    """,
)

# The most frequent opponents at the latest tables, and the number of games in which the person was
# ahead of them. Computers do not count.
OPPONENTS: Final = Query(
    tuple[int, str | None, int, int],
    """
    SELECT others.person_id, players.name, COUNT(*) AS games,
           SUM(CASE WHEN mine.place < others.place THEN 1 ELSE 0 END) AS wins
    FROM (SELECT result_id, place FROM finishes
          WHERE person_id = :person_id AND guild_id = :guild_id AND place IS NOT NULL
          ORDER BY result_id DESC LIMIT :number) AS mine
        JOIN finishes AS others ON others.result_id = mine.result_id
        LEFT JOIN players ON players.guild_id = :guild_id AND players.person_id = others.person_id
    WHERE others.person_id <> :person_id AND others.person_id NOT BETWEEN -99 AND -1
    GROUP BY others.person_id, players.name
    ORDER BY games DESC, wins DESC, others.person_id
    LIMIT :most
    """,
)

LUCK_OF: Final = Query(
    LuckRow,
    """
    SELECT person_id, guild_id, game, measure, times, actual, expected, variance
    FROM luck
    WHERE person_id = :person_id AND guild_id = :guild_id
    """,
)

# The latest ratings since the last reset, newest first.
RATING_HISTORY: Final = Query(
    tuple[int, float, float, float],
    """
    SELECT results.table_id, results.ended_at, finishes.mu, finishes.sigma
    FROM finishes JOIN results ON results.id = finishes.result_id
    WHERE finishes.person_id = :person_id AND finishes.guild_id = :guild_id
          AND finishes.game = :game AND finishes.board = :game AND finishes.mu IS NOT NULL
          AND finishes.result_id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                                    WHERE resets.guild_id = :guild_id
                                          AND resets.game IN (:game, '*'))
    ORDER BY finishes.result_id DESC
    LIMIT :number
    """,
)


async def _stats(store: Store, guild_id: int, person_id: int, name: str, game: str | None) -> Stats:
    rows = {row.board: row for row in await _standings(store, guild_id, person_id)}
    own = {board: row for board, row in rows.items() if game in (None, game_of(board))}
    scores = [
        _score(row) for board, row in own.items() if not is_solo(board) and not is_mixed(board)
    ]
    mixed = [_score(row) for board, row in own.items() if is_mixed(board)]
    wanted = game or EVERY_GAME
    charted = (
        await store.all(
            RATING_HISTORY, guild_id=guild_id, person_id=person_id, game=game, number=CHARTED
        )
        if game
        else ()
    )
    met = await store.all(
        OPPONENTS_OF_GAME if game else OPPONENTS,
        guild_id=guild_id,
        person_id=person_id,
        game=game,
        number=LATEST,
        most=3,
    )
    luck = await store.all(LUCK_OF, guild_id=guild_id, person_id=person_id)
    score = next((score for score in scores if (score.game or EVERY_GAME) == wanted), None)
    return Stats(
        person_id=person_id,
        name=name,
        score=score,
        mixed=tuple(mixed),
        solo=tuple(_solo(row) for board, row in own.items() if is_solo(board)),
        ratings=_rating_points(charted, score.games if score else 0),
        opponents=tuple(
            Opponent(other, name_ or ANONYMOUS, n, won) for other, name_, n, won in met
        ),
        luck=list_luck(luck, game),
        records=await _records(store, guild_id, own.values() if guild_id != DIRECT else ()),
    )


def _list_played(rows: Iterable[Standing]) -> tuple[Played, ...]:
    """Return the numbers of games and wins for each game played, the highest level first."""
    found: dict[str, Played] = {}
    for row in rows:
        if row.board == EVERY_GAME:
            continue
        game = game_of(row.board)
        kind = "alone" if is_solo(row.board) else "ducks" if is_mixed(row.board) else "people"
        old = found.get(game) or Played(game, 0, 0, 0, 0)
        found[game] = replace(old, wins=old.wins + row.wins, **{kind: row.games})
    return tuple(sorted(found.values(), key=lambda each: (-each.level, -each.games, each.game)))


def _find_streak(latest: Iterable[Latest]) -> int:
    """Return the wins in a row in games of several players; `latest` has the newest game first."""
    streaks = [each.streak for each in latest if each.players > 1]
    return next((won for won, streak in enumerate(streaks) if not streak), len(streaks))


def _score(row: Standing) -> Score:
    skill = None if row.mu is None or row.sigma is None else (row.mu, row.sigma)
    return Score(
        game=None if row.board == EVERY_GAME else game_of(row.board),
        games=row.games,
        wins=row.wins,
        average_place=row.places / row.games,
        best_score=row.best,
        longest_streak=row.longest,
        rating=skill and entering.display_rating(skill),
    )


def _solo(row: Standing) -> SoloScore:
    average = row.scores / (row.games + row.unfinished)
    return SoloScore(game_of(row.board), row.games, row.unfinished, row.best, average)


def _rating_points(
    newest: Sequence[tuple[int, float, float, float]], games: int
) -> tuple[RatingPoint, ...]:
    """Return the points of a rating's chart, oldest first; `games`: the number of rated games.

    The points are thinned out evenly, but the oldest and the latest stay.
    """
    last, points = len(newest) - 1, min(len(newest), POINTS)
    chosen = [i * last // max(points - 1, 1) for i in reversed(range(points))]
    return tuple(_point(newest[i], games - i) for i in chosen)


def _point(row: tuple[int, float, float, float], number: int) -> RatingPoint:
    table_id, at, mu, sigma = row
    skill = mu, sigma
    return RatingPoint(
        table_id, at, entering.display_rating(skill), entering.display_spread(skill), number
    )


def list_luck(rows: Iterable[LuckRow], game: str | None) -> tuple[Luck, ...]:
    """Return the luck in a game, or in all games, in the order of the measures."""
    found = {(row.game, row.measure): row for row in rows if game in (None, row.game)}
    return tuple(
        Luck(
            game=key,
            what=measure.words,
            lucky=measure.lucky,
            times=row.times,
            expected=row.expected,
            deviation=_deviation(row),
        )
        for key in dict.fromkeys(row.game for row in found.values())
        for measure in measures(key)
        if (row := found.get((key, measure.key)))
    )


def _deviation(row: LuckRow) -> float:
    """Return actual minus expected, in standard deviations; 0 if only one outcome was possible."""
    if row.variance <= 1e-9:
        return 0.0
    return (row.actual - row.expected) / math.sqrt(row.variance)


async def _records(
    store: Store, guild_id: int, rows: Iterable[Standing]
) -> tuple[ServerRecord, ...]:
    """Return the server records that a person with these standings holds."""
    found: list[ServerRecord] = []
    for row in rows:
        if row.board == EVERY_GAME or is_mixed(row.board):
            continue
        game = game_of(row.board)
        most = await store.one(RECORDS_OF_BOARD, guild_id=guild_id, board=row.board, game=game)
        best, longest, wins = most or (None, None, None)
        if row.best is not None and row.best == best:
            what = Record.ALONE if is_solo(row.board) else Record.SCORE
            found.append(ServerRecord(game, what, row.best))
        if row.longest == longest and row.longest >= _FEWEST:
            found.append(ServerRecord(game, Record.STREAK, row.longest))
        if row.wins == wins and row.wins >= _FEWEST:
            found.append(ServerRecord(game, Record.WINS, row.wins))
    return tuple(found)


def _earned(row: AchievementRow, name: str) -> Earned:
    goal = GOALS[row.name]
    what = (goal.key, goal.game, goal.sign, goal.title, goal.words)
    return Earned(row.person_id, name, *what, row.table_id, row.at)
