"""The large database for measurements is valid, and every measured query works on it."""

import asyncio
import shutil

import pytest

from bench.records import LIMIT, SOME, Questions, leave, measure
from db.connection import Database
from players.games import GAMES
from tables.service import Tables
from tests.bench.large import GUILD, generate
from tests.records.server import Clock, Server

GAMES_THERE, PEOPLE = 200, 20


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """The file of a generated database."""
    file = tmp_path_factory.mktemp("large") / "large.db"
    asyncio.run(generate(f"sqlite:///{file}", GAMES_THERE, PEOPLE, each=1))
    return file


@pytest.fixture
def url(tmp_path, generated):
    """The URL of a copy of the generated database."""
    return f"sqlite:///{shutil.copy(generated, tmp_path)}"


@pytest.mark.xdist_group("large")
async def test_a_generated_database_equals_its_log(url):
    async with await Database.open(url) as database:
        server = Server(database, Clock())
        assert await server.rows("SELECT COUNT(*) FROM results") == [(GAMES_THERE,)]
        # PostgreSQL refuses a copy with broken foreign keys.
        assert await server.rows("PRAGMA foreign_key_check") == []
        assert await server.differences() == ()
        history = await server.history.page(GUILD, None, None, 1)
        tables = Tables(database, GAMES, Clock())
        assert (await tables.transcripts.verify(history.entries[0].table_id)).fair


@pytest.mark.heavy
@pytest.mark.xdist_group("large")
async def test_all_questions_are_asked_before_the_server_is_removed(url, capsys):
    asked = Questions()
    await measure(asked, url, PEOPLE)
    await leave(asked, url)
    assert f"reset of {SOME}" in capsys.readouterr().out
    async with await Database.open(url) as database:
        server = Server(database, Clock())
        assert await server.rows("SELECT * FROM finishes WHERE guild_id = ?", GUILD) == []
        assert await server.rows("SELECT * FROM results WHERE guild_id = ?", GUILD) == []


@pytest.mark.parametrize(("worst", "status"), [(LIMIT, 0), (LIMIT + 1, 1)])
def test_an_answer_over_the_limit_is_reported_and_sets_the_exit_status(worst, status, capsys):
    asked = Questions()
    asked.note("quick", [1.0])
    asked.note("slow", [1.0, worst])
    assert asked.verdict() == status
    assert ("NOT HELD: slow" in capsys.readouterr().out) == bool(status)
