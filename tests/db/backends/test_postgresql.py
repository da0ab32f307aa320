"""Failures of PostgreSQL: it is missing, restarts, loses connections, holds a lock or is silent."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import psycopg
import pytest

from db.backends.postgresql_transaction import _Pipeline, connect, is_lost, translate_error
from db.connection import Database
from db.errors import (
    BadDatabaseUrl,
    Conflict,
    ConnectionLost,
    DatabaseAhead,
    DatabaseError,
    DatabaseForeign,
    DatabaseLocked,
    DatabaseMissing,
    DatabaseUnreachable,
    OutcomeUnknown,
)
from db.query import Write, write_row
from db.store import LIVE, UPDATE_MOMENT, UPDATE_TABLE, MoveRow, TableRow
from tables.clocks import SET_SHOWN
from tables.model.errors import Unsure
from tables.play.heartbeat import PUT_SEEN_AT
from tables.play.playing import Move
from tables.storage.repository import REVISION_OF
from tests.db.test_refused import OTHERS
from tests.db.test_transactions import live, table
from tests.postgresql import MISSING, Server, dump, find_programs
from tests.proxy import Proxy
from tests.rows import insert_moves
from tests.tables.games import Heaps, Pig
from tests.tables.house import ANNA, BEN, CLEO, Clock, House, run

pytestmark = pytest.mark.skipif(find_programs() is None, reason=MISSING)

PATIENCE = 20.0
CLICK = 2**60
"""The id of an interaction."""


@pytest.fixture
def url(server_of_postgresql):
    """The URL of a new database with our tables in it."""
    name = server_of_postgresql.make()
    yield server_of_postgresql.url(name)
    server_of_postgresql.drop(name)


@pytest.fixture
async def database(url):
    async with await Database.open(url) as database:
        yield database


@pytest.fixture
def plainly(url):
    """An ordinary connection, such as any other program has."""
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


async def opened(database):
    """Save a new table, and return its row."""
    async with database.write() as store:
        number = await store.insert_table(table())
        return await store.table(number)


async def until(holds):
    """Wait until a condition on the server is true."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - the server gives no event
            await asyncio.sleep(0.01)


async def change(database, row, **columns):
    """Change a table's row, as a move does, and return the new row."""
    after = replace(row, revision=row.revision + 1, **columns)
    async with database.write() as store:
        store.run(UPDATE_TABLE, **write_row(TableRow, after))
        insert_moves(store, row.id, [MoveRow(after.revision, 0, "hold", 1.0, by_caretaker=False)])
    return after


# A server that cannot be used


@pytest.mark.parametrize(
    "url", ["postgresql://", "postgres://h/d?no=1", "postgresql://u:hunter2@h:x/d"]
)
async def test_the_error_about_a_malformed_url_does_not_quote_it(url):
    with pytest.raises(DatabaseError) as caught:
        await Database.open(url, busy_timeout=0)
    assert "hunter2" not in str(caught.value)


async def test_a_url_with_an_unknown_setting_is_refused():
    with pytest.raises(BadDatabaseUrl):
        await Database.open("postgresql://host/name?no=1")


async def test_an_unreachable_server_is_named_without_the_password(tmp_path):
    with pytest.raises(DatabaseUnreachable, match=f"ducks on {tmp_path}") as caught:
        await Database.open(f"postgresql://teal:hunter2@/ducks?host={tmp_path}")
    assert "hunter2" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_the_database_of_another_program_is_refused_and_left_alone(server_of_postgresql):
    name = server_of_postgresql.make("template0")
    url = server_of_postgresql.url(name)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE tables (id INTEGER)")
        with pytest.raises(DatabaseForeign):
            await Database.open(url)
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        assert found.fetchall() == [("tables",)]
    server_of_postgresql.drop(name)


SPY = (
    "CREATE FUNCTION {} RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.secret = ''; "
    "RETURN NEW; END $$"
)
ON_TABLES = (
    "CREATE TRIGGER spy BEFORE INSERT ON tables FOR EACH ROW EXECUTE FUNCTION there.spying()"
)
STRANGE = [
    ("CREATE TABLE more (id INTEGER)", "the table 'more'"),
    ("CREATE VIEW shown AS SELECT secret FROM tables", "the view 'shown'"),
    (SPY.format("spying()"), "the function 'spying'"),
    (
        f"CREATE SCHEMA there; {SPY.format('there.spying()')}; {ON_TABLES}",
        "the trigger 'spy'",
    ),
    (
        "CREATE RULE spy AS ON INSERT TO tables DO ALSO UPDATE tables SET secret = NULL",
        "the rule 'spy'",
    ),
    ("CREATE POLICY spy ON tables", "the policy 'spy'"),
    (
        "ALTER TABLE reminders RENAME TO seen; CREATE VIEW reminders AS SELECT * FROM seen",
        "the table 'seen'",
    ),
]


@pytest.mark.parametrize(
    ("made_by_others", "named", "existing"),
    [*((*each, False) for each in STRANGE), (*STRANGE[0], True), (*STRANGE[-1], True)],
)
async def test_a_schema_with_foreign_additions_is_refused(
    url, plainly, made_by_others, named, existing
):
    plainly.execute(made_by_others)
    before = dump(url)
    with pytest.raises(DatabaseForeign) as caught:
        await Database.open(url, existing=existing)
    assert named in str(caught.value)
    assert dump(url) == before


async def test_additions_of_an_extension_are_allowed(url, plainly):
    plainly.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    await (await Database.open(url)).close()


@pytest.mark.parametrize("existing", [False, True])
@pytest.mark.parametrize(("mark", "error", "said"), OTHERS)
async def test_another_version_is_refused_and_left_alone(url, plainly, existing, mark, error, said):
    plainly.execute(mark.replace("0001_tables", "0011_rematches_that_ended"))
    before = dump(url)
    with pytest.raises(error, match=said):
        await Database.open(url, existing=existing)
    assert dump(url) == before


async def test_a_database_from_the_future_is_refused(database, url):
    async with database.write() as store:
        store.run(PUT_SEEN_AT, seen_at=200_000.0)
    with pytest.raises(DatabaseAhead, match="last used on 1970-01-03"):
        await Database.open(url, now=100_000.0)
    await (await Database.open(url, now=150_000.0)).close()


async def test_a_check_makes_no_tables(server_of_postgresql):
    name = server_of_postgresql.make("template0")
    with pytest.raises(DatabaseMissing):
        await Database.open(server_of_postgresql.url(name), existing=True)
    server_of_postgresql.drop(name)


async def test_several_bots_that_start_at_once_migrate_once(server_of_postgresql):
    name = server_of_postgresql.make("template0")
    url = server_of_postgresql.url(name)
    for database in await asyncio.gather(*(Database.open(url) for _ in range(5))):
        await database.close()
    server_of_postgresql.drop(name)


@pytest.mark.parametrize(
    ("name", "value"), [("synchronous_commit", "on"), ("application_name", "ducks")]
)
async def test_a_session_commits_synchronously_and_is_named_ducks(database, name, value):
    async with database.write() as store:
        assert await store.raw.fetch(f"SHOW {name}", {}) == [(value,)]


# Several writers


async def test_a_transaction_that_reads_first_excludes_other_processes(database, url, plainly):
    """Without this, two processes that count tables at once could both find room for one more."""
    waits = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    async with await Database.open(url) as other:
        async with database.write() as store:
            assert await store.all(LIVE) == ()
            writing = asyncio.create_task(opened(other))
            await until(lambda: plainly.execute(waits).fetchone() != (0,))
            await store.insert_table(table())
        await writing
    assert len(await live(database)) == 2


async def test_transactions_that_only_write_do_not_wait_for_each_other(database, url):
    rows = [await opened(database) for _ in range(2)]
    async with await Database.open(url) as other:
        async with other.write() as store:
            await store.raw.fetch("SELECT 1", {})  # now other transactions that read must wait
            writing = asyncio.create_task(change(database, rows[0]))
            await asyncio.sleep(0)
        await asyncio.gather(writing, change(other, rows[1]))


async def test_an_older_copy_of_a_row_is_a_conflict(database):
    row = await opened(database)
    await change(database, row)
    with pytest.raises(Conflict):
        await change(database, row)
    async with database.read() as store:
        assert len(await store.moves(row.id)) == 1


async def test_a_deadlock_is_resolved_for_both(database, plainly):
    rows = [await opened(database) for _ in range(2)]
    plainly.execute("SET deadlock_timeout = '60s'")
    with plainly.transaction():
        lock = "UPDATE tables SET called = '' WHERE id = %s"
        plainly.execute(lock, (rows[1].id,))
        shown = asyncio.create_task(set_shown(database, rows))
        waits = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted"  # pg_stat_activity gets stale
        await until(lambda: plainly.execute(waits).fetchone() != (0,))
        await asyncio.to_thread(plainly.execute, lock, (rows[0].id,))
    await shown
    assert plainly.execute("SELECT DISTINCT shown_revision FROM tables").fetchall() == [(0,)]


async def set_shown(database, rows):
    async with database.write() as store:
        store.run_each(
            SET_SHOWN,
            [
                {"id": number, "revision": shown}
                for number, shown in {row.id: row.revision for row in rows}.items()
            ],
        )


async def test_a_lock_of_another_program_is_named(url, plainly, monkeypatch):
    monkeypatch.setattr(
        "db.backends.postgresql_transaction._SETTINGS", ("SET lock_timeout = '50ms'",)
    )
    async with await Database.open(url) as database:
        row = await opened(database)
        with plainly.transaction():
            plainly.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
            with pytest.raises(DatabaseLocked):
                await change(database, row)
            assert not database.can_save()
        await change(database, row)
        assert database.can_save()


# A connection that is lost


async def test_the_limit_on_unacknowledged_data_is_25_seconds(proxy):
    """TCP_USER_TIMEOUT is needed, since no keepalive is sent while data is unacknowledged."""
    connection = await connect(proxy.url)
    with socket.socket(fileno=os.dup(connection.fileno())) as line:
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 25_000
    await connection.close()


async def test_connections_closed_by_the_server_are_replaced_silently(database, plainly):
    row = await opened(database)
    end = (
        "SELECT pg_terminate_backend(pid, 9999) FROM pg_stat_activity"
        " WHERE application_name = 'ducks'"
    )
    for _ in range(3):
        plainly.execute(end)
        row = await change(database, row)
    assert row.revision == 3


@pytest.mark.heavy
async def test_a_click_waits_while_the_server_restarts(caplog):
    caplog.set_level(logging.INFO, "db")
    with Server() as server:
        server.make_template()
        async with await Database.open(server.url(server.make())) as database:
            row = await opened(database)
            server.stop()
            waiting = asyncio.create_task(change(database, row))
            await asyncio.to_thread(server.start)
            assert (await waiting).revision == 1
            server.stop("immediate")
            with pytest.raises(DatabaseUnreachable):
                await change(database, row)
            assert not database.can_save()
            server.start()
            await opened(database)
            assert database.can_save()
    told = [record.levelname for record in caplog.records if record.name.startswith("db.")]
    assert told == ["ERROR", "INFO"]


@pytest.fixture
async def proxy(url):
    """A proxy to the server that counts round trips and loses the connection on purpose."""
    async with Proxy(url) as proxy:
        yield proxy


async def test_a_change_of_a_table_is_one_round_trip(proxy):
    async with await Database.open(proxy.url) as database:
        row = await change(database, await opened(database))
        before = proxy.trips
        await change(database, row)
        assert proxy.trips - before == 1


@pytest.mark.parametrize("arrives", [True, False])
async def test_the_outcome_of_a_lost_commit_is_unknown(proxy, arrives, caplog):
    async with await Database.open(proxy.url) as database:
        row = await opened(database)
        proxy.lose(b"COMMIT", arrives=arrives)
        with pytest.raises(OutcomeUnknown):
            await change(database, row)
        assert not database.can_save()
        async with database.read() as store:
            assert len(await store.moves(row.id)) == arrives
    assert "Nothing is saved" in caplog.text


@pytest.mark.parametrize("how", [Database.read, Database.read_one, Database.read_slow])
async def test_a_read_is_good_even_if_its_end_fails(proxy, how):
    async with await Database.open(proxy.url) as database:
        row = await opened(database)
        proxy.lose((b"COMMIT", b"ROLLBACK"), arrives=False)
        async with how(database) as store:
            assert await store.table(row.id) == row
        proxy.lose((), arrives=False)
        assert await change(database, row)
        assert database.can_save()


async def test_a_connection_lost_during_a_trip_counts_as_lost(proxy):
    """In this case the driver raises an error of its own, without an SQLSTATE."""
    connection, lost = await connect(proxy.url), asyncio.Event()

    async def send():
        async with _Pipeline.of(connection):
            await connection.execute("COMMIT")
            asyncio.get_running_loop().add_reader(connection.fileno(), lost.set)
            await proxy.cut(silent=False)
            await lost.wait()
            asyncio.get_running_loop().remove_reader(connection.fileno())

    with pytest.raises(psycopg.Error) as caught:
        await send()
    await connection.close()
    assert is_lost(caught.value)
    assert isinstance(translate_error(caught.value, "ducks"), ConnectionLost)


async def test_a_transaction_sent_in_pieces_is_lost_as_a_whole(proxy, url):
    async with await psycopg.AsyncConnection.connect(proxy.url, autocommit=True) as connection:
        await connection.execute("CREATE TABLE pieces (one INT DEFAULT 1)")
        for sql in ("BEGIN", "INSERT INTO pieces VALUES (DEFAULT)", "COMMIT"):
            await connection.execute(sql, prepare=True)
        proxy.lose(b"INSERT", arrives=True)
        send = connection.pgconn
        send.enter_pipeline_mode()
        for name in (b"_pg3_0", b"_pg3_1"):
            send.send_query_prepared(name, [])
        send.flush()
        await asyncio.sleep(0.05)
        send.send_query_prepared(b"_pg3_2", [])
        send.pipeline_sync()
        send.flush()
        lost = asyncio.Event()
        asyncio.get_running_loop().add_reader(connection.fileno(), lost.set)
        async with asyncio.timeout(PATIENCE):
            await lost.wait()
        asyncio.get_running_loop().remove_reader(connection.fileno())
        await connection.close()
    with psycopg.connect(url) as server:
        assert server.execute("SELECT count(*) FROM pieces").fetchone() == (2,)


async def test_a_single_query_is_one_round_trip(proxy):
    async with await Database.open(proxy.url) as database:
        row = await opened(database)
        for _ in range(2):  # the first query also connects and is prepared
            before = proxy.trips
            async with database.read_one() as store:
                assert await store.one(REVISION_OF, id=row.id) == 0
        assert proxy.trips - before == 1


async def test_a_process_paused_in_a_transaction_loses_its_connection(url, plainly, monkeypatch):
    async with await Database.open(url) as database:
        row = await opened(database)
    soon = "SET idle_in_transaction_session_timeout = '20ms'"
    monkeypatch.setattr("db.backends.postgresql_transaction._SETTINGS", (soon,))
    left = "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'ducks'"
    async with await Database.open(url) as database:
        with pytest.raises(ConnectionLost):
            await stand_still(database, row, lambda: plainly.execute(left).fetchone() == (0,))


async def stand_still(database, row, too_long):
    async with database.write() as store:
        await store.moves(row.id)
        await until(too_long)
        await store.moves(row.id)


async def change_and_look(database, row):
    async with database.write() as store:
        store.run(UPDATE_MOMENT, **write_row(TableRow, replace(row, revision=1)))
        await store.moves(row.id)


async def test_a_loss_before_the_commit_changes_nothing(proxy):
    async with await Database.open(proxy.url) as database:
        row = await opened(database)
        proxy.lose(b"SELECT seq", arrives=True)
        with pytest.raises(ConnectionLost):
            await change_and_look(database, row)
        async with database.read() as store:
            assert await store.table(row.id) == row


@pytest.fixture
async def house(proxy):
    async with await Database.open(proxy.url) as database:
        house = House(database, Clock(), (Pig(), Heaps()), url=proxy.url)
        yield house
        for other in house.others:
            await other.close()


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_move_with_a_lost_commit_is_made_once(house, proxy, arrives):
    begun = await house.game(ANNA, BEN)
    proxy.lose(b"COMMIT", arrives=arrives)
    moved = await house.act(begun, "hold")
    assert moved.seq == begun.seq + 1
    assert len(await house.steps(begun.id)) == moved.seq
    assert (await house.act(moved, "hold")).seq == moved.seq + 1


async def test_a_move_with_a_late_commit_is_made_once_and_confirmed(house, proxy):
    begun = await house.game(ANNA, BEN)
    person = begun.seats[begun.to_act[0]].person
    proxy.lose(b"COMMIT", arrives=True, before=b"INSERT INTO processed_interactions")
    moved = await house.tables.do(begun.id, Move(person, begun.seq, "hold"), click=CLICK)
    assert moved.seq == begun.seq + 1 == len(await house.steps(begun.id))
    assert house.tables.has_done(CLICK)


async def test_a_move_with_a_lost_commit_is_confirmed_after_the_next_move(house, proxy):
    begun = await house.game(ANNA, BEN)
    other = await house.restarted()

    async def move_on():
        """Move in another process, before this one has asked whether its commit arrived."""
        await other.act(await other.tables.lookup.get(begun.id), "hold")

    person = begun.seats[begun.to_act[0]].person
    proxy.lose(b"COMMIT", arrives=True)
    proxy.then(move_on)
    moved = await house.tables.do(begun.id, Move(person, begun.seq, "hold"), click=CLICK)
    assert moved.seq == begun.seq + 2 == len(await house.steps(begun.id))


async def test_a_rematch_with_a_lost_commit_is_opened_once(house, proxy):
    over = await house.finish(await house.game(ANNA, BEN))
    proxy.lose(b"COMMIT", arrives=True)
    lobby = await house.tables.endings.rematch(over.id, ANNA, 9, click=CLICK)
    assert await live(house.database) == (lobby.id,)


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_feature_reports_truly_after_a_lost_commit(house, proxy, arrives):
    write = Write("INSERT INTO reminders (person_id, way) VALUES (:person_id, 'none')")
    proxy.lose(b"COMMIT", arrives=arrives)
    with contextlib.nullcontext() if arrives else pytest.raises(ConnectionLost):
        async with house.tables.shared.writer.write(CLICK) as store:
            store.run(write, person_id=CLEO.id)
    assert await house.rows("SELECT person_id FROM reminders") == [(CLEO.id,)] * arrives


@pytest.mark.parametrize(("click", "kind"), [(CLICK, Unsure), (None, OutcomeUnknown)])
async def test_nobody_is_asked_to_repeat_a_click_that_may_count(proxy, click, kind):
    async with await Database.open(proxy.url, busy_timeout=0.1) as database:
        house = House(database, Clock(), (Pig(), Heaps()), url=proxy.url)
        begun = await house.game(ANNA, BEN)
        person = begun.seats[begun.to_act[0]].person
        proxy.lose(b"COMMIT", arrives=True)
        proxy.then(lambda: proxy.cut(silent=False))
        with pytest.raises(kind):
            await house.tables.do(begun.id, Move(person, begun.seq, "hold"), click=click)
        await proxy.mend()
        assert (await house.tables.lookup.get(begun.id)).seq == begun.seq + 1


READS = {
    "SELECT seat, person": lambda tables, table: tables.lookup.get(table.id),
    "SELECT seq": lambda tables, table: tables.transcripts.text(table.id),
    "SELECT id": lambda tables, table: tables.lookup.newest_in(table.channel_id),
    "SELECT revision": lambda tables, table: tables.lookup.get(table.id),
    "SELECT tables.id": lambda tables, _: tables.lookup.live_of(ANNA.id),
}


@pytest.mark.parametrize("statement", READS)
async def test_a_lost_read_is_repeated_once(house, proxy, statement):
    table = await house.game(ANNA, BEN)
    cold = await house.restarted()
    proxy.lose(statement.encode(), arrives=True)
    assert await READS[statement](cold.tables, table)
    assert not proxy.loses


async def test_a_lost_last_move_is_made_once(house, proxy):
    game = await house.game(ANNA, BEN)
    proxy.lose(b"SELECT seq", arrives=True)  # the query for the log, which is then hashed
    over = await house.finish(game)
    assert len(await house.steps(game.id)) == over.seq


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_table_with_a_lost_opening_is_opened_at_most_once(house, proxy, arrives):
    await house.lobby(ANNA)
    proxy.lose(b"COMMIT", arrives=arrives)
    with contextlib.nullcontext() if arrives else pytest.raises(ConnectionLost):
        await house.lobby(BEN)
    assert len(await live(house.database)) == 1 + arrives


@pytest.mark.heavy
def test_the_server_of_the_tests_ends_with_their_process():
    make = "from tests.postgresql import Server; s = Server(); s.start(); print(s.folder); input()"
    command = [sys.executable, "-u", "-c", make]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        folder = Path(process.stdout.readline().decode().strip())
        number = (folder / "data" / "postmaster.pid").read_text().split()[0]
        process.kill()
    until = time.monotonic() + PATIENCE
    while folder.exists() or is_running(int(number)):
        assert time.monotonic() < until
        time.sleep(0.02)


def is_running(number):
    """Whether a process runs. A zombie does not count."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(number).status() != psutil.STATUS_ZOMBIE
    return False


async def test_an_error_about_a_value_does_not_quote_it(database):
    with pytest.raises(DatabaseError, match="cannot be used: InvalidTextRepresentation") as caught:
        async with database.read() as store:
            await run(store, "SELECT CAST('quack' || id AS BIGINT) FROM (SELECT 1 AS id) AS one")
    assert "quack" not in str(caught.value)
