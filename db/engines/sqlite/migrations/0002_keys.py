"""What SQLite says in its own way of keys. It makes the tables, which are empty, anew for that."""

# yoyo has no type annotations to speak of.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from yoyo import step

if TYPE_CHECKING:
    import sqlite3

ROWS_OWN: Final = ("claims", "session_starts")
"""The key is the row's own number."""

COUNTED: Final = ("tables", "results", "resets")
"""So it is, and none is given twice: a button of a deleted table can mean no other."""

SORTED: Final = (
    "moves",
    "contributions",
    "finishes",
    "tallies",
    "players",
    "standings",
    "ratings",
    "luck",
    "achievements",
    "pending_work",
)
"""Rows lie in the order of their key, and have no number of their own."""

MADE: Final = """
SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type = 'table' DESC
"""


def change_keys(connection: sqlite3.Connection) -> None:
    """Make the tables anew, each with its indexes."""
    for name in (*ROWS_OWN, *COUNTED, *SORTED):
        (table, *indexes) = [sql for (sql,) in connection.execute(MADE, (name,))]
        connection.execute(f"DROP TABLE {name}")
        if name in SORTED:
            table = f"{table} WITHOUT ROWID"
        else:
            key = "INTEGER PRIMARY KEY" + " AUTOINCREMENT" * (name in COUNTED)
            table = table.replace("BIGINT PRIMARY KEY", key)
        for sql in (table, *indexes):
            connection.execute(sql)


step(change_keys)
