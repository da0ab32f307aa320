"""The games of two people with each other, summed up from the finishes of a server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.errors import asked_again
from db.query import Query
from records.standings import last_before
from records.values import (
    ANONYMOUS,
    NAME_OF,
    Period,
    RecordsService,
    is_mixed,
    period_start,
    visible_guild,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ENOUGH: Final = 3
"""Fewest games with somebody who is called a rival."""

NEWEST: Final = 10
"""Number of latest games that are listed one by one."""

LATEST: Final = 3000
"""Number of a person's latest games in which rivals are looked for."""

# Without MATERIALIZED, SQLite would read all finishes of the server, in the order of the boards.
_TOGETHER: Final = """
    WITH met AS MATERIALIZED (
        SELECT mine.result_id, mine.board, mine.parted, mine.place, mine.score,
               theirs.place AS other_place, theirs.score AS other_score
        FROM finishes AS mine
            JOIN finishes AS theirs ON theirs.result_id = mine.result_id
                                       AND theirs.person_id = :other_id
        WHERE mine.person_id = :person_id AND mine.guild_id = :guild_id AND NOT mine.hinted
    )
"""
"""The games that two people have finished at the same table, except those with a hint."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The games of one kind of two people, seen by the first.

    Attributes:
        board: its key; see `records.values`.
        parted: whether somebody left each of these games.
        won: games that the first person ended above the other.
        lost: games that the other ended above the first.
        shared: games that both ended in the same place.
        won_lately: of those won, the games of this season; so `lost_lately`, `shared_lately`.
        best: the first person's best score; None if scores of this game cannot be compared.
        other_best: the other's best score.
    """

    board: str
    parted: bool
    won: int
    lost: int
    shared: int
    won_lately: int
    lost_lately: int
    shared_lately: int
    best: int | None
    other_best: int | None


def _count(sign: str, more: str = "") -> str:
    """Return the column that counts the games in which the places compare like this."""
    return f"COUNT(*) FILTER (WHERE place {sign} other_place{more})"


_LATELY: Final = f" AND result_id > {last_before(':since')}"

TALLIES = Query(
    Tally,
    f"""
    {_TOGETHER}
    SELECT board, parted, {_count("<")}, {_count(">")}, {_count("=")},
           {_count("<", _LATELY)}, {_count(">", _LATELY)}, {_count("=", _LATELY)},
           MAX(score), MAX(other_score)
    FROM met
    GROUP BY board, parted
    ORDER BY COUNT(*) DESC, board
    """,  # noqa: S608 - built from constants
)
"""Query for all games of two people, by board."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of two people with each other, without ducks; places as in `FinishRow`."""

    table_id: int
    game: str
    ended_at: float
    place: int
    other_place: int


MEETINGS = Query(
    Meeting,
    f"""
    {_TOGETHER}
    SELECT results.table_id, results.game, results.ended_at, met.place, met.other_place
    FROM met JOIN results ON results.id = met.result_id
    WHERE NOT met.parted AND replace(met.board, '/', '') = met.board
    ORDER BY met.result_id DESC
    LIMIT :number
    """,  # noqa: S608 - built from constants
)
"""Query for the latest games of two people, the latest first."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whom a person has met often; `won` and `lost` are that person's games."""

    person_id: int
    name: str | None
    games: int
    won: int
    lost: int


OPPONENTS = Query(
    Opponent,
    f"""
    SELECT met.person_id, players.name, met.games, met.won, met.lost
    FROM (SELECT theirs.person_id, COUNT(*) AS games,
                 COUNT(*) FILTER (WHERE mine.place < theirs.place) AS won,
                 COUNT(*) FILTER (WHERE mine.place > theirs.place) AS lost
          FROM (SELECT result_id, place FROM finishes
                WHERE person_id = :person_id AND guild_id = :guild_id
                      AND NOT hinted AND NOT parted AND replace(board, '/', '') = board
                ORDER BY result_id DESC LIMIT {LATEST}) AS mine
              JOIN finishes AS theirs ON theirs.result_id = mine.result_id
          WHERE theirs.person_id > 0 AND theirs.person_id <> :person_id
          GROUP BY theirs.person_id HAVING COUNT(*) >= {ENOUGH}) AS met
        LEFT JOIN players ON players.guild_id = :guild_id AND players.person_id = met.person_id
    ORDER BY met.games DESC, met.person_id
    """,  # noqa: S608 - built from constants
)
"""Query for the people whom a person has met often, the most frequent first."""


@dataclass(frozen=True, slots=True)
class Score:
    """Won, lost and shared games of two people, seen by the first."""

    won: int = 0
    lost: int = 0
    shared: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.shared


@dataclass(frozen=True, slots=True)
class Duel:
    """Everything that two people's page shows.

    Attributes:
        names: their latest names on the server, the first person's first.
        tallies: their games by board, the most frequent first.
        meetings: their latest games without ducks, the latest first.
    """

    names: tuple[str, str]
    tallies: tuple[Tally, ...]
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class Rivals:
    """The people on a person's card; None if nobody fits.

    Attributes:
        closest: the opponent with the most even record.
        worst: the opponent against whom the person loses most, if more often than not.
        most: the most frequent opponent.
    """

    closest: Opponent | None
    worst: Opponent | None
    most: Opponent | None


def select_counted(tallies: Iterable[Tally]) -> list[Tally]:
    """Return the games between people that nobody left."""
    return [each for each in tallies if not (each.parted or is_mixed(each.board))]


def add_up(tallies: Sequence[Tally], *, lately: bool = False) -> Score:
    """Return the score of these games, or only of those of this season."""
    names = [f"{name}_lately" if lately else name for name in ("won", "lost", "shared")]
    return Score(*(sum(getattr(each, name) for each in tallies) for name in names))


def find_rivals(opponents: Sequence[Opponent]) -> Rivals:
    """Choose among opponents, the most frequent first; of equals, the first is chosen."""
    losing = [each for each in opponents if each.lost > each.won]
    return Rivals(
        min(opponents, key=lambda each: abs(each.won - each.lost) / each.games, default=None),
        max(losing, key=lambda each: (each.lost - each.won) / each.games, default=None),
        next(iter(opponents), None),
    )


class Duels(RecordsService):
    @asked_again
    async def score(self, guild_id: int, person_id: int, other_id: int) -> Score:
        """Return how often each of two people has beaten the other on a server."""
        async with self._database.read_one() as store:
            tallies = await store.all(TALLIES, **self._whose(guild_id, person_id, other_id))
        return add_up(select_counted(tallies))

    @asked_again
    async def read(self, guild_id: int, person_id: int, other_id: int) -> Duel:
        """Return all games of two people with each other on a server."""
        async with self._database.read_slow() as store:
            guild = await visible_guild(store, guild_id)
            whose = self._whose(guild, person_id, other_id)
            names = [
                await store.one(NAME_OF, guild_id=guild, person_id=each) or ANONYMOUS
                for each in (person_id, other_id)
            ]
            tallies = await store.all(TALLIES, **whose)
            meetings = await store.all(MEETINGS, **whose, number=NEWEST)
        return Duel((names[0], names[1]), tuple(tallies), tuple(meetings))

    @asked_again
    async def rivals(self, guild_id: int, person_id: int) -> Rivals:
        """Return a person's rivals on a server, among those met `ENOUGH` times."""
        async with self._database.read_slow() as store:
            guild = await visible_guild(store, guild_id)
            found = await store.all(OPPONENTS, guild_id=guild, person_id=person_id)
        return find_rivals(found)

    def _whose(self, guild_id: int, person_id: int, other_id: int) -> dict[str, float]:
        since = period_start(Period.SEASON, self._now()) or 0.0
        people = {"person_id": person_id, "other_id": other_id}
        return {"guild_id": guild_id, **people, "since": since}
