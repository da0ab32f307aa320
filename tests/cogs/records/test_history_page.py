"""The list of finished tables: Discord's limits, and what it says."""

from __future__ import annotations

from cogs.core.paging import ALL
from cogs.records.history_page import render_history
from records.model import Entry, History
from tests.cogs.extremes import HUGE, LONG, MANY, sent
from tests.cogs.limits import faults
from tests.people import text_of


def test_the_fullest_history_is_within_the_limits():
    entry = Entry(
        MANY, "buckets", 1.7e9, (LONG,) * 8, tuple(range(1, 9)), (12345,) * 8, (False, True) * 4
    )
    entries = tuple(Entry(MANY + i, *_rest(entry)) for i in range(10))
    assert faults(render_history(HUGE, ALL, History(entries, 2, MANY, MANY))) == []
    assert faults(render_history(0, "ducks", History((), 1, 1, 0))) == []


def test_a_score_in_the_history_does_not_run_into_a_name():
    entry = Entry(7, "ducks", 1.7e9, ("Teal", "Guest 14"), (2, 1), (0, 7), (False, False))
    said = text_of(sent(render_history(0, ALL, History((entry,), 1, 1, 1))))
    assert "1. Guest 14 (7) · 2. Teal (0)" in said


def _rest(entry):
    return (entry.game, entry.ended_at, entry.names, entry.places, entry.scores, entry.left)
