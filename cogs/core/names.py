"""Names of people in text: harmless to markdown, and joined into a list."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import discord


@lru_cache(1024)
def plain_name(name: str) -> str:
    """Return a name that formats nothing, mentions nobody, and turns no text around."""
    return one_way(discord.utils.escape_mentions(discord.utils.escape_markdown(name)))


def one_way(name: str) -> str:
    """Isolate a name in a right-to-left script, so that it does not reorder the text beside it."""
    leftwards = any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in name)
    return f"\u2068{name}\u2069" if leftwards else name


def join_names(names: Sequence[str]) -> str:
    """Join names: "Anna, Ben and Cleo"; empty for nobody."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: "1 game", "2 games"."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
