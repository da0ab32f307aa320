"""Calls that are due while Discord fails: none is lost, and none is posted twice."""

from __future__ import annotations

import asyncio
import random

from tests.e2e.table import click_once, seated
from tests.people import text_of

AWAY = {"status": 503}
"""A fault: Discord refuses a message."""

LOST = {"drop": "after"}
"""A fault: Discord takes a message, but the answer is lost."""


def calls(person):
    """Return the ids of all calls ever posted, including those deleted since."""
    created = (each["d"] for each in person.events if each["t"] == "message_create")
    return {each["id"] for each in created if "your turn** ·" in text_of(each)}


async def test_a_player_who_moves_during_the_request_is_not_called(people, bot, box):
    await seated(people, "trophy")
    await bot.begin_anew()
    await people[0].fault(on=f"GET /channels/{people[0].channel()}", delay=5)
    bot.let_wait(100)
    while box.core.faults._rules:  # noqa: ASYNC110 - no event tells that the bot asked
        await asyncio.sleep(0.05)
    await click_once(people, random.Random(1))
    await bot.look_around()
    assert calls(people[0]) == set()
