"""A table that cannot be read: the others are looked after all the same, and the log names it."""

from __future__ import annotations

import pytest

from tables.model import Status
from tables.service import GAME_AGE, SILENCE
from tests.tables.house import ANNA, BEN, CLEO, DORA
from tests.tables.test_outage import run

DAMAGES = {
    "options": "UPDATE tables SET options = '{' WHERE id = 1",
    "times": "UPDATE tables SET waiting = 'quack' WHERE id = 1",
    "calls": "UPDATE tables SET called = 'quack' WHERE id = 1",
}


@pytest.fixture(params=DAMAGES)
async def damaged(house, request):
    """A house started again on two games, the first of which is damaged."""
    await house.tables.heartbeat.beat()
    await house.game(ANNA, BEN)
    await house.game(CLEO, DORA)
    await house.tamper(DAMAGES[request.param])
    later = await house.restarted()
    await later.tables.heartbeat.beat()
    return later


async def test_the_others_are_found_when_they_are_silent(damaged):
    await run(damaged, SILENCE)
    assert [table.id for table in await damaged.tables.maintenance.find_silent()] == [2]
    assert [table.id for table in await damaged.tables.maintenance.find_uncalled()] == [2]


async def test_the_others_are_shown_after_a_start(damaged, caplog):
    found = await damaged.tables.maintenance.find_not_shown()
    assert [table.id for table in found] == [2]
    assert any("table 1 cannot be read" in record.getMessage() for record in caplog.records)


async def test_the_others_end_when_they_are_old_and_the_log_is_not_filled(damaged, caplog):
    await damaged.tamper("UPDATE tables SET changed_at = changed_at - ?", GAME_AGE)
    ended = await damaged.tables.maintenance.expire()
    assert (2, Status.ABANDONED) in [(table.id, table.status) for table in ended]
    for _ in range(3):
        assert await damaged.tables.maintenance.expire() == []
    said = [record.getMessage() for record in caplog.records]
    assert sum("table 1 cannot be changed" in line for line in said) <= 1


async def test_a_deleted_channel_ends_the_others(damaged):
    table = await damaged.tables.get(2)
    ended = await damaged.tables.maintenance.close_channel(table.channel_id)
    assert 2 in [table.id for table in ended]
