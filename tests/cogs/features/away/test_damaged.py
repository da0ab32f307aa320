"""Tables with damaged rows beside others at which somebody is away."""

import pytest

from cogs.features.away.absences import Absences
from tests.records.test_damaged import ANNA, HOUR, live, memory, numbers

__all__ = ["live", "memory"]


@pytest.mark.heavy
async def test_who_is_away_is_so_at_the_others(live):
    tables = await Absences(live.tables).state(ANNA, live.clock() + HOUR)
    assert numbers(tables) >= live.good["game"]
