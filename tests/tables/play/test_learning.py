"""Tests of which players are new to a game."""

from __future__ import annotations

from players.core import Level
from tables.model.table import Status
from tables.play.seating import Leave
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD


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
