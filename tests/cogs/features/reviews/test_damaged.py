"""Reviews while some tables have damaged rows."""

import pytest

from tests.records.test_damaged import ANNA, BEN, GUILD, memory, over

__all__ = ["memory", "over"]


@pytest.mark.heavy
async def test_decisions_at_undamaged_tables_are_weighed(over):
    await over.tamper("UPDATE results SET reviewed = FALSE")
    await over.regrets.catch_up(over.tables.reviews.find_regrets)
    weighed = {n for (n,) in await over.rows("SELECT table_id FROM results WHERE reviewed = TRUE")}
    assert weighed >= over.good["finished"]


@pytest.mark.heavy
async def test_regrets_at_undamaged_tables_are_shown(over):
    for person in (ANNA, BEN):
        assert await over.regrets.spans(GUILD, person.id, "pig")
