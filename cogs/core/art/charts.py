"""Charts for leaderboards and ratings: dark cards, readable on a light ground and on a dark one.

They are drawn twice as large and reduced. Words beside a chart say the same as the chart. The font
has Latin letters only, so names in other scripts are in the words alone.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from unicodedata import normalize

from PIL import Image, ImageDraw, ImageFont

WIDTH: Final = 800
"""In pixels of the finished picture; a phone shows it at some 300."""

_SCALE: Final = 2
_PAD: Final = 24
_ROW: Final = 52
_LETTER: Final = 28
_SMALL: Final = 24

_CARD: Final = "#1e1f22"
_TEXT: Final = "#f2f3f5"
_FAINT: Final = "#b5bac1"
_GRID: Final = "#3f4248"
_PART: Final = "#f0b232"
_WHOLE: Final = "#5d6470"
_OWN: Final = "#ffffff"
_LINE: Final = "#6cc24a"
_BAND: Final = "#35502b"

_UNKNOWN: Final = "\U0010ffff"
"""No font has a letter for it: what is drawn for it stands for everything missing."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar.

    Attributes:
        label: at its left; letters that cannot be drawn are left out.
        value: its length, at least 0.
        words: at its right.
        part: how much of `value` is in the strong colour; None: all.
        own: whether it is marked as the reader's.
    """

    label: str
    value: float
    words: str
    part: float | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """One value of a course, with its uncertainty up and down."""

    value: float
    spread: float = 0.0


def draw_bars(rows: Sequence[Bar], least: float = 0.0) -> bytes:
    """Return a PNG with a bar for each row, from top to bottom; bars begin at the value `least`."""
    card = _Card(_ROW * len(rows) + 2 * _PAD - 12)
    labels = [drop_unknown_letters(row.label) for row in rows]
    left = _PAD + min(280.0, max(card.measure(label) for label in labels)) + 16
    room = WIDTH - _PAD - left - 12 - max(card.measure(row.words) for row in rows)
    most = max(max(row.value for row in rows) - least, 1e-9)
    for number, (row, label) in enumerate(zip(rows, labels, strict=True)):
        top = _PAD + _ROW * number
        length = max(4.0, room * (row.value - least) / most)
        part = length if row.part is None else length * row.part / max(row.value, 1e-9)
        card.text((_PAD, top + 20), card.cut(label, left - _PAD - 16), _TEXT)
        card.block((left, top, left + length, top + 40), _WHOLE)
        if part > 0:
            card.block((left, top, left + max(part, 4), top + 40), _PART)
        if row.own:
            card.frame((left, top, left + length, top + 40), _OWN)
        card.text((left + length + 12, top + 20), row.words, _TEXT)
    return card.to_png()


def draw_course(points: Sequence[Point], below: tuple[str, str]) -> bytes:
    """Return a PNG with a line through at least one point; `below` stands under its ends."""
    card = _Card(420)
    low = min(point.value - point.spread for point in points)
    high = max(point.value + point.spread for point in points)
    ticks = _choose_ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    left, right = _PAD + max(card.measure(str(t), _SMALL) for t in ticks) + 14, WIDTH - _PAD - 12
    top, bottom = _PAD + 12, 420 - _PAD - 44

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / max(high - low, 1e-9)

    def x(number: int) -> float:
        return left + (right - left) * number / max(len(points) - 1, 1)

    upper = [(x(i), y(p.value + p.spread)) for i, p in enumerate(points)]
    lower = [(x(i), y(p.value - p.spread)) for i, p in enumerate(points)]
    card.shape([*upper, *reversed(lower)], _BAND)
    for tick in ticks:
        card.line([(left, y(tick)), (right, y(tick))], _GRID, 1)
        card.text((left - 14, y(tick)), str(tick), _FAINT, _SMALL, "rm")
    card.line([(x(i), y(p.value)) for i, p in enumerate(points)], _LINE, 4)
    card.disc((x(len(points) - 1), y(points[-1].value)), 9, _LINE)
    card.text((left, bottom + 34), below[0], _FAINT, _SMALL)
    card.text((right, bottom + 34), below[1], _FAINT, _SMALL, "rm")
    return card.to_png()


def drop_unknown_letters(name: str) -> str:
    """Return a name in letters of the font: accents are removed, other letters left out."""
    plain = (letter if _has_letter(letter) else normalize("NFKD", letter)[:1] for letter in name)
    return "".join(letter for letter in plain if _has_letter(letter)).strip()


class _Card:
    """A drawing board; all lengths are in pixels of the finished picture."""

    def __init__(self, height: int) -> None:
        size = (WIDTH * _SCALE, height * _SCALE)
        self._image = Image.new("RGBA", size, (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)
        self._draw.rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), 16 * _SCALE, _CARD)

    def to_png(self) -> bytes:
        """Return the finished picture as a file."""
        file = io.BytesIO()
        self._image.reduce(_SCALE).save(file, "PNG")
        return file.getvalue()

    def measure(self, words: str, height: int = _LETTER) -> float:
        """Return the width of the words."""
        return _load_font(height).getlength(words) / _SCALE

    def cut(self, words: str, room: float) -> str:
        """Return as many of the words as fit."""
        if self.measure(words) <= room:
            return words
        while words and self.measure(words + "…") > room:
            words = words[:-1]
        return words + "…"

    def text(
        self,
        place: tuple[float, float],
        words: str,
        fill: str,
        height: int = _LETTER,
        anchor: str = "lm",
    ) -> None:
        """Write words at `place`: the middle of their left or, with `rm`, of their right end."""
        self._draw.text(_scale_point(place), words, fill, _load_font(height), anchor=anchor)

    def block(self, box: tuple[float, float, float, float], fill: str) -> None:
        """Draw a filled bar."""
        self._draw.rounded_rectangle(_scale_box(box), 6 * _SCALE, fill)

    def frame(self, box: tuple[float, float, float, float], colour: str) -> None:
        """Draw the outline of a bar."""
        self._draw.rounded_rectangle(_scale_box(box), 6 * _SCALE, None, colour, 3 * _SCALE)

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: int) -> None:
        """Draw a line through points; a single point gives none."""
        self._draw.line([_scale_point(p) for p in points], colour, width * _SCALE, joint="curve")

    def shape(self, points: Sequence[tuple[float, float]], fill: str) -> None:
        """Draw a filled polygon."""
        self._draw.polygon([_scale_point(point) for point in points], fill)

    def disc(self, centre: tuple[float, float], radius: float, fill: str) -> None:
        """Draw a dot."""
        x, y = centre
        self._draw.ellipse(_scale_box((x - radius, y - radius, x + radius, y + radius)), fill)


def _scale_point(place: tuple[float, float]) -> tuple[float, float]:
    """Return a place in pixels of the large drawing."""
    return place[0] * _SCALE, place[1] * _SCALE


def _scale_box(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return a box in pixels of the large drawing."""
    left, top, right, bottom = (length * _SCALE for length in box)
    return left, top, right, bottom


def _choose_ticks(low: float, high: float) -> list[int]:
    """Return three to six round numbers around a span."""
    span = max(high - low, 1.0)
    step = next(s for s in _STEPS if span / s <= 4)
    first = int(low // step) * step
    return [tick for tick in range(first, int(high) + 2 * step, step) if tick - step < high]


_STEPS: Final = [factor * 10**power for power in range(9) for factor in (1, 2, 5)]


@lru_cache(maxsize=4)
def _load_font(height: int) -> ImageFont.FreeTypeFont:
    """Return Pillow's own font in this height; raises TypeError without FreeType."""
    font = ImageFont.load_default(height * _SCALE)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType")
    return font


@lru_cache(maxsize=1024)
def _has_letter(letter: str) -> bool:
    """Return whether the font has the letter."""
    return letter == " " or _draw_letter(letter) != _draw_letter(_UNKNOWN)


def _draw_letter(letter: str) -> bytes:
    """Return what the font draws for a letter, as bytes to compare."""
    image = Image.new("L", (4 * _SMALL, 4 * _SMALL))
    ImageDraw.Draw(image).text((_SMALL, _SMALL), letter, 255, _load_font(_SMALL))
    return image.tobytes()
