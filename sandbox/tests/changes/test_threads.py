"""Threads as in Discord's documentation: visibility, events, archiving and locking."""

import asyncio

import discord
import pytest
from discord import ui

from sandbox.testing import PATIENCE, Refused, has_text
from sandbox.tests.helpers import (
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    Bot,
    bot_with,
    code_of,
    open_thread,
    show_counter,
)


async def in_a_thread(person):
    """Open a public thread; return its id."""
    return await open_thread(person, PUBLIC_THREAD)


async def allow(person, bot, *permissions):
    """Give the bot permissions in The Pond."""
    guild = person.world["guilds"][0]["id"]
    who = str(bot.user.id)
    await person.admin("set_permissions", guild_id=guild, user_id=who, permissions=permissions)


def known(bot):
    """Return the ids of the threads that the bot knows of."""
    return {str(thread.id) for guild in bot.guilds for thread in guild.threads}


async def test_a_private_thread_is_hidden_from_a_bot_that_is_not_in_it(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        private = await open_thread(smew, PRIVATE_THREAD)
        public = await open_thread(smew, PUBLIC_THREAD)
        await bot.hear("thread_create", lambda t: str(t.id) == public)
        assert known(bot) == {public}
        assert await code_of(bot.fetch_channel(int(private))) == 50001
        assert await code_of(bot.get_partial_messageable(int(private)).send("x")) == 50001


async def test_in_a_private_thread_a_bot_that_is_not_in_it_can_only_answer(login, people):
    seen = []

    async def answer(i: discord.Interaction):
        seen.append((i.channel.is_private(), i.app_permissions.send_messages_in_threads))
        await i.response.send_message("here")
        seen.append(await code_of(i.channel.send("and here")))
        await i.followup.send("and there")

    smew = await people("Smew")
    async with login(bot_with(answer)):
        thread = await open_thread(smew, PRIVATE_THREAD)
        await smew.command("try", channel=thread)
        await smew.wait_for(has_text("and there"), channel=thread)
    assert seen == [(True, True), 50001]


async def test_a_mention_in_a_private_thread_adds_a_member(login, people):
    smew, scoter = await people("Smew", "Scoter")
    async with login(Bot()) as bot:
        thread = await open_thread(smew, PRIVATE_THREAD)
        await scoter.look()
        with pytest.raises(LookupError):
            scoter.channel(thread)
        await smew.say(f"{bot.user.mention} and {scoter.mention}, look", thread)
        await bot.hear("thread_join", lambda t: str(t.id) == thread)
        await (await bot.fetch_channel(int(thread))).send("thanks")
        await scoter.until(lambda: scoter.sees(thread))
        await scoter.wait_for(has_text("thanks"), channel=thread)


async def test_managers_of_threads_see_private_threads(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        thread = await open_thread(smew, PRIVATE_THREAD)
        await allow(smew, bot, "MANAGE_THREADS")
        await (await bot.fetch_channel(int(thread))).send("x")


async def test_at_login_the_bot_gets_the_active_threads_that_it_sees(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        thread = await bot.get_channel(int(smew.channel())).create_thread(
            name="old", type=discord.ChannelType.public_thread
        )
        await thread.edit(archived=True)
    active = await open_thread(smew, PUBLIC_THREAD)
    await open_thread(smew, PRIVATE_THREAD)
    async with login(Bot()) as bot:
        assert known(bot) == {active}


async def test_a_deleted_channel_sends_no_events_for_its_threads(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        games = bot.get_channel(int(smew.channel()))
        kind = discord.ChannelType.public_thread
        thread = await games.create_thread(name="old", type=kind)
        await thread.edit(archived=True)
        await bot.hear("thread_update", lambda _, after: after.archived)
        await smew.admin("delete_channel", channel_id=str(games.id))
        await bot.hear("guild_channel_delete", lambda c: c.id == games.id)
        await smew.admin("create_channel", guild_id=str(games.guild.id), name="after")
        await bot.hear("guild_channel_create")
        assert not any(name == "raw_thread_delete" for name, _ in bot.heard)
        assert await code_of(thread.send("x")) == 10003


@pytest.mark.parametrize(("channel", "thread"), [(0, 11), (5, 10)])
async def test_a_thread_has_the_id_of_its_starter_message_and_begins_with_it(
    login, people, channel, thread
):
    smew = await people("Smew")
    guild = smew.world["guilds"][0]["id"]
    made = await smew.admin("create_channel", guild_id=guild, name="news", kind=channel)
    async with login(Bot()) as bot:
        starter = await (await bot.fetch_channel(int(made["id"]))).send("starter")
        opened = await starter.create_thread(name="pond")
        assert (opened.id, opened.type.value) == (starter.id, thread)
        await smew.until(lambda: smew.sees(str(opened.id)))
        first = await smew.wait_for(lambda m: m["type"] == 21, channel=str(opened.id))
        assert first["referenced_message"]["content"] == "starter"
        assert await code_of(starter.create_thread(name="again")) == 160004
        assert [m["type"] for m in smew.messages(made["id"])] == [0]


async def test_a_thread_on_an_old_message_is_announced_in_the_channel(box, login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        starter = await (await bot.fetch_channel(int(smew.channel()))).send("starter")
        box.core.clock.advance(61)
        await starter.create_thread(name="pond")
        told = await smew.wait_for(lambda m: m["type"] == 18)
        assert told["content"] == "pond"
        assert told["message_reference"]["channel_id"] == str(starter.id)


async def test_there_is_no_thread_in_a_thread_or_in_a_voice_channel(login, people):
    smew = await people("Smew")
    guild = smew.world["guilds"][0]["id"]
    talk = (await smew.admin("create_channel", guild_id=guild, name="talk", kind=2))["id"]
    async with login(Bot()) as bot:
        for where in (talk, await open_thread(smew, PUBLIC_THREAD)):
            channel = bot.get_partial_messageable(int(where), guild_id=int(guild))
            message = await channel.send("x")
            assert await code_of(message.create_thread(name="pond")) == 50024


async def test_a_mention_by_the_bot_adds_a_member_to_the_thread(box, login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        starter = await (await bot.fetch_channel(int(smew.channel()))).send("starter")
        thread = await starter.create_thread(name="pond")
        await thread.send(smew.mention, allowed_mentions=discord.AllowedMentions.none())
        members = box.core.world.channels[thread.id].thread.members
        assert int(smew.id) not in members
        await thread.send(smew.mention)
        assert int(smew.id) in members


async def test_in_a_locked_thread_only_managers_of_threads_write_and_edit(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        games = bot.get_channel(int(smew.channel()))
        thread = await games.create_thread(name="own", type=discord.ChannelType.public_thread)
        message = await thread.send("before")
        assert await code_of(thread.edit(name="new", locked=True)) == 50013
        assert (await bot.fetch_channel(thread.id)).name == "own"
        await smew.admin("lock_thread", channel_id=str(thread.id))
        assert await code_of(message.edit(content="later")) == 50083
        assert await code_of(thread.send("after")) == 50083
        await allow(smew, bot, "MANAGE_THREADS")
        await message.edit(content="later")
        await thread.send("after")


async def test_in_a_locked_thread_only_private_answers_are_accepted(asked):
    async with asked(in_a_thread) as (smew, interaction):
        thread = str(interaction.channel_id)
        await smew.admin("archive_thread", channel_id=thread, locked=True)
        assert await code_of(interaction.response.send_message("x")) == 50083
        assert await code_of(interaction.response.defer()) == 50083
        await interaction.response.send_message("x", ephemeral=True)
        assert await code_of(interaction.followup.send("y")) == 50083


async def test_a_deferred_answer_fails_once_the_thread_is_locked(asked):
    async with asked(in_a_thread) as (smew, interaction):
        thread = str(interaction.channel_id)
        await interaction.response.defer()
        await smew.admin("archive_thread", channel_id=thread, locked=True)
        assert await code_of(interaction.edit_original_response(content="x")) == 50083
        assert await code_of(interaction.followup.send("x")) == 50083


async def test_an_answer_unarchives_a_thread_but_an_edit_is_refused(login, people):
    codes, done = [], asyncio.Event()

    class Board(ui.View):
        @ui.button(label="Move", custom_id="move")
        async def move(self, i: discord.Interaction, _: ui.Button):
            codes.append(await code_of(i.response.edit_message(content="later")))
            await i.response.defer()
            codes.append(await code_of(i.edit_original_response(content="later")))
            codes.append((await i.client.fetch_channel(i.channel_id)).archived)
            await i.followup.send("anew")
            codes.append((await i.client.fetch_channel(i.channel_id)).archived)
            done.set()

    async def answer(i: discord.Interaction):
        await i.response.send_message("board", view=Board(timeout=None))

    smew = await people("Smew")
    async with login(bot_with(answer)) as bot:
        games = bot.get_channel(int(smew.channel()))
        thread = await games.create_thread(name="own", type=discord.ChannelType.public_thread)
        await smew.until(lambda: smew.sees(str(thread.id)))
        await smew.command("try", channel=str(thread.id))
        await thread.edit(archived=True)
        await smew.click("Move", channel=str(thread.id))
        async with asyncio.timeout(PATIENCE):
            await done.wait()
    assert codes == [50083, 50083, True, False]


async def test_only_members_use_a_private_thread(login, people):
    smew, scoter = await people("Smew", "Scoter")
    thread = await open_thread(smew, PRIVATE_THREAD)
    with pytest.raises(Refused):
        await scoter.ask("GET", f"/sandbox/channels/{thread}/messages?as={scoter.id}")


async def test_writing_in_an_archived_thread_unarchives_and_joins_it(box, login, people):
    smew, merganser = await people("Smew", "Merganser")
    async with login(Bot()) as bot:
        thread = await open_thread(smew, PUBLIC_THREAD)
        await smew.admin("archive_thread", channel_id=thread)
        await bot.hear("raw_thread_update", lambda e: e.data["thread_metadata"]["archived"])
        await merganser.say("quack", thread)
        await bot.hear("raw_thread_update", lambda e: not e.data["thread_metadata"]["archived"])
    assert int(merganser.id) in box.core.world.channels[int(thread)].thread.members


async def test_in_a_locked_thread_only_people_who_manage_threads_write(login, people):
    smew, merganser = await people("Smew", "Merganser")  # Smew owns the server
    async with login(Bot()):
        thread = await open_thread(smew, PUBLIC_THREAD)
        await smew.admin("archive_thread", channel_id=thread, locked=True)
        with pytest.raises(Refused, match="locked"):
            await merganser.say("quack", thread)
        await smew.say("quack", thread)


@pytest.mark.parametrize("kind", [15, 16])
async def test_a_forum_has_no_messages_but_posts_with_the_id_of_their_first_message(
    login, people, kind
):
    smew = await people("Smew")
    guild = smew.world["guilds"][0]["id"]
    made = await smew.admin("create_channel", guild_id=guild, name="forum", kind=kind)
    async with login(bot_with(show_counter)) as bot:
        forum = bot.get_channel(int(made["id"]))
        post, first = await forum.create_thread(name="pond", content="x")
        assert (first.id, post.parent_id) == (post.id, forum.id)
        await smew.until(lambda: smew.sees(str(post.id)))
        assert [m["content"] for m in smew.messages(str(post.id))] == ["x"]
        assert await code_of(bot.get_partial_messageable(forum.id).send("x")) == 50008
        for refused in (smew.say("x", made["id"]), smew.command("try", channel=made["id"])):
            with pytest.raises(Refused):
                await refused
        await smew.admin("deny", channel_id=made["id"], permissions=["SEND_MESSAGES"])
        assert await code_of(forum.create_thread(name="pond", content="x")) == 50013
