"""A double tap on a phone: the second tap falls on the redrawn board, within 0.4 seconds.

The times of the taps come from their ids. The clock of the sandbox, which makes the ids, stands
still except where a test moves it. So no test depends on the speed of the machine.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.e2e.process import EMOJIS, Bot
from tests.e2e.table import actor, ready_board, seated
from tests.people import Person, labels

THROW = "Draw", "Roll"
"""Beginnings of the label of the button that throws dice in Trophy Buck."""

DOUBLE, LATER = 0.3, 0.5
"""Seconds between the taps: an accident, and a press that counts."""


@pytest.fixture
async def bot(box, tmp_path):
    async with Bot(box, tmp_path, DOUBLE_TAP="0.4") as process:
        await process.ready()
        await process.wait_until(lambda: EMOJIS in process.said())  # then no board is redrawn
        yield process


@pytest.fixture
async def smew(box, bot):
    async with Person(box, "Smew") as person:
        yield person


@pytest.fixture
def clock(box, monkeypatch):
    """The clock of the sandbox; `at` is its time."""
    real = box.core.clock
    held = SimpleNamespace(at=real.now() + 60)
    monkeypatch.setattr(real, "now", lambda: held.at)
    return held


def steps(bot):
    return bot.rows("SELECT COUNT(*) FROM moves")[0]


async def tap(person, label, board):
    """Press a button, and wait until the board has changed; return the new board."""
    await person.click(label, board)

    def changed():
        now = person.message(board["id"])
        return now if now["components"] != board["components"] else None

    return await person.until(changed)


def find(board, words):
    return next(label for label in labels(board) if label.startswith(words))


async def draw(people, clock):
    """Draw until a player has drawn and is still on turn; return the player and the board."""
    while True:
        clock.at += LATER
        board = await people[0].until(lambda: ready_board(people[0], people))
        player = actor(board, people)
        after = await tap(player, find(board, THROW), player.message(board["id"]))
        if actor(after, people) is player:
            return player, after


async def test_the_second_tap_of_a_double_tap_rolls_no_dice_and_says_nothing(people, bot, clock):
    await seated(people, "trophy")
    player, board = await draw(people, clock)
    before, seen = steps(bot), len(player.messages())
    clock.at += DOUBLE
    done = await player.click(find(board, THROW), board)
    assert done.state == "answered"
    assert (steps(bot), len(player.messages())) == (before, seen)
    assert player.message(board["id"])["components"] == board["components"]
    clock.at += LATER - DOUBLE
    await tap(player, find(board, THROW), board)
    assert steps(bot) != before


async def test_a_stop_that_undo_takes_back_counts_at_once(people, bot, clock):
    await seated(people, "trophy")
    player, board = await draw(people, clock)
    clock.at += DOUBLE
    after = await tap(player, find(board, "Stop"), board)
    assert actor(after, people) is not player


async def end_day(person, board):
    """Ask to end the day, and return the page with the button that confirms it."""
    return await tap(person, "End day", board)


async def ends_day(person, board, bot, clock, pause):
    """Ask to end the day, and confirm that after a pause; return whether the day has ended.

    A busy bot may redraw the board soon after its start, which closes the question. Ask again then.
    """
    while "End anyway" not in labels(person.message(board["id"])):
        await end_day(person, person.message(board["id"]))
    clock.at += pause
    if "End anyway" not in labels(person.message(board["id"])):
        return await ends_day(person, board, bot, clock, pause)
    before = steps(bot)
    done = await person.click("End anyway", person.message(board["id"]))
    assert done.state == "answered"
    return steps(bot) != before


async def counts_once(person, board, bot, clock):
    """Return whether the second tap on End day is ignored, and a later one counts."""
    ignored = not await ends_day(person, board, bot, clock, DOUBLE)
    return ignored and await ends_day(person, board, bot, clock, LATER)


@pytest.mark.parametrize("since", [0, LATER])
async def test_the_second_tap_on_end_day_ends_no_day(smew, bot, clock, since):
    board = await seated((smew,), "pond")
    clock.at += since
    assert await counts_once(smew, board, bot, clock)


@pytest.mark.parametrize("since", [0, LATER])
async def test_the_second_tap_on_end_day_begins_no_daily_and_ends_no_day_of_it(
    smew, bot, clock, since
):
    page = await tap(smew, "Begin", (await smew.command("daily")).message)
    assert await counts_once(smew, page, bot, clock)
    clock.at += since
    assert await counts_once(smew, smew.message(page["id"]), bot, clock)
