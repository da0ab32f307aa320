"""Whatever a click, a form or a command holds: one private sentence, no fault, nothing changed."""

from __future__ import annotations

import random
import time

import pytest

from sandbox.state.world.model import FAILED
from tests.e2e.forge import (
    answers,
    forged,
    genuine,
    may_change,
    private_words,
    public_messages,
    send_all,
    send_command,
    settled,
    state_of,
    suggestions,
)
from tests.e2e.past import people_of, place_in, remember
from tests.e2e.process import Bot
from tests.e2e.table import ask_to_forget, seated
from tests.people import has_button, has_text

FORGED = 600
"""How many clicks are forged that may change nothing, and half as many others."""


@pytest.fixture
async def bot(box, tmp_path):
    """A bot that remembers games, and hears however many clicks there are."""
    three = tuple(people_of(box)[name] for name in ("Smew", "Scoter", "Merganser"))
    games = [(game, three) for game in ("ducks", "trophy", "buckets", "ducks", "buckdice")]
    await remember(tmp_path / "ducks.db", place_in(box), games, until=time.time() - 60)
    async with Bot(box, tmp_path) as process:
        await process.ready()
        yield process


@pytest.fixture
async def offered(box, people):
    """All controls that there are, after all kinds of messages of the bot have been opened."""
    smew, scoter, merganser = people
    await seated((smew, scoter), "ducks")
    await seated((smew,), "pond")
    await merganser.command("buckets start")
    for person in (smew, scoter):
        await person.click("Join")
    await merganser.click("Start")
    await merganser.wait_for(has_button("My hand"))
    await smew.command("buckdice start")
    await smew.press_more("Fair dice")
    for person in (smew, merganser):
        await person.click("My hand")
    await smew.command("table show", table=1)
    for command in (
        "leaderboard",
        "stats",
        "history",
        "privacy",
        "practice",
    ):
        await smew.command(command)
    await ask_to_forget(smew)
    for table in ("1", "3"):
        listed = await smew.wait_for(has_text("Finished tables"))
        await smew.click("o1:replay:open", listed, values=[table])
    home = (await smew.command("settings")).message
    assert home is not None
    await smew.click("o1:settings:losses", home, values=["ducks"])
    home = (await smew.command("settings")).message
    await smew.click("o1:settings:game", home, values=["ducks"])
    await smew.command("settings")
    await smew.command("table cancel", table=7)
    return genuine(box.core)


def users(people):
    """Two who play, and Wigeon, who does not."""
    return [int(people[0].id), int(people[1].id), int(people[0].world["people"][3]["id"])]


def no_faults(bot):
    """What the log has of faults."""
    return [line for line in bot.said().splitlines() if "ERROR" in line or "Traceback" in line]


async def test_forged_clicks_get_one_private_sentence_and_change_nothing(box, people, bot, offered):
    chance = random.Random(17)
    clicks = forged(chance, offered, users(people), 3 * FORGED)
    clicks = [click for click in clicks if not may_change(click)][:FORGED]
    before = state_of(bot.database), public_messages(box.core)
    sent = await send_all(box.core, clicks)
    assert [click for click, made in zip(clicks, sent, strict=True) if made.state == FAILED] == []
    tried = answers(box.core)
    pairs = zip(clicks, sent, strict=True)
    there = [made for click, made in pairs if box.core.world.find_any_message(click.message.id)]
    assert {tried[str(made.id)] for made in there} == {1}  # a hand may be deleted meanwhile
    assert (state_of(bot.database), public_messages(box.core)) == before
    assert no_faults(bot) == []


async def test_forged_clicks_that_may_count_are_answered_too(box, people, bot, offered):
    chance = random.Random(18)
    clicks = forged(chance, offered, users(people), 6 * FORGED)
    clicks = [click for click in clicks if may_change(click)][: FORGED // 2]
    sent = await send_all(box.core, clicks)
    assert [click for click, made in zip(clicks, sent, strict=True) if made.state == FAILED] == []
    tried = answers(box.core)
    pairs = zip(clicks, sent, strict=True)
    there = [made for click, made in pairs if box.core.world.find_any_message(click.message.id)]
    assert {tried[str(made.id)] for made in there} == {1}  # a hand may be deleted meanwhile
    assert no_faults(bot) == []


def command(name, *options, sub=None):
    """A command as Discord sends it, with options of any kind."""
    if sub is not None:
        options = ({"type": 1, "name": sub, "options": list(options)},)
    return {"id": "1", "name": name, "type": 1, "options": list(options)}


def option(name, kind, value, **more):
    """An option of a command; of the kinds, 3 is a text, 4 a number, 6 a user."""
    return {"name": name, "type": kind, "value": value, **more}


BEYOND = [
    *(
        (command("table", option("table", 4, int("9" * 19)), sub=sub), "There is no table #999")
        for sub in ("show", "leave", "cancel", "verify", "log")
    ),
    (command("table", option("table", 4, -1), sub="show"), "There is no table #-1"),
    (command("history", option("game", 3, "x" * 6000)), "not played here any more"),
    (command("stats", option("game", 3, "chess")), "not played here any more"),
    (command("stats", option("player", 6, "9" * 30)), "I do not know this person"),
    (command("history", option("player", 6, "9" * 30)), "I do not know this person"),
    (command("leaderboard", option("period", 3, "aeon")), "There is no such leaderboard"),
    (command("leaderboard", option("sort", 3, "\u202e")), "There is no such leaderboard"),
    (command("leaderboard", option("game", 3, "chess")), "not played here any more"),
    (command("ducks", option("wild", 3, "y" * 6000), sub="start"), "is one of on, off"),
]
"""Commands with a value that Discord would not offer, and what is said about it."""


async def test_options_beyond_what_is_sensible_get_a_sentence(box, people, bot):
    asker, channel = int(people[0].id), int(people[0].channel())
    before = state_of(bot.database)
    for data, words in BEYOND:
        made = send_command(box.core, asker, channel, data)
        await settled([made])
        assert words in private_words(box.core, made)
    assert state_of(bot.database) == before
    assert no_faults(bot) == []


async def test_whatever_is_typed_can_be_completed(box, people, bot):
    asker, channel = int(people[0].id), int(people[0].channel())
    for typed in ("9" * 30, 10**30, "\u202e", "", "#1 Ducks", None):
        for sub in ("show", "leave", "verify"):
            data = command("table", option("table", 4, typed, focused=True), sub=sub)
            await suggestions(box.core, asker, channel, data)
    assert no_faults(bot) == []
