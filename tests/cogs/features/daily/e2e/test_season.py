"""At the end of a season the winners of its dailies are announced with those of the games."""

from __future__ import annotations

from db.connection import Database
from tests.cogs.features.daily.e2e.test_daily import day
from tests.cogs.features.daily.house import open_server
from tests.e2e.past import people_of, place_in
from tests.e2e.process import Bot
from tests.people import Person, text_of
from tests.records.server import Clock

__all__ = ["day"]


async def play_dailies(box, folder):
    """Play five dailies with each of three people in May."""
    async with await Database.open(f"sqlite:///{folder}/ducks.db") as database:
        house = open_server(database, Clock())
        for number in range(1, 6):
            house.go_to(f"2026-05-0{number}")
            for name in ("Smew", "Scoter", "Merganser"):
                await house.play(people_of(box)[name], place_in(box)[0])


async def test_the_dailies_of_a_season_are_announced(box, tmp_path, day):
    await play_dailies(box, tmp_path)
    day.set("2026-06-02 02:30")
    async with Bot(box, tmp_path, clock=day.file) as bot, Person(box, "Smew") as smew:
        await bot.ready()
        page = (await smew.command("settings")).message
        await smew.click("n1:settings:ask:seasons", page)
        page = smew.message(page["id"])
        await smew.click("o1:settings:set:seasons", page, values=[smew.channel("lounge")])

        def told():
            lines = [line for m in smew.messages("lounge") for line in text_of(m).split("\n")]
            return next((line for line in lines if line.startswith("The daily:")), None)

        line = await smew.until(told)
        assert sum(line.count(each) for each in "🥇🥈🥉") == 3
