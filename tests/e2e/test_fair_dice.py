"""Fair dice as people see them: digits in an id, pages behind ⋯, and a check at the end."""

from __future__ import annotations

import hashlib
import re

import pytest

from tests.e2e.forge import Click, press, send_all
from tests.e2e.table import actor, moves, play_out, seated, table_of
from tests.people import find_unseen_digits, has_text, labels, text_of

HASH = re.compile("`([0-9a-f]{64})`")


async def page_of(person, message):
    """Return the text of the page with all digits."""
    return text_of((await person.press_fair_dice("Digits", message)).message)


async def test_the_commitment_stands_in_the_lobby_before_anybody_joins(people):
    lobby = (await people[0].command("ducks start")).message
    (commitment,) = HASH.findall(await page_of(people[2], lobby))
    assert find_unseen_digits(lobby) == commitment[:32]


async def test_the_first_board_lists_all_contributions_to_the_dice(people):
    a, b, _ = people
    lobby = (await a.command("ducks start")).message
    await b.click("Join", lobby)
    await b.press_more("Leave", lobby)
    await b.click("Join", lobby)
    await a.click("Start", lobby)
    board = a.message(lobby["id"])
    page = await page_of(b, board)
    listed = re.findall(r"^\d\. (.+): `(\d+)`", page, re.MULTILINE)
    assert [who for who, _ in listed] == ["Smew sits down", "Scoter sits down", "Smew starts"]
    assert len({snowflake for _, snowflake in listed}) == 3
    commitment, _ = HASH.findall(page)
    assert find_unseen_digits(lobby) == commitment[:32]
    assert find_unseen_digits(board) is None


async def test_the_final_board_shows_the_last_hash_and_the_check_names_it(people):
    a, b, _ = people
    lobby = (await a.command("ducks start")).message
    await b.click("Join", lobby)
    await a.click("Start", lobby)
    end = await play_out(people[:2], seed=4)
    secret, commitment, start_hash, last_hash = HASH.findall(await page_of(b, end))
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    assert find_unseen_digits(end) == last_hash[:32]
    verdict = text_of((await a.press_fair_dice("Check", end)).message)
    for shown in (commitment, start_hash, last_hash):
        assert shown[:32] in verdict
    assert [line.split(":")[0] for line in verdict.splitlines()[2:]] == [
        "**Dice**",
        "**Log**",
        "**Not proven**",
    ]


async def test_a_lone_player_contributes_with_the_seat_and_with_the_start(people):
    lobby = (await people[0].command("pond start")).message
    await people[0].click("Start", lobby)
    page = await page_of(people[0], people[0].message(lobby["id"]))
    assert "Smew sits down" in page
    assert "Smew starts" in page


async def test_the_page_says_two_sentences_and_leads_to_all_the_rest_and_back(people):
    lobby = (await people[0].command("pond start")).message
    await people[0].click("Start", lobby)
    page = (await people[0].press_more("Fair dice", people[0].message(lobby["id"]))).message
    assert text_of(page) == (
        "### Fair dice\nThe bot fixed its part of the dice before anybody sat down. After the game "
        "you can check that it kept it."
    )
    assert labels(page) == ["Check", "Log", "Digits", "‹ Back"]
    for below in ("Check", "Digits"):
        shown = (await people[0].click(below, page)).message
        assert labels(shown) == ["‹ Back"]
        page = (await people[0].click("‹ Back", shown)).message
        assert labels(page) == ["Check", "Log", "Digits", "‹ Back"]
    (log,) = (await people[0].click("Log", page)).message["attachments"]
    assert log["filename"] == "table-1.txt"
    more = (await people[0].click("‹ Back", page)).message
    assert "Fair dice" in labels(more)


@pytest.mark.parametrize("digits", [":" + "0" * 32, ":" + "c" * 32, ""])
async def test_a_press_on_more_counts_with_any_digits(box, people, digits):
    lobby = (await people[0].command("ducks start")).message
    page = await forged(box, people[0], lobby, digits)
    assert "Fair dice" in labels({"components": page.components})


@pytest.mark.parametrize("digits", [":", ":0", ":" + "0" * 31, ":" + "C" * 32, ":" + "0" * 33])
async def test_a_press_on_more_with_digits_of_another_form_is_refused(box, people, digits):
    lobby = (await people[0].command("ducks start")).message
    refusal = await forged(box, people[0], lobby, digits)
    assert refusal.components == []
    assert "⋯" not in refusal.content


async def forged(box, person, board, digits):
    """Press ⋯ with these digits in its id, and return the answer."""
    message = box.core.world.find_any_message(int(board["id"]))
    custom_id = f"a1:{table_of(board)}:more{digits}"
    (made,) = await send_all(box.core, [Click(int(person.id), message, custom_id)])
    every = box.core.world.channels[made.channel_id].messages

    def find_answer():
        return next((each for each in every.values() if each.token == made.token), None)

    return await person.until(find_answer)  # a busy bot defers its answer


async def test_a_finished_game_of_the_history_leads_to_its_fair_dice_and_back(people):
    await seated(people[:2], "ducks")
    await play_out(people[:2], seed=4)
    for person in (people[0], people[2]):
        listed = (await person.command("history")).message
        replay = (await person.click("Open", listed)).message
        page = (await person.click("Fair dice", replay)).message
        assert labels(page) == ["Check", "Log", "Digits", "‹ Back"]
        verdict = (await person.click("Check", page)).message
        assert "The dice are fair" in text_of(verdict)
        page = (await person.click("‹ Back", verdict)).message
        replay = (await person.click("‹ Back", page)).message
        assert "Fair dice" in labels(replay)


async def test_a_game_that_was_broken_off_has_its_fair_dice_in_the_history(people):
    smew, scoter, _ = people
    board = await seated((smew, scoter), "ducks")
    player = actor(board, (smew, scoter))
    await player.click_id(board["id"], moves(board)[0]["custom_id"])
    for person in (smew, scoter):
        await person.leave()
    listed = (await smew.command("history")).message
    page = (await smew.click("Fair dice", listed)).message
    assert labels(page) == ["Check", "Log", "Digits", "‹ Back"]
    assert "The dice are fair" in text_of((await smew.click("Check", page)).message)


@pytest.mark.parametrize("length", [61, 84])
async def test_a_way_back_that_is_too_long_leads_nowhere(box, people, bot, length):
    lobby = (await people[0].command("ducks start")).message
    await press(box.core, people[0].id, lobby["id"], "n1:fair:page:1:" + "x" * length)
    await people[0].wait_for(has_text("This does nothing any more."))
    assert "Traceback" not in bot.said()


@pytest.mark.parametrize("custom_id", ["a1:1:more", "a1:1:quit", "t1:1:5:roll", "l1:1:5:x"])
async def test_a_control_of_a_daily_on_a_public_board_gets_one_sentence(
    box, people, bot, custom_id
):
    board = await seated(people[:2], "ducks")
    await press(box.core, people[0].id, board["id"], f"d1:{custom_id}")
    await people[0].wait_for(has_text("I do not know this game any more"))
    await people[0].command("table show")  # afterwards the click is done
    assert "Traceback" not in bot.said()
