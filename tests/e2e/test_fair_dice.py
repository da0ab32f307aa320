"""Fair dice as people see them: a small line, a page behind a button, and a check at the end."""

from __future__ import annotations

import hashlib
import re

from tests.e2e.table import play_out
from tests.people import text_of

PRIVATE = 1 << 6
HASH = re.compile("`([0-9a-f]{64})`")


def small_line(message):
    """Return the commitment on a table's message, or None."""
    found = re.search("^-# 🔒 (\\w+ [0-9a-f]{32})$", text_of(message), re.MULTILINE)
    return found and found[1]


def is_page(message):
    return message["flags"] & PRIVATE and "Fair dice · table" in text_of(message)


async def open_page(person, message):
    """Open the page about fair dice by its button, and return it."""
    await person.press_more("Fair dice", message)
    return await person.wait_for(is_page)


async def page_of(person, message):
    """Return the text of the page about fair dice."""
    return text_of(await open_page(person, message))


async def test_the_commitment_stands_in_the_lobby_before_anybody_joins(people):
    lobby = (await people[0].command("ducks start")).message
    (commitment,) = HASH.findall(await page_of(people[2], lobby))
    assert small_line(lobby) == f"dice {commitment[:32]}"


async def test_the_first_board_lists_all_contributions_to_the_dice(people):
    a, b, _ = people
    lobby = (await a.command("ducks start")).message
    await b.click("Join", lobby)
    await b.click("Leave", lobby)
    await b.click("Join", lobby)
    await a.click("Start", lobby)
    board = a.message(lobby["id"])
    page = await page_of(b, board)
    listed = re.findall(r"^\d\. (.+): `(\d+)`", page, re.MULTILINE)
    assert [who for who, _ in listed] == ["Smew sits down", "Scoter sits down", "Smew starts"]
    assert len({snowflake for _, snowflake in listed}) == 3
    commitment, _ = HASH.findall(page)
    assert small_line(lobby) == f"dice {commitment[:32]}"
    assert small_line(board) is None


async def test_the_final_board_shows_the_last_hash_and_the_check_names_it(people):
    a, b, _ = people
    lobby = (await a.command("ducks start")).message
    await b.click("Join", lobby)
    await a.click("Start", lobby)
    end = await play_out(people[:2], seed=4)
    secret, commitment, start_hash, last_hash = HASH.findall(await page_of(b, end))
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    assert small_line(end) == f"log {last_hash[:32]}"
    verdict = text_of((await a.command("table verify")).message)
    for shown in (commitment, start_hash, last_hash):
        assert shown[:32] in verdict
    assert [line.split(":")[0] for line in verdict.splitlines()[1:]] == [
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
