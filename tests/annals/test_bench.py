"""The large database that answers are measured on is one that play could have written."""

from bench.large import GUILD, generate
from db.connection import Database
from engine import GAMES
from tables.service import Tables
from tests.annals.server import Clock, Server


async def test_a_generated_database_equals_its_log(tmp_path):
    url = f"sqlite:///{tmp_path / 'large.db'}"
    await generate(url, 60, 20, each=1, say=lambda _: None)
    async with await Database.open(url) as database:
        server = Server(database, Clock())
        assert await server.rows("SELECT COUNT(*) FROM results") == [(60,)]
        assert await server.annals.rebuild() == ()
        history = await server.annals.history(GUILD, None, None, 1)
        tables = Tables(database, GAMES, Clock())
        assert (await tables.verify(history.entries[0].table_id)).fair
