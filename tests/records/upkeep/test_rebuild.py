"""The summaries equal the log, whatever has happened; and where they do not, it is found."""

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db.connection import Database
from records.__main__ import main
from records.model.boards import Period, Sort
from tables.play.seating import Leave
from tests.records.server import ANNA, BEN, CLEO, DORA, GUILD, Clock, Server

PEOPLE = (ANNA, BEN, CLEO, DORA)
PLACES = (GUILD, 78, None)

people = st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique=True)
pairs = st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=2, unique=True)
threes = st.lists(st.sampled_from(PEOPLE), min_size=3, max_size=3, unique=True)
EVENTS = st.lists(
    st.one_of(
        st.tuples(
            st.just("play"),
            st.sampled_from(["ducks", "trophy", "buckdice"]),
            people,
            st.sampled_from(PLACES),
        ),
        st.tuples(st.just("play"), st.just("pond"), pairs, st.sampled_from(PLACES)),
        st.tuples(st.just("play"), st.just("buckets"), threes, st.just(GUILD)),
        st.tuples(st.just("alone"), st.sampled_from(PEOPLE), st.sampled_from(PLACES)),
        st.tuples(st.just("leave"), people, st.sampled_from(PLACES)),
        st.tuples(st.just("open"), people, st.sampled_from(PLACES)),
        st.tuples(st.just("forget"), st.sampled_from(PEOPLE)),
        st.tuples(st.just("reset"), st.sampled_from([None, "ducks", "pond"])),
        st.tuples(st.just("wait"), st.sampled_from([3600, 20 * 3600, 9 * 86400, 80 * 86400])),
    ),
    min_size=2,
    max_size=12,
)


async def happen(server, event):
    match event:
        case "play", game, who, guild:
            await server.play(game, *who, guild=guild)
        case "alone", person, guild:
            await server.play("pond", person, guild=guild)
        case "leave", who, guild:
            table = await server.start("ducks", *who, guild=guild)
            await server.finish(await server.tables.do(table.id, Leave(who[0])))
        case "open", who, guild:
            await server.start("ducks", *who, guild=guild)
        case "forget", person:
            await server.records.privacy.forget(person.id)
        case "reset", game:
            await server.reset(game)
        case "wait", seconds:
            server.clock.pass_by(seconds)


async def history(events, path):
    async with await Database.open(f"sqlite:///{path}") as database:
        server = Server(database, Clock())
        for event in events:
            await happen(server, event)
        assert await server.records.rebuild.compare() == ()
        before = await server.rows("SELECT * FROM standings")
        await server.tamper("DELETE FROM standings")
        await server.records.rebuild.compare(repair=True)
        assert await server.rows("SELECT * FROM standings") == before


@pytest.mark.heavy
@given(EVENTS)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_after_any_history_the_summaries_equal_the_log(events):
    with tempfile.TemporaryDirectory() as directory:
        asyncio.run(history(events, Path(directory) / "records.db"))


TAMPERED = [
    "UPDATE standings SET wins = wins + 1 WHERE board = 'ducks' AND period = 'all'",
    "DELETE FROM standings WHERE period = 'week'",
    "UPDATE ratings SET mu = mu + 0.01",
    "UPDATE luck SET actual = actual + 1",
    "DELETE FROM luck",
    "INSERT INTO achievements VALUES (1, 77, 'ducks.flock', 1, 0)",
    "UPDATE tallies SET tables = 7",
    "UPDATE finishes SET place = 9",
    "DELETE FROM finishes",
    "DELETE FROM results",
    "UPDATE seats SET place = 3 - place",
    "UPDATE seats SET score = 99 - score",
    "UPDATE results SET guild_id = 78",
    "UPDATE results SET game = 'trophy'",
    "UPDATE results SET ended_at = ended_at - 86400",
    "UPDATE tables SET status = 'cancelled'",
    "UPDATE tables SET guild_id = 78",
]


@pytest.mark.parametrize("sql", TAMPERED)
async def test_what_was_tampered_with_is_found_and_put_right(server, sql):
    await server.play("ducks", ANNA, BEN)
    await server.tamper(sql)
    assert await server.records.rebuild.compare() != ()
    assert await server.records.rebuild.compare(repair=True) != ()
    assert await server.records.rebuild.compare() == ()


async def truth(server, table):
    """Places and scores by person: as the game gave them, at the seats, and on the board."""
    seats = {s.person.id: (s.place, s.score) for s in table.seats}
    rows = await server.rows("SELECT person_id, place, score FROM seats")
    board = await server.records.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.WINS, 1, 0)
    shown = {row.person_id: (row.average_place, row.best_score) for row in board.rows}
    return seats, {person: (place, score) for person, place, score in rows}, shown


async def test_the_winner_is_who_won_by_the_log_whatever_the_seats_say(server):
    table = await server.play("ducks", ANNA, BEN)
    await server.tamper("UPDATE seats SET place = 3 - place, score = 99 - score")
    found = await server.records.rebuild.compare(repair=True)
    assert found == ("scores or places of table 1 are not those of its log",)
    played, at_seats, on_board = await truth(server, table)
    assert at_seats == played
    assert on_board == played


async def test_what_was_summed_up_of_false_seats_is_put_right_by_the_log(server):
    table = await server.play("ducks", ANNA, BEN)
    await server.tamper("UPDATE seats SET place = 3 - place, score = 99 - score")
    await server.tamper("UPDATE finishes SET place = 3 - place")
    await server.tamper("UPDATE standings SET wins = 1 - wins, places = 3 - places, best = 0")
    await server.records.rebuild.compare(repair=True)
    played, _, on_board = await truth(server, table)
    assert on_board == played


async def test_a_result_of_another_board_comes_back_to_its_own(server):
    await server.play("ducks", ANNA, BEN)
    before = await server.rows("SELECT * FROM standings")
    await server.tamper("UPDATE results SET game = 'trophy', guild_id = 5")
    await server.records.rebuild.compare(repair=True)
    assert await server.rows("SELECT guild_id, game FROM results") == [(GUILD, "ducks")]
    assert await server.rows("SELECT * FROM standings") == before


@pytest.mark.parametrize("status", ["cancelled", "abandoned", "closed", "playing"])
async def test_what_is_not_finished_counts_no_more(server, status):
    await server.play("ducks", ANNA, BEN)
    await server.tamper("UPDATE tables SET status = ?", status)
    assert f"table 1 counts, but is {status}" in await server.records.rebuild.compare(repair=True)
    assert await server.rows("SELECT * FROM standings") == []
    assert await server.rows("SELECT * FROM finishes") == []


async def test_a_false_result_does_not_hide_a_missing_one(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("ducks", ANNA, BEN)
    await server.tamper("UPDATE tables SET status = 'cancelled' WHERE id = 1")
    await server.tamper("DELETE FROM results WHERE table_id = 2")
    assert "1 finished tables are not entered" in await server.records.rebuild.compare()


async def test_a_log_that_cannot_be_read_leaves_scores_and_places_as_they_are(server):
    await server.play("ducks", ANNA, BEN)
    seats = await server.rows("SELECT place, score FROM seats")
    await server.tamper("DELETE FROM moves WHERE seq = 1")
    await server.records.rebuild.compare(repair=True)
    assert await server.rows("SELECT place, score FROM seats") == seats


async def test_a_check_changes_nothing(server):
    await server.play("ducks", ANNA, BEN)
    await server.tamper("DELETE FROM standings")
    await server.records.rebuild.compare()
    assert await server.rows("SELECT * FROM standings") == []


@pytest.fixture
def url(tmp_path):
    async def played():
        async with await Database.open(f"sqlite:///{tmp_path / 'played.db'}") as database:
            server = Server(database, Clock())
            await server.play("ducks", ANNA, BEN)

    asyncio.run(played())
    return f"sqlite:///{tmp_path / 'played.db'}"


async def _spoil(url):
    async with await Database.open(url) as database:
        await Server(database, Clock()).tamper("DELETE FROM ratings")


def test_the_command_says_that_all_is_well(url, capsys):
    assert main(["check", "--database", url]) == 0
    assert "equal the log" in capsys.readouterr().out


def test_the_command_says_what_differs(url, capsys):
    asyncio.run(_spoil(url))
    assert main(["check", "--database", url]) == 1
    assert "ratings: 2 missing" in capsys.readouterr().out


def test_the_command_puts_it_right(url):
    asyncio.run(_spoil(url))
    assert main(["rebuild", "--database", url]) == 0
    assert main(["check", "--database", url]) == 0


def test_the_command_says_what_is_wrong_with_a_database(tmp_path, capsys):
    (tmp_path / "text.db").write_text("This is no database. " * 100)
    assert main(["check", "--database", f"sqlite:///{tmp_path / 'text.db'}"]) == 2
    assert "damaged" in capsys.readouterr().err


@pytest.mark.heavy
def test_the_command_forgets_somebody(url, capsys):
    assert main(["forget", str(ANNA.id), "--database", url]) == 0
    assert str(ANNA.id) in capsys.readouterr().out

    async def names():
        async with await Database.open(url) as database:
            return await Server(database, Clock()).rows("SELECT DISTINCT name FROM seats")

    assert set(asyncio.run(names())) == {("Somebody",), ("Ben",)}
