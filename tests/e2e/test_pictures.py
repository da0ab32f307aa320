"""The bot does not send a picture again if the message already shows it."""

from __future__ import annotations

import random

from tests.e2e.buckets import (
    actor,
    begun,
    board_of,
    build,
    catch_up,
    click_hand,
    hand_of,
    move,
    phase,
)
from tests.people import controls


def attached(message):
    """Return the ids of a message's pictures, by the beginnings of their names."""
    return {each["filename"].rpartition("-")[0]: each["id"] for each in message["attachments"]}


def shown(message):
    """Return the ids of the attachments that a message's galleries show."""
    parts = message["components"]
    for part in parts:
        parts = parts + part.get("components", [])
    galleries = [part for part in parts if part["type"] == 12]
    return {item["media"]["attachment_id"] for each in galleries for item in each["items"]}


async def attacking(people):
    """Open a table, build all pyramids, and return the person who leads."""
    await begun(people)
    for person in people:
        await build(person)
    await people[0].until(lambda: phase(board_of(people[0])) == "play")
    await catch_up(people, people[0])
    return actor(board_of(people[0]), people)


async def test_another_look_at_the_same_hand_sends_no_picture_again(people, bot):
    leader = await attacking(people)
    before = await hand_of(leader)
    looks = [one for one in controls(before) if one["custom_id"][:3] == "l1:"]
    look = next(one["custom_id"] for one in looks if not one.get("disabled"))
    after = await click_hand(leader, before, look)
    assert attached(after) == attached(before)
    assert shown(after) == set(attached(after).values())


async def test_a_board_has_exactly_the_pictures_that_it_shows(people, bot):
    person, chance = await attacking(people), random.Random(1)
    for _ in range(6):
        await move(person, chance)
        await catch_up(people, person)
        board = board_of(person)
        assert shown(board) == set(attached(board).values())
        person = actor(board, people)
