"""The pages of a daily work without colour, and stay within Discord's limits for any name."""

from __future__ import annotations

import re

import pytest

from cogs.display.pages.board import render_board, render_context
from cogs.display.routing import list_custom_ids
from cogs.features.daily.pages import claim
from cogs.interactions.language import ENGLISH
from tests.cogs.features.daily.shown import FILE, POND, list_pages, play, tell
from tests.cogs.limits import faults
from tests.cogs.reader import AWKWARD, PLAIN, words_of_controls
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
    card = next(text for text in tell().split("\n\n---\n\n") if "Accuracy 87" in text)
    assert "🟩 best choice, 🟨 close to it, 🔴 costly" in card


def test_each_day_has_a_row_of_squares_without_text():
    card = next(text for text in tell().split("\n\n---\n\n") if "Accuracy 87" in text)
    squares = [line for line in card.split("\n") if line[0] in "🟦🟩🟨🔴⬜"]
    assert squares == ["🟦🟦🟦", "🟩🟨🟩🔴🟨", "⬜", "🟩🟩🟩", "🟩", "⬜"]


def test_a_square_that_is_not_shown_is_not_explained():
    cards = [text for text in tell().split("\n\n---\n\n") if "A row is a day" in text]
    assert {("⬜ nothing" in text, "⬜\n" in text) for text in cards} == {
        (True, True),
        (False, False),
    }


def test_a_post_has_squares_and_play_todays_and_no_dice():
    post = tell().split("\n\n---\n\n")[-4]
    assert post.split("\n")[2:] == ["🟩🟩", "🟨🔴", "[Play today's]"]
    assert not re.search("⚀|point|place", post)
