"""A person announces an absence while some tables have damaged rows."""

import pytest

from cogs.features.away.absences import Absences
from tests.records.test_damaged import ANNA, HOUR, live, memory, numbers

__all__ = ["live", "memory"]


@pytest.mark.heavy
async def test_an_absence_is_stored_at_all_undamaged_tables(live):
    tables = await Absences(live.tables).state(ANNA, live.clock() + HOUR)
    assert numbers(tables) >= live.good["game"]
