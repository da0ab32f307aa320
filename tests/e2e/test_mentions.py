"""Mentions of people: who chose 🔕 in `/turns` gets none, and the others get theirs."""

from __future__ import annotations

import random

import pytest

from tests.e2e.table import actor, board_of, click_once, play_out, ready_board, seated
from tests.e2e.test_threads import begun
from tests.people import has_text


@pytest.fixture
async def silent(people):
    """The first of the people, who wants no mention."""
    smew, *_ = people
    page = (await smew.command("turns")).message
    assert (await smew.click("o1:turns:remind", page, values=["none"])).state == "answered"
    return smew


async def wait_long(bot):
    """Let everybody be silent for long enough to be called."""
    await bot.begin_anew()  # the restarted bot has seen nobody click
    bot.let_wait(100)
    await bot.look_around()


@pytest.mark.parametrize("clock", ["none", "day"])
async def test_a_turn_mentions_all_but_who_wants_no_mention(people, bot, silent, clock):
    two, chance = people[:2], random.Random(1)
    await seated(two, "ducks", clock=clock)
    for wanted in two:
        while actor(await wanted.until(lambda: ready_board(two[0], two)), two) is not wanted:
            await click_once(two, chance)
        await wait_long(bot)
        if wanted is not silent:
            await wanted.until(lambda: wanted.pings)  # noqa: B023 - called now
    assert silent.pings == []


async def test_a_thread_and_a_rematch_mention_all_but_who_wants_no_mention(people, silent):
    _, scoter, merganser = people
    await begun(people, "ducks")
    for person in (scoter, merganser):
        await person.until(lambda person=person: person.pings)
    final = await play_out(people, seed=3)
    before = len(scoter.pings)
    await merganser.click("Rematch", merganser.message(final["id"]))
    lobby = await scoter.until(lambda: board_of(scoter, 2))
    assert has_text(f"{silent.mention} and {scoter.mention}: a rematch?")(lobby)
    for person in (scoter, silent):  # a look at the channel may come before the event
        await person.wait_for_event("message_create", lambda m: m["id"] == lobby["id"])
    assert scoter.pings[before:] == [lobby["id"]]
    assert silent.pings == []
