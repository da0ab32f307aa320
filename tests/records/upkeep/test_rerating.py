"""Ratings that are computed anew while people play, after an update that rates in another way."""

import pytest

from records.model.rows import Period, Sort
from records.upkeep import rerating
from tests.records.server import ANNA, BEN, CLEO, DORA, GUILD


@pytest.fixture(autouse=True)
def batch(monkeypatch):
    """Few results in each transaction, so that much can happen between two."""
    monkeypatch.setattr(rerating, "_BATCH", 3)


async def spoil(server):
    """Leave the database as the migration does: the ratings of another model are due."""
    await server.tamper("UPDATE finishes SET mu = mu + 5, sigma = 1 WHERE mu IS NOT NULL")
    await server.tamper("DELETE FROM ratings")
    await server.tamper("INSERT INTO pending_work VALUES ('ratings', 0)")


async def some_games(server):
    """Games with and without ratings, resets between them and before the first."""
    await server.reset("ducks")
    for _ in range(4):
        await server.play("ducks", ANNA, BEN, CLEO)
        await server.play("pond", ANNA)
        await server.play("pond", ANNA, guild=None)
        await server.play("trophy", BEN, DORA, guild=78)
    await server.reset("ducks")
    await server.play("trophy", ANNA, BEN)
    await server.play("ducks", CLEO, BEN)
    await server.reset(None)
    await server.play("ducks", CLEO, ANNA)
    await server.play("trophy", CLEO, ANNA)
    await server.reset("trophy")


async def ratings(server):
    return await server.rows("SELECT * FROM ratings ORDER BY guild_id, game, person_id")


async def test_they_equal_those_of_every_game_played_by_the_new_model(server):
    await some_games(server)
    before = await ratings(server)
    await spoil(server)
    assert await server.records.rerating.run()
    after = await ratings(server)
    assert [row[:3] for row in after] == [row[:3] for row in before]
    assert [row[3:] for row in after] == [pytest.approx(row[3:]) for row in before]
    assert await server.records.rebuild.compare() == ()


async def test_nothing_is_due_where_nothing_has_changed(server):
    await some_games(server)
    assert not await server.records.rerating.run()


async def test_they_are_computed_once(server):
    await some_games(server)
    await spoil(server)
    await server.records.rerating.run()
    assert not await server.records.rerating.run()


MEANWHILE = {
    "a game ends": lambda server: server.play("ducks", ANNA, BEN, CLEO),
    "a game alone ends": lambda server: server.play("pond", ANNA),
    "one board is reset": lambda server: server.reset("ducks"),
    "all boards are reset": lambda server: server.reset(None),
    "somebody is forgotten": lambda server: server.records.privacy.forget(ANNA.id),
}


@pytest.mark.parametrize("event", MEANWHILE)
@pytest.mark.parametrize("when", range(8))
async def test_whatever_happens_meanwhile_they_are_right_in_the_end(server, event, when):
    """After so many transactions; a killed process leaves the same behind as a pause."""
    await some_games(server)
    await spoil(server)
    for _ in range(when):
        assert await server.records.rerating.rate_some()
    await MEANWHILE[event](server)
    await server.play("trophy", ANNA, CLEO)
    await server.records.rerating.run()
    assert await server.records.rebuild.compare() == ()


@pytest.mark.parametrize("when", range(3))
async def test_of_a_server_that_is_removed_meanwhile_nothing_stays(server, when):
    await some_games(server)
    await spoil(server)
    for _ in range(when):
        await server.records.rerating.rate_some()
    await server.records.guilds.mark_left(78)
    await server.tamper("UPDATE departures SET removing = 1000")
    await server.tamper("DELETE FROM ratings WHERE guild_id = 78")  # as far as the removal has come
    await server.records.rerating.run()
    assert await server.rows("SELECT * FROM ratings WHERE guild_id = 78") == []


async def test_a_game_that_ends_meanwhile_has_no_rating_yet(server):
    await some_games(server)
    await spoil(server)
    table = await server.play("ducks", ANNA, BEN)
    sql = "SELECT mu FROM finishes JOIN results ON id = result_id WHERE table_id = ?"
    assert await server.rows(sql, table.id) == [(None,), (None,)]
    assert await ratings(server) == []


async def test_ratings_of_the_model_before_are_not_shown(server):
    for _ in range(5):
        await server.play("ducks", ANNA, BEN)
    await spoil(server)
    await server.records.rerating.rate_some()
    board = await server.records.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.RATING, 1, 0)
    stats = await server.records.stats.read(GUILD, ANNA.id, "ducks")
    assert [point.number for point in stats.ratings] == [3, 4, 5]
    assert stats.ratings[-1].rating in {row.rating for row in board.rows}


async def test_a_check_says_that_they_are_not_computed_anew_yet_and_a_rebuild_does_it(server):
    await some_games(server)
    await spoil(server)
    assert "not yet computed anew" in (await server.records.rebuild.compare())[0]
    await server.records.rebuild.compare(repair=True)
    assert not await server.records.rerating.run()
    assert await server.records.rebuild.compare() == ()
