"""Messages by REST: writing, editing, files, mentions, replies, threads, permissions."""

import io

import discord
import pytest
from discord import AllowedMentions, ui

from sandbox.changes.messages import NONCE_LIFE
from sandbox.testing import Refused
from sandbox.tests.helpers import Bot, code_of

READS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000030000000208060000009d74660a")


@pytest.fixture
async def place(login, people):
    """A logged-in bot, the channel #games, and two people who watch."""
    smew, merganser = await people("Smew", "Merganser")
    async with login(Bot(intents=READS)) as bot:
        games = bot.get_channel(int(smew.channel("games")))
        yield bot, games, smew, merganser


async def test_written_edited_and_deleted_messages_are_shown_and_announced(place):
    bot, games, smew, _ = place
    message = await games.send("one")
    assert (await smew.wait_for(lambda m: m["content"] == "one"))["author"]["bot"]
    await bot.hear("message", lambda m: m.id == message.id)
    await message.edit(content="two")
    await smew.wait_for(lambda m: m["content"] == "two" and m["edited_timestamp"])
    await bot.hear("raw_message_edit", lambda p: p.message_id == message.id)
    await message.delete()
    await smew.until(lambda: not smew.messages())
    await bot.hear("raw_message_delete", lambda p: p.message_id == message.id)
    assert await code_of(message.edit(content="three")) == 10008


async def test_the_bot_gets_peoples_messages_without_their_text(place):
    bot, games, smew, merganser = place
    await smew.say("hello")
    (heard,) = await bot.hear("message")
    assert heard.author.name == "smew"
    assert heard.content == ""
    assert (await merganser.wait_for(lambda m: m["content"] == "hello"))["type"] == 0
    assert await code_of(games.get_partial_message(heard.id).edit(content="x")) == 50005


async def test_history_is_newest_first_and_in_pages(place):
    _, games, *_ = place
    for number in range(5):
        await games.send(str(number))
    assert [m.content async for m in games.history(limit=2)] == ["4", "3"]
    found = [m async for m in games.history(limit=10)]
    after = [m.content async for m in games.history(after=found[-2], limit=2)]
    assert after == ["2", "3"]
    before = [m.content async for m in games.history(before=found[1], limit=2)]
    assert before == ["2", "1"]
    around = [m.content async for m in games.history(around=found[2], limit=3)]
    assert sorted(around) == ["1", "2", "3"]


async def test_mentions_ping_only_allowed_people(place):
    _, games, smew, merganser = place
    both = f"{smew.mention} {merganser.mention}"
    first = await games.send(both)
    only = AllowedMentions(users=[discord.Object(int(merganser.id))])
    second = await games.send(both, allowed_mentions=only)
    third = await games.send(both, allowed_mentions=AllowedMentions.none())
    fourth = await games.send(both, silent=True)
    fifth = await games.send(f"`{smew.mention}`")
    await merganser.wait_for(lambda m: m["id"] == str(fifth.id))
    await smew.wait_for(lambda m: m["id"] == str(fifth.id))
    assert smew.pings == [str(first.id)]
    assert merganser.pings == [str(first.id), str(second.id)]
    assert [m.name for m in second.mentions] == ["merganser"]
    assert third.mentions == []
    assert [m.name for m in fourth.mentions] == ["smew", "merganser"]


async def test_an_edit_never_pings(place):
    _, games, smew, _ = place
    message = await games.send("nobody")
    await message.edit(content=smew.mention)
    seen = await smew.wait_for(lambda m: smew.mention in m["content"])
    assert [user["id"] for user in seen["mentions"]] == [smew.id]
    assert not seen["sandbox"]["pings_me"]
    assert smew.pings == []


async def test_a_mention_in_a_text_display_pings(place):
    _, games, smew, _ = place
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay(f"your turn {smew.mention}"))
    message = await games.send(view=view)
    await smew.until(lambda: smew.pings == [str(message.id)])


async def test_only_permitted_people_ping_everyone(place):
    bot, games, smew, merganser = place
    quiet = await games.send("@everyone")
    assert not quiet.mention_everyone
    bits = ["MENTION_EVERYONE"]
    guild_id = str(games.guild.id)
    await smew.admin(
        "set_permissions", guild_id=guild_id, user_id=str(bot.user.id), permissions=bits
    )
    loud = await games.send("@everyone")
    assert loud.mention_everyone
    await merganser.until(lambda: merganser.pings == [str(loud.id)])


async def test_a_reply_refers_to_its_message(place):
    _, games, smew, _ = place
    said = await smew.say("hello")
    partial = games.get_partial_message(int(said["id"]))
    reply = await partial.reply("hi")
    assert reply.type is discord.MessageType.reply
    assert reply.reference.message_id == partial.id
    await smew.until(lambda: smew.pings == [str(reply.id)])
    quiet = await partial.reply("hi", mention_author=False)
    await smew.wait_for(lambda m: m["id"] == str(quiet.id))
    assert len(smew.pings) == 1
    gone = games.get_partial_message(1)
    assert await code_of(gone.reply("hi")) == 50035


async def test_files_are_kept_added_and_left_out_by_an_edit(place):
    _, games, smew, _ = place
    files = [
        discord.File(io.BytesIO(PNG), "a b.png", description="a picture"),
        discord.File(io.BytesIO(b"log"), "log.txt"),
    ]
    message = await games.send("files", files=files)
    assert [a.filename for a in message.attachments] == ["a_b.png", "log.txt"]
    assert (message.attachments[0].width, message.attachments[0].height) == (3, 2)
    assert message.attachments[0].description == "a picture"
    assert await message.attachments[1].read() == b"log"
    edited = await message.edit(content="still")
    assert len(edited.attachments) == 2
    new = discord.File(io.BytesIO(b"new"), "new.txt")
    edited = await message.edit(attachments=[message.attachments[1], new])
    assert [a.filename for a in edited.attachments] == ["log.txt", "new.txt"]
    assert edited.attachments[0].id == message.attachments[1].id
    edited = await message.edit(attachments=[])
    assert edited.attachments == []
    await smew.wait_for(lambda m: m["content"] == "still" and not m["attachments"])


async def test_a_board_keeps_its_address_until_it_is_replaced(place):
    _, games, *_ = place

    def board(name: str) -> ui.LayoutView:
        view = ui.LayoutView()
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}")))
        return view

    message = await games.send(view=board("a.png"), file=discord.File(io.BytesIO(PNG), "a.png"))
    first = message.components[0].items[0].media.url
    new = discord.File(io.BytesIO(PNG), "b.png")
    message = await message.edit(view=board("b.png"), attachments=[new])
    assert message.components[0].items[0].media.url != first
    assert await code_of(message.edit(view=board("a.png"))) == 50035
    message = await message.edit(view=board("b.png"))
    assert [a.filename for a in message.attachments] == ["b.png"]


async def test_a_nonce_makes_one_message_of_two_requests(place):
    _, games, smew, _ = place
    one = await games.send("once", nonce="n1")
    two = await games.send("once", nonce="n1")
    assert one.id == two.id
    assert one.nonce == "n1"
    assert len(smew.messages()) == 1
    assert "nonce" not in (await smew.wait_for(lambda m: m["content"] == "once"))


async def test_a_nonce_counts_for_all_channels_of_its_author(place):
    bot, games, smew, _ = place
    one = await games.send("once", nonce="n1")
    lounge = bot.get_channel(int(smew.channel("lounge")))
    assert (await lounge.send("once", nonce="n1")).id == one.id
    assert smew.messages("lounge") == []


async def test_a_nonce_is_forgotten_after_some_minutes(place, box):
    _, games, *_ = place
    one = await games.send("once", nonce="n1")
    box.core.clock.advance(NONCE_LIFE - 1)
    assert (await games.send("once", nonce="n1")).id == one.id
    box.core.clock.advance(2)
    assert (await games.send("once", nonce="n1")).id != one.id


async def test_the_nonce_of_a_deleted_message_makes_no_new_message(place):
    _, games, smew, _ = place
    await (await games.send("once", nonce="n1")).delete()
    assert await code_of(games.send("once", nonce="n1")) == 10008
    await smew.look()
    assert smew.messages() == []


async def test_a_nonce_that_is_not_enforced_is_not_checked(send):
    once = {"content": "x", "nonce": 7}
    _, one = await send(once)
    _, two = await send(once)
    assert one["id"] != two["id"]
    assert one["nonce"] == two["nonce"] == 7


@pytest.mark.parametrize("nonce", ["x" * 26, 10**25, True, []])
async def test_an_invalid_nonce_is_refused(send, nonce):
    status, answer = await send({"content": "x", "nonce": nonce})
    assert (status, answer["code"]) == (400, 50035)
    assert answer["errors"]["nonce"]["_errors"][0]["code"].startswith("NONCE_TYPE_")
    assert (await send({"content": "x", "nonce": "x" * 25}))[0] == 200


async def test_an_empty_message_is_refused(place):
    _, games, *_ = place
    assert await code_of(games.send("")) == 50006
    assert await code_of(games.send("   ")) == 50006


async def test_a_file_that_is_too_large_is_refused(place):
    _, games, *_ = place
    large = discord.File(io.BytesIO(bytes(10 * 2**20 + 1)), "large.bin")
    assert await code_of(games.send(file=large)) == 40005


@pytest.mark.parametrize(
    ("permission", "code"),
    [("VIEW_CHANNEL", 50001), ("SEND_MESSAGES", 50013)],
)
async def test_without_permission_the_bot_cannot_write(place, permission, code):
    _, games, smew, _ = place
    await smew.admin("deny", channel_id=str(games.id), permissions=[permission])
    assert await code_of(games.send("x")) == code
    await smew.admin("deny", channel_id=str(games.id), permissions=[])
    await games.send("x")


async def test_interactions_are_answered_without_permissions(login, people):
    async def answer(i: discord.Interaction):
        assert not i.app_permissions.view_channel
        await i.response.send_message("here")

    bot = Bot()
    bot.tree.add_command(discord.app_commands.Command(name="try", description="x", callback=answer))
    smew = await people("Smew")
    async with login(bot):
        games = smew.channel("games")
        await smew.admin("deny", channel_id=games, permissions=["VIEW_CHANNEL"])
        assert (await smew.command("try")).state == "answered"
        assert await code_of(bot.get_channel(int(games)).send("x")) == 50001


async def test_files_without_permission_are_refused(place):
    _, games, smew, _ = place
    await smew.admin("deny", channel_id=str(games.id), permissions=["ATTACH_FILES"])
    assert await code_of(games.send(file=discord.File(io.BytesIO(b"x"), "x.txt"))) == 50013


async def test_a_direct_message_is_between_two(place):
    bot, _, smew, merganser = place
    user = await bot.fetch_user(int(smew.id))
    message = await user.send("psst")
    seen = await smew.wait_for(lambda m: m["content"] == "psst", channel="dm")
    assert seen["id"] == str(message.id)
    assert merganser.messages("dm") == []
    with pytest.raises(Refused):
        await merganser.ask(
            "GET", f"/sandbox/channels/{message.channel.id}/messages?as={merganser.id}"
        )
    await smew.say("hello bot", channel="dm")
    (heard,) = await bot.hear("message", lambda m: m.content == "hello bot")
    assert isinstance(heard.channel, discord.DMChannel)


async def test_a_person_who_closed_direct_messages_gets_none(place):
    bot, _, smew, _ = place
    await smew.admin("close_dms", user_id=smew.id)
    user = await bot.fetch_user(int(smew.id))
    assert await code_of(user.send("psst")) == 50007


async def test_deleting_others_messages_needs_a_permission(place):
    bot, games, smew, _ = place
    said = await smew.say("hello")
    partial = games.get_partial_message(int(said["id"]))
    assert await code_of(partial.delete()) == 50013
    bits, guild_id = ["MANAGE_MESSAGES"], str(games.guild.id)
    await smew.admin(
        "set_permissions", guild_id=guild_id, user_id=str(bot.user.id), permissions=bits
    )
    await partial.delete()
    await smew.until(lambda: not smew.messages())


async def test_threads_with_and_without_a_message(place):
    bot, games, smew, _ = place
    message = await games.send("round 1")
    thread = await message.create_thread(name="talk")
    assert thread.id == message.id
    await bot.hear("thread_create")
    await thread.send("in here")
    await smew.until(lambda: _thread(smew, "talk"))
    seen = await smew.ask("GET", f"/sandbox/channels/{thread.id}/messages?as={smew.id}")
    assert [m["content"] for m in seen] == ["", "in here"]  # the first refers to the starter
    assert await code_of(message.create_thread(name="again")) == 160004
    own = await games.create_thread(name="own", type=discord.ChannelType.public_thread)
    assert await code_of(own.edit(archived=True, locked=True)) == 50013
    await smew.admin("archive_thread", channel_id=str(own.id), locked=True)
    assert await code_of(own.send("x")) == 50083
    await smew.wait_for(lambda m: m.get("thread"))


async def test_writing_in_an_archived_thread_unarchives_it(place):
    bot, games, _, _ = place
    thread = await games.create_thread(name="own", type=discord.ChannelType.public_thread)
    message = await thread.send("before")
    await thread.edit(archived=True)
    assert await code_of(message.edit(content="later")) == 50083
    await thread.send("after")
    await bot.hear("thread_update")
    assert not (await bot.fetch_channel(thread.id)).archived
    await message.edit(content="later")


def _thread(person, name):
    channels = person.world["guilds"][0]["channels"]
    return next((c for c in channels if c["name"] == name and c["type"] == 11), None)


async def test_typing_is_seen(place):
    _, games, smew, _ = place
    await games.typing()
    data = await smew.wait_for_event("typing")
    assert data["channel_id"] == str(games.id)
