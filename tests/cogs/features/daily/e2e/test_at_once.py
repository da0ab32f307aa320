"""Two presses at the same moment that exclude each other leave no error in the log."""

from __future__ import annotations

import asyncio

from tests.cogs.features.daily.e2e.test_daily import choosing, pressed
from tests.e2e.table import ask_to_forget


async def test_a_daily_begun_while_its_person_is_forgotten_leaves_no_error(people, bot):
    for person in people:
        await person.command("ducks start")  # stores data to forget; `/daily` stores none
        page = (await person.command("daily")).message
        board, begin = await choosing(person, await pressed(person, "Begin", page))
        question = await ask_to_forget(person)
        presses = [
            await person.click("Forget me for good", question, wait=False),
            await person.click_id(board["id"], begin, wait=False),
        ]
        await asyncio.gather(*(person.done(press.interaction_id) for press in presses))
    assert "[ERROR" not in bot.said()
    assert "Traceback" not in bot.said()
