"""The standings of people on boards: sums over the rows of the games that count there."""

from __future__ import annotations

from dataclasses import dataclass

from db.query import Query

START = """(
    SELECT COALESCE(MAX(after_result), 0) FROM resets
    WHERE resets.guild_id = :guild_id AND resets.game IN ({game}, '*')
)"""
"""Query for the last result before the latest reset of a game's boards."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The games of a person on a board.

    Attributes:
        board: its key, as in `records.values`.
        person_id: negative for a forgotten person and for a computer.
        games: the number of finished games.
        wins: first places, including shared first places; a game played alone is never a win.
        places, scores: sums over the games.
        best: the best score without hints; None if the game's scores cannot be compared.
        streak: wins in a row up to the latest game.
        longest: the most wins in a row.
        unfinished: games that the person began alone and did not finish.
        mu, sigma: the rating; None on boards without ratings.
    """

    board: str
    person_id: int
    games: int = 0
    wins: int = 0
    places: int = 0
    scores: int = 0
    best: int | None = None
    streak: int = 0
    longest: int = 0
    unfinished: int = 0
    mu: float | None = None
    sigma: float | None = None


GAME_OF_BOARD = "replace(replace({board}, '/solo', ''), '/computers', '')"


def last_before(at: str) -> str:
    """Return a query for the number of a server's last result before a time; 0 for none."""
    return f"""COALESCE((
        SELECT id FROM results WHERE results.guild_id = :guild_id AND results.ended_at < {at}
        ORDER BY results.ended_at DESC, id DESC LIMIT 1
    ), 0)"""  # noqa: S608 - built from constants


START_IN_TIME = f"""(
    SELECT MAX(start) FROM (
        SELECT {START.format(game=":game")} AS start UNION ALL SELECT {last_before(":since")}
    ) AS starts
)"""  # noqa: S608 - built from constants
"""Query for the last result before `:since` or before the latest reset, whichever is later.

Only results after that result count on a board.
"""


# The range leaves out numbers of damaged rows, which could overflow the sum.
_SUM = "COALESCE(SUM({0}) FILTER (WHERE {0} BETWEEN -1000000 AND 1000000), 0)"


def count_up(
    where: str, by: str = "board, person_id", more: str = "", *, whole: bool = False
) -> str:
    """Return a query for sums over the finishes of a server, in one pass over their index.

    Args:
        where: the condition of the rows.
        by: the columns to group by.
        more: further columns, each with a comma before it.
        whole: True for the board of all games together, which has no scores.
    """
    streak = "streak_all" if whole else "streak"
    sums = f"""COUNT(place) AS games, COUNT(*) - COUNT(place) AS unfinished,
           {_SUM.format("score")} AS scores,
           MAX(score) FILTER (WHERE NOT hinted) AS best"""
    if whole:
        sums = """COUNT(*) AS games, 0 AS unfinished,
           0 AS scores, CAST(NULL AS INTEGER) AS best"""
    return f"""
    SELECT {by}, {sums}, {_SUM.format("place")} AS places,
           COUNT(*) FILTER (WHERE {streak} > 0) AS wins{more}
    FROM finishes
    WHERE guild_id = :guild_id AND {where}
    GROUP BY {by}
    """  # noqa: S608 - built from constants


def sum_up(
    where: str, game: str = GAME_OF_BOARD.format(board="finishes.board"), *, whole: bool = False
) -> str:
    """Return a query for standings from the finishes of a server since the boards' last reset.

    Streak and rating come from the latest finish. Wins before the reset do not count in a streak.

    Args:
        where: the condition of the rows.
        game: the SQL expression for the game of these rows.
        whole: True for the board of all games together, which has no scores and no ratings.
    """
    board, streak, skill = "counted.board", "streak", "latest.mu, latest.sigma"
    start, by = START.format(game="'*'" if whole else game), "board, person_id"
    if whole:
        board, streak, by = "'*'", "streak_all", "person_id"
        skill = "CAST(NULL AS DOUBLE PRECISION), CAST(NULL AS DOUBLE PRECISION)"
    rows = f"{where} AND {streak} IS NOT NULL AND result_id > {start}"
    more = f", MAX({streak}) AS longest, MAX(result_id) AS last"
    return f"""
    SELECT {board}, counted.person_id, games, wins, places, scores, best,
           CASE WHEN latest.{streak} < games THEN latest.{streak} ELSE games END AS streak,
           longest, unfinished, {skill}
    FROM ({count_up(rows, by, more, whole=whole)}) AS counted
        JOIN finishes AS latest
            ON latest.result_id = counted.last AND latest.person_id = counted.person_id
    """  # noqa: S608 - built from constants


_MINE = "person_id = :person_id"

STANDINGS = Query(Standing, f"{sum_up(_MINE)} UNION ALL {sum_up(_MINE, whole=True)} ORDER BY 1")
"""Query for a person's standings on a server, even on boards with only unfinished games."""
