"""Each table has the language of a Community, or of whoever opens it."""

from __future__ import annotations


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
