"""Names in pictures: which of our fonts has each letter, how wide words are, and where to cut them.

The fonts are Noto Sans for some twenty scripts and Droid Sans Fallback for Chinese, Japanese and
Korean; `fonts/` has them with their licences.
"""

from __future__ import annotations

import io
from functools import lru_cache
from html import escape
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import Final
from unicodedata import bidirectional, category, normalize

import resvg_py
from PIL import Image, ImageDraw, ImageFont
from wcwidth import iter_graphemes

FONTS: Final = Path(__file__).parent / "fonts"

BASE: Final = "NotoSans"
"""The font of all letters that it has."""

FAMILIES: Final = {
    file: family
    for script in (
        "", "Arabic", "Hebrew", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil",
        "Telugu", "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Khmer", "Myanmar", "Georgian",
        "Armenian", "Ethiopic", "Symbols2",
    )
    for file, family in [(f"NotoSans{script}", f"Noto Sans {script}".strip())]
} | {"DroidSansFallback": "Droid Sans Fallback"}  # fmt: skip
"""The name of each font by its file, in the order in which they are asked for a letter."""

SIGNS: Final = "NotoEmoji"
"""The font of the signs on badges, which names do not use."""

_PLAIN: Final = frozenset(
    {BASE, "NotoSansGeorgian", "NotoSansArmenian", "NotoSansEthiopic", "DroidSansFallback"}
)
"""Fonts of scripts whose letters stand side by side as they are, if they bear no marks."""

BLEED: Final = 12
"""The room at both ends of a run that is drawn, for what stands out of its letters, in pixels."""

_SIZE: Final = 32
_UNKNOWN: Final = "\U0010ffff"
"""No font has a letter for it: what is drawn for it stands for everything missing."""


def drop_unknown_letters(name: str) -> str:
    """Return a name in letters of the fonts: ornate ones made plain, unknown ones left out."""
    plain = (c if _find_font(c) else normalize("NFKD", c)[:1] for c in name)
    return " ".join("".join(c for c in plain if _find_font(c)).split())


def split_by_font(words: str) -> list[tuple[str, str]]:
    """Return runs of letters of one font each, with the file's name; marks stay with a letter."""
    fonts: list[str] = []
    for letter in words:
        found = _find_font(letter) or BASE
        neutral = category(letter)[0] in "MZPC" and bool(fonts)
        fonts.append(fonts[-1] if neutral and _has(fonts[-1], letter) else found)
    runs = groupby(zip(fonts, words, strict=True), key=lambda pair: pair[0])
    return [(font, "".join(letter for _, letter in run)) for font, run in runs]


def order_runs(words: str) -> list[tuple[str, str]]:
    """Return the runs from left to right, as they are drawn; Arabic and Hebrew begin at the right.

    A number before a name stays at the left of it.
    """
    directions = [bidirectional(letter) for letter in words]
    first = next((i for i, found in enumerate(directions) if found in {"L", "R", "AL"}), None)
    if first is None or directions[first] == "L":
        return split_by_font(words)
    return [*split_by_font(words[:first]), *reversed(split_by_font(words[first:]))]


@lru_cache(4096)
def measure(words: str, size: float) -> float:
    """Return about how wide words are, in the unit of the size of the letters."""
    widths = (_load(font).getlength(run) for font, run in split_by_font(words))
    return sum(widths) * size / _SIZE


def cut(words: str, size: float, room: float) -> str:
    """Return as many of the words as fit."""
    if measure(words, size) <= room:
        return words
    kept = list(iter_graphemes(words))
    while kept and measure("".join(kept) + "…", size) > room:
        kept.pop()
    return "".join(kept).rstrip() + "…"


@lru_cache(256)
def draw_sign(sign: str, size: float) -> Image.Image:
    """Return the sign of a badge, an emoji, as a mask; `SIGNS` has those, and no other letters."""
    image, letter = Image.new("L", (4 * ceil(size), 4 * ceil(size))), sign.rstrip("\ufe0f")
    middle = image.width / 2, image.height / 2
    ImageDraw.Draw(image).text(middle, letter, 255, _load(SIGNS, 2 * size), anchor="mm")
    return image.reduce(2)


@lru_cache(256)
def draw_run(font: str, run: str, size: float) -> Image.Image:
    """Return words of one font as a mask, `BLEED` wider at both ends, the line in its middle."""
    width, height = ceil(measure(run, size)) + 2 * BLEED, 2 * ceil(size)
    plain = font in _PLAIN and not any(category(letter)[0] == "M" for letter in run)
    return (_draw_plainly if plain else _shape)(font, run, size, (width, height))


def _draw_plainly(font: str, run: str, size: float, room: tuple[int, int]) -> Image.Image:
    """Draw letters side by side: Pillow does that thirty times as fast."""
    width, height = room
    image = Image.new("L", (2 * width, 2 * height))
    place = (2 * BLEED, height + 0.72 * size)
    ImageDraw.Draw(image).text(place, run, 255, _load(font, 2 * size), anchor="ls")
    return image.reduce(2)


def _shape(font: str, run: str, size: float, room: tuple[int, int]) -> Image.Image:
    """Draw words of a script whose letters are joined, turned or stacked: resvg shapes them."""
    width, height = room
    drawn = resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<text x="{BLEED}" y="{height / 2 + 0.36 * size:.1f}" font-size="{size}" '
        f'font-family="{FAMILIES[font]}" xml:space="preserve">{escape(run)}</text></svg>',
        skip_system_fonts=True,
        font_files=[str(FONTS / f"{font}.ttf")],
    )
    return Image.open(io.BytesIO(drawn)).getchannel("A")


@lru_cache(4096)
def _find_font(letter: str) -> str | None:
    """Return the file of the first font that has a letter; None where none has."""
    return next((font for font in FAMILIES if _has(font, letter)), None)


@lru_cache(4096)
def _has(font: str, letter: str) -> bool:
    return letter == " " or _draw(font, letter) != _draw(font, _UNKNOWN)


def _draw(font: str, letter: str) -> bytes:
    """Return what a font draws for a letter, as bytes to compare."""
    image = Image.new("L", (3 * _SIZE, 3 * _SIZE))
    ImageDraw.Draw(image).text((_SIZE, _SIZE), letter, 255, _load(font))
    return image.tobytes()


@lru_cache
def _load(font: str, size: float = _SIZE) -> ImageFont.FreeTypeFont:
    path = str(FONTS / f"{font}.ttf")
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
