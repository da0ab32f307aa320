"""Charts for leaderboards and ratings: dark cards, readable on a light ground and on a dark one.

They are drawn twice as large and reduced. What a chart shows is also said in words beside it; the
font knows Latin letters only, so a name in another script is left to the words.
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
    """One value of a course, with an uncertainty up and down."""

    value: float
    spread: float = 0.0


def bars(rows: Sequence[Bar], least: float = 0.0) -> bytes:
    """A PNG with a bar for each row, from top to bottom; `least` is where the bars begin."""
    card = _Card(_ROW * len(rows) + 2 * _PAD - 12)
    labels = [drawable(row.label) for row in rows]
    left = _PAD + min(280.0, max(card.width_of(label) for label in labels)) + 16
    room = WIDTH - _PAD - left - 12 - max(card.width_of(row.words) for row in rows)
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
    return card.png()


def course(points: Sequence[Point], below: tuple[str, str]) -> bytes:
    """A PNG with a line through at least one point; `below` stands under its ends."""
    card = _Card(420)
    low = min(point.value - point.spread for point in points)
    high = max(point.value + point.spread for point in points)
    ticks = _ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    left, right = _PAD + max(card.width_of(str(t), _SMALL) for t in ticks) + 14, WIDTH - _PAD - 12
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
    return card.png()


def drawable(name: str) -> str:
    """A name in letters that the font has: without their accents, or left out."""
    plain = (letter if _has(letter) else normalize("NFKD", letter)[:1] for letter in name)
    return "".join(letter for letter in plain if _has(letter)).strip()


class _Card:
    """A drawing board; all lengths are of the finished picture."""

    def __init__(self, height: int) -> None:
        size = (WIDTH * _SCALE, height * _SCALE)
        self._image = Image.new("RGBA", size, (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)
        self._draw.rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), 16 * _SCALE, _CARD)

    def png(self) -> bytes:
        """The finished picture as a file."""
        file = io.BytesIO()
        self._image.reduce(_SCALE).save(file, "PNG")
        return file.getvalue()

    def width_of(self, words: str, height: int = _LETTER) -> float:
        """How long the words get."""
        return _font(height).getlength(words) / _SCALE

    def cut(self, words: str, room: float) -> str:
        """As many of the words as fit."""
        if self.width_of(words) <= room:
            return words
        while words and self.width_of(words + "…") > room:
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
        """Words with their middle at `place`, which is their left or (`rm`) their right end."""
        self._draw.text(_big(place), words, fill, _font(height), anchor=anchor)

    def block(self, box: tuple[float, float, float, float], fill: str) -> None:
        """A filled bar."""
        self._draw.rounded_rectangle(_box(box), 6 * _SCALE, fill)

    def frame(self, box: tuple[float, float, float, float], colour: str) -> None:
        """The outline of a bar."""
        self._draw.rounded_rectangle(_box(box), 6 * _SCALE, None, colour, 3 * _SCALE)

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: int) -> None:
        """A line through points; a single one gives none."""
        self._draw.line([_big(p) for p in points], colour, width * _SCALE, joint="curve")

    def shape(self, points: Sequence[tuple[float, float]], fill: str) -> None:
        """A filled area."""
        self._draw.polygon([_big(point) for point in points], fill)

    def disc(self, centre: tuple[float, float], radius: float, fill: str) -> None:
        """A dot."""
        x, y = centre
        self._draw.ellipse(_box((x - radius, y - radius, x + radius, y + radius)), fill)


def _big(place: tuple[float, float]) -> tuple[float, float]:
    return place[0] * _SCALE, place[1] * _SCALE


def _box(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = (length * _SCALE for length in box)
    return left, top, right, bottom


def _ticks(low: float, high: float) -> list[int]:
    """Three to six round numbers around a span."""
    span = max(high - low, 1.0)
    step = next(s for s in _STEPS if span / s <= 4)
    first = int(low // step) * step
    return [tick for tick in range(first, int(high) + 2 * step, step) if tick - step < high]


_STEPS: Final = [factor * 10**power for power in range(9) for factor in (1, 2, 5)]


@lru_cache(maxsize=4)
def _font(height: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(height * _SCALE)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType")
    return font


@lru_cache(maxsize=1024)
def _has(letter: str) -> bool:
    return letter == " " or _shape(letter) != _shape(_UNKNOWN)


def _shape(letter: str) -> bytes:
    image = Image.new("L", (4 * _SMALL, 4 * _SMALL))
    ImageDraw.Draw(image).text((_SMALL, _SMALL), letter, 255, _font(_SMALL))
    return image.tobytes()
