"""Discord limits edits of messages older than an hour, so a board may need a new message."""

from __future__ import annotations

import pytest

from sandbox import Sandbox
from sandbox.settings import Limits, Quota
from tests.e2e.past import put_emojis
from tests.e2e.table import seated, table_of
from tests.people import UNHURRIED, controls, text_of

HOURS = 7200.0
"""Age of the boards, in seconds."""


@pytest.fixture(params=[3, 600])
def limited(request):
    """Seconds in which a channel allows one edit of an old message."""
    return request.param


@pytest.fixture
async def box(limited):
    """A sandbox whose clock is behind. Messages become old when a test puts the clock right."""
    limits = Limits(old_edits=Quota(1, limited))
    async with Sandbox(answer_within=UNHURRIED, limits=limits) as sandbox:
        sandbox.core.clock.advance(-HOURS)
        put_emojis(sandbox)
        yield sandbox


MOST_PATIENT = 30
"""Longest time in seconds that the bot waits for its next edit."""


def boards(person, table):
    """Return the public messages with controls of a table."""
    public = (message for message in person.messages() if not message["flags"] & 64)
    shown = (message for message in public if controls(message))
    return [message for message in shown if table_of(message) == table]


def is_true(shown):
    """Whether there is only one board, and it shows that a player has left."""
    return len(shown) == 1 and "A duck plays" in text_of(shown[0])


async def test_an_old_board_is_soon_up_to_date_despite_the_limit(people, bot, box, limited):
    old = [await seated(people, "trophy") for _ in range(3)]
    box.core.clock.advance(HOURS)
    for board in old:
        await people[2].leave(channel="lounge", table=str(table_of(board)))
    new = []
    for table in map(table_of, old):
        await people[0].until(lambda table=table: is_true(boards(people[0], table)))
        new += boards(people[0], table)
    edited = {board["id"] for board in old} & {board["id"] for board in new}
    assert len(edited) == (3 if limited < MOST_PATIENT else 1)
