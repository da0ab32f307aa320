"""Messages that the real bot sent without pictures or emojis get them later."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.e2e import buckets, table
from tests.e2e.forked import UNDRAWN
from tests.e2e.past import put_emojis
from tests.people import labels, text_of

GALLERY = 12


def drawn(message):
    """Return the message if it has a picture and shows it, else None."""
    parts = message.get("components", [])
    for part in parts:
        parts = parts + part.get("components", [])
    return message if message["attachments"] and GALLERY in {p["type"] for p in parts} else None


def stored(bot):
    """Return the table's revision, and the revision that its message is known to show."""
    with closing(sqlite3.connect(bot.database, timeout=10)) as file:
        return file.execute("SELECT revision, shown_revision FROM tables").fetchone()


@pytest.fixture
def undrawn(bot):
    """A file in the bot's folder. While it exists, the bot draws nothing."""
    file = bot.folder / UNDRAWN
    file.touch()
    return file


async def attacking(people):
    await buckets.begun(people)
    for person in people:
        await buckets.build(person)
    board = lambda: buckets.board_of(people[0])  # noqa: E731
    await people[0].until(lambda: buckets.phase(board()) == "play")
    return board


async def ended(people):
    """Play a game to its end. Return the message, which shows a card once the bot can draw it."""
    await table.seated(people[:2], "buckdice")
    return await table.play_out(people[:2], 1)


async def test_a_board_becomes_a_picture_as_soon_as_that_can_be_drawn(people, bot, undrawn):
    board = await attacking(people)
    assert not board()["attachments"]
    await bot.wait_until(lambda: stored(bot)[1] == -1)
    undrawn.unlink()
    await people[0].until(lambda: drawn(board()))
    await bot.wait_until(lambda: len(set(stored(bot))) == 1)


@pytest.mark.parametrize("killed", [True, False], ids=["killed", "stopped"])
async def test_a_board_becomes_a_picture_after_a_restart(people, bot, undrawn, killed):
    board = await attacking(people)
    await bot.wait_until(lambda: stored(bot)[1] == -1)
    await (bot.kill() if killed else bot.stop())
    assert not board()["attachments"]
    undrawn.unlink()
    await bot.start()
    await people[0].until(lambda: drawn(board()))


async def test_a_result_becomes_a_card_as_soon_as_that_can_be_drawn(people, bot, undrawn):
    end = await ended(people)
    assert not end["attachments"]
    undrawn.unlink()
    await people[0].until(lambda: drawn(people[0].message(end["id"])))


async def test_a_result_becomes_a_card_after_a_restart(people, bot, undrawn):
    end = await ended(people)
    await bot.stop()
    assert not end["attachments"]
    undrawn.unlink()
    await bot.start()
    await people[0].until(lambda: drawn(people[0].message(end["id"])))


@pytest.fixture
async def bare(box, bot, people):
    """A sandbox in which the application has no emojis and cannot add any."""
    await bot.stop()
    box.core.world.emojis.clear()
    orders = [
        {"on": f"{what} /applications/*/emojis", "status": 403, "code": 50001, "message": "No"}
        for what in ("GET", "POST")
    ]
    for order in orders:
        await people[0].fault(**order, times=999)
    await bot.start()
    await bot.ready()
    return box


async def test_a_board_gets_its_emojis_after_a_restart_whoever_has_made_them(people, bot, bare):
    await table.seated(people[:2], "ducks")
    assert "<:" not in text_of(table.board_of(people[0]))
    await bot.wait_until(lambda: stored(bot)[1] == -1)
    await bot.kill()
    bare.core.faults.clear()
    put_emojis(bare)
    await bot.start()
    await people[0].until(lambda: "<:" in text_of(table.board_of(people[0])))
    await bot.wait_until(lambda: len(set(stored(bot))) == 1)


async def test_a_hand_gets_its_emojis_as_soon_as_they_are_there(people, bot, bare):
    await buckets.begun(people)
    hand = await buckets.hand_of(people[0])
    assert "<:" not in text_of(hand)
    bare.core.faults.clear()
    await people[0].until(lambda: "<:" in text_of(people[0].message(hand["id"])))


async def test_a_hand_on_which_somebody_picks_gets_its_emojis_and_stays_as_it_is(people, bot, bare):
    await buckets.begun(people)
    hand = await buckets.hand_of(people[0])
    picking = await buckets.click_hand(people[0], hand, "One at a time")
    bare.core.faults.clear()
    await people[0].until(lambda: "<:" in text_of(people[0].message(hand["id"])))
    assert labels(people[0].message(hand["id"])) == labels(picking)
