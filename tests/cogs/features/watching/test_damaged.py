"""Watching while some tables have damaged rows."""

import pytest

from cogs.features.watching.watchers import Watchers
from tests.records.test_damaged import memory, over

__all__ = ["memory", "over"]


@pytest.mark.heavy
async def test_watchers_of_undamaged_tables_get_their_card(over):
    due = await Watchers(over.tables).find_due(10**6)
    assert {watcher.table_id for watcher in due} >= over.good["finished"]
