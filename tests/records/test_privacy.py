"""The data that a person can export, and the data left after the person is forgotten."""

import asyncio
import contextlib
import json
import math
import random
import sqlite3
from dataclasses import asdict
from pathlib import Path

import pytest

from db.connection import Database
from db.errors import DatabaseError
from players.games import GAMES
from records.privacy import ANONYMOUS, END_COMPACTION
from records.recorder import PUT_PLAYER
from records.service import Records
from records.upkeep import KEEP_FOR
from records.values import PlayerRow, StoredCounts
from tables.model.errors import NotSeated
from tables.model.table import Person, Status
from tables.play.lobby import SendHome
from tables.play.playing import Move, TakeBack
from tables.play.seating import Join, Leave
from tests.records.server import ANNA, BEN, CLEO, GUILD, Server


async def everything(server):
    """Return all values of all tables of the database."""
    tables = await server.table_names()
    assert "seats" in tables
    return {
        table: [value for row in await server.rows(f"SELECT * FROM {table}") for value in row]
        for table in tables
    }


async def named(server):
    """Return the names on the board of Ducks in a Bucket."""
    names = dict(await server.rows("SELECT person_id, name FROM players"))
    return {names[person] for person in await server.standings("ducks")}


async def exported(server, person=ANNA):
    """Return the export of a person, parsed."""
    return json.loads(await server.records.privacy.export(person.id))


async def files(server):
    """Return the bytes of the database file, its write-ahead log and the log's index, as text."""
    path = Path(server.database.name)
    read = (path.with_name(path.name + end).read_bytes() for end in ("", "-wal", "-shm"))
    return b"".join(await asyncio.to_thread(lambda: list(read))).decode("latin-1")


def as_stored(person):
    """Return a person's id as SQLite stores it."""
    return person.id.to_bytes(8, "big").decode("latin-1")


async def test_no_row_names_a_forgotten_person(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("pond", ANNA)
    await server.lobby("trophy", ANNA, BEN)
    await server.lobby("trophy", ANNA)
    await server.start("trophy", BEN, ANNA)
    await server.records.privacy.forget(ANNA.id)
    for table, values in (await everything(server)).items():
        assert ANNA.id not in values, table
        assert not [value for value in values if "Anna" in str(value)], table


async def test_data_of_an_unknown_feature_are_exported_and_deleted(server):
    """A feature is unknown once its folder is deleted."""
    for person in (ANNA, BEN):
        await server.tamper("INSERT INTO practice VALUES (?, 0, 17)", person.id)
        luck = "INSERT INTO luck VALUES (?, ?, 'ducks', 'eggs', 1, 1, 1, 1)"
        await server.tamper(luck, person.id, GUILD)
    privacy = Records(server.database, GAMES, server.clock).privacy
    export = json.loads(await privacy.export(ANNA.id))
    assert export["practice"] == [{"table_id": 0, "seq": 17}]
    assert [row["measure"] for row in export["luck"]] == ["eggs"]
    await privacy.forget(ANNA.id)
    assert await server.rows("SELECT DISTINCT person_id FROM luck") == [(BEN.id,)]
    assert await server.rows("SELECT * FROM practice") == [(BEN.id, 0, 17)]


async def test_forgetting_a_person_keeps_the_names_of_others(server):
    await server.play("ducks", ANNA, BEN)
    await server.records.privacy.forget(ANNA.id)
    assert await named(server) == {ANONYMOUS, "Ben"}


async def test_forgetting_a_person_keeps_the_boards_and_ratings_of_others(server):
    for _ in range(3):
        await server.play("ducks", ANNA, BEN, CLEO)
    before = await server.standings("ducks")
    await server.records.privacy.forget(ANNA.id)
    after = await server.standings("ducks")
    assert [after[person.id] for person in (BEN, CLEO)] == [
        before[person.id] for person in (BEN, CLEO)
    ]


async def test_all_rows_of_a_forgotten_person_share_one_negative_id(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("trophy", ANNA, BEN)
    await server.records.privacy.forget(ANNA.id)
    numbers = await server.rows("SELECT DISTINCT person_id FROM seats WHERE person_id <> ?", BEN.id)
    assert len(numbers) == 1
    assert numbers[0][0] < 0


async def test_a_forgotten_person_still_has_hands_hidden(server):
    """Where several people sat down, the hand of the one who is left stays private."""
    table = await server.lobby("buckets", ANNA, BEN, CLEO)
    table = await server.tables.do(table.id, Leave(BEN))
    table = await server.tables.do(table.id, Leave(CLEO))
    await server.records.privacy.forget(BEN.id)
    await server.records.privacy.forget(CLEO.id)
    table = await server.tables.lookup.get(table.id)
    assert [each.person_id for each in table.people] == [ANNA.id]
    assert table.open_hand is None


async def test_two_forgotten_people_get_two_ids(server):
    await server.play("ducks", ANNA, BEN)
    await server.records.privacy.forget(ANNA.id)
    await server.records.privacy.forget(BEN.id)
    assert len(await server.standings("ducks")) == 2


async def test_the_log_of_a_forgotten_person_can_be_verified(server):
    table = await server.play("ducks", ANNA, BEN)
    await server.records.privacy.forget(ANNA.id)
    assert (await server.tables.transcripts.verify(table.id)).fair


async def test_a_forgotten_person_who_left_the_lobby_is_no_contributor(server):
    table = await server.tables.lobbies.open("ducks", {}, 1, 2, BEN, 5)
    await server.tables.do(table.id, Join(ANNA, 6))
    await server.tables.do(table.id, Leave(ANNA))
    (part,) = (await exported(server))["contributions"]
    assert part == {"table": table.id, "kind": "seat", "snowflake": 6}
    await server.records.privacy.forget(ANNA.id)
    known = [who for who, _ in (await server.tables.lookup.get(table.id)).mixed_in]
    assert known[0] == BEN.id
    assert known[1] < 0


async def test_the_game_of_a_forgotten_person_can_be_replayed(server):
    table = await server.play("ducks", ANNA, BEN)
    await server.records.privacy.forget(ANNA.id)
    replay = await server.records.replays.read(table.id, GUILD)
    assert [seat.name for seat in replay.at(3).seats] == [ANONYMOUS, "Ben"]


async def test_a_forgotten_person_is_forgotten_in_cached_tables(server):
    table = await server.play("ducks", ANNA, BEN)
    await server.tables.lookup.get(table.id)
    await server.records.privacy.forget(ANNA.id)
    now = await server.tables.lookup.get(table.id)
    assert (now.opener.name, now.seats[0].name) == (ANONYMOUS, ANONYMOUS)


async def test_the_summaries_equal_the_log_after_a_person_is_forgotten(server):
    await server.play("ducks", ANNA, BEN)
    await server.records.privacy.forget(ANNA.id)
    await server.play("ducks", ANNA, BEN)
    assert await server.differences() == ()


async def test_a_forgotten_person_who_plays_again_is_a_newcomer(server):
    await server.play("ducks", ANNA, BEN)
    await server.records.privacy.forget(ANNA.id)
    assert ANNA.id not in await server.standings("ducks")
    await server.play("ducks", ANNA, BEN)
    assert (await server.standings("ducks"))[ANNA.id].games == 1


async def test_a_forgotten_person_leaves_a_lobby(server):
    table = await server.lobby("ducks", ANNA, BEN)
    assert await server.records.privacy.forget(ANNA.id) == (table.id,)
    now = await server.tables.lookup.get(table.id)
    assert [seat.person for seat in now.seats] == [BEN]
    assert now.opener == BEN


async def test_a_lobby_without_anybody_else_is_cancelled(server):
    table = await server.lobby("ducks", ANNA)
    await server.records.privacy.forget(ANNA.id)
    assert (await server.tables.lookup.get(table.id)).status is Status.CANCELLED


async def test_a_running_game_goes_on_with_the_caretaker(server):
    table = await server.start("ducks", ANNA, BEN, CLEO)
    await server.records.privacy.forget(ANNA.id)
    now = await server.tables.lookup.get(table.id)
    assert (now.status, now.seats[0].departed) == (Status.PLAYING, True)
    assert (await server.finish(now)).status is Status.FINISHED


async def test_nobody_can_take_back_a_forgotten_persons_seat(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.records.privacy.forget(ANNA.id)
    with pytest.raises(NotSeated):
        await server.tables.do(table.id, TakeBack(ANNA))


async def test_a_seat_left_earlier_is_forgotten_too(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.tables.do(table.id, Leave(ANNA))
    await server.records.privacy.forget(ANNA.id)
    assert (await server.tables.lookup.get(table.id)).seats[0].name == ANONYMOUS


async def test_a_game_that_ends_because_a_person_is_forgotten_counts(server):
    """The person is forgotten in the last inning, and the caretaker plays it to the end."""
    table = await server.start("ducks", ANNA, BEN)
    while not (table.to_act and table.game.view(table.state, None).round == 2
               and len(table.game.view(table.state, None).innings) == 1):  # fmt: skip
        table = await server.move(table)
    await server.records.privacy.forget(table.seats[table.to_act[0]].person_id)
    assert (await server.tables.lookup.get(table.id)).status is Status.FINISHED
    assert [row.games for row in (await server.standings("ducks")).values()] == [1, 1]


async def test_a_game_with_a_broken_log_does_not_stop_a_person_from_being_forgotten(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.tamper("UPDATE moves SET text = 'nonsense' WHERE table_id = ?", table.id)
    await server.records.privacy.forget(ANNA.id)
    assert ANNA.id not in (await everything(server))["seats"]


@pytest.mark.sqlite
async def test_forgetting_is_one_transaction(server):
    await server.play("ducks", ANNA, BEN)
    before = await everything(server)
    await server.tamper(
        "CREATE TRIGGER refuse BEFORE UPDATE ON finishes BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    with pytest.raises(DatabaseError):
        await server.records.privacy.forget(ANNA.id)
    assert await everything(server) == before


async def test_forgetting_an_unknown_person_changes_nothing(server):
    await server.play("ducks", ANNA, BEN)
    before = await everything(server)
    assert await server.records.privacy.forget(CLEO.id) == ()
    assert await everything(server) == before | {"pending_work": ["compact", 1]}


async def test_stored_data_is_counted(server):
    await server.play("ducks", ANNA, BEN)
    kept = await server.records.privacy.counts(ANNA.id)
    assert (kept.servers, kept.tables, kept.opened) == (1, 1, 1)
    assert kept.finishes == 1


async def test_nothing_is_stored_about_a_person_who_never_played(server):
    assert await server.records.privacy.counts(ANNA.id) == StoredCounts(*4 * (0,))


async def test_an_export_is_json_and_holds_what_is_counted(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("pond", ANNA)
    kept = await server.records.privacy.counts(ANNA.id)
    export = await exported(server)
    counts = [len(export[part]) for part in ("tables", "finishes")]
    assert counts == [kept.tables, kept.finishes]
    assert export["tables"][0]["options"]["wild"] == "on"


async def test_every_record_of_an_export_has_a_line_of_its_own(server):
    for _ in range(3):
        await server.play("pond", ANNA)
    lines = (await server.records.privacy.export(ANNA.id)).decode().splitlines()
    assert sum('"channel":' in line for line in lines) == 3


async def test_an_export_has_the_moves_of_every_table(server):
    tables = [await server.play("pond", ANNA) for _ in range(5)]
    export = await exported(server)
    for table, told in zip(tables, export["tables"], strict=True):
        steps = [step for step in await server.steps(table.id) if step.seat == 0]
        moves = [move.split(" ", 2) for move in told["moves"]]
        assert [(int(m[0]), float(m[1]), m[2]) for m in moves] == [
            (step.seq, step.at, step.text) for step in steps
        ]


async def test_an_export_marks_the_moves_that_the_caretaker_made(server):
    table = await server.start("ducks", ANNA, BEN)
    first = table.seats[table.to_act[0]].person
    await server.tables.do(table.id, Leave(first))
    (told,) = (await exported(server, first))["tables"]
    assert told["moves"]
    assert all(move.endswith(" (caretaker)") for move in told["moves"])


async def test_an_export_has_the_time_since_which_a_table_waits(server):
    table = await server.start("ducks", ANNA, BEN)
    first, since = table.seats[table.to_act[0]].person, server.clock()
    assert (await exported(server, first))["tables"][0]["waiting_since"] == since


async def test_an_export_shows_no_secret_moves_of_others(server):
    """The count of another seat's moves in a running game of The Bucket King is secret."""
    table = await server.start("buckets", ANNA, BEN, CLEO)
    assert {0, 1, 2} <= set(table.to_act)
    first = str(table.game.default(table.state, 0))
    table = await server.tables.do(table.id, Move(ANNA, table.seq, first))
    before = await server.records.privacy.export(ANNA.id)
    table = await server.tables.do(
        table.id, Move(BEN, table.seq, str(table.game.default(table.state, 1)))
    )
    assert await server.records.privacy.export(ANNA.id) == before
    await server.tables.do(table.id, Move(ANNA, table.seq, str(table.game.default(table.state, 0))))
    (told,) = (await exported(server))["tables"]
    assert [move.split()[0] for move in told["moves"]] == ["0", "1"]


async def test_a_finished_game_with_hidden_moves_is_exported_with_the_numbers_of_its_log(server):
    table = await server.play("buckets", ANNA, BEN, CLEO)
    (told,) = (await exported(server))["tables"]
    seqs = [step.seq for step in await server.steps(table.id) if step.seat == 0]
    assert [int(move.split()[0]) for move in told["moves"]] == seqs


async def test_an_export_has_no_data_of_others(server):
    await server.play("ducks", BEN, ANNA)
    text = (await server.records.privacy.export(ANNA.id)).decode()
    assert "Ben" not in text
    assert str(BEN.id) not in text


async def test_an_export_has_no_secret_of_a_table(server):
    table = await server.play("ducks", ANNA, BEN)
    assert table.revealed not in (await server.records.privacy.export(ANNA.id)).decode()


@pytest.mark.sqlite
async def test_no_byte_of_the_files_names_a_forgotten_person(server):
    """The test reads the database file and its write-ahead log while both are open."""
    zebulon = Person(812_345_678_901_234_567, "Zebulon Quist")
    for _ in range(3):
        await server.play("ducks", zebulon, BEN)
    await server.lobby("pond", zebulon)
    assert zebulon.name in await files(server)
    await server.records.privacy.forget(zebulon.id)
    assert await server.records.privacy.sweep()
    assert zebulon.name not in await files(server)
    assert as_stored(zebulon) not in await files(server)


async def test_a_sweep_reports_that_another_process_blocks_it(tmp_path, clock):
    url = f"sqlite:///{tmp_path / 'read.db'}"
    async with await Database.open(url, busy_timeout=0.01) as database:
        server = Server(database, clock)
        await server.play("pond", ANNA)
        with contextlib.closing(sqlite3.connect(tmp_path / "read.db")) as other:
            other.execute("BEGIN")
            other.execute("SELECT COUNT(*) FROM tables").fetchall()
            await server.records.privacy.forget(ANNA.id)
            assert not await server.records.privacy.sweep()
            other.execute("COMMIT")
        assert await server.records.privacy.sweep()


@pytest.fixture
async def crowd(server):
    """Return two thousand named people with random ids. Their rows fill many pages."""
    chosen = random.Random(1)
    people = [Person(chosen.getrandbits(59) | 1 << 59, f"Name{n:05}") for n in range(2000)]
    async with server.database.write() as store:
        store.run_each(PUT_PLAYER, [asdict(PlayerRow(GUILD, one.id, one.name)) for one in people])
    await server.records.privacy.sweep()
    return people


async def copied(server, crowd):
    """Return the people of whom the file has more copies than rows, since SQLite moved rows."""
    text = await files(server)
    copies = {person: text.count(as_stored(person)) for person in crowd}
    rows = min(copies.values())
    return [person for person in crowd if copies[person] > rows]


@pytest.mark.heavy
@pytest.mark.sqlite
async def test_compacting_removes_copies_left_by_moved_rows(server, crowd):
    people = await copied(server, crowd)
    for person in people:
        await server.records.privacy.forget(person.id)
    await server.records.privacy.sweep()
    left = await files(server)
    assert any(as_stored(person) in left for person in people)  # else this proves nothing
    assert await server.records.privacy.compact()
    left = await files(server)
    assert not [person for person in people if as_stored(person) in left or person.name in left]


@pytest.mark.sqlite
async def test_the_file_is_compacted_once_for_all_forgotten_people(server):
    await server.play("ducks", ANNA, BEN)
    await server.records.privacy.forget(ANNA.id)
    await server.records.privacy.forget(BEN.id)
    assert await server.rows("SELECT * FROM pending_work") == [("compact", 2)]
    assert await server.records.privacy.compact()
    assert await server.rows("SELECT * FROM pending_work") == []
    before = await files(server)
    assert await server.records.privacy.compact()
    assert await files(server) == before


async def test_a_person_forgotten_during_compaction_makes_another_compaction_due(server):
    await server.records.privacy.forget(ANNA.id)
    await server.records.privacy.forget(BEN.id)
    async with server.database.write() as store:
        store.run(END_COMPACTION, due=1)
    assert await server.rows("SELECT * FROM pending_work") == [("compact", 2)]


async def test_a_large_file_is_left_to_the_host(server, caplog):
    await server.records.privacy.forget(ANNA.id)
    assert not await server.records.privacy.compact(most=1)
    assert "python -m records compact" in caplog.text
    assert await server.records.privacy.compact(math.inf)


async def test_compaction_stays_due_while_another_process_reads_the_file(tmp_path, clock):
    async with await Database.open(f"sqlite:///{tmp_path / 'read.db'}", busy_timeout=0.01) as file:
        server = Server(file, clock)
        await server.play("pond", ANNA)
        with contextlib.closing(sqlite3.connect(tmp_path / "read.db")) as other:
            other.execute("BEGIN")
            other.execute("SELECT COUNT(*) FROM tables").fetchall()
            await server.records.privacy.forget(ANNA.id)
            assert not await server.records.privacy.compact()
            other.execute("COMMIT")
        assert await server.rows("SELECT * FROM pending_work") == [("compact", 1)]
        assert await server.records.privacy.compact()


async def test_people_can_play_while_the_file_is_compacted(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.records.privacy.forget(CLEO.id)
    done, table = await asyncio.gather(server.records.privacy.compact(), server.move(table))
    assert done
    assert (await server.finish(table)).status is Status.FINISHED
    assert await server.differences() == ()


async def test_the_file_is_compacted_after_a_server_was_deleted(server):
    await server.play("ducks", ANNA, BEN)
    await server.records.guilds.mark_left(GUILD)
    server.clock.pass_by(KEEP_FOR + 1)
    await server.records.guilds.purge()
    assert await server.rows("SELECT * FROM pending_work") == [("compact", 1)]


async def test_a_lobby_does_not_name_a_forgotten_person_whom_its_opener_has_sent_home(server):
    table = await server.lobby("trophy", ANNA, BEN, CLEO)
    for person in (BEN, CLEO):
        await server.tables.do(table.id, SendHome(ANNA, person.id))
    await server.records.privacy.forget(BEN.id)
    assert (await server.tables.lookup.get(table.id)).sent_home == (str(CLEO.id),)
    await server.records.privacy.forget(CLEO.id)
    assert await server.rows("SELECT sent_home FROM tables") == [("",)]
