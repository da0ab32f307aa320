"""Damaged rows of one table do not affect other tables, and the log does not quote such rows."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from db.backends.backend import is_postgresql, path_of
from db.connection import Database
from db.copies import back_up, copy, restore
from tables.model.errors import TableError
from tables.model.table import Status
from tables.model.time_control import TimeControl
from tables.play.heartbeat import OUTAGE
from tables.play.lobby import Settle
from tables.play.playing import Move
from tables.play.seating import Start
from tables.service import GAME_AGE
from tests.conftest import BACKENDS
from tests.damage import KINDS, WORD, Spoiler
from tests.postgresql import find_memory
from tests.records.server import ANNA, BEN, CHANNEL, GUILD, Clock, Server
from tests.tables.games import Heaps, Pig

pytestmark = pytest.mark.xdist_group("damaged")  # so that databases are spoilt only once

HOUR = 3600.0


async def play(url):
    """Play tables of every kind; return their numbers by name."""
    async with await Database.open(url) as database:
        server = Server(database, Clock(), games=(Pig(), Heaps()))
        tables = server.tables
        await tables.heartbeat.beat()
        finished = await server.play("pig", ANNA, BEN, length="short")
        lobby = await server.lobby("pig", ANNA, BEN)
        game = await server.lobby("pig", ANNA, BEN)
        await tables.do(game.id, Settle(ANNA, time_control=TimeControl.RELAXED))
        game = await tables.do(game.id, Start(ANNA, 8))
        for text in ("roll", "hold", "hold"):
            person = game.seats[game.to_act[0]].person
            game = await tables.do(game.id, Move(person, game.seq, text))
        hidden = await server.start("heaps", ANNA, BEN)
        return {"finished": finished.id, "lobby": lobby.id, "game": game.id, "hidden": hidden.id}


async def spoil(url, names, kinds):
    """Play tables, then spoil copies of the named ones. Return good tables by name, and bad tables.

    For each name, the good tables are the first and the last, with the bad ones in between.
    """
    played = await play(url)
    with Spoiler(url) as spoiler:
        spoiler.run(f"INSERT INTO reminders (person_id, way) VALUES ({ANNA.id}, 'direct')")
        regrets = f"SELECT id, person_id, {GUILD}, 'pig', 30, 1.5, 4.5 FROM results, seats"
        spoiler.run(f"INSERT INTO regrets {regrets} WHERE seats.table_id = {played['finished']}")
        bad = {}
        for name in names:
            bad |= spoiler.spoil(played[name], kinds)
        good = {name: {number, spoiler.copy(number)} for name, number in played.items()}
    return good, bad


@pytest.fixture(scope="module")
def memory():
    """Return a folder in memory, and a dictionary for the spoilt databases that tests share."""
    with tempfile.TemporaryDirectory(dir=find_memory()) as folder:
        yield Path(folder), {}


async def copy_spoilt(request, url, *what):
    """Spoil a database once for all tests; return a copy's URL, its good and its bad tables."""
    folder, made = request.getfixturevalue("memory")
    if is_postgresql(url):
        server = request.getfixturevalue("server_of_postgresql")
        if what not in made:
            made[what] = server.make()
            made[made[what]] = await spoil(server.url(made[what]), *what)
        return server.url(server.make(made[what])), *made[made[what]]
    file = folder / f"{'-'.join(what[0] + what[1])}.db"
    if file not in made:
        shutil.copy(path_of(url), file)
        made[file] = await spoil(f"sqlite:///{file}", *what)
    return f"sqlite:///{shutil.copy(file, folder / 'ducks.db')}", *made[file]


def is_ours(guild):
    """Return whether a server is in the only shard, computed as Discord does."""
    return ((guild or 0) >> 22) % 1 == 0


@contextlib.asynccontextmanager
async def serving(request, database_url, *what):
    """Yield a server with spoilt tables; check at the end that the log does not quote them."""
    caplog = request.getfixturevalue("caplog")
    url, good, bad = await copy_spoilt(request, database_url, *what)
    async with await Database.open(url) as database:
        server = Server(database, Clock(), games=(Pig(), Heaps()), url=url, looks_after=is_ours)
        server.good, server.bad = good, bad
        yield server
    assert WORD not in caplog.text


SOME = ("bytes", "null", "word", "huge")
HALVES = SOME[::2], SOME[1::2]


@pytest.fixture
async def whole(request, database_url):
    """Return a server with lobbies and games that are spoilt in every way."""
    async with serving(request, database_url, ("lobby", "game"), tuple(KINDS)) as server:
        yield server


@pytest.fixture
async def live(request, database_url):
    """Return a server with running games that are spoilt in the ways that the parameter names."""
    kinds = getattr(request, "param", SOME)
    async with serving(request, database_url, ("game",), kinds) as server:
        yield server


@pytest.fixture
async def over(request, database_url):
    """Return a server with games that are spoilt after their end."""
    async with serving(request, database_url, ("finished",), SOME) as server:
        yield server


def numbers(tables):
    return {table.id for table in tables}


async def moves_of(server):
    """Return the number of moves of each table."""
    return await server.rows("SELECT table_id, COUNT(*) FROM moves GROUP BY table_id ORDER BY 1")


@pytest.mark.heavy
@pytest.mark.sqlite
async def test_each_spoilt_table_goes_on_or_is_closed_with_a_sentence_and_its_log(whole):
    server = whole
    before, lookup = await moves_of(server), server.tables.lookup
    live = await lookup.all_live()
    assert await moves_of(server) == before
    assert numbers(live) >= server.good["lobby"] | server.good["game"] | server.good["hidden"]
    for table in live:
        if table.status.over:
            assert table.id in server.bad
            assert "log is kept" in table.reason
        elif table.status is Status.PLAYING:
            person = table.seats[table.to_act[0]].person
            moved = await server.tables.do(
                table.id,
                Move(person, table.drawn_for(0), "put 3" if table.game.info.hidden else "hold"),
            )
            assert moved.seq > table.seq
    left = {
        number
        for (number,) in await server.rows(
            "SELECT id FROM tables WHERE status IN ('lobby', 'playing')"
        )
    }
    unknown = {number for number, what in server.bad.items() if what[:2] == ("tables", "game")}
    assert left - numbers(live) <= unknown


async def find_idle(server):
    server.clock.pass_by(200)
    await server.tamper("UPDATE tables SET time_control = 'none' WHERE time_control = 'relaxed'")
    return await server.tables.maintenance.find_idle()


async def find_uncalled(server):
    server.clock.pass_by(30)
    return await server.tables.maintenance.find_uncalled()


async def move_late(server):
    server.clock.pass_by(8 * HOUR)
    return await server.tables.maintenance.move_late()


async def stop(server):
    return await server.tables.maintenance.follow_channels(lambda *_: False)


async def find_returned(server):
    until = server.clock() + 50
    for number in server.good["game"]:
        await server.tamper("UPDATE seats SET absent_until = ? WHERE table_id = ?", until, number)
    server.clock.pass_by(60)
    return await server.tables.maintenance.find_returned()


async def think(server):
    for number in server.good["game"]:
        await server.tamper("UPDATE seats SET level = 'easy' WHERE table_id = ?", number)
    return await server.tables.thinking.find()


async def expire(server):
    server.clock.pass_by(GAME_AGE)
    await server.tamper("UPDATE tables SET time_control = 'none' WHERE time_control = 'relaxed'")
    ended = await server.tables.maintenance.expire()
    assert numbers(ended) >= server.good["lobby"] | server.good["hidden"]
    return ended


async def catch_up(server):
    found = await server.tables.maintenance.find_not_shown()
    await server.tables.maintenance.set_shown({table.id: table.revision for table in found})
    await server.tables.maintenance.live_messages()
    assert set(await server.tables.maintenance.find_with_secrets()) >= server.good["hidden"]
    return found


async def outage(server):
    server.clock.pass_by(2 * OUTAGE)
    before = dict(await server.rows("SELECT id, changed_at FROM tables"))
    await server.tables.heartbeat.beat()
    now = await server.rows("SELECT id, changed_at FROM tables")
    moved = {number for number, at in now if at != before[number]}
    return [await server.tables.lookup.get(number) for number in moved & server.good["game"]]


async def wait_for(server):
    return await server.tables.lookup.waiting_for(ANNA.id)


async def list_here(server):
    return await server.tables.lookup.live_in(CHANNEL)


async def close_channel(server):
    return await server.tables.maintenance.close_channel(CHANNEL)


async def close_guild(server):
    return await server.tables.maintenance.close_guild(GUILD)


LOOPS = (
    find_idle,
    find_uncalled,
    move_late,
    stop,
    find_returned,
    think,
    expire,
    catch_up,
    outage,
    wait_for,
    list_here,
    close_channel,
    close_guild,
)


each_loop_with_half_of_the_kinds = pytest.mark.parametrize(
    ("loop", "live"),
    [
        pytest.param(loop, kinds, marks=() if number % 2 == half else pytest.mark.soak)
        for number, loop in enumerate(LOOPS)
        for half, kinds in enumerate(HALVES)
    ],
    ids=lambda value: getattr(
        value, "__name__", "-".join(map(str, value)) if isinstance(value, tuple) else None
    ),
    indirect=["live"],
)
"""Outside the soak, a loop meets half of the kinds of damage, and the next loop the other half."""


@pytest.mark.heavy
@each_loop_with_half_of_the_kinds
async def test_a_loop_over_all_tables_reaches_the_undamaged_ones(live, loop):
    assert numbers(await loop(live)) >= live.good["game"]


@pytest.mark.heavy
async def test_the_board_of_a_closed_table_shows_the_end_whatever_has_closed_it(live):
    await live.tables.lookup.waiting_for(ANNA.id)
    closed = {n for (n,) in await live.rows("SELECT id FROM tables WHERE status = 'closed'")}
    shown = await live.tables.maintenance.move_late()
    assert numbers(shown) >= closed > set()
    assert await live.tables.maintenance.move_late() == []


@pytest.mark.heavy
async def test_the_logs_of_undamaged_tables_are_shown_and_verified(over):
    for number in over.good["finished"]:
        assert (await over.tables.transcripts.verify(number)).fair
        assert (await over.records.replays.read(number, GUILD)).table.id == number
    transcripts, replay = over.tables.transcripts, over.records.replays.read
    for number in over.bad:  # each call succeeds or raises a named error
        for look in (transcripts.text, transcripts.verify, lambda number: replay(number, GUILD)):
            with contextlib.suppress(TableError):
                await look(number)


@pytest.mark.heavy
async def test_the_standings_include_the_undamaged_tables(over):
    assert {ANNA.id, BEN.id} <= (await over.standings("pig")).keys()


@pytest.mark.sqlite
@pytest.mark.parametrize("column", ["score", "place"])
@pytest.mark.heavy
async def test_numbers_too_large_to_be_added_hide_no_board(over, column):
    await over.tamper(f"UPDATE finishes SET {column} = {2**63 - 1}")
    for board in ("pig", None):
        assert {ANNA.id, BEN.id} <= (await over.standings(board)).keys()


@pytest.mark.heavy
async def test_undamaged_games_without_records_are_entered(over):
    await over.tamper("DELETE FROM results")
    await over.records.recorder.catch_up()
    entered = {number for (number,) in await over.rows("SELECT table_id FROM results")}
    assert entered >= over.good["finished"]


async def test_a_person_at_spoilt_tables_can_be_exported_and_forgotten(over):
    export = json.loads(await over.records.privacy.export(ANNA.id))
    assert {table["table"] for table in export["tables"]} >= over.good["finished"]
    await over.records.privacy.forget(ANNA.id)
    assert (await over.records.privacy.counts(ANNA.id)).tables == 0


@pytest.mark.heavy
async def test_a_forgotten_person_leaves_the_undamaged_live_tables(live):
    assert await live.records.privacy.export(BEN.id)
    await live.records.privacy.forget(ANNA.id)
    for number in live.good["game"]:
        assert (await live.tables.lookup.get(number)).seats[0].departed


async def test_a_server_with_spoilt_tables_can_be_deleted(over):
    await over.records.guilds.mark_left(GUILD)
    over.clock.pass_by(40 * 24 * HOUR)
    assert await over.records.guilds.purge() == (GUILD,)


@pytest.mark.sqlite
async def test_a_spoilt_file_can_be_backed_up_and_restored(request, database_url, tmp_path):
    url, good, _ = await copy_spoilt(request, database_url, ("game",), SOME)
    file, now = Path(path_of(url)), datetime(2026, 1, 1, tzinfo=UTC)
    backup = await asyncio.to_thread(back_up, file, tmp_path, 1, now)
    done = await asyncio.to_thread(restore, backup, file, now)
    assert done.closed > len(good["game"])
    async with await Database.open(url) as database:
        server = Server(database, Clock(), games=(Pig(), Heaps()))
        closed = [await server.tables.lookup.get(number) for number in good["game"]]
    assert {table.status for table in closed} == {Status.CLOSED}


@pytest.mark.sqlite
@pytest.mark.parametrize("backend", BACKENDS)
async def test_a_spoilt_file_can_be_copied(request, database_url, tmp_path, backend):
    url, good, _ = await copy_spoilt(request, database_url, ("game",), SOME)
    target = f"sqlite:///{tmp_path}/other.db"
    if backend == "postgresql":
        postgresql = request.getfixturevalue("server_of_postgresql")
        target = postgresql.url(postgresql.make("template0"))
    copied = await copy(url, target)
    assert set(copied.left_out) <= {"tables", "seats", "moves", "contributions"}
    assert copied.unread > 0
    async with await Database.open(target) as database:
        server = Server(database, Clock(), games=(Pig(), Heaps()))
        for number in good["game"]:
            table = await server.tables.lookup.get(number)
            assert (await server.move(table)).seq > table.seq
