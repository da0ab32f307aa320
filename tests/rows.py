"""Reads and changes a database by SQL while the bot uses it."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import psycopg

from db.backends.backend import is_postgresql, path_of
from db.store import INSERT_MOVES

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 60.0
"""Seconds to wait for another writer."""


class Rows:
    """Reads and changes rows. It connects when needed, and `select` reconnects after a loss.

    Args:
        url: the URL of a database, which need not exist before the first query.
    """

    def __init__(self, url: str) -> None:
        self._connect: Callable[[], sqlite3.Connection | psycopg.Connection]
        if is_postgresql(url):
            self._connect = lambda: psycopg.connect(url, autocommit=True)
        else:
            self._connect = lambda: sqlite3.connect(
                path_of(url), timeout=PATIENCE, isolation_level=None
            )
        self._connection: sqlite3.Connection | psycopg.Connection | None = None

    def select(self, select: str) -> list[tuple]:
        """Return the rows of a query without parameters."""
        try:
            return self._select(select)
        except psycopg.OperationalError:  # the server has restarted
            self.close()
            return self._select(select)

    def run(self, change: str) -> None:
        """Make a change without parameters."""
        self._open().execute(change)

    def _select(self, select: str) -> list[tuple]:
        return self._open().execute(select).fetchall()

    def _open(self) -> sqlite3.Connection | psycopg.Connection:
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def insert_moves(store, table_id, moves):
    """Add moves to a table's log."""
    store.run_each(INSERT_MOVES, [{"table_id": table_id, **move._asdict()} for move in moves])
