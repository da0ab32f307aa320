"""A pseudo-language, which marks each sentence of the catalogs and makes it a third longer.

Text on screen without a mark will not be translated: the code does not pass it to a catalog, or
`make words` has not found it. A test looks for such text:

shown = render_table(renderer, at, emojis, 0.0, language=PSEUDO)
assert find_unmarked(shown.items, names) == []
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cogs.interactions.language import Language
from tests.cogs.limits import BUTTON, GALLERY, SELECT, TEXT, components
from tests.words import read

BEGIN, END = "⟦", "⟧"

PREFIX = re.compile(r"(?:#{1,3} |-# |- |> )?")
"""Formatting at the beginning of a line, which must stay there."""

SENTENCE = re.compile(f"{BEGIN}[^{BEGIN}{END}]*{END}")
"""A marked sentence with no other marked sentence inside."""

ELSEWHERE = re.compile(r"<[^>]+>|`[^`]*`|https?://\S+")
"""Text that needs no translation: mentions, times, emojis, commands, notations, addresses."""

WORD = re.compile(r"[^\W\d_]{2,}")

FIELD = re.compile(r"{\w+}")


def mark(sentence: str) -> str:
    """Return a sentence in the pseudo-language. A sentence without a word does not change."""
    if not WORD.search(FIELD.sub("", sentence)):
        return sentence
    prefix = PREFIX.match(sentence)[0]
    return f"{prefix}{BEGIN}{sentence[len(prefix) :]}{'~' * (len(sentence) // 3)}{END}"


class Marked(gettext.NullTranslations):
    """A catalog that marks the sentences it has.

    Args:
        has: returns whether the catalog has a sentence.
    """

    def __init__(self, has: Callable[..., bool]) -> None:
        super().__init__()
        self._has = has

    def gettext(self, message: str) -> str:
        return mark(message) if self._has(message) else message

    def pgettext(self, context: str, message: str) -> str:
        return mark(message) if self._has(message, context) else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        message = msgid1 if n == 1 else msgid2
        return mark(message) if self._has(msgid1) else message


_GERMAN = read("de")
PSEUDO = Language("en", Marked(lambda *key: _GERMAN.get(*key) is not None))
"""A language with the sentences that `make words` has found. Every real catalog has them."""

MADE_UP = Language("en", Marked(lambda *key: bool(key[0])))
"""A language with every sentence, even a sentence that only a test uses."""


def find_unmarked(items: Iterable[Any], known: Iterable[str] = ()) -> list[str]:
    """Return the texts of a message that have a word outside all marked sentences.

    Args:
        items: the components, as they are sent.
        known: words that are the same in every language, such as names of people.
    """
    return [words for words in _list_texts(items) if WORD.search(_strip(words, known))]


def _strip(words: str, known: Iterable[str]) -> str:
    for name in known:
        words = words.replace(name, "")
    words = ELSEWHERE.sub("", words)
    while (shorter := SENTENCE.sub("", words)) != words:
        words = shorter
    return words


def _list_texts(items: Iterable[Any]) -> Iterator[str]:
    """Yield all texts of these components that a person reads."""
    for part in components([*items]):
        if part["type"] == TEXT:
            yield part["content"]
        elif part["type"] == GALLERY:
            yield from (item.get("description") or "" for item in part["items"])
        elif part["type"] == BUTTON:
            yield part.get("label") or ""
        elif part["type"] == SELECT:
            yield part.get("placeholder") or ""
            for option in part.get("options", ()):
                yield from (option["label"], option.get("description") or "")
