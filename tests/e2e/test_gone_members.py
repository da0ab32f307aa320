"""A game does not wait for people who cannot play: the caretaker plays, and the board says why."""

from __future__ import annotations

import asyncio
import random

from tests.e2e.table import actor, board_of, click_once
from tests.e2e.test_time_controls import DAY, at_time_control
from tests.people import has_text, text_of

EPHEMERAL = 64


async def test_an_unable_player_loses_the_seat_and_can_come_back(people, bot):
    here = actor(await at_time_control(people, "trophy", "day"), people)
    left, muted = (person for person in people if person is not here)
    guild, channel = here.world["guilds"][0]["id"], here.channel()
    await here.admin("remove_member", guild_id=guild, user_id=left.id)
    await here.admin("time_out", guild_id=guild, user_id=muted.id, seconds=DAY)
    for name, reason in ((left.name, "is not on the server"), (muted.name, "is timed out")):
        await play_until(here, f"{name} ({reason})")
    await here.admin("time_out", guild_id=guild, user_id=muted.id, seconds=0)
    await muted.press_more("I'm back", board_of(muted))
    await here.until(lambda: "is timed out" not in text_of(board_of(here)))
    await here.admin("deny", channel_id=channel, user_id=muted.id, permissions=["VIEW_CHANNEL"])
    await play_until(here, f"{muted.name} (cannot see this channel)")


async def play_until(here, words):
    """Play as this person until the board has these words."""
    chance = random.Random(1)
    while words not in text_of(board_of(here)):
        if here.mention in text_of(board_of(here)):
            await click_once((here,), chance)
        await here.until(lambda: here.mention in text_of(board_of(here)))


async def test_a_lobby_gets_a_new_opener_if_its_opener_has_left(people, bot):
    opener, heir, third = people
    lobby = (await opener.command("ducks start")).message
    for person in (heir, third):
        await person.click("Join", lobby)
    await third.click("Start", lobby)
    await third.wait_for(has_text(f"Only the opener of this table can do that: {opener.name}"))
    guild = heir.world["guilds"][0]["id"]
    await heir.admin("remove_member", guild_id=guild, user_id=opener.id)
    await third.click("Start", board_of(third))
    await third.wait_for(
        has_text(f"{opener.name} cannot play here now. The opener is now: {heir.name}")
    )
    await heir.click("Start", board_of(heir))
    await heir.until(lambda: actor(board_of(heir), (heir, third)))


async def test_two_people_who_find_the_opener_gone_both_learn_the_new_opener(people, bot):
    opener, *others = people
    lobby = (await opener.command("trophy start")).message
    for person in others:
        await person.click("Join", lobby)
    guild = others[0].world["guilds"][0]["id"]
    await others[0].admin("remove_member", guild_id=guild, user_id=opener.id)
    lobby = board_of(others[0])
    await asyncio.gather(*(person.click("Start", lobby, wait=False) for person in others))
    for person in others:  # at the later click, the table already has its new opener
        told = await person.wait_for(lambda message: message["flags"] & EPHEMERAL)
        assert "The opener is now" in text_of(told)
        assert others[0].name in text_of(told)
