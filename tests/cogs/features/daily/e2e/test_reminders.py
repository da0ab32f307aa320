"""Reminders of the daily while Discord fails: no reminder is lost, and none comes twice."""

from __future__ import annotations

import pytest

from tests.cogs.features.daily.e2e.test_daily import WEDNESDAY, clocked, day, opened, pressed
from tests.e2e.test_due_messages import AWAY, LOST
from tests.people import Person, text_of

__all__ = ["clocked", "day"]


def daily_reminders(person):
    return [m for m in person.messages("dm") if "Your daily waits" in text_of(m)]


@pytest.mark.parametrize("trouble", [AWAY, LOST])
async def test_a_reminder_of_the_daily_comes_once_though_discord_was_away(
    box, clocked, day, trouble
):
    async with Person(box, "Smew") as smew:
        await pressed(smew, "Remind me daily", await pressed(smew, "⋯", await opened(smew)))
        dm = smew.channel("dm")
        await smew.fault(on=f"POST /channels/{dm}/messages", times=1, **trouble)
        day.set(f"{WEDNESDAY} 12:11")
        await smew.until(lambda: daily_reminders(smew))
        day.set(f"{WEDNESDAY} 12:12")
        await smew.command("turns")
        assert len(daily_reminders(smew)) == 1


async def test_two_people_are_both_reminded_of_the_daily(box, clocked, day):
    async with Person(box, "Smew") as smew, Person(box, "Scoter") as scoter:
        for person in (smew, scoter):
            await pressed(
                person, "Remind me daily", await pressed(person, "⋯", await opened(person))
            )
        day.set(f"{WEDNESDAY} 12:11")
        for person in (smew, scoter):
            await person.until(lambda person=person: daily_reminders(person))


async def test_a_reminder_is_in_the_language_of_its_person(box, clocked, day):
    async with Person(box, "Smew") as smew:
        page = await pressed(smew, "⋯", await opened(smew))
        await smew.speak("de")
        await pressed(smew, "Remind me daily", page)
        day.set(f"{WEDNESDAY} 12:11")
        await smew.wait_for(lambda m: "Dein Tagesspiel wartet" in text_of(m), channel="dm")
