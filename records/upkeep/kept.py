"""What is kept about one person: queries that count it, export it, and make it anonymous."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from db.engines.engine import find_naming
from db.query import Query, Write
from records.model.people import StoredCounts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from db.query import Row, Transaction

KEPT_COUNTS: Final = Query(
    StoredCounts,
    """
    SELECT (SELECT COUNT(DISTINCT tables.guild_id) FROM tables
            WHERE id IN (SELECT id FROM tables WHERE opener_id = :person_id
                         UNION SELECT table_id FROM seats WHERE person_id = :person_id)),
           (SELECT COUNT(*) FROM seats WHERE person_id = :person_id),
           (SELECT COUNT(*) FROM tables WHERE opener_id = :person_id),
           (SELECT COUNT(*) FROM finishes WHERE person_id = :person_id),
           (SELECT COUNT(*) FROM luck WHERE person_id = :person_id),
           (SELECT COUNT(*) FROM achievements WHERE person_id = :person_id),
           (SELECT COUNT(*) FROM regrets WHERE person_id = :person_id),
           (SELECT COUNT(*) FROM dailies WHERE person_id = :person_id),
           (SELECT COUNT(*) FROM daily_reminders WHERE person_id = :person_id)
    """,
)

# Every table that names the person, as its opener or at a seat.
TABLES_NAMING: Final = Query(
    int,
    """
    SELECT id FROM tables WHERE opener_id = :person_id
    UNION
    SELECT table_id FROM seats WHERE person_id = :person_id
    ORDER BY 1
    """,
)

RESULTS_NAMING: Final = Query(
    int, "SELECT result_id FROM finishes WHERE person_id = :person_id ORDER BY result_id"
)

# The tables from `first` to `last`.
EXPORT_TABLES: Final = Query(
    tuple[Any, ...],
    """
    SELECT tables.id, tables.game, tables.options, tables.guild_id, tables.channel_id,
           tables.status, tables.opened_at, tables.started_at, tables.ended_at,
           tables.opener_id = :person_id,
           tables.opener_name, seats.seat, seats.name, seats.snowflake, seats.caretaker,
           seats.departed, tables.waiting, seats.score, seats.place, seats.agrees, seats.hints,
           seats.missed, seats.away_until, seats.away_total, seats.ends, seats.gone, seats.overtime,
           tables.pace, tables.thread_id, tables.guest, seats.standing_order, tables.challenge
    FROM tables LEFT JOIN seats
        ON seats.table_id = tables.id AND seats.person_id = :person_id
    WHERE tables.id IN (SELECT id FROM tables
                        WHERE opener_id = :person_id AND id BETWEEN :first AND :last
                        UNION
                        SELECT table_id FROM seats
                        WHERE person_id = :person_id AND table_id BETWEEN :first AND :last)
    ORDER BY tables.id
    """,
)

# The tables from `first` to `last`: for each a text with a line for each move. The moves come in
# the order of the log, because both indexes have it.
EXPORT_MOVES: Final = Query(
    tuple[int, str],
    """
    SELECT seats.table_id,
           GROUP_CONCAT(moves.seq || ' ' || moves.at || ' ' || moves.text
                        || CASE WHEN moves.by_caretaker THEN ' (caretaker)' ELSE '' END, CHAR(10))
    FROM seats CROSS JOIN moves ON moves.table_id = seats.table_id AND moves.seat = seats.seat
    WHERE seats.person_id = :person_id AND seats.table_id BETWEEN :first AND :last
    GROUP BY seats.table_id
    """,
    postgresql="""
    SELECT seats.table_id,
           STRING_AGG(moves.seq || ' ' || moves.at || ' ' || moves.text
                      || CASE WHEN moves.by_caretaker THEN ' (caretaker)' ELSE '' END,
                      CHR(10) ORDER BY moves.seq)
    FROM seats JOIN moves ON moves.table_id = seats.table_id AND moves.seat = seats.seat
    WHERE seats.person_id = :person_id AND seats.table_id BETWEEN :first AND :last
    GROUP BY seats.table_id
    """,
)

# The results from `first` to `last`.
EXPORT_FINISHES: Final = Query(
    tuple[Any, ...],
    """
    SELECT results.table_id, finishes.guild_id, finishes.game, finishes.board, results.ended_at,
           finishes.place, finishes.score, finishes.mu, finishes.sigma, finishes.streak,
           finishes.streak_all
    FROM finishes JOIN results ON results.id = finishes.result_id
    WHERE finishes.person_id = :person_id AND finishes.result_id BETWEEN :first AND :last
    ORDER BY finishes.result_id
    """,
)

_TABLES: Final = (
    "table", "game", "options", "server", "channel", "status", "opened_at", "started_at",
    "ended_at", "opener", "opener_name", "seat", "name", "snowflake", "caretaker", "departed",
    "waiting", "score", "place", "agrees", "hints", "missed", "away_until", "away_total", "ends",
    "gone", "overtime", "pace", "thread", "guest", "standing_order", "challenge",
)  # fmt: skip
_FINISHES: Final = (
    "table", "server", "game", "board", "ended_at", "place", "score", "mu", "sigma", "streak",
    "streak_all",
)  # fmt: skip
_EXPORTS: Final = {
    "players": (
        ("server", "name"),
        Query(
            tuple[Any, ...],
            "SELECT guild_id, name FROM players WHERE person_id = :person_id ORDER BY guild_id",
        ),
    ),
    "contributions": (
        ("table", "kind", "snowflake", "digest"),
        Query(
            tuple[Any, ...],
            """
    SELECT table_id, kind, snowflake, digest FROM contributions
    WHERE person_id = :person_id
    ORDER BY table_id, number
    """,
        ),
    ),
    "luck": (
        ("server", "game", "measure", "times", "actual", "expected", "variance"),
        Query(
            tuple[Any, ...],
            """
    SELECT guild_id, game, measure, times, actual, expected, variance FROM luck
    WHERE person_id = :person_id
    ORDER BY guild_id, game, measure
    """,
        ),
    ),
    "achievements": (
        ("server", "name", "table", "at"),
        Query(
            tuple[Any, ...],
            """
    SELECT guild_id, name, table_id, at FROM achievements
    WHERE person_id = :person_id
    ORDER BY guild_id, at, name
    """,
        ),
    ),
    "regrets": (
        ("table", "server", "game", "decisions", "given_away", "at_random"),
        Query(
            tuple[Any, ...],
            """
    SELECT results.table_id, regrets.guild_id, regrets.game, regrets.decisions, regrets.given_away,
           regrets.at_random
    FROM regrets JOIN results ON results.id = regrets.result_id
    WHERE regrets.person_id = :person_id
    ORDER BY regrets.result_id
    """,
        ),
    ),
    "dailies": (
        ("day", "table", "server", "marks", "accuracy", "opening", "shared"),
        Query(
            tuple[Any, ...],
            """
    SELECT day, table_id, guild_id, marks, accuracy, opening, shared FROM dailies
    WHERE person_id = :person_id ORDER BY day
    """,
        ),
    ),
    "daily_reminders": (
        ("minute", "sent_day", "in_vain"),
        Query(
            tuple[Any, ...],
            "SELECT minute, sent_day, in_vain FROM daily_reminders WHERE person_id = :person_id",
        ),
    ),
}
"""The small parts of an export, each with the names of its columns in order."""


@dataclass(frozen=True, slots=True)
class ExportPart:
    """Rows of an export, with the names of their columns."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]

    @classmethod
    def of_tables(cls, rows: Iterable[Row]) -> ExportPart:
        """Return a part with rows of `EXPORT_TABLES`."""
        return cls(_TABLES, tuple(rows))

    @classmethod
    def of_finishes(cls, rows: Iterable[Row]) -> ExportPart:
        """Return a part with rows of `EXPORT_FINISHES`."""
        return cls(_FINISHES, tuple(rows))


_OF_PERSON: Final = "WHERE person_id = :person_id"


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A table of the database in which a feature keeps rows about people; forgetting deletes them.

    Attributes:
        part: the name of the table, and of the part of the export.
        columns: what is exported, by the names in the export.
        order: the columns by which the rows are sorted.
        one: what a row is, for the person.
        many: what several are; empty: how many there are is not told.
        lost: what is lost with them, as a part of a sentence.
        about: what the part holds, for the head of the export.
    """

    part: str
    columns: Mapping[str, str]
    order: str = "1"
    one: str
    many: str = ""
    lost: str
    about: str

    @cached_property
    def count(self) -> Query[int]:
        """Counts the rows of a person."""
        return Query(int, f"SELECT COUNT(*) FROM {self.part} {_OF_PERSON}")  # noqa: S608

    @cached_property
    def export(self) -> Query[tuple[Any, ...]]:
        """Reads the rows of a person."""
        columns = ", ".join(self.columns.values())
        sql = f"SELECT {columns} FROM {self.part} {_OF_PERSON} ORDER BY {self.order}"  # noqa: S608
        return Query(tuple[Any, ...], sql)

    @cached_property
    def delete(self) -> Write:
        """Deletes the rows of a person."""
        return Write(f"DELETE FROM {self.part} {_OF_PERSON}")  # noqa: S608


# Nobody else has seen them, so whole tables go.
DELETE_DAILIES_OF_PERSON: Final = Write("""
    DELETE FROM tables WHERE id IN (SELECT table_id FROM dailies WHERE person_id = :person_id)
    """)

DELETE_DAILY_REMINDER_OF_PERSON: Final = Write(
    "DELETE FROM daily_reminders WHERE person_id = :person_id"
)

# Every table that names the person gets a new revision, so copies in memory are outdated. By a
# union, as PostgreSQL uses no index of another table for one side of an OR.
TOUCH_TABLES_OF: Final = Write("""
    UPDATE tables
    SET revision = CASE WHEN revision < 4503599627370496 THEN revision + 1 ELSE 1 END
    WHERE id IN (SELECT id FROM tables WHERE opener_id = :person_id
                 UNION SELECT table_id FROM seats WHERE person_id = :person_id
                 UNION SELECT table_id FROM contributions WHERE person_id = :person_id)
    """)

RENAME_OPENER: Final = Write("""
    UPDATE tables SET opener_id = :other, opener_name = :name WHERE opener_id = :person_id
    """)

RENAME_SEATS: Final = Write("""
    UPDATE seats SET person_id = :other, name = :name WHERE person_id = :person_id
    """)

RENAME_PLAYERS: Final = Write(
    "UPDATE players SET person_id = :other, name = :name WHERE person_id = :person_id"
)

RENAME_CONTRIBUTIONS: Final = Write(
    "UPDATE contributions SET person_id = :other WHERE person_id = :person_id"
)

RENAME_FINISHES: Final = Write(
    "UPDATE finishes SET person_id = :other WHERE person_id = :person_id"
)

RENAME_LUCK: Final = Write("UPDATE luck SET person_id = :other WHERE person_id = :person_id")

RENAME_ACHIEVEMENTS: Final = Write(
    "UPDATE achievements SET person_id = :other WHERE person_id = :person_id"
)

RENAME_REGRETS: Final = Write("UPDATE regrets SET person_id = :other WHERE person_id = :person_id")

ADD_COMPACTION: Final = Write("""
    INSERT INTO pending_work (task, progress) VALUES ('compact', 1)
    ON CONFLICT (task) DO UPDATE SET progress = pending_work.progress + 1
    """)


_RENAMES: Final = (
    DELETE_DAILIES_OF_PERSON,
    DELETE_DAILY_REMINDER_OF_PERSON,
    TOUCH_TABLES_OF,
    RENAME_OPENER,
    RENAME_SEATS,
    RENAME_PLAYERS,
    RENAME_CONTRIBUTIONS,
    RENAME_FINISHES,
    RENAME_LUCK,
    RENAME_ACHIEVEMENTS,
    RENAME_REGRETS,
)
"""What forgets a person, in this order."""

_CORE: Final = {
    *("seats", "players", "contributions", "finishes", "luck", "achievements", "regrets"),
    *("dailies", "daily_reminders"),
}
"""The tables with people that these know."""


def _make_kept(part: str, columns: Iterable[str]) -> Kept:
    """Return what is known of a table that no feature has named."""
    own = {name: name for name in columns if name != "person_id"}
    return Kept(part=part, columns=own, one="", lost="", about="")


class KeptRows:
    """All that is kept of people besides tables and finishes: by the core, by features, and else.

    What nobody has named is of a feature that was taken away. It is exported and forgotten, too.
    """

    def __init__(self, kept: Iterable[Kept]) -> None:
        self.kept = tuple(kept)
        known = _CORE | {each.part for each in self.kept}
        there = find_naming("person_id")
        rest = [_make_kept(part, there[part]) for part in sorted(there.keys() - known)]
        every = (*self.kept, *rest)
        self._exports: Mapping[str, tuple[tuple[str, ...], Query[tuple[Any, ...]]]] = {
            **_EXPORTS,
            **{each.part: (tuple(each.columns), each.export) for each in every},
        }
        self._deletes = [each.delete for each in every]

    async def export(self, tx: Transaction, person_id: int) -> dict[str, ExportPart]:
        """Return the rows that name a person, by table."""
        return {
            part: ExportPart(names, await tx.all(query, person_id=person_id))
            for part, (names, query) in self._exports.items()
        }

    async def tell(self, tx: Transaction, person_id: int) -> list[str]:
        """Return a line for each feature that keeps something of a person."""
        return [
            f"{rows:,} {each.one if rows == 1 else each.many}" if each.many else each.one
            for each in self.kept
            if (rows := await tx.value(each.count, person_id=person_id))
        ]

    def forget(self, tx: Transaction, person_id: int, other: int, name: str) -> None:
        """Replace the id and the name of a person by others; delete the rows of features."""
        for write in (*_RENAMES, *self._deletes, ADD_COMPACTION):
            tx.run(write, person_id=person_id, other=other, name=name)
