"""Tests of which players are new to a game, and of how many turns a seat has had."""

from __future__ import annotations

from players.core import Level
from tables.model.table import Status
from tables.play.seating import Leave
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD


async def test_a_turn_is_counted_from_its_start_to_the_start_of_the_next_players_turn(house):
    table = await house.game(ANNA, BEN)
    (first,) = table.to_act
    assert table.turns[first] == 1
    assert table.turns[1 - first] == 0
    for turn in (1, 2, 3):
        for seat in (first, 1 - first):
            assert (table.to_act, table.turns[seat]) == ((seat,), turn)
            table = await house.act(table, "hold")
    again = await (await house.restarted()).tables.lookup.get(table.id)
    assert again.turns == table.turns


async def test_moves_that_several_seats_may_make_count_as_no_turn(house):
    table = await house.game(ANNA, BEN, game="heaps")
    assert len(table.to_act) == 2
    assert table.turns == (1, 1)
    moved = await house.act(table, str(table.game.moves(table.state, 0)[0]))
    assert moved.turns[1] == 1


async def test_a_person_who_has_never_finished_the_game_is_a_learner(house):
    learners = house.tables.lookup.learners
    table = await house.game(ANNA, BEN, length="short")
    assert await learners(table) == (0, 1)
    assert (await house.finish(table)).status is Status.FINISHED
    assert await learners(await house.game(ANNA, CLEO)) == (1,)
    assert await learners(await house.game(ANNA, BEN, game="heaps")) == (0, 1)


async def test_a_person_who_left_a_game_still_learns_it_and_a_computer_does_not(house):
    table = await house.game(ANNA, BEN, CLEO, length="short")
    table = await house.tables.do(table.id, Leave(ANNA))
    await house.finish(table)
    opened = await house.tables.lobbies.open(
        "pig", {}, GUILD, CHANNEL, ANNA, 1, computers=[Level.EASY]
    )
    assert await house.tables.lookup.learners(opened) == (0,)
