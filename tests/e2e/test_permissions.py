"""What a server takes away: the permission to send files, and channels and roles in settings."""

from __future__ import annotations

from tests.e2e.table import actor, moves, ready_board, seated
from tests.people import has_text, parts, text_of

ATTACH_FILES = str(1 << 15)


def pictures(message):
    return [part for part in parts(message) if part["type"] == 12]


async def test_without_attach_files_a_game_is_played_in_words(people, bot):
    smew, scoter, _ = people
    await smew.admin("deny", channel_id=smew.channel(), permissions=ATTACH_FILES)
    pair = (smew, scoter)
    board = await seated(pair, "pond")
    assert pictures(board) == []
    player = actor(board, pair)
    control = moves(board)[0]
    values = [control["options"][0]["value"]] if control.get("options") else None
    done = await player.click(control["custom_id"], board, values=values)
    assert done.state == "answered"
    assert pictures(await smew.until(lambda: ready_board(smew, pair))) == []
    page = (await smew.command("settings")).message
    assert "In this channel I lack: Attach Files." in text_of(page)
    assert "WARNING" not in bot.said()


async def test_a_deleted_channel_or_role_does_not_count_and_is_told_once(people, bot):
    smew, scoter, _ = people
    guild = smew.world["guilds"][0]["id"]
    made = (await smew.admin("create_channel", guild_id=guild, name="gone"))["id"]
    role = (await smew.admin("create_role", guild_id=guild, name="gone"))["id"]
    for question, chosen in (("channels", made), ("roles", role)):
        page = (await smew.command("settings")).message
        await smew.click(f"n1:settings:ask:{question}", page)
        await smew.click(f"o1:settings:{question}", smew.message(page["id"]), values=[chosen])
        await smew.until(lambda page=page: "Saved." in text_of(smew.message(page["id"])))
    refused = (await scoter.command("ducks start")).message
    assert "tables are opened in" in text_of(refused)
    await smew.admin("delete_channel", channel_id=made)
    await smew.admin("delete_role", guild_id=guild, role_id=role)
    await scoter.command("ducks start")
    await smew.wait_for(has_text("**Scoter**"))
    first = text_of((await smew.command("settings")).message)
    assert "were deleted" in first
    assert "Every channel" in first
    assert made not in first
    assert role not in first
    again = text_of((await smew.command("settings")).message)
    assert "were deleted" not in again
