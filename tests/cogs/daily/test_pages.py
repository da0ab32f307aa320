"""The pages of a daily: words alone suffice, and Discord takes them, whatever people are called."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cogs.daily.shown import list_pages, tell
from tests.cogs.limits import faults
from tests.cogs.reader import AWKWARD, words_of_controls

FILE = Path(__file__).parents[1] / "pages/daily.txt"


def test_what_the_pages_say_is_what_they_said():
    """After a change that is wanted: `python -m tests.cogs.pages`, and read the difference."""
    assert tell() == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["Smew", *AWKWARD, "```", "@everyone *a* `b`"])
def test_discord_takes_each_page_whatever_somebody_is_called(name):
    for page in list_pages(name):
        assert faults(page) == []


def test_every_choice_has_words():
    for page in list_pages("Smew"):
        named = list(words_of_controls(page))
        assert [words for _, words in named if not re.search(r"\w|⋯", words)] == []
        own = [words for what, words in named if what.startswith("n1:")]
        assert len(set(own)) == len(own)


def test_nothing_is_said_by_colour_alone():
    card = next(text for text in tell().split("\n\n---\n\n") if "Accuracy 87" in text)
    assert "11 decisions: 8 🟩 gave nothing away, 2 🟨 up to a tenth" in card
    assert "1 🟥 more" in card
