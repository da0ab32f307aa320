"""Names of people: always visible, harmless to markdown, and joined into a list."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING, Final

import discord
from wcwidth import iter_graphemes, wcwidth, width

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NAMELESS: Final = "Nameless"
"""Replacement for an invisible name."""

_JOINERS: Final = frozenset("\u200c\u200d") | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Characters without a width that scripts and emojis need: joiners, and the tags of flags."""

_CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode's categories without a shape. Some of them reverse the text beside them."""

_MARKS: Final = frozenset({"Mn", "Me"})
"""Unicode's categories of marks above, below or around the letter before them."""

MARKS: Final = 4
"""Most marks on one letter: Hebrew with vowels and accents, or Tibetan."""

_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159\U00013441\U00013442")
"""Letters that Unicode calls default-ignorable, and letters and symbols that it calls blank."""

_LINKS: Final = re.compile(r"<|:(?=//)")
"""Beginnings of mentions, custom emojis and times, and separators in addresses."""


@lru_cache(1024)
def clean_name(name: str) -> str:
    """Return a name in one line that is visible and does not reverse text."""
    kept = (c for c in name if c in _JOINERS or unicodedata.category(c) not in _CONTROLS)
    clean = " ".join(_limit_marks("".join(kept)).split())
    return clean if any(map(_is_drawn, clean)) else NAMELESS


def _is_drawn(sign: str) -> bool:
    """Return whether a character is visible by itself: no mark, no blank, and known to Unicode."""
    newer = (
        "\U0001f000" <= sign <= "\U0001faff" and wcwidth(sign) == 2
    )  # emojis newer than this Python
    return sign not in _BLANK and (unicodedata.category(sign)[0] in "LNPS" or newer)


def _limit_marks(name: str) -> str:
    """Remove marks beyond `MARKS` per letter: they would cover other lines."""
    kept, marks = "", 0
    for sign in name:
        marks = marks + 1 if unicodedata.category(sign) in _MARKS else 0
        kept += sign if marks <= MARKS else ""
    return kept


@lru_cache(1024)
def plain_name(name: str) -> str:
    """Return a name without formatting, links, mentions, or reversed text."""
    escaped = discord.utils.escape_markdown(clean_name(name), ignore_links=False)
    return one_way(_LINKS.sub(r"\\\g<0>", discord.utils.escape_mentions(escaped)))


def columns(name: str) -> int:
    """Return the width of a name in a table. A letter takes one or two columns."""
    return width(name, control_codes="ignore")


def one_way(name: str) -> str:
    """Isolate a name in a right-to-left script, so that it does not reorder the text beside it."""
    leftwards = any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in name)
    return f"\u2068{name}\u2069" if leftwards else name


def fit_name(name: str, room: int) -> str:
    """Return a name cut and padded to a width in columns."""
    shown = name.replace("`", "'")
    if columns(shown) > room:
        shown = cut(shown, room - 1, columns) + "…"
    return one_way(shown) + " " * (room - columns(shown))


def cut(words: str, room: int, measure: Callable[[str], int] = len) -> str:
    """Return the beginning that fits. A visible character, such as an emoji, is never split."""
    if measure(words) <= room:
        return words
    beginnings = accumulate(iter_graphemes(words), initial="")
    *_, most = takewhile(lambda beginning: measure(beginning) <= room, beginnings)
    return most


def join_names(names: Sequence[str]) -> str:
    """Join names: "Anna, Ben and Cleo". Without names the text is empty."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: "1 game", "2 games"."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def ordinal(number: int) -> str:
    """Return a place for a sentence: "2nd", "11th"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number in {11, 12, 13} else ending}"
