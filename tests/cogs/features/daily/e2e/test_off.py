"""The daily after a host has switched it off: old buttons, and games that have begun."""

from __future__ import annotations

from tests.cogs.features.daily.e2e.test_daily import begun, opened, played
from tests.e2e.forge import press
from tests.e2e.test_without import begin_anew, listed, refused
from tests.people import has_text, labels, text_of


async def test_an_old_button_answers_with_a_sentence(people, bot):
    offer = await opened(people[0])
    await begin_anew(bot, "daily")
    await refused(people[0], "Begin", offer)
    assert not bot.rows("SELECT id FROM tables")


async def test_a_daily_that_has_begun_is_played_to_its_end(people, bot):
    smew = people[0]
    page = await played(smew, await begun(smew), most=2)
    await begin_anew(bot, "daily")
    assert "daily" not in await listed(smew)
    page = await played(smew, smew.message(page["id"]))
    assert "of 100" in text_of(page)
    assert labels(page) == ["Review", "⋯"]
    assert len(bot.rows("SELECT * FROM dailies")) == 1


async def test_the_fair_dice_of_an_unknown_table_are_unknown_not_switched_off(box, people, bot):
    await begin_anew(bot, "daily")
    lobby = (await people[0].command("ducks start")).message
    await press(box.core, people[0].id, lobby["id"], "n1:fair:page:999:more")
    await people[0].wait_for(has_text("There is no table #999 here."))
