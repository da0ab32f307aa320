"""Names of people: always visible, harmless to markdown, and joined into a list."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import discord

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMELESS: Final = "Nameless"
"""Stands for a name that nobody could see."""

_JOINERS: Final = "\u200c\u200d"
"""Signs without a width that scripts and emojis need."""

_CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode's categories of what has no shape of its own; some of them turn the text beside them."""

_MARKS: Final = frozenset({"Mn", "Me"})
"""Unicode's categories of what stands above, below or around the letter before it."""

MARKS: Final = 4
"""How many of them one letter bears at most: Hebrew with vowels and accents, Tibetan."""

_BLANK: Final = re.compile(
    "[\\s\u034f\u115f\u1160\u17b4\u17b5\u200c\u200d\u2800\u3164\ufe00-\ufe0f\uffa0]*"
)
"""What counts as letters or marks and shows nothing."""

_LINKS: Final = re.compile(r"<|:(?=//)")
"""Begins a mention of any kind, a custom emoji, a time; or parts an address."""


@lru_cache(1024)
def clean_name(name: str) -> str:
    """Return a name in one line that can be seen, and that turns no text around."""
    kept = (c for c in name if c in _JOINERS or unicodedata.category(c) not in _CONTROLS)
    clean = " ".join(_limit_marks("".join(kept)).split())
    return NAMELESS if _BLANK.fullmatch(clean) else clean


def _limit_marks(name: str) -> str:
    """Leave out marks that no script has so many of at a letter: they grow over other lines."""
    kept, marks = "", 0
    for sign in name:
        marks = marks + 1 if unicodedata.category(sign) in _MARKS else 0
        kept += sign if marks <= MARKS else ""
    return kept


@lru_cache(1024)
def plain_name(name: str) -> str:
    """Return a name that formats nothing, links and mentions nothing, and turns no text around."""
    escaped = discord.utils.escape_markdown(clean_name(name), ignore_links=False)
    return one_way(_LINKS.sub(r"\\\g<0>", discord.utils.escape_mentions(escaped)))


def one_way(name: str) -> str:
    """Isolate a name in a right-to-left script, so that it does not reorder the text beside it."""
    leftwards = any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in name)
    return f"\u2068{name}\u2069" if leftwards else name


def fit_name(name: str, width: int) -> str:
    """Return a name cut and padded to a width in a table; an East Asian letter is two wide."""
    shown = name.replace("`", "'")
    if _measure(shown) > width:
        while _measure(shown) >= width:
            shown = shown[:-1]
        shown += "…"
    return one_way(shown) + " " * (width - _measure(shown))


def _measure(name: str) -> int:
    """Return how many columns a name takes where all letters have the same width."""
    wide = sum(unicodedata.east_asian_width(sign) in {"W", "F"} for sign in name)
    return len(name) + wide - sum(unicodedata.combining(sign) > 0 for sign in name)


def join_names(names: Sequence[str]) -> str:
    """Join names: "Anna, Ben and Cleo"; empty for nobody."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: "1 game", "2 games"."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
