"""Watching a game as a spectator: the private page, and the result card by direct message."""

from __future__ import annotations

import random

import pytest

from tests.e2e.table import actor, board_of, click_once, play_out, seated
from tests.e2e.test_due_messages import AWAY, LOST
from tests.e2e.test_without import begin_anew, refused
from tests.people import has_text, text_of


def cards(person):
    """Return the cards in a person's direct messages."""
    return [message for message in person.messages("dm") if "You watched" in text_of(message)]


async def test_a_watcher_gets_the_card_once_despite_a_restart_and_a_lost_answer(people, bot):
    *players, watcher = people
    board = await seated(tuple(players), "ducks")
    page = (await watcher.press_more("👀 Watch", board)).message
    assert "You are **watching**" in text_of(page)
    await watcher.click("Stop watching", page)
    await watcher.wait_for(has_text("not watching"))
    await watcher.press_more("👀 Watch", board_of(watcher))
    await bot.kill()
    await bot.start()
    await bot.ready()
    await watcher.fault(on=f"POST /channels/{watcher.channel('dm')}/messages", drop="after")
    await play_out(tuple(players), seed=1)
    card = await watcher.until(lambda: next(iter(cards(watcher)), None))
    assert card["attachments"]
    await bot.wait_until(lambda: not bot.rows("SELECT * FROM watchers"))
    assert len(cards(watcher)) == 1
    assert not any(cards(player) for player in players)


async def test_a_card_is_in_the_language_in_which_it_was_asked_for(people, bot):
    *players, watcher = people
    page = (await watcher.press_more(message=await seated(tuple(players), "ducks"))).message
    await watcher.speak("de")
    await watcher.click("n1:watch:on:1", page)
    await watcher.speak("en-US")
    await play_out(tuple(players), seed=1)
    card = await watcher.until(lambda: next(iter(watcher.messages("dm")), None))
    assert "](<" in text_of(card)
    assert "[the board](<" not in text_of(card)


async def test_a_refused_card_is_given_up_quietly(people, bot):
    *players, watcher = people
    board = await seated(tuple(players), "ducks")
    await watcher.press_more("👀 Watch", board)
    dm = f"POST /channels/{watcher.channel('dm')}/messages"
    await watcher.fault(on=dm, status=403, code=50007, message="Cannot send messages to this user")
    await play_out(tuple(players), seed=2)
    await bot.wait_until(lambda: not bot.rows("SELECT * FROM watchers"))
    assert cards(watcher) == []
    assert "WARNING" not in bot.said()


async def test_a_spectator_sees_the_decisions_of_a_turn_when_it_is_over(people, bot):
    *players, watcher = people
    board = await seated(tuple(players), "ducks")
    page = (await watcher.press_more("👀 Watch", board)).message
    assert "as soon as its turn is over" in text_of(page)
    assert "****" not in text_of(page)  # a name is not made bold twice
    choose, first = random.Random(1), actor(board, people)
    while actor(board_of(watcher), people) is first:
        await click_once(people, choose)
    told = has_text("The last decision of a turn that is over")
    while not told(watcher.message(page["id"])):  # a decision that can be undone is not shown
        await click_once(people, choose)
        await watcher.click("Look again", page)
    assert first.name in text_of(watcher.message(page["id"]))
    assert "plays well from here: exact." in text_of(watcher.message(page["id"]))


async def test_the_page_does_what_its_button_says(people, bot):
    *players, watcher = people
    board = await seated(tuple(players), "ducks")
    page = (await watcher.press_more("👀 Watch", board)).message
    await watcher.click("Stop watching", page)
    await watcher.until(lambda: "not watching" in text_of(watcher.message(page["id"])))
    await watcher.click("Watch", watcher.message(page["id"]))
    await watcher.until(lambda: "are **watching**" in text_of(watcher.message(page["id"])))
    assert len(bot.rows("SELECT * FROM watchers")) == 1


async def test_two_watchers_both_get_a_card(people, bot):
    player, *watchers = people
    board = await seated((player,), "pond")
    for watcher in watchers:
        await watcher.press_more("👀 Watch", board)
    await play_out((player,), seed=1)
    await bot.wait_until(lambda: not bot.rows("SELECT * FROM watchers"))
    for watcher in watchers:
        await watcher.until(lambda watcher=watcher: cards(watcher))
        assert len(cards(watcher)) == 1


@pytest.mark.parametrize("seconds", [0, 3600])
async def test_watchers_who_left_or_cannot_see_the_channel_get_no_card(people, bot, seconds):
    """In one case the person who cannot see the channel is timed out as well."""
    player, left, hidden = people
    board = await seated((player,), "pond")
    for watcher in (left, hidden):
        await watcher.press_more("👀 Watch", board)
    guild, channel = player.world["guilds"][0]["id"], player.channel()
    await player.admin("remove_member", guild_id=guild, user_id=left.id)
    await player.admin("deny", channel_id=channel, user_id=hidden.id, permissions=["VIEW_CHANNEL"])
    await player.admin("time_out", guild_id=guild, user_id=hidden.id, seconds=seconds)
    await play_out((player,), seed=1)
    await bot.wait_until(lambda: not bot.rows("SELECT * FROM watchers"))
    assert not any(cards(watcher) for watcher in (left, hidden))


@pytest.mark.parametrize("trouble", [AWAY, LOST])
async def test_a_card_comes_once_though_discord_was_away(people, bot, trouble):
    *players, watcher = people
    await watcher.press_more("👀 Watch", await seated(tuple(players), "ducks"))
    dm = watcher.channel("dm")
    await watcher.fault(on=f"POST /channels/{dm}/messages", times=2, **trouble)
    await play_out(tuple(players), seed=1)
    await bot.wait_until(lambda: not bot.rows("SELECT * FROM watchers"))
    await watcher.wait_for(has_text("You watched"), channel="dm")
    assert len(watcher.messages("dm")) == 1


async def test_when_watching_is_off_an_old_button_answers_with_a_sentence(people, bot):
    *players, watcher = people
    page = (await watcher.press_more("👀 Watch", await seated(tuple(players), "ducks"))).message
    await begin_anew(bot, "watching")
    await refused(watcher, "Look again", page)


async def test_when_watching_is_off_its_rows_are_still_listed_and_forgotten(people, bot):
    smew, _, watcher = people
    board = await seated((smew,), "pond")
    await watcher.press_more("👀 Watch", board)
    await begin_anew(bot, "watching")
    page = (await watcher.command("privacy")).message
    assert "which tables you watch" in text_of(page)
    await watcher.click("Forget me…", page)
    await watcher.click("n1:privacy:forget", await watcher.wait_for(has_text("Be forgotten?")))
    await bot.wait_until(lambda: not bot.rows("SELECT * FROM watchers"))
