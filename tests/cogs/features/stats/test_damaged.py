"""Statistics while some tables have damaged rows."""

import pytest

from tests.records.test_damaged import ANNA, GUILD, memory, over

__all__ = ["memory", "over"]


@pytest.mark.heavy
async def test_a_player_of_undamaged_tables_has_statistics(over):
    assert (await over.stats.read(GUILD, ANNA.id, "pig")).score
