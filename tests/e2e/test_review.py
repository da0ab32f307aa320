"""Reviews through the real process: on the final board, in the history, and not before the end."""

from __future__ import annotations

import time

import pytest

from tests.e2e.past import people_of, place_in, remember
from tests.e2e.process import Bot
from tests.e2e.table import play_out, seated, table_of
from tests.people import Person, controls, labels, text_of


@pytest.fixture
async def memory(box, tmp_path):
    """The bot on a server that has played, somebody who did, and somebody who did not."""
    known = people_of(box)
    pair = (known["Smew"], known["Merganser"])
    games = [("pond", pair), ("buckdice", pair), ("buckets", (*pair, known["Eider"]))]
    await remember(tmp_path / "ducks.db", place_in(box), games, until=time.time() - 60)
    async with Bot(box, tmp_path) as process:
        await process.ready()
        async with Person(box, "Smew") as smew, Person(box, "Scoter") as scoter:
            yield process, smew, scoter


async def review_of(person, game):
    """Open the review of the newest game of its kind, from its replay; returns the message's id."""
    listed = await person.command("history", game=game)
    menu = next(c for c in controls(listed.message) if c["custom_id"].startswith("o1:replay"))
    value = menu["options"][0]["value"]
    replay = await person.click("o1:replay", listed.message, values=[value])
    done = await person.click("Review", replay.message)
    assert done.state == "answered"
    await shown(person, replay.message["id"], ", review")
    return replay.message["id"]


async def shown(person, number, words):
    """Wait until a page says so: a process that reviews has to be started first."""
    await person.until(lambda: words in text_of(person.message(number)))


def opened(person):
    """The message with a review."""
    found = (m for m in reversed(person.messages()) if ", review" in text_of(m))
    return next(found, None)


async def test_the_final_board_leads_to_a_private_review_with_all_its_pages(memory):
    _, smew, _ = memory
    table = table_of(await seated((smew,), "pond"))
    board = await play_out((smew,), 5, table)
    done = await smew.click("Review", board)
    assert done.state == "answered"
    number = (await smew.until(lambda: opened(smew)))["id"]
    assert smew.message(number)["flags"] & 64
    await shown(smew, number, "Accuracy")
    await smew.click("Show 1", smew.message(number))
    await shown(smew, number, "1 of the 3 that mattered most")
    await smew.click("Next ▶", smew.message(number))
    await shown(smew, number, "2 of the 3 that mattered most")
    await smew.click("Summary", smew.message(number))
    await smew.click("All decisions", smew.message(number))
    await shown(smew, number, "all decisions")
    await smew.click("Summary", smew.message(number))
    await smew.click("Show 2", smew.message(number))
    await smew.click("Replay from here", smew.message(number))
    await shown(smew, number, "replay")
    await smew.click("Review", smew.message(number))
    await shown(smew, number, "Accuracy")


async def test_the_own_seat_is_shown_first_and_the_winner_to_others(memory):
    _, smew, scoter = memory
    own = await review_of(smew, "pond")
    await shown(smew, own, "how **Smew** played")
    other = await review_of(scoter, "pond")
    first = text_of(scoter.message(other))
    await scoter.click("o1:review:who", scoter.message(other), values=["0"])
    second = text_of(scoter.message(other))
    await scoter.click("o1:review:who", scoter.message(other), values=["1"])
    assert first in {second, text_of(scoter.message(other))}
    assert second != text_of(scoter.message(other))


@pytest.mark.parametrize("game", ["buckdice", "buckets"])
async def test_a_game_without_values_tells_the_luck_alone(memory, game):
    _, smew, _ = memory
    number = await review_of(smew, game)
    await shown(smew, number, "the luck of **Smew**")


async def test_a_game_that_is_not_over_offers_no_review(memory):
    _, smew, scoter = memory
    assert "Review" not in labels(await seated((smew, scoter), "pond"))


async def test_a_review_outlives_a_kill_of_the_bot(memory):
    process, smew, _ = memory
    number = await review_of(smew, "pond")
    await process.kill()
    await process.start()
    await process.ready()
    await smew.click("Show 1", smew.message(number))
    await shown(smew, number, "that mattered most")
