"""A database with games in it has the same rows after an update, on both engines."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import psycopg
import pytest
from psycopg.rows import dict_row

from db.engines.migrate import SHARED
from db.engines.postgresql import migrate as postgresql
from db.engines.sqlite import migrate as sqlite
from tests.db.engines.test_migrate import SEAT, TABLE

OWN = 12
"""The last migration that PostgreSQL began with."""

EARLIER = [OWN, *sorted(int(file.name[:4]) for file in SHARED.glob("*.sql"))[:-1]]
GAMES = [("ducks", 2), ("ducks", 3), ("buckets", 3), ("pond", 2), ("trophy", 4)]


def rows_of(last):
    """The rows of a game of each kind that is over, and of one that goes on, for the tables."""
    for number, (game, seats) in enumerate(GAMES, start=1):
        more = {"pace": "day"} if last >= 18 else {}
        status = "finished" if number > 1 else "playing"
        yield "tables", TABLE | {"id": number, "game": game, "status": status} | more
        for seat in range(seats):
            yield "seats", SEAT | {"table_id": number, "seat": seat, "person_id": seat + 2}
        move = {"table_id": number, "seq": 0, "seat": 0, "at": 1, "by_caretaker": False}
        yield "moves", move | {"text": "x", "draws": ""}
        if number > 1:
            result = {"id": number, "table_id": number, "guild_id": 77, "game": game}
            reviewed = {"reviewed": True} if last >= 16 else {}
            yield "results", result | {"ended_at": 1} | reviewed
        if number > 1 and last >= 16:
            regret = {"result_id": number, "person_id": 2, "guild_id": 77, "game": game}
            yield "regrets", regret | {"decisions": 9, "given_away": 1.0, "at_random": 2.0}


def insertion(table, row, place):
    """The SQL that writes a row; `place` is how a value is left out of it."""
    places = ", ".join(place.format(name) for name in row)
    return f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})"


def found_by(connection):
    """All rows of the tables of `rows_of`, each as a dictionary of numbers and texts."""
    tables = ["tables", "seats", "moves", "results", "regrets"]
    found = {t: [dict(row) for row in connection.execute(f"SELECT * FROM {t}")] for t in tables}
    return {t: sorted(tuple(sorted(row.items())) for row in rows) for t, rows in found.items()}


def make_folder(tmp_path, engine, last):
    """The migrations of an engine up to one, in a folder."""
    folder = tmp_path / engine.__name__
    folder.mkdir()
    for file in (file for one in engine.MIGRATIONS for file in one.glob("*.sql")):
        if int(file.name[:4]) <= last:
            shutil.copy(file, folder)
    return folder


def update_file(tmp_path, last):
    """All rows of a file of SQLite that had them before its update."""
    path = str(tmp_path / "old.db")
    sqlite.migrate(path, 5.0, make_folder(tmp_path, sqlite, last))
    with closing(sqlite3.connect(path)) as connection, connection:
        for table, row in rows_of(last):
            connection.execute(insertion(table, row, ":{}"), row)
    sqlite.migrate(path, 5.0)
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return found_by(connection)


def update_server(server, tmp_path, last):
    """All rows of a database on a server that had them before its update."""
    name = server.make("template0")
    url = server.url(name)
    folder = make_folder(tmp_path, postgresql, last)
    postgresql.prepare(url, name, folder, existing=False)
    with psycopg.connect(url) as connection:
        for table, row in rows_of(last):
            connection.execute(insertion(table, row, "%({})s"), row)
    postgresql.prepare(url, name, existing=False)
    with psycopg.connect(url, row_factory=dict_row) as connection:
        found = found_by(connection)
    server.drop(name)
    return found


@pytest.mark.parametrize("last", EARLIER)
def test_an_earlier_database_has_the_same_rows_on_both_engines(
    server_of_postgresql, tmp_path, last
):
    found = update_server(server_of_postgresql, tmp_path, last)
    assert found == update_file(tmp_path, last)
    assert all(rows or (table == "regrets" and last < 16) for table, rows in found.items())
