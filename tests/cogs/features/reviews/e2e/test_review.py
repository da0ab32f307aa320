"""Reviews in the real bot: on the final board, in the history, and not before the end."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from contextlib import closing

import pytest

from tests.e2e import buckets
from tests.e2e.past import people_of, place_in, remember
from tests.e2e.process import Bot
from tests.e2e.table import play_out, seated, table_of
from tests.people import Person, labels, text_of

REVIEWED = 300.0
"""Longest wait for a review, in seconds.

Reviews that need a search, and reviews that nobody asked for, come last.
"""


@pytest.fixture
async def memory(box, tmp_path):
    """The bot on a server with a past, Smew, who has played, and Scoter, who has not."""
    known = people_of(box)
    pair = (known["Smew"], known["Merganser"])
    games = [*[("pond", pair)] * 4, ("buckdice", pair)]
    await remember(tmp_path / "ducks.db", place_in(box), games, until=time.time() - 60)
    async with Bot(box, tmp_path) as process:
        await process.ready()
        async with Person(box, "Smew") as smew, Person(box, "Scoter") as scoter:
            yield process, smew, scoter


async def review_of(person, game):
    """Open the review of the newest game from its replay; return the message's id."""
    listed = await person.command("history", game=game)
    replay = await person.click("n1:replay:turning", listed.message)
    done = await person.click("Review", replay.message)
    assert done.state == "answered"
    await shown(person, replay.message["id"], ": review")
    await look_again(person, replay.message["id"])
    return replay.message["id"]


async def look_again(person, number):
    """Look again until the review is computed; until then the page asks to wait."""
    async with asyncio.timeout(REVIEWED):
        while "Look again" in labels(person.message(number)):
            assert "being computed" in text_of(person.message(number))
            await asyncio.sleep(0.5)  # each look slows the review down
            await person.click("Look again", person.message(number))


async def shown(person, number, words):
    """Wait until a page has these words; the reviewing process may have to start first."""
    await person.until(lambda: words in text_of(person.message(number)), REVIEWED)


def opened(person):
    """Return the newest message with a review, or None."""
    found = (m for m in reversed(person.messages()) if ": review" in text_of(m))
    return next(found, None)


async def test_the_final_board_leads_to_a_private_review_with_all_its_pages(memory):
    _, smew, _ = memory
    table = table_of(await seated((smew,), "pond"))
    board = await play_out((smew,), 5, table)
    done = await smew.press_more("Review", board)
    assert done.state == "answered"
    number = (await smew.until(lambda: opened(smew)))["id"]
    assert smew.message(number)["flags"] & 64
    await look_again(smew, number)
    await shown(smew, number, "Accuracy")
    for label, words in (
        ("Show 1", "Choice 1 of the 3 that mattered most"),
        ("Next ▶", "Choice 2 of the 3 that mattered most"),
        ("‹ Back", "Accuracy"),
        ("All choices", "all choices"),
        ("‹ Back", "Accuracy"),
        ("‹ Back", "Table #"),
    ):
        await smew.click(label, smew.message(number))
        await shown(smew, number, words)


async def test_a_player_sees_the_own_seat_first_and_others_see_the_winner_first(memory):
    _, smew, scoter = memory
    own = await review_of(smew, "pond")
    await shown(smew, own, "how you played")
    other = await review_of(scoter, "pond")
    winner = re.search(r"^-# \*\*(\w+)\*\*$", text_of(scoter.message(other)), re.MULTILINE)[1]
    assert f"1. {winner}" in text_of((await scoter.command("history", game="pond")).message)
    for seat, name in (("0", "Smew"), ("1", "Merganser")):
        await scoter.click("o1:review:who", scoter.message(other), values=[seat])
        await shown(scoter, other, f"-# **{name}**\n")


async def test_a_game_in_which_nothing_is_decided_has_no_review(memory):
    _, smew, _ = memory
    listed = await smew.command("history", game="buckdice")
    replay = await smew.click("n1:replay:turning", listed.message)
    assert "Share" in labels(replay.message)
    assert "Review" not in labels(replay.message)


@pytest.mark.soak
async def test_a_game_against_ducks_is_reviewed_while_one_looks_again(box, tmp_path):
    """The review takes half a minute of processor time, so this test runs only at night."""
    async with Bot(box, tmp_path, DUCK_PAUSE="0") as process, Person(box, "Smew") as smew:
        await process.ready()
        await buckets.begun((smew,), rounds="1", ducks=2, level="easy")
        final = await buckets.play_out((smew,), seed=4)
        assert (await smew.press_more("Review", final)).state == "answered"
        number = (await smew.until(lambda: opened(smew)))["id"]
        await look_again(smew, number)
        await shown(smew, number, "how you played")
        assert "Cards and rivals" in text_of(smew.message(number))


async def test_what_decided_a_game_stands_in_its_review_and_not_in_the_channel(memory):
    process, smew, scoter = memory
    for seed in range(4):  # one game in twenty has no certain turning point
        table = table_of(await seated((smew, scoter), "pond"))
        end = await play_out((smew, scoter), seed, table)
        before = text_of(smew.message(end["id"]))
        reviewed = f"SELECT 1 FROM results WHERE table_id = {table} AND reviewed"
        await process.wait_until(lambda: process.rows(reviewed), REVIEWED)  # noqa: B023
        await process.look_around()
        assert text_of(smew.message(end["id"])) == before
        review = await review_of(smew, "pond")
        if "**What decided it:**" in text_of(smew.message(review)):
            break
    else:
        raise AssertionError("no review says what decided the game")
    assert "What decided it" not in before


async def test_a_game_that_is_not_over_offers_no_review(memory):
    _, smew, scoter = memory
    board = await seated((smew, scoter), "pond")
    assert "Review" not in labels((await smew.press_more(message=board)).message)


async def test_a_review_outlives_a_kill_of_the_bot(memory):
    process, smew, _ = memory
    number = await review_of(smew, "pond")
    await process.kill()
    await process.start()
    await process.ready()
    assert (await smew.click("Show 1", smew.message(number))).state == "answered"
    await look_again(smew, number)
    await shown(smew, number, "that mattered most")


async def test_regrets_are_entered_after_the_games(memory):
    process, _, _ = memory
    await process.wait_until(lambda: len(_regrets(process)) == 8, REVIEWED)


def _regrets(process):
    with closing(sqlite3.connect(process.database)) as file:
        return file.execute("SELECT * FROM regrets").fetchall()
