"""Reviews are made only of finished games, in another process, and are kept."""

import asyncio

import pytest

from players.core import Unit
from players.review import Review, review_log
from tables.model.errors import NoSuchTable, ReviewPending, WrongPhase
from tests.records.server import ANNA, BEN, CLEO, GUILD

FOUND = Review(Unit.WIN, None, ("a seat's",))


@pytest.fixture
async def reviews(server, monkeypatch):
    monkeypatch.setattr("tables.thinking.LONG_PATIENCE", 600)  # the machine may be busy
    yield server.tables.reviews
    await server.tables.reviews.close()


@pytest.mark.heavy
async def test_a_review_follows_from_the_log_and_is_kept(server, reviews):
    table = await server.play("pond", ANNA, BEN)
    found = await reviews.get(table.id, GUILD)
    async with server.database.read() as store:
        moves = [(row.seat, row.text) for row in await store.moves(table.id)]
        row = await store.table(table.id)
    assert found == review_log("pond", 2, table.options, row.first, moves)
    assert await reviews.get(table.id, GUILD) is found


async def test_a_running_game_has_no_review(server, reviews):
    table = await server.start("pond", ANNA, BEN)
    with pytest.raises(WrongPhase, match="played to its end"):
        await reviews.get(table.id, GUILD)


async def test_another_server_gets_no_review(server, reviews):
    table = await server.play("pond", ANNA)
    with pytest.raises(NoSuchTable):
        await reviews.get(table.id, GUILD + 1)


async def test_a_game_without_known_values_has_no_review(server, reviews):
    table = await server.play("buckdice", ANNA, BEN)
    assert await reviews.get(table.id, GUILD) is None


async def test_a_review_that_does_not_come_in_time_is_refused(server, reviews, monkeypatch):
    table = await server.play("pond", ANNA)
    monkeypatch.setattr(reviews._thinkers, "_limit", 0.001)
    with pytest.raises(WrongPhase, match="just now"):
        await reviews.get(table.id, GUILD)


@pytest.mark.heavy
async def test_a_slow_review_is_shown_once_it_is_there(server, reviews, monkeypatch):
    """Meanwhile a pond game gets its review. A review requested twice is computed once."""
    table, pond = await server.play("buckets", ANNA, BEN, CLEO), await server.play("pond", ANNA)
    go_on, asked = asyncio.Event(), []

    async def search(*question):
        asked.append(question)
        await go_on.wait()
        return FOUND

    monkeypatch.setattr(reviews._searchers, "run", search)
    monkeypatch.setattr("tables.thinking.PATIENCE", 0.01)
    for _ in range(2):
        with pytest.raises(ReviewPending, match="being computed"):
            await reviews.get(table.id, GUILD)
    assert await reviews.get(pond.id, GUILD)
    go_on.set()
    monkeypatch.setattr("tables.thinking.PATIENCE", 60)
    assert await reviews.get(table.id, GUILD) is FOUND
    assert len(asked) == 1


async def test_a_review_that_a_busy_machine_computes_slowly_is_shown_once_it_is_there(
    server, reviews, monkeypatch
):
    table, go_on = await server.play("pond", ANNA), asyncio.Event()

    async def compute(*_question):
        await go_on.wait()
        return FOUND

    monkeypatch.setattr(reviews._thinkers, "run", compute)
    monkeypatch.setattr("tables.thinking.LONG_PATIENCE", 0.01)
    with pytest.raises(ReviewPending):
        await reviews.get(table.id, GUILD)
    go_on.set()
    monkeypatch.setattr("tables.thinking.LONG_PATIENCE", 60)
    assert await reviews.get(table.id, GUILD) is FOUND


async def test_a_person_waiting_for_a_review_is_told_when_the_bot_stops(
    server, reviews, monkeypatch
):
    table = await server.play("buckets", ANNA, BEN, CLEO)
    monkeypatch.setattr("tables.thinking.PATIENCE", 0.01)
    with pytest.raises(ReviewPending):
        await reviews.get(table.id, GUILD)
    await reviews.close()
    assert reviews._asked == {}
    assert reviews._searchers.pids == ()
