"""Migrations: with their record or not at all, no lock that outlives a process, no names noted."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest

from db.connection import Database
from db.engines.sqlite.migrate import MIGRATIONS, migrate

FIRST = "CREATE TABLE one (id INTEGER);\nINSERT INTO one VALUES (1);\n"
FILES = [file for folder in MIGRATIONS for file in folder.glob("*.sql")]
BAD = "CREATE TABLE two (id INTEGER);\nINSERT INTO nowhere VALUES (1);\n"

TABLE = {"game": "pig", "rules_version": 1, "options": "{}", "channel_id": 1, "opener_id": 2}
TABLE |= {"opener_name": "Teal", "status": "playing", "secret": "", "commitment": ""}
TABLE |= {"opened_at": 1, "changed_at": 1}
SEAT = {"table_id": 1, "seat": 0, "person_id": 2, "name": "Teal", "snowflake": 1}
"""The columns that every earlier file has."""


def query(path, sql):
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def tables(path):
    return {row[0] for row in query(path, "SELECT name FROM sqlite_master WHERE type = 'table'")}


def recorded(path):
    return [row[0] for row in query(path, "SELECT migration_id FROM _yoyo_migration ORDER BY 1")]


def insert(connection, table, **columns):
    """Write a row."""
    values = ", ".join(f":{name}" for name in columns)
    connection.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})", columns)


def make_earlier(tmp_path, last):
    """Make a file as it was after a migration, and return its path."""
    folder, path = tmp_path / "earlier", str(tmp_path / "old.db")
    folder.mkdir()
    for file in FILES:
        if int(file.name[:4]) <= last:
            shutil.copy(file, folder)
    migrate(path, 5.0, folder)
    return path


@pytest.fixture
def steps(tmp_path):
    folder = tmp_path / "steps"
    folder.mkdir()
    (folder / "0001_first.sql").write_text(FIRST)
    return folder


def test_every_migration_is_recorded(path):
    migrate(str(path), 1)
    assert recorded(path) == sorted(file.stem for file in FILES)


def test_a_second_start_changes_nothing(path, steps):
    migrate(str(path), 1, steps)
    migrate(str(path), 1, steps)
    assert query(path, "SELECT * FROM one") == [(1,)]


def test_a_later_migration_is_added_to_an_old_file(path, steps):
    migrate(str(path), 1, steps)
    (steps / "0002_second.sql").write_text("CREATE TABLE two (id INTEGER);")
    migrate(str(path), 1, steps)
    assert recorded(path) == ["0001_first", "0002_second"]


def test_a_migration_that_fails_leaves_nothing_behind(path, steps):
    migrate(str(path), 1, steps)
    (steps / "0002_bad.sql").write_text(BAD)
    with pytest.raises(sqlite3.OperationalError):
        migrate(str(path), 1, steps)
    assert "two" not in tables(path)
    assert recorded(path) == ["0001_first"]


def test_a_process_killed_in_a_migration_leaves_nothing_behind(path, steps):
    migrate(str(path), 1, steps)
    (steps / "0002_kill.py").write_text(
        "import os, signal\nfrom yoyo import step\n"
        "step('CREATE TABLE two (id INTEGER)')\n"
        "step(lambda connection: os.kill(os.getpid(), signal.SIGKILL))\n"
    )
    script = (
        "import sys; from db.engines.sqlite.migrate import *;"
        "migrate(sys.argv[1], 1, Path(sys.argv[2]))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script, path, steps], env=environment, check=False)
    assert done.returncode == -signal.SIGKILL
    (steps / "0002_kill.py").unlink()
    migrate(str(path), 0, steps)
    assert "two" not in tables(path)


def test_two_that_start_at_the_same_time_migrate_once(path, steps):
    failed = []

    def start():
        try:
            migrate(str(path), 10, steps)
        except Exception as error:  # noqa: BLE001 - told to the test below
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert query(path, "SELECT * FROM one") == [(1,)]


def test_no_names_of_user_or_host_are_noted(path):
    migrate(str(path), 1)
    assert query(path, "SELECT * FROM _yoyo_log") == []


def test_no_lock_table_is_made(path):
    migrate(str(path), 1)
    assert "yoyo_lock" not in tables(path)


def test_a_file_of_the_first_schema_keeps_what_it_holds(tmp_path):
    path = make_earlier(tmp_path, 1)
    columns = "game, rules_version, options, channel_id, opener_id, opener_name, status, secret"
    values = "'ducks', 1, '{}', 1, 2, 'Teal', 'finished', '00'"
    with closing(sqlite3.connect(path)) as connection, connection:
        sql = f"INSERT INTO tables ({columns}, commitment, opened_at, changed_at) VALUES ({values}"
        connection.execute(f"{sql}, '00', 0, 0)")
    connection.close()
    migrate(path, 5.0)
    assert query(path, "SELECT opener_name FROM tables") == [("Teal",)]
    assert "standings" in tables(path)


def test_standings_of_an_old_file_stay_but_for_wins_alone(tmp_path):
    path = make_earlier(tmp_path, 2)
    sums = "7, '', 4, 3, 5, 60, 20, 1, 2"
    with closing(sqlite3.connect(path)) as connection, connection:
        for board in ("pond", "pond/solo"):
            sql = f"INSERT INTO standings VALUES (77, '{board}', 'all', {sums})"
            connection.execute(sql)
    connection.close()
    migrate(path, 5.0)
    columns = "board, games, wins, places, scores, best, streak, longest"
    assert query(path, f"SELECT {columns} FROM standings ORDER BY board") == [
        ("pond", 4, 3, 5, 60, 20, 1, 2),
        ("pond/solo", 4, 0, 5, 60, 20, 0, 0),
    ]


def test_a_table_of_an_old_file_waits_as_long_as_its_seats_did(tmp_path):
    path = make_earlier(tmp_path, 3)
    with closing(sqlite3.connect(path)) as connection, connection:
        for status in ("playing", "finished"):
            insert(connection, "tables", **TABLE | {"status": status})
        for seat, since in enumerate((1700000000.5, None, 1700000003.25)):
            connection.execute(
                "INSERT INTO seats (table_id, seat, person_id, name, snowflake, waiting_since)"
                " VALUES (1, ?, ?, '', 1, ?)",
                (seat, seat, since),
            )
    connection.close()
    migrate(path, 5.0)
    waiting = "0:1700000000.5 2:1700000003.25"
    assert query(path, "SELECT waiting FROM tables ORDER BY id") == [(waiting,), ("",)]
    assert query(path, "SELECT COUNT(*) FROM seats") == [(3,)]


def test_a_file_from_before_the_heartbeat_has_seen_none(tmp_path):
    path = make_earlier(tmp_path, 4)
    migrate(path, 5.0)
    assert query(path, "SELECT * FROM heartbeat") == []


def test_of_an_old_file_nobody_knows_what_the_messages_show(tmp_path):
    path = make_earlier(tmp_path, 5)
    columns = "game, rules_version, options, channel_id, opener_id, opener_name, status, secret"
    values = "'ducks', 1, '{}', 1, 2, 'Teal', 'playing', '', '', 1, 1, 77"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            f"INSERT INTO tables ({columns}, commitment, opened_at, changed_at, message_id)"
            f" VALUES ({values})"
        )
    connection.close()
    migrate(path, 5.0)
    select = "SELECT message_id, shown_revision, call_id FROM tables"
    assert query(path, select) == [(77, None, None)]


def test_a_lobby_of_an_old_file_begins_with_who_sits_there_and_a_game_with_nothing(tmp_path):
    path = make_earlier(tmp_path, 6)
    with closing(sqlite3.connect(path)) as connection, connection:
        for status in ("lobby", "playing"):
            insert(connection, "tables", **TABLE | {"status": status})
        for table in (1, 2):
            for seat in (0, 1):
                connection.execute(
                    "INSERT INTO seats (table_id, seat, person_id, name, snowflake)"
                    f" VALUES ({table}, {seat}, 10{seat}, '', 500{seat})"
                )
        connection.execute(
            "INSERT INTO moves (table_id, seq, seat, text, at) VALUES (2, 0, -1, 'a', 1)"
        )
    connection.close()
    migrate(path, 5.0)
    select = "SELECT table_id, number, person_id, kind, snowflake, digest FROM contributions"
    assert query(path, select) == [(1, 0, 100, "seat", 5000, ""), (1, 1, 101, "seat", 5001, "")]
    assert query(path, "SELECT start_hash, last_hash FROM tables") == [(None, None)] * 2
    assert query(path, "SELECT DISTINCT label, mark FROM seats") == [("", "")]
    assert query(path, "SELECT draws FROM moves") == [("",)]


@pytest.mark.parametrize("results", [0, 2])
def test_ratings_of_an_old_file_are_computed_anew_if_there_are_results(tmp_path, results):
    path = make_earlier(tmp_path, 6)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO ratings VALUES (77, 'ducks', 1, 25, 8)")
        for table in range(results):
            connection.execute(f"INSERT INTO results VALUES (NULL, {table}, 77, 'ducks', 1)")
    connection.close()
    migrate(path, 5.0)
    assert query(path, "SELECT * FROM ratings") == []
    assert query(path, "SELECT * FROM pending_work") == [("ratings", 0)] * bool(results)


@pytest.mark.parametrize(("person", "due"), [(5, []), (-(2**61), [("compact", 1)])])
def test_an_old_file_in_which_somebody_was_forgotten_is_written_anew(tmp_path, person, due):
    path = make_earlier(tmp_path, 6)
    with closing(sqlite3.connect(path)) as connection, connection:
        seat = "INSERT INTO seats (table_id, seat, person_id, name, snowflake)"
        connection.execute(f"{seat} VALUES (1, 0, {person}, '', 1)")
    connection.close()
    migrate(path, 5.0)
    assert query(path, "SELECT * FROM pending_work") == due


@pytest.mark.parametrize("last", range(1, 11))
def test_an_abandoned_rematch_of_an_old_file_makes_room_for_the_next(tmp_path, last):
    path = make_earlier(tmp_path, last)
    columns = "game, rules_version, options, channel_id, opener_id, opener_name, status, secret"
    insert = (
        f"INSERT INTO tables ({columns}, commitment, opened_at, changed_at, rematch_of)"
        " VALUES ('ducks', 1, '{}', 1, 2, 'Teal', ?, '', '', 1, 1, ?)"
    )
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(insert, [("finished", None), ("abandoned", 1)])
    connection.close()
    migrate(path, 5.0)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(insert, ("lobby", 1))
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(insert, ("lobby", 1))


async def test_a_file_without_a_heartbeat_is_opened_by_any_clock(tmp_path):
    path = make_earlier(tmp_path, 4)
    await (await Database.open(f"sqlite:///{path}", now=0.0)).close()


def make_with_teal(tmp_path, last):
    """A file as it was after so many migrations, with a table at which Teal plays."""
    path = make_earlier(tmp_path, last)
    with closing(sqlite3.connect(path)) as connection, connection:
        insert(connection, "tables", **TABLE)
        insert(connection, "seats", **SEAT)
    connection.close()
    return path


def test_people_sit_at_the_seats_of_an_old_file(tmp_path):
    path = make_with_teal(tmp_path, 14)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO moves (table_id, seq, seat, text, at) VALUES (1, 0, 0, 'x', 1)"
        )
    connection.close()
    migrate(path, 5.0)
    assert query(path, "SELECT name, level FROM seats") == [("Teal", "")]
    assert query(path, "SELECT text, player FROM moves") == [("x", "")]


def test_nobody_at_an_old_table_has_agreed_to_hints(tmp_path):
    path = make_with_teal(tmp_path, 15)
    migrate(path, 5.0)
    assert query(path, "SELECT agrees, hints FROM seats") == [(0, 0)]


def test_a_table_of_an_old_file_has_no_thread(tmp_path):
    path = make_earlier(tmp_path, 19)
    with closing(sqlite3.connect(path)) as connection, connection:
        insert(connection, "tables", **TABLE)
    connection.close()
    migrate(path, 5.0)
    assert query(path, "SELECT threaded, thread_id FROM tables") == [(0, None)]


@pytest.mark.parametrize("last", [*range(16, 20), 31])
def test_games_of_the_bucket_king_of_an_old_file_are_reviewed_anew(tmp_path, last):
    """What was found before is gone: it would be in the way."""
    path = make_earlier(tmp_path, last)
    with closing(sqlite3.connect(path)) as connection, connection:
        for number, game in enumerate(("buckets", "pond"), start=1):
            result = {"id": number, "table_id": number, "guild_id": 77, "game": game}
            insert(connection, "results", **result, ended_at=1, reviewed=True)
            regret = {"result_id": number, "person_id": 2, "guild_id": 77, "game": game}
            insert(connection, "regrets", **regret, decisions=9, given_away=1.0, at_random=2.0)
    connection.close()
    migrate(path, 5.0)
    found = query(path, "SELECT game, reviewed FROM results ORDER BY id")
    assert found == [("buckets", 0), ("pond", 1)]
    assert query(path, "SELECT game FROM regrets") == [("pond",)]


def test_games_of_three_in_ducks_of_an_old_file_are_reviewed_anew(tmp_path):
    path = make_earlier(tmp_path, 32)
    kinds = (("ducks", 3), ("ducks", 2), ("ducks", 4), ("pond", 3))
    with closing(sqlite3.connect(path)) as connection, connection:
        for number, (game, seats) in enumerate(kinds, start=1):
            table = {"table_id": number + 10}
            for seat in range(seats):
                person = {"seat": seat, "person_id": seat}
                insert(connection, "seats", **SEAT | table | person)
            result = {"id": number, "guild_id": 77, "game": game} | table
            insert(connection, "results", **result, ended_at=1, reviewed=True)
            regret = {"result_id": number, "person_id": 2, "guild_id": 77, "game": game}
            insert(connection, "regrets", **regret, decisions=9, given_away=1.0, at_random=2.0)
    connection.close()
    migrate(path, 5.0)
    assert query(path, "SELECT id, reviewed FROM results") == [(1, 0), (2, 1), (3, 1), (4, 1)]
    assert query(path, "SELECT result_id FROM regrets ORDER BY result_id") == [(2,), (3,), (4,)]


def test_a_game_with_a_clock_of_an_old_file_has_a_full_bank_and_its_board_is_drawn_anew(tmp_path):
    path = make_earlier(tmp_path, 19)
    with closing(sqlite3.connect(path)) as connection, connection:
        for pace in ("day", "none"):
            insert(connection, "tables", **TABLE | {"pace": pace, "shown_revision": 0})
        insert(connection, "seats", **SEAT)
    connection.close()
    migrate(path, 5.0)
    assert query(path, "SELECT overtime FROM seats") == [(0.0,)]
    assert query(path, "SELECT shown_revision FROM tables ORDER BY id") == [(None,), (0,)]


@pytest.mark.parametrize("last", [6, 14, 19])
def test_nobody_at_an_old_table_has_given_an_order(tmp_path, last):
    path = make_earlier(tmp_path, last)
    with closing(sqlite3.connect(path)) as connection, connection:
        insert(connection, "seats", **SEAT)
    connection.close()
    migrate(path, 5.0)
    assert query(path, "SELECT name, standing_order FROM seats") == [("Teal", "")]


@pytest.mark.parametrize("last", [6, 14, 19])
def test_nothing_was_taken_back_at_an_old_table(tmp_path, last):
    path = make_earlier(tmp_path, last)
    with closing(sqlite3.connect(path)) as connection, connection:
        insert(connection, "tables", **TABLE)
    connection.close()
    migrate(path, 5.0)
    assert query(path, "SELECT undone, undone_by FROM tables") == [(0, None)]
