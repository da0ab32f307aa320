"""If a moderator deletes a board while the game waits for a person, the bot posts a new board."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.e2e.table import actor, board_of, seated
from tests.people import has_text, parts, text_of


def links(message):
    """Return the ids of the messages to which a message links."""
    buttons = [part["url"] for part in parts(message) if part.get("url")]
    words = [word.split(">)")[0] for word in text_of(message).split("(<")[1:]]
    return {address.rsplit("/", 1)[-1] for address in buttons + words}


async def gone(person, board):
    await person.admin("delete_message", message_id=board["id"])
    await person.until(lambda: person.message(board["id"]) is None)


async def test_a_call_links_to_an_existing_board(people, bot):
    board = await seated(people, "trophy")
    await bot.begin_anew()  # the restarted bot has seen nobody click, so it calls soon
    await gone(people[0], board)
    bot.let_wait(100)
    call = await people[0].wait_for(has_text("your turn** ·"), timeout=60)
    new = board_of(people[0])
    assert links(call) == {new["id"]}
    assert actor(new, people)


@pytest.mark.parametrize("command", ["turns", "table show", "table cancel"])
async def test_an_answer_links_to_an_existing_board(people, bot, command):
    player = people[0]
    await gone(player, await seated((player,), "trophy", ducks=2))
    page = (await player.command(command)).message
    assert links(page) == {board_of(player)["id"]}


async def test_the_link_to_a_table_leads_to_the_channel_where_it_is_played(people, bot):
    board = await seated(people, "trophy")
    await gone(people[0], board)
    with suppress(LookupError):
        page = (await people[0].command("table show", channel="lounge", table="1")).message
    assert links(page) == {board_of(people[0])["id"]}
