"""What the publisher remembers of its messages: pages that look the same are not sent again."""

from __future__ import annotations

import io

import discord

from cogs.core.components import ActionButton
from cogs.core.publisher import REMEMBERED, Shown
from cogs.core.renderer import Page, rows, text


def page(words="words", data=b"data", name="a.png", calls=(), button="join"):
    items = [text(words), *rows([ActionButton.of(1, button, "Join")])]
    return Page(items, [discord.File(io.BytesIO(data), name)], calls)


def test_a_page_is_the_same_when_words_buttons_and_files_are():
    shown = Shown()
    shown.remember(7, page())
    assert shown.is_same(7, page())


def test_whom_a_page_calls_is_not_seen_in_an_edit():
    shown = Shown()
    shown.remember(7, page(calls=(1, 2)))
    assert shown.is_same(7, page(calls=(2,)))


def test_other_words_buttons_or_files_make_another_page():
    shown = Shown()
    shown.remember(7, page())
    others = [page("other"), page(data=b"other"), page(name="b.png"), page(button="leave")]
    assert [shown.is_same(7, other) for other in others] == [False] * 4


def test_a_message_that_was_never_drawn_is_not_known():
    assert not Shown().is_same(7, page())
    assert not Shown().is_same(None, page())


def test_a_message_that_may_look_otherwise_is_forgotten():
    shown = Shown()
    shown.remember(7, page())
    shown.forget(7)
    assert not shown.is_same(7, page())


def test_the_oldest_is_forgotten_when_there_are_too_many():
    shown = Shown()
    for number in range(REMEMBERED + 1):
        shown.remember(number, page())
    assert not shown.is_same(0, page())
    assert shown.is_same(1, page())


def test_the_files_of_a_page_can_be_sent_after_it_was_compared():
    drawn = page()
    Shown().remember(7, drawn)
    assert drawn.files[0].fp.read() == b"data"
