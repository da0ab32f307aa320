"""Brings a database on a server to the schema of this program, at start.

The transaction takes the lock of all who migrate, so that of several processes that start at once
one migrates, and the others find it done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, LiteralString, cast

import psycopg

from db.engines.migrate import (
    apply_missing,
    find_known,
    find_made,
    find_missing,
    require_current,
    require_own,
)
from db.engines.postgresql.connections import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

_LOCK: Final = "SELECT pg_advisory_xact_lock(1835623282)"
"""The lock of all who migrate: any number that is always the same."""

_TABLES: Final = (
    "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema"
)

_SCHEMA: Final = """
WITH extended AS (SELECT objid FROM pg_depend WHERE deptype = 'e'),
here AS (SELECT oid FROM pg_namespace WHERE nspname = current_schema()),
relations AS (
    SELECT oid, relkind, relname FROM pg_class
    WHERE relnamespace IN (TABLE here) AND relkind IN ('r', 'p', 'f', 'v', 'm')
        AND oid NOT IN (TABLE extended)
)
SELECT CASE relkind WHEN 'r' THEN 'table' ELSE 'view' END, relname FROM relations
UNION ALL
SELECT 'trigger', tgname FROM pg_trigger JOIN relations ON relations.oid = tgrelid
WHERE NOT tgisinternal
UNION ALL
SELECT 'rule', rulename FROM pg_rewrite JOIN relations ON relations.oid = ev_class
WHERE relkind = 'r'
UNION ALL
SELECT 'policy', polname FROM pg_policy JOIN relations ON relations.oid = polrelid
UNION ALL
SELECT 'function', proname FROM pg_proc
WHERE pronamespace IN (TABLE here) AND oid NOT IN (TABLE extended)
"""
"""A schema's tables and all that could act by itself, without what extensions have made."""


def prepare(url: str, name: str, *, existing: bool, now: float | None = None) -> None:
    """Apply the migrations that a database lacks, together with their records.

    With `existing` none may lack. With `now`, in Unix seconds, it must not have been used a day
    after that moment.

    Raises:
        DatabaseError: named as in `db.errors`; the database is as it was.
        psycopg.Error: whatever the server refuses.
    """
    with psycopg.connect(url, **OPTIONS) as connection, connection.transaction():

        def execute(sql: str) -> Iterable[tuple[Any, ...]]:
            return connection.execute(cast("LiteralString", sql))

        execute(_LOCK)
        tables = {table for (table,) in execute(_TABLES)}
        missing = find_missing(name, execute, tables, now)
        require_own(name, execute(_SCHEMA), find_made(find_known() - missing))
        if existing:
            require_current(name, missing, made=bool(tables))
        apply_missing(execute, missing, "postgresql")
