"""What is told of somebody, and what is left of somebody who is forgotten."""

import json

import pytest

from annals.model import Kept, Period, Sort
from annals.privacy import ANONYMOUS
from db.errors import DatabaseError
from tables.errors import NotSeated
from tables.model import Status
from tests.annals.server import ANNA, BEN, CLEO, GUILD


async def everything(server):
    """All values of all tables of the database."""
    names = [name for (name,) in await server.rows("SELECT name FROM sqlite_master")]
    tables = [name for (name,) in await server.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%yoyo%'"
    )]  # fmt: skip
    assert "seats" in names
    return {
        table: [value for row in await server.rows(f"SELECT * FROM {table}") for value in row]
        for table in tables
    }


async def board(server, game="ducks", sort=Sort.RATING):
    return await server.annals.leaderboard(GUILD, game, Period.ALL, sort, 1, 0)


async def test_nothing_names_who_was_forgotten(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("pond", ANNA)
    await server.lobby("trophy", ANNA, BEN)
    await server.lobby("trophy", ANNA)
    await server.start("trophy", BEN, ANNA)
    await server.annals.forget(ANNA.id)
    for table, values in (await everything(server)).items():
        assert ANNA.id not in values, table
        assert not [value for value in values if "Anna" in str(value)], table


async def test_the_others_are_still_named(server):
    await server.play("ducks", ANNA, BEN)
    await server.annals.forget(ANNA.id)
    assert {row.name for row in (await board(server)).rows} == {ANONYMOUS, "Ben"}


async def test_boards_and_ratings_of_others_stay_as_they_were(server):
    for _ in range(3):
        await server.play("ducks", ANNA, BEN, CLEO)
    before = {row for row in (await board(server)).rows if row.person_id != ANNA.id}
    await server.annals.forget(ANNA.id)
    after = {row for row in (await board(server)).rows if row.name != ANONYMOUS}
    assert after == before


async def test_every_row_of_the_forgotten_has_one_number_below_zero(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("trophy", ANNA, BEN)
    await server.annals.forget(ANNA.id)
    numbers = await server.rows("SELECT DISTINCT person_id FROM seats WHERE person_id <> ?", BEN.id)
    assert len(numbers) == 1
    assert numbers[0][0] < 0


async def test_two_who_are_forgotten_stay_two(server):
    await server.play("ducks", ANNA, BEN)
    await server.annals.forget(ANNA.id)
    await server.annals.forget(BEN.id)
    assert len({row.person_id for row in (await board(server)).rows}) == 2


async def test_a_log_can_be_verified_after_it(server):
    table = await server.play("ducks", ANNA, BEN)
    await server.annals.forget(ANNA.id)
    assert (await server.tables.verify(table.id)).fair


async def test_a_game_can_be_replayed_after_it(server):
    table = await server.play("ducks", ANNA, BEN)
    await server.annals.forget(ANNA.id)
    replay = await server.annals.replay(table.id, GUILD)
    assert [seat.person.name for seat in replay.at(3).seats] == [ANONYMOUS, "Ben"]


async def test_tables_in_memory_are_forgotten_too(server):
    table = await server.play("ducks", ANNA, BEN)
    await server.tables.get(table.id)
    await server.annals.forget(ANNA.id)
    now = await server.tables.get(table.id)
    assert (now.opener.name, now.seats[0].person.name) == (ANONYMOUS, ANONYMOUS)


async def test_the_summaries_equal_the_log_after_it(server):
    await server.play("ducks", ANNA, BEN)
    await server.annals.forget(ANNA.id)
    await server.play("ducks", ANNA, BEN)
    assert await server.annals.rebuild() == ()


async def test_who_plays_again_starts_afresh(server):
    await server.play("ducks", ANNA, BEN)
    await server.annals.forget(ANNA.id)
    assert await server.annals.stats(GUILD, ANNA.id) is None
    await server.play("ducks", ANNA, BEN)
    assert (await server.annals.stats(GUILD, ANNA.id)).score.games == 1


async def test_a_lobby_is_left(server):
    table = await server.lobby("ducks", ANNA, BEN)
    assert await server.annals.forget(ANNA.id) == (table.id,)
    now = await server.tables.get(table.id)
    assert [seat.person for seat in now.seats] == [BEN]
    assert now.opener == BEN


async def test_a_lobby_with_nobody_else_is_cancelled(server):
    table = await server.lobby("ducks", ANNA)
    await server.annals.forget(ANNA.id)
    assert (await server.tables.get(table.id)).status is Status.CANCELLED


async def test_a_running_game_goes_on_with_the_caretaker(server):
    table = await server.start("ducks", ANNA, BEN, CLEO)
    await server.annals.forget(ANNA.id)
    now = await server.tables.get(table.id)
    assert (now.status, now.seats[0].departed) == (Status.PLAYING, True)
    assert (await server.finish(now)).status is Status.FINISHED


async def test_nobody_can_take_back_a_seat_that_is_forgotten(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.annals.forget(ANNA.id)
    with pytest.raises(NotSeated):
        await server.tables.take_back(table.id, ANNA)


async def test_a_seat_left_before_is_forgotten_too(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.tables.leave(table.id, ANNA)
    await server.annals.forget(ANNA.id)
    assert (await server.tables.get(table.id)).seats[0].person.name == ANONYMOUS


async def test_a_game_that_ends_by_it_counts(server):
    """It is the last inning, and the caretaker plays it."""
    table = await server.start("ducks", ANNA, BEN)
    while not (table.to_act == (0,) and table.game.view(table.state, None).round == 2
               and len(table.game.view(table.state, None).innings) == 1):  # fmt: skip
        table = await server.move(table)
    await server.annals.forget(ANNA.id)
    assert (await server.tables.get(table.id)).status is Status.FINISHED
    assert [row.games for row in (await board(server)).rows] == [1, 1]


async def test_a_game_whose_log_is_broken_does_not_keep_anybody_from_being_forgotten(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.tamper("UPDATE moves SET text = 'nonsense' WHERE table_id = ?", table.id)
    await server.annals.forget(ANNA.id)
    assert ANNA.id not in (await everything(server))["seats"]


async def test_forgetting_is_one_transaction(server):
    await server.play("ducks", ANNA, BEN)
    before = await everything(server)
    await server.tamper(
        "CREATE TRIGGER refuse BEFORE UPDATE ON luck BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    with pytest.raises(DatabaseError):
        await server.annals.forget(ANNA.id)
    assert await everything(server) == before


async def test_to_forget_somebody_unknown_changes_nothing(server):
    await server.play("ducks", ANNA, BEN)
    before = await everything(server)
    assert await server.annals.forget(CLEO.id) == ()
    assert await everything(server) == before


async def test_what_is_kept_is_counted(server):
    await server.play("ducks", ANNA, BEN)
    kept = await server.annals.about(ANNA.id)
    assert (kept.servers, kept.tables, kept.opened) == (1, 1, 1)
    assert (kept.standings, kept.ratings, kept.luck) == (10, 1, 2)


async def test_nothing_is_kept_of_who_never_played(server):
    assert await server.annals.about(ANNA.id) == Kept(0, 0, 0, 0, 0, 0, 0)


async def test_an_export_is_json_and_holds_what_is_counted(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("pond", ANNA)
    kept = await server.annals.about(ANNA.id)
    export = json.loads(json.dumps(await server.annals.export(ANNA.id)))
    counts = [len(export[part]) for part in ("tables", "standings", "luck")]
    assert counts == [kept.tables, kept.standings, kept.luck]


async def test_a_long_export_has_the_moves_of_every_table(server, monkeypatch):
    monkeypatch.setattr("annals.privacy._AT_ONCE", 2)
    tables = [await server.play("pond", ANNA) for _ in range(5)]
    export = await server.annals.export(ANNA.id)
    for table, told in zip(tables, export["tables"], strict=True):
        steps = [step for step in await server.steps(table.id) if step.seat == 0]
        assert [move[:2] for move in told["moves"]] == [[s.seq, s.text] for s in steps]


async def test_an_export_tells_nothing_of_others(server):
    await server.play("ducks", BEN, ANNA)
    text = json.dumps(await server.annals.export(ANNA.id))
    assert "Ben" not in text
    assert str(BEN.id) not in text


async def test_an_export_holds_no_secret_of_a_table(server):
    table = await server.play("ducks", ANNA, BEN)
    assert table.secret not in json.dumps(await server.annals.export(ANNA.id))
