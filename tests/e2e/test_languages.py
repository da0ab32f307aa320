"""Each table has the language of a Community, or of whoever opens it."""

from __future__ import annotations

from tests.people import text_of


def languages(bot):
    """The languages of all tables, in order."""
    return [language for (language,) in bot.rows("SELECT language FROM tables ORDER BY id")]


async def test_a_table_has_the_language_of_its_opener(people, bot):
    smew, scoter, merganser = people
    await smew.speak("de")
    await scoter.speak("es-419")
    await merganser.speak("he")  # discord.py does not know it
    for person in people:
        await person.command("trophy start")
    assert languages(bot) == ["de", "es", "en"]


async def test_a_community_has_a_language_for_its_tables(people, bot):
    smew, scoter, _ = people
    await scoter.speak("fr")
    pond = smew.world["guilds"][0]["id"]
    await smew.speak("ja", guild_id=pond, community=False)
    await scoter.command("trophy start")
    await smew.speak("ja", guild_id=pond)
    await scoter.command("trophy start")
    await smew.speak("en-US", guild_id=pond)
    await scoter.command("trophy start")
    assert languages(bot) == ["fr", "ja", "fr"]


async def choose(person, language):
    """Choose the language of a server in its settings."""
    page = (await person.command("settings")).message
    await person.click("n1:settings:ask:language", page)
    await person.click("o1:settings:language", person.message(page["id"]), values=[language])
    await person.until(lambda: "Saved." in text_of(person.message(page["id"])))


async def test_a_server_chooses_the_language_of_its_tables(people, bot):
    smew, scoter, _ = people
    await scoter.speak("fr")
    await smew.speak("ja", guild_id=smew.world["guilds"][0]["id"])
    for language in ("de", "auto"):
        await choose(smew, language)
        await scoter.command("trophy start")
    assert languages(bot) == ["de", "ja"]
