"""Another game and the card of the evening, pressed in the real bot by two people."""

from __future__ import annotations

from tests.e2e.table import board_of, play_out, ready_board, seated
from tests.people import has_text, labels, text_of


async def rematch(people, table, seed):
    """Press Rematch twice, play the game, and return its end."""
    before = board_of(people[0], table - 1)
    await people[0].click("Rematch", before)
    lobby = await people[0].until(lambda: board_of(people[0], table))
    await people[1].click("Join", lobby)
    await people[0].until(lambda: ready_board(people[0], people, table))
    return await play_out(people, seed=seed, table=table)


async def test_another_game_calls_the_others_and_begins_when_all_are_back(people):
    smew, scoter, merganser = people
    await seated((smew, scoter), "buckdice")
    end = await play_out((smew, scoter), seed=1)
    assert "Another game" in labels(end)
    assert "Tonight" not in labels(end)
    refused = await merganser.click("Another game", end)
    assert "Only those who played" in text_of(refused.message)
    page = (await smew.click("Another game", end)).message
    assert "Trophy Buck" in labels(page)
    assert "Buck Dice" not in labels(page)
    await smew.click("Ducks in a Bucket", page)
    lobby = await smew.until(lambda: board_of(smew, 2))
    assert f"{scoter.mention}: another game?" in text_of(lobby)
    assert "another game of the same people" in text_of(lobby)
    await scoter.click("Rematch", board_of(scoter, 1))
    await scoter.wait_for(has_text("Another game is chosen already: Ducks in a Bucket"))
    await scoter.click("Join", lobby)
    board = await smew.until(lambda: ready_board(smew, (smew, scoter), 2))
    assert "Ducks in a Bucket" in text_of(board)


async def test_the_third_game_of_the_same_people_has_a_card_of_the_evening(people):
    smew, scoter, merganser = people
    await seated((smew, scoter), "buckdice")
    await play_out((smew, scoter), seed=1)
    second = await rematch((smew, scoter), 2, seed=2)
    assert "Tonight:" in text_of(second)
    assert "Tonight" not in labels(second)
    third = await rematch((smew, scoter), 3, seed=3)
    page = (await merganser.click("Tonight", third)).message
    assert text_of(page).count("Buck Dice") >= 3
    await smew.click("Tonight", third)
    card = await smew.wait_for(has_text("🌙"))
    await smew.click("Share", card)
    shared = await scoter.wait_for(has_text("🌙"))
    assert not shared["flags"] & (1 << 6)


async def test_admins_switch_it_off(people):
    smew, scoter, _ = people
    page = (await smew.command("settings")).message
    await smew.click("n1:settings:switch:tonight:off", page)
    await seated((smew, scoter), "buckdice")
    assert "Another game" not in labels(await play_out((smew, scoter), seed=1))
