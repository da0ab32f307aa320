"""Databases with a bad value in every column: one damaged table for each column and value.

A test plays a table as usual. `Spoiler` then makes one copy of the table for each column and each
kind of bad value, and writes the value into one row of the copy. It writes even values that the
schema forbids, if the backend allows. One pass over all tables then meets every kind of damage.
"""

from __future__ import annotations

import contextlib
import sqlite3
from functools import cached_property

import psycopg

from db.backends.backend import is_postgresql, path_of

WORD = "quack"
"""A word that is in every bad text and in no good text."""

TABLES = {
    "tables": ("id", ""),
    "seats": ("table_id", "seat = 1"),
    "moves": ("table_id", "seq = 1"),
    "contributions": ("table_id", "number = 1"),
    "results": ("table_id", ""),
    "finishes": ("result_id", "person_id = 1001"),
    "regrets": ("result_id", "person_id = 1001"),
}
"""For each database table, the column that names a table or result, and a condition for the row."""

_HEX = WORD.encode().hex() + "ff"
KINDS = {
    "bytes": f"CAST(X'{_HEX}' AS TEXT)",
    "blob": f"X'{_HEX}'",
    "null": "NULL",
    "empty": "''",
    "word": f"'{WORD}'",
    "huge": "'9223372036854775807'",
    "negative": "'-5'",
    "endless": "9e999",
    "JSON": f"""'["{WORD}"]'""",
    "object": f"""'{{"{WORD}": "{WORD}"}}'""",
}
FORBIDDEN = {"status": {"null"}}
"""Kinds of bad values left out, by column, because SQLite would call the whole file damaged."""

_LEFT_OUT_ON_POSTGRESQL = {"bytes", "blob"}


class Spoiler:
    """Context in which tables are copied and the copies spoilt. No other user may be connected."""

    def __init__(self, url):
        self._postgresql = is_postgresql(url)
        self._url = url
        self._names = {}

    def __enter__(self):
        if self._postgresql:
            self._file = psycopg.connect(self._url)
            return self
        path = path_of(self._url)
        with contextlib.closing(sqlite3.connect(path)) as file:
            schema = "SELECT sql, rowid FROM sqlite_schema WHERE type = 'table'"
            self._schema = file.execute(schema).fetchall()
            lax = [(sql.replace("NOT NULL", ""), row) for sql, row in self._schema]
            _rewrite(file, lax)
        self._file = sqlite3.connect(path)
        self._file.execute("PRAGMA ignore_check_constraints = ON")
        return self

    def __exit__(self, *_):
        self._file.commit()
        if not self._postgresql:
            _rewrite(self._file, self._schema)
        self._file.close()

    def copy(self, number):
        """Copy a table with all its rows, and return the number of the copy."""
        (last,) = self._file.execute("SELECT MAX(id) FROM tables").fetchone()
        numbers = {"old": number, "new": last + 1}
        for sql in self._copying:
            self._file.execute(sql, numbers)
        return last + 1

    @cached_property
    def _copying(self):
        """The statements that copy a table; its number is a parameter, so each is parsed once."""
        old, new = ("%(old)s", "%(new)s") if self._postgresql else (":old", ":new")
        made = [self._insert("tables", f"id = {old}", id=new)]
        made += [
            self._insert(name, f"table_id = {old}", table_id=new, id=None)
            for name in ("seats", "moves", "contributions", "results")
        ]
        result = "(SELECT id FROM results WHERE table_id = {})"
        which = f"result_id = {result.format(old)}"
        made += [
            self._insert(name, which, result_id=result.format(new))
            for name in ("finishes", "regrets")
        ]
        return made

    def spoil(self, number, kinds):
        """Make a spoilt copy for each column and kind.

        Return, by number of the copy: database table, column, kind.
        """
        spoilt = {}
        for table, (key, _) in TABLES.items():
            if table == "tables":
                here = f"id = {number}"
            elif key == "table_id":
                here = f"table_id = {number}"
            else:
                here = f"result_id = (SELECT id FROM results WHERE table_id = {number})"
            if not self._file.execute(f"SELECT 1 FROM {table} WHERE {here}").fetchall():
                continue
            for column in self._columns(table):
                if column not in ("id", "table_id", "result_id"):
                    for kind in set(kinds) - FORBIDDEN.get(column, set()):
                        if (copy := self._try(number, table, column, kind)) is not None:
                            spoilt[copy] = table, column, kind
        return spoilt

    def run(self, sql):
        self._file.execute(sql)

    def _try(self, number, table, column, kind):
        """Spoil a new copy, and return its number, or None if the database refuses the value."""
        key, row = TABLES[table]
        if self._postgresql and kind in _LEFT_OUT_ON_POSTGRESQL:
            return None
        self._file.execute("SAVEPOINT here")
        copy = self.copy(number)
        which = copy if key != "result_id" else f"(SELECT id FROM results WHERE table_id = {copy})"
        value = "'Infinity'" if self._postgresql and kind == "endless" else KINDS[kind]
        change = f"UPDATE {table} SET {column} = {value} WHERE {key} = {which}"
        try:
            self._file.execute(f"{change} AND {row}" if row else change)
        except (sqlite3.IntegrityError, psycopg.errors.DataError, psycopg.errors.IntegrityError):
            self._file.execute("ROLLBACK TO SAVEPOINT here")
            return None
        return copy

    def _insert(self, table, which, **changes):
        columns = [name for name in self._columns(table) if changes.get(name, "") is not None]
        values = [str(changes.get(name, name)) for name in columns]
        return (
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} "
            f"FROM {table} WHERE {which}"
        )

    def _columns(self, table):
        if table not in self._names:
            self._names[table] = self._read_columns(table)
        return self._names[table]

    def _read_columns(self, table):
        if self._postgresql:
            mine = f"attrelid = '{table}'::regclass AND attnum > 0 AND NOT attisdropped"
            sql = f"SELECT attname FROM pg_attribute WHERE {mine}"
            return [name for (name,) in self._file.execute(sql)]
        return [row[1] for row in self._file.execute(f"PRAGMA table_info({table})")]


def _rewrite(file, schema):
    file.execute("PRAGMA writable_schema = ON")
    file.executemany("UPDATE sqlite_schema SET sql = ? WHERE rowid = ?", schema)
    file.commit()
