"""The Bucket King with the real bot process: whole matches, kills, and the secrecy of hands."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from contextlib import closing

import pytest

from tests.e2e.buckets import (
    ANIMALS,
    EPHEMERAL,
    actor,
    begun,
    board_of,
    build,
    catch_up,
    click_hand,
    hand_of,
    move,
    phase,
    play_out,
    said,
)
from tests.e2e.forge import ask_of_dice
from tests.e2e.table import drawn
from tests.people import Person, controls, labels, text_of


@pytest.fixture
async def four(box, bot):
    async with (
        Person(box, "Smew") as a,
        Person(box, "Scoter") as b,
        Person(box, "Merganser") as c,
        Person(box, "Wigeon") as d,
    ):
        yield a, b, c, d


@pytest.fixture
async def watcher(box, bot):
    """A person who sees the channel and does not play."""
    async with Person(box, "Gadwall") as person:
        yield person


async def restarted(bot, person):
    """Kill the bot, start it again, and wait until it has redrawn the board."""
    before = drawn(board_of(person))
    await bot.kill()
    await bot.start()
    await bot.ready()
    await person.until(lambda: drawn(board_of(person)) != before)


def log_of(bot):
    with closing(sqlite3.connect(bot.database)) as file, file:
        return file.execute("SELECT seat, text FROM moves ORDER BY seq").fetchall()


@pytest.mark.heavy
async def test_four_finish_a_match_although_the_bot_is_killed_in_both_phases(four, bot):
    await begun(four, rounds="3")
    first = four[0]
    hand = await click_hand(first, await hand_of(first), "One at a time")
    for box, letter in enumerate("cdhps"):
        move_text = f"place {box} {letter}"
        place = next(c for c in controls(hand) if c["custom_id"].endswith(move_text))
        hand = await click_hand(first, hand, place["custom_id"])
    built = said(hand)

    await restarted(bot, first)
    assert said(await hand_of(first)) == built
    hand = await click_hand(first, hand, "↩ Undo")  # the old private message still works
    hand = await click_hand(first, hand, "Build the rest for me")
    await click_hand(first, hand, "Confirm")
    for person in four[1:]:
        await build(person)
    await first.until(lambda: phase(board_of(first)) == "play")
    await catch_up(four, first)

    leader = actor(board_of(first), four)
    await move(leader, random.Random(1))
    await catch_up(four, leader)
    assert "attack" in text_of(board_of(first))
    before = log_of(bot)
    await restarted(bot, first)
    assert log_of(bot) == before

    final = await play_out(four, seed=2)
    assert re.search(r" wins, \d+ to \d+!|A draw: .+, \d+ each!", text_of(final))
    assert labels(final)[:2] == ["Rematch", "Another game"]
    verdict = (await first.press_fair_dice("Check", final)).message
    assert "same" in text_of(verdict).lower() or "fair" in text_of(verdict).lower()


async def test_with_drawing_by_hand_a_whole_round_is_played(four):
    await begun(four[:3], cards_are_drawn="hand", who_adds_to_earlier_cards="leader")
    final = await play_out(four[:3], seed=3)
    assert labels(final)[:2] == ["Rematch", "Another game"]


async def test_B12_others_learn_nothing_of_a_secret_move_not_even_its_time(four, watcher, bot):
    await bot.wait_until(lambda: "emojis are in place" in bot.said())  # new emojis redraw boards
    await begun(four)
    board = await watcher.until(lambda: board_of(watcher))
    await bot.look_around()  # the first chores after a start edit the board once more
    heard, asked = len(watcher.events), len(await watcher.record())
    for person in four[:3]:
        hand = await hand_of(person)
        for _ in range(2):
            hand = await click_hand(person, hand, next(x for x in labels(hand) if x in ANIMALS))
        hand = await click_hand(person, hand, "↩ Undo")
        hand = await click_hand(person, hand, "One at a time")
        hand = await click_hand(person, hand, "Start over")
        await click_hand(person, hand, "Build it for me")
    assert watcher.events[heard:] == []
    requests = (await watcher.record())[asked:]
    assert not [r for r in requests if f"/messages/{board['id']}" in r["path"]]
    assert not [r for r in requests if r["path"].endswith("/messages")]


async def test_B12_private_hands_reach_their_owners_alone(four, watcher, bot):
    await begun(four)
    hands = {}
    for person in four:
        hands[person.name] = (await hand_of(person))["id"]
        await build(person)
    await watcher.until(lambda: phase(board_of(watcher)) == "play")
    await catch_up(four, watcher)
    leader = actor(board_of(four[0]), four)
    await move(leader, random.Random(4))
    await catch_up((watcher, *four), leader)
    for person in (*four, watcher):
        traffic = json.dumps(person.events)
        others = [number for name, number in hands.items() if name != person.name]
        assert not [number for number in others if number in traffic]
    assert "t1:" not in json.dumps(watcher.events)
    assert not [m for m in watcher.messages() if m["flags"] & EPHEMERAL]


async def test_B12_a_spectator_is_shown_no_hand(four, watcher):
    await begun(four[:3])
    await watcher.until(lambda: board_of(watcher))
    done = await watcher.click("My hand", board_of(watcher))
    assert "You have no seat at this table." in text_of(done.message)


async def test_B12_the_log_of_moves_is_refused_before_the_end(box, four):
    await begun(four[:3])
    page = (await four[0].press_more("Fair dice", board_of(four[0]))).message
    assert labels(page) == ["Digits", "‹ Back"]
    for what in ("log", "check"):
        message = await ask_of_dice(box.core, four[0], what)
        assert "when the game is over" in text_of(message)
        assert message["attachments"] == []


async def test_B12_no_hidden_move_is_in_the_bots_log_at_any_level(four, bot):
    await begun(four[:3])
    hand = await hand_of(four[0])
    for _ in range(3):
        hand = await click_hand(four[0], hand, next(x for x in labels(hand) if x in ANIMALS))
    await four[0].fault(interactions="twice", times=1)  # the second copy of the click is refused
    await click_hand(four[0], hand, "↩ Undo")
    await play_out(four[:3], seed=5)
    hidden = [text for _, text in log_of(bot) if text.startswith(("deal", "card", "place"))]
    assert {text.split()[0] for text in hidden} == {"deal", "card", "place"}
    said = bot.said()
    assert [text for text in hidden if text in said] == []
    assert not re.search(r"\bplace \d", said)


async def test_a_hand_works_after_all_tokens_have_expired(four, bot):
    await begun(four[:3])
    old = await hand_of(four[0])
    await four[0].admin("expire_tokens")
    assert said(await hand_of(four[0])) == said(old)
    await click_hand(four[0], old, "Build it for me")
    assert "Confirm" in labels(four[0].message(old["id"]))
