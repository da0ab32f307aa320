"""What the publisher remembers of its messages: pages that look the same are not sent again."""

from __future__ import annotations

from functools import partial

from cogs.display.controls.components import ActionButton
from cogs.interactions.content import MessageContent, picture
from cogs.interactions.parts import rows, text
from cogs.publishing.delivery import REMEMBERED, RenderedCache


def page(words="words", data=b"data", name="a", calls=(), button="join"):
    drawn = picture(name, partial(bytes, data), "A picture")
    items = [text(words), *drawn.items, *rows([ActionButton.of(1, button, "Join")])]
    return MessageContent(items, drawn.pictures, calls)


def test_a_page_is_the_same_when_words_buttons_and_files_are():
    cache = RenderedCache()
    cache.remember(7, page())
    assert cache.is_same(7, page())


def test_whom_a_page_calls_is_not_seen_in_an_edit():
    cache = RenderedCache()
    cache.remember(7, page(calls=(1, 2)))
    assert cache.is_same(7, page(calls=(2,)))


def test_other_words_buttons_or_files_make_another_page():
    cache = RenderedCache()
    cache.remember(7, page())
    others = [page("other"), page(data=b"other"), page(name="b"), page(button="leave")]
    assert [cache.is_same(7, other) for other in others] == [False] * 4


def test_a_message_that_was_never_drawn_is_not_known():
    assert not RenderedCache().is_same(7, page())
    assert not RenderedCache().is_same(None, page())


def test_a_message_that_may_look_otherwise_is_forgotten():
    cache = RenderedCache()
    cache.remember(7, page())
    cache.forget(7)
    assert not cache.is_same(7, page())


def test_the_oldest_is_forgotten_when_there_are_too_many():
    cache = RenderedCache()
    for number in range(REMEMBERED + 1):
        cache.remember(number, page())
    assert not cache.is_same(0, page())
    assert cache.is_same(1, page())


def test_what_a_message_has_attached_is_told_once():
    cache = RenderedCache()
    cache.remember(7, page(), attached := [object()])
    assert cache.forget(7) == attached
    assert cache.forget(7) == ()
