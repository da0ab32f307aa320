"""Reminders while some tables have damaged rows."""

import pytest

from cogs.features.turns.reminders import Reminders
from tests.records.test_damaged import ANNA, HOUR, live, memory, numbers

__all__ = ["live", "memory"]


@pytest.mark.heavy
async def test_people_are_reminded_of_undamaged_tables(live):
    live.clock.pass_by(HOUR / 2)
    reminders = Reminders(live.tables)
    assert numbers(await reminders.find_due()) >= live.good["game"]
    _, due = await reminders.begin_direct(ANNA.id)
    assert numbers(due) >= live.good["game"]
