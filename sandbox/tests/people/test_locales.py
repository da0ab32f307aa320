"""Languages of people and servers, and commands in the languages of their readers."""

import discord
import pytest
from discord import app_commands

from sandbox.testing import Refused
from sandbox.tests.helpers import Bot, command, option_of, show_counter

WORDS = {"de": "Zähle", "es-ES": "Cuenta"}


def counting():
    """Make a bot that keeps the interactions it receives."""
    bot = Bot()
    bot.asked = []

    async def answer(i: discord.Interaction):
        bot.asked.append(i)
        await show_counter(i)

    bot.tree.add_command(app_commands.Command(name="try", description="x", callback=answer))
    return bot


async def test_each_interaction_tells_the_language_of_its_person(login, people):
    smew, scoter = await people("Smew", "Scoter")
    await smew.speak("uk")
    await scoter.speak("ar")
    async with login(counting()) as bot:
        await smew.command("try")
        await scoter.command("try")
        assert [i.locale.value for i in bot.asked] == ["uk", "ar"]


async def test_each_interaction_tells_the_language_of_its_server(login, people):
    smew = await people("Smew")
    pond, *_ = smew.world["guilds"]
    async with login(counting()) as bot:
        await smew.command("try")
        await smew.speak("ja", guild_id=pond["id"])
        await bot.hear("guild_update")
        await smew.command("try")
        before, after = bot.asked
        assert (before.guild_locale.value, after.guild_locale.value) == ("en-US", "ja")
        assert after.guild.features == ["COMMUNITY"]


async def test_a_language_that_discord_does_not_have_is_refused(people):
    smew = await people("Smew")
    with pytest.raises(Refused, match="no such language"):
        await smew.speak("tlh")


async def test_a_person_sees_commands_in_their_language(put, people):
    smew = await people("Smew")
    choices = [{"name": "a", "value": "a", "name_localizations": WORDS}]
    options = [option_of(description_localizations=WORDS, choices=choices)]
    await put(command(description_localizations=WORDS, options=options))

    async def see(locale):
        await smew.speak(locale)
        (found,) = (await smew.look())["commands"]
        (option,) = found["options"]
        assert not [key for key in (*found, *option) if key.endswith("_localizations")]
        shown = [each.get("description_localized") for each in (found, option)]
        return *shown, option["choices"][0].get("name_localized")

    assert await see("de") == ("Zähle",) * 3
    assert await see("es-419") == ("Cuenta",) * 3
    assert await see("fr") == (None,) * 3


async def test_the_list_leaves_translations_out_unless_they_are_asked_for(put, login, people):
    options = [option_of(description_localizations=WORDS)]
    _, (stored,) = await put(command(description_localizations=WORDS, options=options))
    assert stored["description_localizations"] == WORDS
    bot = Bot()
    async with login(bot):
        number = bot.application_id
        (short,) = await bot.http.get_global_commands(number)
        route = discord.http.Route(
            "GET", "/applications/{number}/commands?with_localizations=true", number=number
        )
        (whole,) = await bot.http.request(route)
    assert "description_localizations" not in {*short, *short["options"][0]}
    assert whole == stored


async def test_the_longest_translation_counts_for_the_size_of_a_command(put):
    words = {"de": "x" * 100}
    options = [option_of(name=f"o{n}", description_localizations=words) for n in range(25)]
    group = {
        **option_of("group", 2),
        "options": [{**option_of(f"s{n}", 1), "options": options} for n in range(3)],
    }
    status, answer = await put(command(options=[group]))
    assert status == 200, answer
    group["options"].append({**option_of("more", 1), "options": options})
    status, answer = await put(command(options=[group]))
    assert status == 400
    assert "APPLICATION_COMMAND_TOO_LARGE" in str(answer)
