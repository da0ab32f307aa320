"""The names of clicked items in the log and the metrics."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cogs.display.routing import CONTROLS
from cogs.interactions.interaction import KINDS, Item, read_item


@pytest.mark.parametrize("beginning", CONTROLS)
def test_every_kind_of_item_has_a_word_and_its_table_is_found(beginning):
    template = CONTROLS[beginning][0].pattern.pattern
    assert template.startswith(f"{beginning}:")
    assert ("(?P<table>" in template) == (KINDS[beginning] != "page")


@pytest.mark.parametrize(
    ("custom_id", "item"),
    [
        ("t1:12:34:promote 5 5", Item("t1", 12)),
        ("d1:t1:12:34:roll", Item("t1", 12)),
        ("a1:7:more", Item("a1", 7)),
        ("n1:12:open", Item("n1")),  # a page, whose number is no table's
        ("t1:x:34:roll", Item("t1")),
        (None, Item()),
    ],
)
def test_the_log_names_the_kind_and_the_table_of_what_was_clicked(custom_id, item):
    data = {} if custom_id is None else {"custom_id": custom_id}
    assert read_item(SimpleNamespace(data=data)) == item
