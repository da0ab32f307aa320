"""The content of a message: which pages count as equal, and words in place of pictures."""

from __future__ import annotations

from functools import partial

import pytest

from cogs.display.components import ActionButton
from cogs.interactions.content import MessageContent, picture
from cogs.interactions.parts import rows, text


def shown_page(words="words", data=b"data", name="a", calls=(), button="join"):
    drawn = picture(name, partial(bytes, data), "A picture")
    items = [text(words), *drawn.items, *rows([ActionButton.of(1, button, "Join")])]
    return MessageContent(items, drawn.pictures, calls)


@pytest.mark.parametrize("calls", [(), (1, 2)])
def test_pages_with_equal_words_buttons_and_files_are_equal(calls):
    assert shown_page(calls=calls).digest == shown_page().digest


@pytest.mark.parametrize(
    "other", [{"words": "other"}, {"data": b"other"}, {"name": "b"}, {"button": "leave"}]
)
def test_pages_with_other_words_buttons_or_files_differ(other):
    assert shown_page(**other).digest != shown_page().digest


FAMILY = "👩\u200d👧"
"""An emoji of three code points."""


def test_no_alt_text_and_no_words_for_a_picture_end_within_an_emoji():
    for before in range(len(FAMILY)):
        shown = picture("family", partial(bytes), "x" * before + 600 * FAMILY)
        (drawn,) = shown.pictures
        assert len(drawn.alt) <= 1024
        assert drawn.alt.endswith(FAMILY)
        long = text("y" * (3997 - len(FAMILY) * 9))
        content = MessageContent([long, *shown.items], shown.pictures)
        assert content.put_into_words(shown.pictures).items[-1]["content"].endswith(FAMILY)
