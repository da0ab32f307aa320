"""The list of finished tables: Discord's limits, and what it says."""

from __future__ import annotations

from dataclasses import replace

from cogs.commands.records.history_page import render_history
from cogs.display.controls.paging import ALL
from records.model.boards import Entry, History
from tests.cogs.extremes import HUGE, LONG, MANY, sent
from tests.cogs.limits import faults
from tests.people import text_of


def test_the_fullest_history_is_within_the_limits():
    entry = Entry(
        table_id=MANY, channel_id=HUGE, game="buckets", ended_at=1.7e9, people=(HUGE,) * 8,
        names=(LONG,) * 8, places=tuple(range(1, 9)), scores=(12345,) * 8, left=(False, True) * 4,
    )  # fmt: skip
    entries = tuple(replace(entry, table_id=MANY + i) for i in range(10))
    assert faults(render_history(HUGE, ALL, History(entries, 2, MANY, MANY))) == []
    assert faults(render_history(HUGE, ALL, History(entries[:9], 2, MANY, MANY), MANY)) == []
    assert faults(render_history(0, "ducks", History((), 1, 1, 0))) == []


def test_a_score_in_the_history_does_not_run_into_a_name():
    entry = Entry(
        7, 770, "ducks", 1.7e9, (1, 2), ("Teal", "Guest 14"), (2, 1), (0, 7), (False, False)
    )
    said = text_of(sent(render_history(0, ALL, History((entry,), 1, 1, 1))))
    assert "1. Guest 14 (7) · 2. Teal (0)" in said


def test_who_left_has_no_place_in_the_history():
    entry = Entry(7, 770, "ducks", 1.7e9, (1, 2), ("Teal", "Smew"), (2, 1), (0, 7), (True, False))
    said = text_of(sent(render_history(0, ALL, History((entry,), 1, 1, 1))))
    assert "1. Smew (7) · Teal (0), left" in said


def test_a_page_of_tables_that_are_all_hidden_says_so():
    said = text_of(sent(render_history(0, ALL, History((), 1, 1, 2), 2)))
    assert "2 tables here: played where you cannot look." in said
    assert "No such table" not in said
