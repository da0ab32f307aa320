"""The pages of a daily work without colour, and stay within Discord's limits for any name."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cogs.display.pages.board import render_board, render_context
from cogs.display.routing import list_custom_ids
from cogs.features.daily.dailies import DailyRow
from cogs.features.daily.days import number_preview
from cogs.features.daily.pages import claim, render_first, render_share, render_streak
from cogs.features.daily.standings import Standing
from cogs.interactions.language import ENGLISH
from tests.cogs.features.daily.shown import DAY, FILE, POND, list_pages, play, tell
from tests.cogs.limits import TEXT, components, faults
from tests.cogs.reader import AWKWARD, PLAIN, read, words_of_controls
from tests.pseudo import PSEUDO, find_unmarked


def test_pages_read_as_committed():
    """After an intended change, run `python -m tests.cogs.features.daily.shown`; read the diff."""
    assert tell() == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["Smew", *AWKWARD, "```", "@everyone *a* `b`"])
def test_discord_takes_each_page_whatever_somebody_is_called(name):
    for page in list_pages(name):
        assert faults(page) == []


def test_no_word_of_a_page_is_left_untranslated():
    for page in list_pages("Smew", PSEUDO):
        known = ["Smew", "Ben", "C", "c" * 32, "October", "November"]
        assert find_unmarked(page.items, known) == []


def test_every_choice_has_words():
    for page in list_pages("Smew"):
        named = list(words_of_controls(page))
        assert [words for _, words in named if not re.search(r"\w|⋯", words)] == []
        own = [words for what, words in named if what.startswith("n1:")]
        assert len(set(own)) == len(own)


def test_every_control_of_a_board_leads_to_the_daily():
    """Some controls are beside a text, others in rows."""
    beside = 0
    for at in list(play("Smew"))[:-1]:
        for focus in ("", "day", "feed"):
            board = render_board(
                POND, at, render_context(at, PLAIN, focus=focus, language=ENGLISH), 0
            )
            claimed = [claim(part) for part in board.items]
            ids, own = list(list_custom_ids(claimed)), list(list_custom_ids(board.items))
            assert ids == [f"d1:{each}" for each in own] != []
            assert max(map(len, ids)) <= 100
            beside += "accessory" in str(claimed)
    assert beside


def test_nothing_is_said_by_colour_alone():
    card = next(text for text in tell().split("\n\n---\n\n") if "\n# 87 · a great day\n" in text)
    assert "🟩 best choice, 🟨 close to it, 🔴 costly" in card


def test_each_day_has_a_row_of_squares_without_text():
    card = next(text for text in tell().split("\n\n---\n\n") if "\n# 87 · a great day\n" in text)
    squares = [line for line in card.split("\n") if line[0] in "🟩🟨🔴⬜"]
    assert squares == ["🟩🟨🟩🔴🟨", "⬜", "🟩🟩🟩", "🟩", "⬜"]


def test_the_row_that_is_missing_is_told_as_the_warm_up():
    cards = [text for text in tell().split("\n\n---\n\n") if "A row is a day" in text]
    for card in cards:
        rows = [line for line in card.split("\n") if line[0] in "🟩🟨🔴⬜"]
        assert ("a day after the warm-up: " in card) == (len(rows) < 6)


@pytest.mark.parametrize(
    ("accuracy", "verdict"),
    [
        (100, "perfect"),
        (99, "great"),
        (80, "great"),
        (79, "good"),
        (60, "good"),
        (40, "fair"),
        (0, "rough"),
    ],
)
def test_an_end_says_in_words_how_good_its_number_is(accuracy, verdict):
    (begun, *_) = play("Smew")
    row = DailyRow(1, 0, "/no", accuracy, "", shared=False)
    done = Standing(row, (), False, frozenset(), 0, (0, 0), None)
    post = "\n".join(read(render_share(ENGLISH, begun, "Smew", done)))
    assert f"\n# {accuracy} · a {verdict} day\n" in post


def test_a_square_that_is_not_shown_is_not_explained():
    cards = [text for text in tell().split("\n\n---\n\n") if "A row is a day" in text]
    assert {("⬜ nothing" in text, "⬜\n" in text) for text in cards} == {
        (True, True),
        (False, False),
    }


def test_a_post_has_squares_and_play_todays_and_no_dice():
    post = tell().split("\n\n---\n\n")[-4]
    _, large, small, *below = post.split("\n")
    assert large == "# 87 · a great day"
    assert small == "-# of 100 for good choices · 🔥 3 days"
    assert below == ["🟩🟩", "🟨🔴", "[Play today's]"]
    assert not re.search("⚀|point|place", post)


def offer(*played):
    """Return the text of a daily that has not begun, with these accuracies of others."""
    (begun, *_) = play("Smew")
    standing = Standing(None, (), False, frozenset(), 0, (0, 0), None, played)
    at = replace(begun, id=number_preview(DAY))
    return "\n".join(read(render_first(ENGLISH, POND, PLAIN, at, 77, standing)))


def test_an_offer_tells_how_many_have_played_and_the_best_of_them():
    assert "\n-# Ducks in the Pond · 3 friends have played, best 82\n# `" in offer(40, 82, None)
    assert "1 friend has played, best 82" in offer(82)
    for none in (), (None,):
        assert "-# Ducks in the Pond\n# `" in offer(*none)


def test_an_offer_has_the_roll_and_two_sentences():
    roll, *words = offer().split("\n")[2:]
    words, buttons = words[:2], words[2:]
    assert roll == "# `2` `2` `3` `5` `5` `5`"
    assert [each.count(". ") for each in words] == [0, 0]
    assert words[1].startswith("-# Day 1 is a warm-up: ")
    assert buttons == ["[Begin]", "[⋯]"]


def test_an_end_has_one_large_number_and_one_small_line_below_it():
    card = next(text for text in tell().split("\n\n---\n\n") if "\n# 87 · a great day\n" in text)
    small = "of 100 for good choices · Place 1 of 23 so far · 23 points · 🔥 3 days"
    assert card.split("\n")[1:3] == ["# 87 · a great day", f"-# {small}"]


def weeks(*days):
    """Return the rows of the calendar on 25 November 2026, a Wednesday."""
    standing = Standing(None, (), True, frozenset(days), 0, (0, 0), None)
    first, *_ = (
        item["content"]
        for item in components(render_streak(ENGLISH, standing, DAY).items)
        if item["type"] == TEXT
    )
    return [line.partition(" ")[0] for line in first.split("\n")[1:-1]]


def test_the_calendar_begins_with_the_first_day_and_misses_none_before_it():
    assert weeks() == ["▫️▫️▫️▫️▫️▫️▫️"]
    assert weeks("2026-11-24") == ["▫️🟩▫️▫️▫️▫️▫️"]
    assert weeks("2026-11-22") == ["▫️▫️▫️▫️▫️▫️🟩", "⬜⬜▫️▫️▫️▫️▫️"]
    assert weeks("2026-11-20", "2026-11-23") == ["▫️▫️▫️▫️🟩⬜⬜", "🟩⬜▫️▫️▫️▫️▫️"]
    assert len(weeks("2026-01-01")) == 5
