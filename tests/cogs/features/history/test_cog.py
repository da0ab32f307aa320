"""The list of finished tables: its texts, and Discord's limits."""

from __future__ import annotations

from dataclasses import replace

from cogs.display.components import ALL
from cogs.features.history.cog import render_history
from cogs.features.history.reader import Entry, History
from cogs.interactions.language import ENGLISH
from tests.cogs.extremes import HUGE, LONG, MANY, sent
from tests.cogs.limits import faults
from tests.people import controls, text_of
from tests.pseudo import PSEUDO, find_unmarked


def test_the_fullest_history_is_within_the_limits():
    entry = Entry(
        table_id=MANY, channel_id=HUGE, game="buckets", ended_at=1.7e9, people=(HUGE,) * 8,
        names=(LONG,) * 8, places=tuple(range(1, 9)), scores=(12345,) * 8, left=(False, True) * 4,
    )  # fmt: skip
    entries = tuple(replace(entry, table_id=MANY + i) for i in range(10))
    assert faults(render_history(ENGLISH, HUGE, HUGE, ALL, History(entries, 2, MANY, MANY))) == []
    assert (
        faults(render_history(ENGLISH, HUGE, HUGE, ALL, History(entries[:9], 2, MANY, MANY), MANY))
        == []
    )
    assert faults(render_history(ENGLISH, 0, 0, "ducks", History((), 1, 1, 0))) == []


def test_a_score_in_the_history_does_not_run_into_a_name():
    entry = Entry(
        7, 770, "ducks", 1.7e9, (1, 2), ("Teal", "Guest 14"), (2, 1), (0, 7), (False, False)
    )
    said = text_of(sent(render_history(ENGLISH, 0, 0, ALL, History((entry,), 1, 1, 1))))
    assert "1. Guest 14 (7) · 2. Teal (0)" in said


def test_a_player_who_left_has_no_place_in_the_history():
    entry = Entry(7, 770, "ducks", 1.7e9, (1, 2), ("Teal", "Smew"), (2, 1), (0, 7), (True, False))
    said = text_of(sent(render_history(ENGLISH, 0, 0, ALL, History((entry,), 1, 1, 1))))
    assert "1. Smew (7) · Teal (0), gone" in said


def test_a_page_of_tables_that_are_all_hidden_says_so():
    said = text_of(sent(render_history(ENGLISH, 0, 0, ALL, History((), 1, 1, 2), 2)))
    assert "2 tables are not shown: they were played where you cannot look." in said
    assert "No such table" not in said


def test_the_readers_result_is_marked_and_one_press_opens_a_game():
    entry = Entry(7, 770, "trophy", 1.7e9, (1, 2), ("Teal", "Smew"), (2, 1), (38, 40), (False,) * 2)
    page = sent(render_history(ENGLISH, 1, 0, ALL, History((entry,), 1, 1, 1)))
    assert "🥈 **Trophy Buck** · <t:1700000000:R>\n-# 1. Smew (40) · 2. **You** (38)" in text_of(
        page
    )
    (opening,) = [each for each in controls(page) if each.get("label") == "Open"]
    assert opening["custom_id"] == "n1:replay:turning:7:history-to-0-all-1"
    assert "🥈" not in text_of(sent(render_history(ENGLISH, 3, 0, ALL, History((entry,), 1, 1, 1))))


def test_a_table_of_a_feature_has_the_name_that_the_feature_gives_it():
    entry = Entry(7, 770, "pond", 1.7e9, (1,), ("Teal",), (1,), (71,), (False,), "🌅 **Daily**")
    said = text_of(sent(render_history(ENGLISH, 1, 0, ALL, History((entry,), 1, 1, 1))))
    assert "🌅 **Daily** · <t:1700000000:R>\n-# 1. **You** (71)" in said


def test_no_word_of_the_history_is_left_untranslated():
    entry = Entry(
        7, 770, "pond", 1.7e9, (1,) * 8, (LONG,) * 8, (1,) * 8, (None,) * 8, (False, True) * 4
    )
    daily = replace(entry, scores=(9,) * 8, name="🌅 **Daily**")
    pages = [
        render_history(PSEUDO, 1, 5, ALL, History((entry, daily), 2, 3, 25)),
        render_history(PSEUDO, 1, 5, "pond", History((), 1, 1, 2), 2),
        render_history(PSEUDO, 1, 0, "pond", History((), 1, 1, 0)),
    ]
    assert [find_unmarked(page.items, [LONG[:9]]) for page in pages] == [[]] * 3


def test_another_persons_history_has_that_persons_medals():
    entry = Entry(7, 770, "trophy", 1.7e9, (1, 2), ("Teal", "Smew"), (2, 1), (38, 40), (False,) * 2)
    history = History((entry,), 1, 1, 1)
    assert "🥇 **Trophy Buck**" in text_of(sent(render_history(ENGLISH, 1, 2, ALL, history)))
    assert "🥈 **Trophy Buck**" in text_of(sent(render_history(ENGLISH, 2, 1, ALL, history)))
