"""Which games count, for which players, and in which transaction."""

from dataclasses import replace

import pytest

from db.query import Write
from records.entering import OnResult
from records.recorder import Recorder
from records.values import RESULT_OF, solo_board
from tables.model.table import Person, Status
from tables.play.playing import HandOver, Move, TakeBack
from tables.play.seating import Cancel, Leave
from tables.service import IDLE_AFTER
from tests.records.server import ANNA, BEN, CLEO, GUILD, Server


async def scores(server, game="ducks"):
    """Return games and wins by person on a game's board of all time."""
    found = await server.standings(game)
    return {person: (each.games, each.wins) for person, each in found.items()}


async def until_last_move(server, table):
    """Play until a move of a person will end the game; return the table and that move."""
    while True:
        acting = table.to_act[0]
        text = str(table.game.default(table.state, acting))  # else a roll could end the game
        after = table.game.apply(table.state, acting, table.game.parse(text))
        if table.game.outcome(after):
            return table, table.seats[acting].person, text
        table = await server.tables.do(table.id, Move(table.seats[acting].person, table.seq, text))


async def test_a_finished_game_counts_for_everybody(server):
    table = await server.play("ducks", ANNA, BEN)
    winners = {table.seats[seat].person_id for seat in table.outcome.winners}
    assert await scores(server) == {p.id: (1, int(p.id in winners)) for p in (ANNA, BEN)}


async def test_the_result_and_the_last_move_are_one_transaction(server):
    class Broken(Recorder):
        def record(self, store, table, answers):
            super().record(store, table, answers)
            raise ConnectionError

    server.tables._writer._on_end = Broken(server.records.shared)
    table, person, text = await until_last_move(server, await server.start("ducks", ANNA, BEN))
    with pytest.raises(ConnectionError):
        await server.tables.do(table.id, Move(person, table.seq, text))
    assert (await server.tables.lookup.get(table.id)).status is Status.PLAYING
    assert await scores(server) == {}


async def test_the_same_click_ends_the_game_when_the_records_work_again(server):
    table, person, text = await until_last_move(server, await server.start("ducks", ANNA, BEN))
    await server.tables.do(table.id, Move(person, table.seq, text))
    assert len(await scores(server)) == 2


async def test_a_cancelled_game_does_not_count(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.tables.do(table.id, Cancel(ANNA, force=True))
    assert await server.rows("SELECT * FROM results") == []


async def test_an_abandoned_game_does_not_count(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.tables.do(table.id, Leave(ANNA))
    await server.tables.do(table.id, Leave(BEN))
    assert await server.rows("SELECT * FROM results") == []


async def test_a_player_who_left_has_lost_and_one_who_stayed_has_won(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.finish(await server.tables.do(table.id, Leave(ANNA)))
    assert await scores(server) == {ANNA.id: (1, 0), BEN.id: (1, 1)}


async def test_a_player_who_left_loses_rating_whatever_the_caretaker_achieves(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.finish(await server.tables.do(table.id, Leave(ANNA)))
    rows = dict(await server.rows("SELECT person_id, mu FROM finishes"))
    assert rows[ANNA.id] < 25 < rows[BEN.id]


async def test_an_idle_seat_given_to_the_caretaker_counts_as_left(server):
    table = await server.start("ducks", ANNA, BEN)
    idle = table.to_act[0]
    server.clock.pass_by(IDLE_AFTER)
    other = table.seats[1 - idle].person
    await server.finish(await server.tables.do(table.id, HandOver(other, idle)))
    assert (await scores(server))[table.seats[idle].person_id] == (1, 0)


async def test_a_player_who_takes_the_seat_back_gets_the_place_of_the_game(server):
    table = await server.start("ducks", ANNA, BEN)
    await server.tables.do(table.id, Leave(ANNA))
    table = await server.finish(await server.tables.do(table.id, TakeBack(ANNA)))
    assert (await scores(server))[ANNA.id] == (1, int(table.seats[0].place == 1))


async def test_games_of_two_in_direct_messages_are_not_rated(server):
    await server.play("ducks", ANNA, BEN, guild=None)
    assert await server.rows("SELECT * FROM finishes WHERE mu IS NOT NULL") == []


async def test_servers_are_kept_apart(server):
    await server.play("ducks", ANNA, BEN, guild=78)
    assert await scores(server) == {}


async def test_the_name_last_seen_is_shown(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("ducks", Person(ANNA.id, "Anna K"), BEN)
    assert await name_on_board(server) == "Anna K"


async def test_games_that_ended_without_records_are_entered_at_start(server):
    server.tables._writer._on_end = None
    await server.play("ducks", ANNA, BEN)
    assert await server.records.recorder.catch_up() == 1
    assert len(await scores(server)) == 2


async def test_catching_up_twice_enters_nothing_twice(server):
    await server.play("ducks", ANNA, BEN, CLEO)
    assert await server.records.recorder.catch_up() == 0
    assert await server.differences() == ()


async def test_a_log_that_cannot_be_read_does_not_stop_a_game_from_ending(server, caplog):
    """The standings need only the places. The error is logged."""
    games = server.records.shared.games
    server.records.recorder._games = {**games, "ducks": games["pond"]}
    await server.play("ducks", ANNA, BEN)
    assert len(await scores(server)) == 2
    assert "table 1: the log of the finished game cannot be read" in caplog.text


GREET = Write("INSERT INTO greeted (guild_id) VALUES (:guild_id)")


def fail(ended, answers):
    raise ValueError(f"{ended.log}")


async def test_a_feature_that_fails_enters_nothing_and_stops_no_game_from_ending(server, caplog):
    def enter(ended, answers):
        yield GREET, [{"guild_id": 5}]

    broken = OnResult(asks=(RESULT_OF,), enter=fail, warm_up=list)
    server.records.recorder._on_result = (broken, OnResult(enter=enter))
    await server.play("ducks", ANNA, BEN)
    assert len(await scores(server)) == 2
    assert await server.rows("SELECT * FROM greeted") == [(5,)]  # the other feature's row
    assert caplog.messages == ["table 1: a feature has failed and added no rows: ValueError"]


async def test_a_feature_that_fails_halfway_enters_nothing(server):
    def enter(ended, answers):
        yield GREET, [{"guild_id": 5}]
        fail(ended, answers)

    server.records.recorder._on_result = (OnResult(asks=(), enter=enter, warm_up=list),)
    await server.play("ducks", ANNA, BEN)
    assert len(await scores(server)) == 2
    assert await server.rows("SELECT * FROM greeted") == []


async def test_a_new_service_reads_the_records_of_an_old_one(server):
    await server.play("ducks", ANNA, BEN)
    again = Server(server.database, server.clock)
    assert len(await scores(again)) == 2


# The name last seen


async def name_on_board(server, person=ANNA, guild=GUILD):
    """Return the name of a person on boards."""
    sql = "SELECT name FROM players WHERE guild_id = ? AND person_id = ?"
    ((name,),) = await server.rows(sql, guild, person.id)
    return name


async def test_a_board_shows_the_name_last_seen_and_not_that_of_the_last_game(server):
    await server.play("buckdice", ANNA, BEN)
    await server.records.recorder.note_name(GUILD, replace(ANNA, name="Anya"))
    assert await name_on_board(server) == "Anya"
    assert await server.differences() == ()


async def test_a_game_that_ends_later_brings_no_older_name_back(server):
    table = await server.start("buckdice", ANNA, BEN)
    await server.records.recorder.note_name(GUILD, replace(ANNA, name="Anya"))
    await server.finish(table)
    assert await name_on_board(server) == "Anya"


async def test_a_name_stays_on_its_server(server):
    for guild in (GUILD, GUILD + 1, None):
        await server.play("buckdice", ANNA, BEN, guild=guild)
    await server.records.recorder.note_name(None, replace(ANNA, name="Anya"))
    await server.records.recorder.note_name(GUILD + 1, replace(ANNA, name="Anka"))
    found = [await name_on_board(server, guild=guild) for guild in (GUILD, GUILD + 1, 0)]
    assert found == ["Anna", "Anka", "Anya"]


async def test_a_known_name_takes_no_query(server, monkeypatch):
    await server.records.recorder.note_name(GUILD, ANNA)
    with monkeypatch.context() as patched:
        patched.setattr(server.records.recorder, "_database", None)
        await server.records.recorder.note_name(GUILD, ANNA)


async def test_a_forgotten_person_gets_no_name_back(server):
    await server.play("buckdice", ANNA, BEN)
    await server.records.privacy.forget(ANNA.id)
    await server.records.recorder.note_name(GUILD, replace(ANNA, name="Anya"))
    names = await server.rows("SELECT name FROM players ORDER BY name")
    assert names == [("",), ("Ben",)]


async def test_a_game_alone_counts_as_no_win_and_has_no_rating(server):
    await server.play("pond", ANNA)
    assert await server.standings("pond") == {}
    (own,) = (await server.standings(solo_board("pond"))).values()
    assert (own.games, own.wins, own.mu) == (1, 0, None)
