"""Actions that are offered, sent and refused when a person has installed the application."""

import discord
import pytest

from sandbox.testing import Refused
from sandbox.tests.helpers import Bot, code_of, show_counter

EVERYWHERE = {
    "allowed_installs": discord.app_commands.AppInstallationType(guild=True, user=True),
    "allowed_contexts": discord.app_commands.AppCommandContext(
        guild=True, dm_channel=True, private_channel=True
    ),
}
EPHEMERAL = 64


def bot_everywhere(callback=show_counter):
    """Make a bot with a command `/try` for all places."""
    bot = Bot()
    bot.asked = []

    async def answer(i: discord.Interaction):
        bot.asked.append(i)
        await callback(i)

    made = discord.app_commands.Command(name="try", description="x", callback=answer, **EVERYWHERE)
    bot.tree.add_command(made)
    return bot


async def leave_all_guilds(person):
    for guild in person.world["guilds"]:
        await person.admin("remove_bot", guild_id=guild["id"])
    await person.look()


async def test_only_people_who_installed_the_app_have_its_commands_in_messages(login, people):
    smew, scoter = await people("Smew", "Scoter")
    async with login(bot_everywhere()):
        private = await smew.open_private(scoter)
        with pytest.raises(Refused, match="no command /try"):
            await smew.command("try")
        await smew.install()
        assert (await smew.command("try")).state == "answered"
        with pytest.raises(Refused, match="no command /try"):
            await scoter.command("try")
        await smew.install(installed=False)
        with pytest.raises(Refused, match="The bot is not here"):
            await scoter.click("Update")
        assert private == await scoter.open_private(smew)


async def test_a_command_without_contexts_is_missing_in_messages(login, people):
    smew, scoter = await people("Smew", "Scoter")
    bot = Bot()
    both = discord.app_commands.AppInstallationType(guild=True, user=True)
    made = discord.app_commands.Command(
        name="try", description="x", callback=show_counter, allowed_installs=both
    )
    bot.tree.add_command(made)
    async with login(bot):
        await smew.install()
        await smew.open_private(scoter)
        with pytest.raises(Refused, match="no command /try"):
            await smew.command("try")


async def test_an_interaction_names_the_person_who_installed_the_app(login, people):
    smew, scoter, eider = await people("Smew", "Scoter", "Eider")
    clicks = []

    class Listening(Bot):
        async def on_interaction(self, i):
            clicks.append(i)

    bot = Listening()
    made = discord.app_commands.Command(
        name="try", description="x", callback=show_counter, **EVERYWHERE
    )
    bot.tree.add_command(made)
    async with login(bot):
        await smew.install()
        await smew.open_private(scoter, eider)
        await smew.command("try")
        await scoter.click("Update")
    for click in clicks:
        assert click.context.private_channel
        assert click.guild_id is None
        assert isinstance(click.channel, discord.GroupChannel)
        assert click._integration_owners == {1: int(smew.id)}
        names = [name for name, allowed in click.app_permissions if allowed]
        assert sorted(names) == ["attach_files", "embed_links", "mention_everyone"]
    assert [str(click.user.id) for click in clicks] == [smew.id, scoter.id]


async def test_the_bots_token_is_useless_in_messages_between_people(login, people):
    smew, scoter = await people("Smew", "Scoter")
    async with login(bot_everywhere()) as bot:
        await smew.install()
        private = int(await smew.open_private(scoter))
        done = await smew.command("try")
        assert await code_of(bot.fetch_channel(private)) == 50001
        channel = bot.get_partial_messageable(private)
        assert await code_of(channel.send("x")) == 50001
        message = channel.get_partial_message(int(done.message["id"]))
        assert await code_of(message.edit(content="x")) == 50001
        assert await code_of(message.delete()) == 50001
        await bot.asked[0].edit_original_response(content="by the answer")
        await scoter.wait_for(lambda m: m["content"] == "by the answer")


async def test_a_sixth_follow_up_is_refused_where_the_bot_is_no_member(login, people):
    async def answer(i: discord.Interaction):
        await i.response.send_message("first")
        for _ in range(5):
            await i.followup.send("more")

    smew, scoter = await people("Smew", "Scoter")
    async with login(bot_everywhere(answer)) as bot:
        await smew.install()
        await smew.command("try", channel="games")
        await bot.asked[0].followup.send("a sixth one")
        await smew.open_private(scoter)
        await smew.command("try")
        await scoter.until(lambda: len(scoter.messages()) == 6)
        assert await code_of(bot.asked[1].followup.send("a sixth one")) == 40094


async def test_without_use_external_apps_answers_are_private(login, people):
    async def answer(i: discord.Interaction):
        await i.response.send_message("hello")
        await i.followup.send("more")

    smew, scoter = await people("Smew", "Scoter")
    async with login(bot_everywhere(answer)) as bot:
        await smew.admin("deny", channel_id=smew.channel(), user_id=scoter.id,
                         permissions=["USE_EXTERNAL_APPS"])  # fmt: skip
        done = await scoter.command("try")
        assert not done.message["flags"] & EPHEMERAL  # the bot is a member
        await leave_all_guilds(smew)
        with pytest.raises(Refused, match="no command /try"):
            await scoter.command("try")
        await scoter.install()
        await smew.install()
        assert (await scoter.command("try")).message["flags"] & EPHEMERAL
        assert not (await smew.command("try")).message["flags"] & EPHEMERAL
        private, public = bot.asked[1:]
        assert not private.permissions.use_external_apps
        assert public.permissions.use_external_apps
        assert not public.is_guild_integration()
        await scoter.wait_for(lambda m: m["content"] == "more" and m["flags"] & EPHEMERAL)


@pytest.mark.parametrize("names", [[], ["nobody"]])
async def test_messages_are_opened_with_somebody(people, names):
    smew = await people("Smew")
    with pytest.raises(Refused):
        await smew.ask("POST", "/sandbox/private", {"as": smew.id, "people": names})
