"""Two people's record in the real bot: in the lobby, at the end, in `/stats`, and switched off."""

from __future__ import annotations

import pytest

from tests.e2e.table import board_of, play_out, seated
from tests.people import text_of

LINE = "Against each other:"


@pytest.fixture
async def played(people):
    """Two people who have finished a game with each other."""
    await seated(people[:2], "buckdice")
    end = await play_out(people[:2], seed=1)
    assert LINE not in text_of(end)  # a first game has no record
    return people


async def open_again(people):
    """Open a table for two people, and return its lobby."""
    lobby = (await people[0].command("buckdice start")).message
    assert LINE not in text_of(lobby)
    await people[1].click("Join", lobby)
    return await people[0].until(lambda: two_sit(board_of(people[0], 2)))


def two_sit(lobby):
    return lobby if lobby is not None and "can start" in text_of(lobby) else None


async def test_the_second_game_of_two_people_tells_their_record(played):
    assert LINE in text_of(await open_again(played))
    await played[0].click("Start", board_of(played[0], 2))
    end = await play_out(played[:2], table=2, seed=2)
    assert LINE in text_of(end)
    smew, third = played[0], played[2]
    page = (await smew.command("stats", against=played[1])).message
    assert f"You and {played[1].name}" in text_of(page)
    assert "#2 Buck Dice" in text_of(page)
    seen = (await third.command("stats", player=smew, against=played[1])).message
    assert f"{smew.name} and {played[1].name}" in text_of(seen)
    assert "#2 Buck Dice" not in text_of(seen)


async def test_nobody_is_compared_with_oneself(played):
    done = await played[0].command("stats", against=played[0])
    assert "Choose two different people." in text_of(done.message)


async def test_admins_switch_it_off(played):
    page = (await played[0].command("settings")).message
    await played[0].click("n1:settings:switch:rivals:off", page)
    assert LINE not in text_of(await open_again(played))
    done = await played[0].command("stats", against=played[1])
    assert "That is switched off here." in text_of(done.message)
