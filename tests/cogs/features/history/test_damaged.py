"""The history while some tables have damaged rows."""

import pytest

from tests.records.test_damaged import GUILD, memory, over

__all__ = ["memory", "over"]


@pytest.mark.heavy
async def test_the_results_of_undamaged_tables_are_listed(over):
    seen, page, pages = set(), 0, 1
    while page < pages:
        page += 1
        found = await over.history.page(GUILD, None, None, page)
        pages = found.pages
        seen |= {entry.table_id for entry in found.entries}
    assert seen >= over.good["finished"]
