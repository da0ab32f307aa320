"""Deletions of messages by the bot's token, or by the token of an interaction."""

import asyncio
from contextlib import asynccontextmanager

import discord
import pytest
from discord import ui

from sandbox.tests.helpers import PUBLIC_THREAD, Bot, bot_with, code_of, open_thread


@pytest.fixture
def clicked(login, people):
    """Smew's click before the bot answers: `async with clicked() as (smew, interaction): ...`."""
    heard: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    class Board(ui.View):
        @ui.button(label="Go", custom_id="go")
        async def go(self, i: discord.Interaction, _: ui.Button):
            heard.put_nowait(i)

    async def show(i: discord.Interaction):
        await i.response.send_message("board", view=Board(timeout=None), ephemeral=secret)

    secret = False

    @asynccontextmanager
    async def clicked(*, ephemeral=False):
        nonlocal secret
        secret, smew = ephemeral, await people("Smew")
        async with login(bot_with(show)):
            await smew.command("try")
            await smew.click("Go", wait=False)
            yield smew, await heard.get()

    return clicked


def texts(person, channel=None):
    return [message["content"] for message in person.messages(channel)]


async def test_a_click_that_is_deferred_or_updates_has_the_board_as_original(clicked):
    async with clicked() as (smew, interaction):
        await interaction.response.edit_message(content="next")
        await interaction.followup.send("call")
        assert (await interaction.original_response()).id == interaction.message.id
        await interaction.delete_original_response()
        await smew.until(lambda: texts(smew) == ["call"])


async def test_follow_ups_to_a_deferred_click_are_new_messages(clicked):
    async with clicked() as (smew, interaction):
        await interaction.response.defer()
        await interaction.followup.send("call")
        await interaction.edit_original_response(content="next")
        await smew.until(lambda: texts(smew) == ["next", "call"])


async def test_a_click_that_is_answered_has_its_answer_as_original(clicked):
    async with clicked() as (smew, interaction):
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(content="answer")
        await interaction.delete_original_response()
        await smew.until(lambda: texts(smew) == ["board"])


async def test_a_click_on_a_private_board_deletes_it_by_its_token_only(clicked):
    async with clicked(ephemeral=True) as (smew, interaction):
        await interaction.response.defer()
        partial = interaction.channel.get_partial_message(interaction.message.id)
        assert await code_of(partial.delete()) == 10008
        assert texts(smew) == ["board"]
        await interaction.delete_original_response()
        await smew.until(lambda: not smew.messages())


async def test_a_follow_up_can_be_deleted_by_either_token(asked):
    async with asked() as (smew, interaction):
        await interaction.response.send_message("answer")
        one = await interaction.followup.send("one", wait=True)
        two = await interaction.followup.send("two", wait=True)
        await one.delete()
        await interaction.channel.get_partial_message(two.id).delete()
        await smew.until(lambda: texts(smew) == ["answer"])
        for gone in (one, two):
            assert await code_of(gone.edit(content="x")) == 10008
            assert await code_of(gone.delete()) == 10008


async def test_a_token_reaches_no_other_message(asked):
    async with asked() as (_, interaction):
        await interaction.response.send_message("answer")
        other = await interaction.channel.send("other")
        assert await code_of(interaction.followup.delete_message(other.id)) == 10008


async def test_a_token_deletes_for_fifteen_minutes(asked, box):
    async with asked() as (_, interaction):
        await interaction.response.send_message("answer")
        call = await interaction.followup.send("call", wait=True)
        box.core.clock.advance(15 * 60 + 1)
        assert await code_of(call.delete()) == 50027
        await interaction.channel.get_partial_message(call.id).delete()


async def test_a_follow_up_after_a_deleted_deferral_is_a_new_message(asked):
    async with asked() as (smew, interaction):
        await interaction.response.defer()
        await interaction.delete_original_response()
        await interaction.followup.send("new")
        await smew.until(lambda: texts(smew) == ["new"])
        assert await code_of(interaction.edit_original_response(content="x")) == 10008


async def test_in_an_archived_thread_nothing_is_deleted(asked):
    async def in_a_thread(person):
        return await open_thread(person, PUBLIC_THREAD)

    async with asked(in_a_thread) as (smew, interaction):
        await interaction.response.send_message("answer")
        thread = str(interaction.channel_id)
        message = await interaction.channel.send("x")
        await smew.admin("archive_thread", channel_id=thread)
        assert await code_of(message.delete()) == 50083
        assert await code_of(interaction.delete_original_response()) == 50083
        await smew.admin("unarchive_thread", channel_id=thread)
        await message.delete()
        await interaction.delete_original_response()


async def test_in_a_direct_message_the_bot_deletes_only_its_own(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        dm = await (await bot.fetch_user(int(smew.id))).create_dm()
        said, own = await smew.say("x", "dm"), await dm.send("y")
        assert await code_of(dm.get_partial_message(int(said["id"])).delete()) == 50003
        await own.delete()
        await smew.until(lambda: texts(smew, "dm") == ["x"])


async def test_without_the_intent_the_bot_gets_no_messages(login, people):
    smew = await people("Smew")
    async with login(Bot()) as bot:
        said = await smew.say("x")
        own = await bot.get_channel(int(smew.channel())).send("y")
        await own.edit(content="z")
        await own.delete()
        await smew.admin("delete_message", message_id=said["id"])
        await smew.until(lambda: not smew.messages())
        await smew.admin("create_channel", guild_id=smew.world["guilds"][0]["id"], name="n")
        await bot.hear("guild_channel_create")
        assert not any("message" in name for name, _ in bot.heard)
