"""Who reads which language: each person their own, a channel that of its table."""

from __future__ import annotations

from tests.people import controls


def languages(bot):
    """The languages of all tables, in order."""
    return [language for (language,) in bot.rows("SELECT language FROM tables ORDER BY id")]


def options_of(lobby):
    """What the select of a lobby says while nothing is chosen in it."""
    return next(c["placeholder"] for c in controls(lobby) if "Options" in c.get("placeholder", ""))


async def test_two_people_have_their_own_language_and_a_table_that_of_who_opens_it(people, bot):
    smew, scoter, merganser = people
    await smew.speak("de")
    await scoter.speak("es-419")
    await merganser.speak("he")  # discord.py does not know it
    for person in people:
        lobby = (await person.command("trophy start")).message
        await person.command("privacy")
    assert languages(bot) == ["de", "es", "en"]
    assert options_of(lobby) == "⚙ Options"
    spoken = bot.rows("SELECT person_id, language FROM languages")
    assert {*spoken} == {(int(smew.id), "de"), (int(scoter.id), "es")}

    await smew.speak("en-GB")
    await scoter.speak("uk")
    await bot.kill()
    await bot.begin_anew()
    for person in (smew, scoter):
        await person.command("privacy")
    assert bot.rows("SELECT person_id, language FROM languages") == [(int(scoter.id), "uk")]
    assert languages(bot) == ["de", "es", "en"]


async def test_a_community_has_a_language_and_its_admins_another(people, bot):
    smew, scoter, _ = people
    await scoter.speak("fr")
    pond = smew.world["guilds"][0]["id"]

    async def open_table():
        return options_of((await scoter.command("trophy start")).message)

    await smew.speak("ja", guild_id=pond, community=False)
    assert await open_table() == "⚙ Options · Français"
    await smew.speak("ja", guild_id=pond)
    assert await open_table() == "⚙ Options · 日本語"

    page = (await smew.command("settings")).message
    await smew.click("n1:settings:ask:language", page)
    await smew.click("o1:settings:language", page, values=["pl"])
    assert await open_table() == "⚙ Options · Polski"
    await smew.click("n1:settings:ask:language", page)
    await smew.click("o1:settings:language", page, values=["own"])
    assert await open_table() == "⚙ Options · 日本語"
    await smew.speak("en-US", guild_id=pond)
    assert await open_table() == "⚙ Options · Français"
    assert languages(bot) == ["fr", "ja", "pl", "ja", "fr"]
