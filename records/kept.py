"""The data about one person: queries that count, export and anonymize it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from db.backends.backend import find_naming
from db.query import Query, Write
from records.values import StoredCounts

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from db.query import Row, Transaction

KEPT_COUNTS: Final = Query(
    StoredCounts,
    """
    SELECT (SELECT COUNT(DISTINCT tables.guild_id) FROM tables
            WHERE id IN (SELECT id FROM tables WHERE opener_id = :person_id
                         UNION SELECT table_id FROM seats WHERE person_id = :person_id)),
           (SELECT COUNT(*) FROM seats WHERE person_id = :person_id),
           (SELECT COUNT(*) FROM tables WHERE opener_id = :person_id),
           (SELECT COUNT(*) FROM finishes WHERE person_id = :person_id)
    """,
)

# The numbers of all tables that name the person as opener or at a seat.
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

# The person's tables with numbers from `first` to `last`.
EXPORT_TABLES: Final = Query(
    tuple[Any, ...],
    """
    SELECT tables.id, tables.game, tables.settled, tables.guild_id, tables.channel_id,
           tables.status, tables.opened_at, tables.started_at, tables.ended_at,
           tables.opener_id = :person_id,
           tables.opener_name, seats.seat, seats.name, seats.snowflake, seats.caretaker,
           seats.departed, tables.waiting, seats.score, seats.place, seats.hinted,
           seats.missed, seats.absent_until, seats.absent_total, seats.ends, seats.gone,
           tables.time_control, tables.thread_id, tables.guest,
           tables.private
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

# The person's moves at tables `first` to `last`: one text per table, with one line per
# move. SQLite reads both indexes in the order of the log, so GROUP_CONCAT keeps that order.
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

# The person's results with ids from `first` to `last`.
EXPORT_FINISHES: Final = Query(
    tuple[Any, ...],
    """
    SELECT results.table_id, finishes.guild_id, finishes.game, finishes.board, results.ended_at,
           finishes.place, finishes.score, finishes.mu, finishes.sigma, finishes.streak,
           finishes.streak_all, finishes.hinted, finishes.parted
    FROM finishes JOIN results ON results.id = finishes.result_id
    WHERE finishes.person_id = :person_id AND finishes.result_id BETWEEN :first AND :last
    ORDER BY finishes.result_id
    """,
)

_TABLES: Final = (
    "table", "game", "options", "server", "channel", "status", "opened_at", "started_at",
    "ended_at", "opener", "opener_name", "seat", "name", "snowflake", "caretaker", "departed",
    "waiting", "score", "place", "hinted", "missed", "absent_until", "absent_total",
    "ends", "gone", "time_control", "thread", "guest", "private",
)  # fmt: skip
_FINISHES: Final = (
    "table", "server", "game", "board", "ended_at", "place", "score", "mu", "sigma", "streak",
    "streak_all", "hinted", "parted",
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
        ("table", "kind", "snowflake"),
        Query(
            tuple[Any, ...],
            """
    SELECT table_id, kind, snowflake FROM contributions
    WHERE person_id = :person_id
    ORDER BY table_id, number
    """,
        ),
    ),
}
"""The small parts of an export, each with its column names and its query."""


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

_OF_SERVER: Final = "guild_id = :guild_id"


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A feature's database table with rows about people. Forgetting a person deletes their rows.

    Attributes:
        part: the name of the database table, and of its part of the export.
        columns: the exported columns, by their names in the export.
        order: the columns by which the rows are sorted.
        words: the name of these rows in the list that the person sees; the catalogs translate it.
        about: the explanation of this part at the head of the export.
        off_server: an SQL UPDATE without its WHERE, which runs on the rows of a deleted server. If
            it is empty, these rows are deleted.
        before: runs first in the transaction that forgets a person; takes the transaction, the
            person's id and the time.
    """

    part: str
    columns: Mapping[str, str]
    order: str = "1"
    words: str
    about: str
    off_server: str = ""
    before: Callable[[Transaction, int, float], Awaitable[None]] | None = None

    @cached_property
    def count(self) -> Query[int]:
        return Query(int, f"SELECT COUNT(*) FROM {self.part} {_OF_PERSON}")  # noqa: S608

    @cached_property
    def export(self) -> Query[tuple[Any, ...]]:
        columns = ", ".join(self.columns.values())
        sql = f"SELECT {columns} FROM {self.part} {_OF_PERSON} ORDER BY {self.order}"  # noqa: S608
        return Query(tuple[Any, ...], sql)

    @cached_property
    def delete(self) -> Write:
        return Write(f"DELETE FROM {self.part} {_OF_PERSON}")  # noqa: S608


# Only the player sees a private table, so the whole table is deleted.
DELETE_PRIVATE_OF_PERSON: Final = Write("""
    DELETE FROM tables
    WHERE private IS NOT NULL AND id IN (SELECT table_id FROM seats WHERE person_id = :person_id)
    """)

# Every table that names the person gets a new revision, so copies in memory become outdated. The
# query uses UNION because with OR, PostgreSQL would not use the indexes of seats and contributions.
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

# Only lobbies have this list.
FORGET_SENT_HOME: Final = Write("""
    UPDATE tables
    SET sent_home = TRIM(REPLACE(' ' || sent_home || ' ',
                                 ' ' || CAST(CAST(:person_id AS BIGINT) AS TEXT) || ' ', ' '))
    WHERE status = 'lobby' AND status IN ('lobby', 'playing') AND sent_home <> ''
    """)

ADD_COMPACTION: Final = Write("""
    INSERT INTO pending_work (task, progress) VALUES ('compact', 1)
    ON CONFLICT (task) DO UPDATE SET progress = pending_work.progress + 1
    """)


_RENAMES: Final = (
    DELETE_PRIVATE_OF_PERSON,
    TOUCH_TABLES_OF,
    FORGET_SENT_HOME,
    RENAME_OPENER,
    RENAME_SEATS,
    RENAME_PLAYERS,
    RENAME_CONTRIBUTIONS,
    RENAME_FINISHES,
)
"""Writes that forget a person, in the order in which they must run."""

_CORE: Final = frozenset({
    *("tables", "seats", "moves", "contributions", "results", "finishes", "players", "resets"),
    *("guild_settings", "greeted", "departures"),
})  # fmt: skip
"""The core's database tables that have a column for a person, a server or a game table."""


def _make_kept(part: str, columns: Iterable[str]) -> Kept:
    """Return a `Kept` without words, for a database table that no feature describes."""
    own = {name: name for name in columns if name != "person_id"}
    return Kept(part=part, columns=own, words="", about="")


def find_of_features(column: str) -> dict[str, tuple[str, ...]]:
    """Return the features' database tables that have this column, with all columns of each."""
    return {part: each for part, each in find_naming(column).items() if part not in _CORE}


class KeptRows:
    """The rows of the core and of features about people.

    `export` leaves out game tables and finishes, which `Privacy` reads separately.

    Database tables that no feature describes belong to a removed feature. Their rows are exported
    and deleted, too.

    Attributes:
        kept: the database tables that features describe.
        off_players: writes that clear a player's rows when a server is deleted; they take
            `person_id` and `guild_id`.
        chosen: writes that delete the features' settings of a server, by `guild_id`.
        off_server: writes that clear the remaining rows of a deleted server, by `guild_id`.
        off_table: writes that delete the rows of one game table, by `table_id`.
        servers: queries for servers that may have rows of features without having game tables.
    """

    def __init__(self, kept: Iterable[Kept]) -> None:
        self.kept = tuple(kept)
        there = find_of_features("person_id")
        unnamed = sorted(there.keys() - {each.part for each in self.kept})
        rest = [_make_kept(part, there[part]) for part in unnamed]
        every = (*self.kept, *rest)
        self._exports: Mapping[str, tuple[tuple[str, ...], Query[tuple[Any, ...]]]] = {
            **_EXPORTS,
            **{each.part: (tuple(each.columns), each.export) for each in every},
        }
        self._deletes = [each.delete for each in every]
        drops = {each.part: each.off_server for each in every}
        of_server = find_of_features("guild_id")
        by_server = {
            part: (drops.get(part) or f"DELETE FROM {part}", "person_id" in columns)  # noqa: S608
            for part, columns in of_server.items()
        }
        chosen = [
            part for part, each in of_server.items() if not {"person_id", "table_id"} & {*each}
        ]
        self.chosen = [Write(f"DELETE FROM {part} WHERE {_OF_SERVER}") for part in chosen]  # noqa: S608
        self.off_players = [
            Write(f"{drop} {_OF_PERSON} AND {_OF_SERVER}")
            for drop, has_people in by_server.values()
            if has_people
        ]
        self.off_server = [Write(f"{drop} WHERE {_OF_SERVER}") for drop, _ in by_server.values()]
        self.off_table = [
            Write(f"DELETE FROM {part} WHERE table_id = :table_id")  # noqa: S608
            for part in find_of_features("table_id")
        ]
        self.servers = [
            Query(int, f"SELECT DISTINCT guild_id FROM {part} WHERE guild_id > 0")  # noqa: S608
            for part in [*(part for part, drop in drops.items() if drop), *chosen]
        ]

    async def export(self, tx: Transaction, person_id: int) -> dict[str, ExportPart]:
        """Return the rows that name a person, by part."""
        return {
            part: ExportPart(names, await tx.all(query, person_id=person_id))
            for part, (names, query) in self._exports.items()
        }

    async def tell(self, tx: Transaction, person_id: int) -> dict[str, int]:
        """Return the number of a person's rows for each `Kept.words`, without zeros."""
        return {
            each.words: rows
            for each in self.kept
            if (rows := await tx.value(each.count, person_id=person_id))
        }

    async def prepare(self, tx: Transaction, person_id: int, now: float) -> None:
        """Call `Kept.before` of each feature that has one."""
        for each in self.kept:
            if each.before is not None:
                await each.before(tx, person_id, now)

    def forget(self, tx: Transaction, person_id: int, other: int, name: str) -> None:
        """Replace a person's id and name by `other` and `name`, and delete the features' rows."""
        for write in (*_RENAMES, *self._deletes, ADD_COMPACTION):
            tx.run(write, person_id=person_id, other=other, name=name)
