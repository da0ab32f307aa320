"""Tables with damaged rows beside others that are watched."""

import pytest

from cogs.features.watching.watchers import Watchers
from tests.records.test_damaged import memory, over

__all__ = ["memory", "over"]


@pytest.mark.heavy
async def test_who_watches_the_others_is_sent_their_card(over):
    due = await Watchers(over.tables).find_due(10**6)
    assert {watcher.table_id for watcher in due} >= over.good["finished"]
