"""The names of clicked items in the log and the metrics."""

from __future__ import annotations

import pytest

from cogs.display.routing import ITEMS
from cogs.interactions.interaction import KINDS


@pytest.mark.parametrize("item", ITEMS)
def test_every_kind_of_item_has_a_word_and_its_table_is_found(item):
    template = item.pattern.pattern
    kind = KINDS[template.partition(":")[0]]
    assert ("(?P<table>" in template) == (kind != "page")
