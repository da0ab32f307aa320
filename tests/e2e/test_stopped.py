"""While the bot may not write in a channel, clocks there stand still, and the board says so."""

from __future__ import annotations

from tests.e2e.table import actor, board_of
from tests.e2e.test_time_controls import TIME, at_time_control
from tests.people import text_of


async def test_the_clock_stands_still_while_the_bot_may_not_write(people, bot):
    board = await at_time_control(people, "trophy", "day")
    here, channel = people[0], people[0].channel()
    late = f"a duck has moved for: {actor(board, people).name}"
    await here.admin("deny", channel_id=channel, permissions=["SEND_MESSAGES"])
    board = await here.until(lambda: _tells(here, "The clock stands still: I may not write here"))
    assert "A duck moves" not in text_of(board)
    await here.admin("deny", channel_id=channel, permissions=[])
    board = await here.until(lambda: _tells(here, "A duck moves <t:"))
    bot.let_wait(TIME + 5)
    await here.until(lambda: _tells(here, late))


def _tells(person, words):
    """Return the board if it has these words, else None."""
    board = board_of(person)
    return board if words in text_of(board) else None
