"""Brings a database on a server to the schema of this program, at start.

The transaction takes the lock of all who migrate, so that of several processes that start at once
one migrates, and the others find it done.
"""
# yoyo has no type annotations to speak of.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import psycopg
from yoyo.backends.core.postgresql import PostgresqlPsycopgBackend
from yoyo.connections import DatabaseURI

from db.engines.migrate import (
    RECORDS,
    SHARED,
    InOneTransaction,
    apply_missing,
    find_missing,
    require_current,
)
from db.engines.postgresql.connections import OPTIONS

MIGRATIONS: Final = (Path(__file__).parent / "migrations", SHARED)
"""The folders of what PostgreSQL alone understands and of what both engines do."""

_LOCK: Final = "SELECT pg_advisory_xact_lock(1835623282)"
"""The lock of all who migrate: any number that is always the same."""


class _Backend(InOneTransaction, PostgresqlPsycopgBackend):
    """yoyo's backend for psycopg 3 in one transaction, on a connection with the bot's settings."""

    def __init__(self, url: str) -> None:
        self._url = url
        super().__init__(DatabaseURI("postgresql", None, None, None, None, "", {}), RECORDS)

    def connect(self, dburi: Any) -> psycopg.Connection:  # noqa: ANN401, ARG002 - yoyo's own signature
        return psycopg.connect(self._url, **OPTIONS)

    def _check_transactional_ddl(self) -> bool:
        return True

    def begin(self) -> None:
        super().begin()
        self.execute(_LOCK)


def prepare(url: str, name: str, *, existing: bool, now: float | None = None) -> None:
    """Apply the migrations that a database lacks, together with their records.

    With `existing` none may lack. With `now`, in Unix seconds, it must not have been used a day
    after that moment.

    Raises:
        DatabaseError: named as in `db.errors`; the database is as it was.
        psycopg.Error: whatever the server refuses.
    """
    with _Backend(url) as backend, backend.transaction():
        tables = set(backend.list_tables())
        missing = find_missing(name, backend.execute, tables, MIGRATIONS, now)
        if existing:
            require_current(name, missing, made=bool(tables))
        apply_missing(backend, MIGRATIONS)
