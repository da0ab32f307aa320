"""A board moves down when people have written below it, at most once in half a minute."""

from __future__ import annotations

import random

import pytest

from sandbox import Sandbox
from tests.e2e.process import Bot
from tests.e2e.table import (
    actor,
    board_of,
    click_once,
    moves,
    over,
    ready_board,
    seated,
    table_of,
    thinks,
)
from tests.people import PATIENCE, UNHURRIED, Person

LONG_AGO = 120.0
"""Age in seconds at which a board may certainly move down."""


@pytest.fixture
async def box():
    """A sandbox whose clock is behind. Messages become old when a test puts the clock right."""
    async with Sandbox(answer_within=UNHURRIED) as sandbox:
        sandbox.core.clock.advance(-LONG_AGO)
        yield sandbox


def shown(person):
    return [message["id"] for message in person.messages() if not message["flags"] & 64]


async def turn_passes(people, board):
    """Play until another person is to act, and return the board."""
    first, chance = actor(board, people), random.Random(1)
    while True:
        await click_once(people, chance, table_of(board))
        board = await people[0].until(lambda: ready_board(people[0], people))
        if over(board) or actor(board, people) is not first:
            return board


async def test_a_board_moves_down_when_people_have_written_below_it(people, bot, box):
    old = await seated(people, "trophy")
    box.core.clock.advance(LONG_AGO)
    await people[1].say("Well played!")
    new = await turn_passes(people, old)
    assert int(new["id"]) > int(old["id"])
    await people[0].until(lambda: people[0].message(old["id"]) is None)
    assert shown(people[0])[-1] == new["id"]


async def test_a_board_moves_down_to_the_player_when_a_duck_has_moved(box, tmp_path):
    async with (
        Bot(box, tmp_path, DUCK_PAUSE="3") as bot,
        Person(box, "Smew") as smew,
        Person(box, "Scoter") as scoter,
    ):
        await bot.ready()
        old = await seated((smew,), "trophy", ducks=2)
        box.core.clock.advance(LONG_AGO)
        chance = random.Random(1)
        while not thinks(board_of(smew)):
            await smew.click(chance.choice(moves(board_of(smew)))["custom_id"], board_of(smew))
            await smew.until(lambda: _acts(smew) or thinks(board_of(smew)))
        assert board_of(smew)["id"] == old["id"]
        await scoter.say("Well played, duck!")
        new = await smew.until(lambda: _acts(smew), timeout=3 * PATIENCE)
        assert shown(smew)[-1] == new["id"] != old["id"]


def _acts(person):
    board = ready_board(person, (person,))
    return None if thinks(board) else board


async def test_a_result_moves_down_to_where_people_see_it(people, bot, box):
    old = await seated(people[:2], "buckdice")
    box.core.clock.advance(LONG_AGO)
    await people[2].say("Who wins?")
    chance = random.Random(5)
    while not over(board := await people[0].until(lambda: ready_board(people[0], people))):
        await click_once(people[:2], chance, table_of(board))
    assert shown(people[0])[-1] == board["id"]
    await people[0].until(lambda: old["id"] not in shown(people[0]))
