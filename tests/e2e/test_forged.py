"""Forged clicks, forms and commands are answered in private and cause no fault."""

from __future__ import annotations

import json
import random
import re
import time
from itertools import product

import pytest

from cogs.interactions.failures import UnknownControl
from sandbox.state.model import FAILED
from tests.e2e.forge import (
    Click,
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
from tests.people import controls, has_button

FORGED = 600
"""Number of forged clicks that must not change anything. Half as many are sent that may."""
DEEP = 3
"""Longest chain of presses after a command."""
MANY = 75
"""The test must press more kinds of controls than this."""


@pytest.fixture
async def bot(box, tmp_path):
    """A bot with five finished games."""
    three = tuple(people_of(box)[name] for name in ("Smew", "Scoter", "Merganser"))
    games = [(game, three) for game in ("ducks", "trophy", "buckets", "ducks", "buckdice")]
    await remember(tmp_path / "ducks.db", place_in(box), games, until=time.time() - 60)
    async with Bot(box, tmp_path) as process:
        await process.ready()
        yield process


@pytest.fixture
async def offered(box, people):
    """All controls of the bot, after messages of every kind were opened."""
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
        listed = (await smew.command("history")).message
        await smew.click(f"n1:replay:turning:{table}", listed)
    for ways in (["ask:rules", "game:ducks"], ["ask:channels"], []):
        page = (await smew.command("settings")).message
        assert page is not None
        for way in ways:
            await smew.click(f"n1:settings:{way}", smew.message(page["id"]))
    page = (await smew.command("settings")).message
    await smew.click("n1:settings:ask:boards", page)
    await smew.click("o1:settings:set:boards", smew.message(page["id"]), values=["ducks"])
    await smew.command("table cancel", table=7)
    daily = (await smew.command("daily")).message
    await smew.click("Begin", daily)
    return genuine(box.core)


def users(people):
    """Return the ids of two players and of Wigeon, who does not play."""
    return [int(people[0].id), int(people[1].id), int(people[0].world["people"][3]["id"])]


def no_faults(bot):
    """Return the lines of the log that report faults."""
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


COMMANDS = (
    *("daily", "leaderboard", "stats", "history", "practice", "privacy", "settings", "play"),
    *("turns", "away"),
)
FOR_GOOD = ("n1:privacy:forget", "n1:away:")
"""Beginnings of ids that the test does not press, since a press would remove other pages."""


async def test_every_control_of_a_page_leads_somewhere(box, people, bot):
    """The test presses each kind of control once, on a fresh page, and goes on from the answer."""
    smew, tried = people[0], set()
    waiting = [(command, ()) for command in COMMANDS]
    while waiting:
        command, presses = waiting.pop(0)
        page = (await smew.command(command)).message
        for custom_id, values in presses:
            if custom_id not in able(page):  # an earlier press has changed the page
                break
            tried.add(kind_of(custom_id))
            done = await smew.click(custom_id, page, values=values)
            page = done.message or smew.message(page["id"]) or page
        if len(presses) == DEEP:
            continue
        for custom_id, control in able(page).items():
            passed = custom_id.startswith(FOR_GOOD) or kind_of(custom_id) in tried
            if passed or not custom_id.startswith(("n1:", "o1:")):
                continue
            values = [each["value"] for each in control.get("options", ())[:1]] or None
            waiting.append((command, (*presses, (custom_id, values))))
    await smew.command("turns")
    assert str(UnknownControl()) not in json.dumps(box.core.record.entries(), default=str)
    assert len(tried) > MANY


def able(page):
    """Return a page's enabled controls by custom id."""
    return {each["custom_id"]: each for each in controls(page) if not each.get("disabled")}


def kind_of(custom_id):
    """Return the words of a custom id, without its numbers."""
    return " ".join(re.findall("[a-z]+", custom_id))


EXTREMES = ("9999-12-31", "0001-01-01", "2026-02-30", str(2**63 - 1), str(-(2**63)))
"""Values for parts of an id. No table, person or day has them."""

PERIODS = ("today", "week", "season", "all")
OF_DAYS = ("share", "here", "begin", *(f"board:{period}" for period in PERIODS))
"""Middle parts of custom ids that end with a day of the daily."""


async def test_an_extreme_value_in_any_part_of_any_id_is_no_fault(box, people, bot, offered):
    person, page = int(people[0].id), next(m for m, _ in offered if m.viewer_id)
    shapes = {}
    for message, control in offered:  # one of each kind
        words = re.findall("[a-z]+", control["custom_id"])
        shapes.setdefault(" ".join(words[:3]), (message, control["custom_id"]))
    days = [(page, f"n1:daily:{each}:2026-11-24") for each in OF_DAYS]
    clicks = []
    for message, custom_id in [*shapes.values(), *days]:
        parts = custom_id.split(":")
        for place, extreme in product(range(1, len(parts)), EXTREMES):
            forged_id = ":".join([*parts[:place], extreme, *parts[place + 1 :]])
            values = (extreme,) if parts[0] in {"p1", "c1", "o1"} else None
            clicks.append(Click(message.viewer_id or person, message, forged_id, values))
    sent = await send_all(box.core, clicks)
    assert [click for click, made in zip(clicks, sent, strict=True) if made.state == FAILED] == []
    assert no_faults(bot) == []


def command(name, *options, sub=None):
    """Return a command as Discord sends it, with options of any kind."""
    if sub is not None:
        options = ({"type": 1, "name": sub, "options": list(options)},)
    return {"id": "1", "name": name, "type": 1, "options": list(options)}


def option(name, kind, value, **more):
    """Return an option of a command; kind 3 is a text, 4 a number, 6 a user."""
    return {"name": name, "type": kind, "value": value, **more}


BEYOND = [
    *(
        (command("table", option("table", 4, int("9" * 19)), sub=sub), "There is no table #999")
        for sub in ("show", "leave", "cancel")
    ),
    (command("table", option("table", 4, -1), sub="show"), "There is no table #-1"),
    (command("history", option("game", 3, "x" * 6000)), "not played here any more"),
    (command("stats", option("game", 3, "chess")), "not played here any more"),
    (command("stats", option("player", 6, "9" * 30)), "I do not know this person"),
    (command("history", option("player", 6, "9" * 30)), "I do not know this person"),
    (command("leaderboard", option("period", 3, "aeon")), "There is no such leaderboard"),
    (command("leaderboard", option("game", 3, "chess")), "not played here any more"),
    (command("ducks", option("wild_ducks", 3, "y" * 6000), sub="start"), "is one of on and off"),
]
"""Commands with a value that Discord would not offer, each with the expected answer."""


async def test_options_beyond_what_is_sensible_get_a_sentence(box, people, bot):
    asker, channel = int(people[0].id), int(people[0].channel())
    before = state_of(bot.database)
    for data, words in BEYOND:
        made = send_command(box.core, asker, channel, data)
        await settled([made])
        assert words in private_words(box.core, made)
    assert state_of(bot.database) == before
    assert no_faults(bot) == []


async def test_any_typed_text_gets_suggestions(box, people, bot):
    asker, channel = int(people[0].id), int(people[0].channel())
    for typed in ("9" * 30, 10**30, "\u202e", "", "#1 Ducks", None):
        for sub in ("show", "leave"):
            data = command("table", option("table", 4, typed, focused=True), sub=sub)
            await suggestions(box.core, asker, channel, data)
    assert no_faults(bot) == []
