"""What counts between two people, and what is counted apart."""

from __future__ import annotations

import pytest

from cogs.features.rivals.duels import MEETINGS, OPPONENTS, TALLIES, Opponent, Score, find_rivals
from players.core import Level
from records.recorder import INSERT_FINISH, PUT_PLAYER
from tables.play.lobby import AddComputer
from tables.play.playing import Move
from tables.play.seating import Leave, Start
from tests.records.rows import INSERT_TABLE
from tests.records.server import ANNA, BEN, CLEO, GUILD

RESULT = """
    INSERT INTO results (table_id, guild_id, game, ended_at)
    VALUES (:table_id, :guild_id, :game, :ended_at) RETURNING id
"""
NOW = 1_700_000_000.0  # in November 2023
BEFORE = NOW - 40 * 24 * 3600
ROW = {"guild_id": GUILD, "mu": None, "sigma": None, "streak": 0, "streak_all": None}


@pytest.fixture
async def enter(server):
    """Return what enters a game: the places by person, and what makes it special."""
    server.clock.time = NOW

    async def enter(game="trophy", *, at=NOW, board=None, scores=None, more=None, **places):
        by_name = {"anna": ANNA, "ben": BEN, "cleo": CLEO}
        row = {**ROW, "game": game, "board": board or game, "hinted": False, "parted": False}
        row |= more or {}
        async with server.database.write() as store:
            made = {"game": game, "guild_id": GUILD, "at": at}
            ((table_id,),) = await store.raw.fetch(INSERT_TABLE, made)
            where = {"table_id": table_id, "guild_id": GUILD, "game": game, "ended_at": at}
            ((result_id,),) = await store.raw.fetch(RESULT, where)
            for name, place in places.items():
                person = by_name[name]
                own = {"result_id": result_id, "person_id": person.id, "place": place}
                store.run(INSERT_FINISH, **row, **own, score=(scores or {}).get(name))
                whose = {"guild_id": GUILD, "person_id": person.id, "name": person.name}
                store.run(PUT_PLAYER, **whose)
        return table_id

    return enter


async def test_whoever_ends_above_the_other_wins_whatever_third_people_do(server, enter):
    await enter(cleo=1, anna=2, ben=3)
    await enter(ben=1, cleo=2, anna=3)
    await enter(cleo=1, anna=2, ben=2)
    assert await server.duels.score(GUILD, ANNA.id, BEN.id) == Score(1, 1, 1)
    assert await server.duels.score(GUILD, BEN.id, CLEO.id) == Score(1, 2, 0)


async def test_other_servers_and_games_with_hints_do_not_count(server, enter):
    await enter(anna=1, ben=2)
    await enter(anna=1, ben=2, more={"hinted": True})
    await enter(anna=1, ben=2, more={"guild_id": GUILD + 1})
    assert await server.duels.score(GUILD, ANNA.id, BEN.id) == Score(1, 0, 0)


async def test_games_with_ducks_and_games_that_somebody_left_are_counted_apart(server, enter):
    await enter(anna=1, ben=2)
    await enter(anna=2, ben=1, board="trophy/computers")
    await enter(anna=2, ben=1, more={"parted": True})
    assert await server.duels.score(GUILD, ANNA.id, BEN.id) == Score(1, 0, 0)
    duel = await server.duels.read(GUILD, ANNA.id, BEN.id)
    assert {(each.board, each.parted, each.won, each.lost) for each in duel.tallies} == {
        ("trophy", False, 1, 0),
        ("trophy/computers", False, 0, 1),
        ("trophy", True, 0, 1),
    }
    assert len(duel.meetings) == 1


async def test_a_season_counts_only_its_own_games(server, enter):
    await enter(anna=1, ben=2, at=BEFORE)
    await enter(anna=2, ben=1)
    (tally,) = (await server.duels.read(GUILD, ANNA.id, BEN.id)).tallies
    assert (tally.won, tally.lost) == (1, 1)
    assert (tally.won_lately, tally.lost_lately, tally.shared_lately) == (0, 1, 0)


async def test_the_latest_ten_games_are_listed_and_the_best_scores_told(server, enter):
    for score in range(12):
        last = await enter("pond", anna=1, ben=2, scores={"anna": score, "ben": 20 - score})
    duel = await server.duels.read(GUILD, ANNA.id, BEN.id)
    assert [each.table_id for each in duel.meetings] == list(range(last, last - 10, -1))
    assert [(each.best, each.other_best) for each in duel.tallies] == [(11, 20)]
    assert duel.names == ("Anna", "Ben")


async def test_a_forgotten_person_is_nobodys_rival(server, enter):
    for _ in range(3):
        await enter(anna=1, ben=2)
    assert (await server.duels.rivals(GUILD, ANNA.id)).most == Opponent(BEN.id, "Ben", 3, 3, 0)
    await server.records.privacy.forget(BEN.id)
    found = await server.duels.rivals(GUILD, ANNA.id)
    assert (found.closest, found.worst, found.most) == (None, None, None)
    assert await server.duels.score(GUILD, ANNA.id, BEN.id) == Score()


async def test_a_rival_has_been_met_three_times(server, enter):
    for _ in range(2):
        await enter(anna=1, ben=2)
    assert (await server.duels.rivals(GUILD, ANNA.id)).most is None


def test_the_rivals_are_the_closest_the_worst_and_the_most_frequent_opponent():
    often = Opponent(1, "Often", 20, 15, 5)
    close, bad = Opponent(2, "Close", 9, 4, 5), Opponent(3, "Bad", 4, 0, 4)
    found = find_rivals([often, close, bad])
    assert (found.closest, found.worst, found.most) == (close, bad, often)
    assert find_rivals([often]).worst is None


async def test_a_real_game_is_counted_when_it_ends(server):
    table = await server.play("buckdice", ANNA, BEN)
    first, second = (seat.place for seat in table.seats)
    assert await server.duels.score(GUILD, ANNA.id, BEN.id) == Score(
        int(first < second), int(second < first)
    )


async def test_a_real_game_that_somebody_left_is_counted_apart(server):
    table = await server.start("ducks", ANNA, BEN, CLEO)
    for _ in range(3):
        table = await server.move(table)
    table = await server.finish(await server.tables.do(table.id, Leave(CLEO)))
    duel = await server.duels.read(GUILD, ANNA.id, BEN.id)
    assert [each.parted for each in duel.tallies] == [True]
    assert await server.differences() == ()


async def test_a_real_game_with_a_duck_is_counted_apart(server):
    table = await server.lobby("buckdice", ANNA, BEN)
    table = await server.tables.do(table.id, AddComputer(ANNA, Level.EASY))
    table = await server.tables.do(table.id, Start(ANNA, 9))
    while not table.status.over:
        seat = table.to_act[0]
        move = table.game.default(table.state, seat)
        person = table.seats[seat].person
        table = await server.tables.do(table.id, Move(person, table.seq, str(move)))
    duel = await server.duels.read(GUILD, ANNA.id, BEN.id)
    assert [each.board for each in duel.tallies] == ["buckdice/computers"]


@pytest.mark.sqlite
@pytest.mark.parametrize("query", [TALLIES, MEETINGS, OPPONENTS])
async def test_a_persons_games_are_read_from_one_index(server, query):
    given = {"person_id": 1, "other_id": 2, "guild_id": 3, "since": 0.0, "number": 10}
    async with server.database.read() as store:
        steps = await store.raw.fetch(f"EXPLAIN QUERY PLAN {query.sql}", given)
    told = [step for *_, step in steps if "finishes" in step or " mine " in step]
    assert any("COVERING INDEX finishes_person (person_id=? AND guild_id=?)" in s for s in told)
