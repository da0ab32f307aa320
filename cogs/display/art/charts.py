"""Charts for leaderboards and statistics. Words beside a chart say the same as the chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cogs.display.art.palette import AMBER, FAINT, GRID, PAD, WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROW: Final = 52
_BAR: Final = 40
_LETTER: Final = 34
_SMALL: Final = 24
_LABELS: Final = 280.0
"""The room for labels, at most."""

_WHOLE: Final = "#5d6470"
_OWN: Final = "#ffffff"
_LINE: Final = "#6cc24a"
_BAND: Final = "#35502b"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar.

    Attributes:
        label: at its left.
        value: its length; one of `least` has no bar.
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


def draw_bars(rows: Sequence[Bar], least: float = 0.0, note: str = "") -> bytes:
    """Return a PNG with a bar for each row, from top to bottom, and a note below them.

    Bars begin at the value `least`.
    """
    from cogs.display.art.card import Card  # noqa: PLC0415 - only who draws needs Pillow

    card = Card(_ROW * len(rows) + 2 * PAD - (_ROW - _BAR) + (36 if note else 0))
    widest = max(card.measure(row.label, _LETTER) for row in rows)
    left = PAD + min(_LABELS, widest) + 16
    room = WIDTH - PAD - left - 12 - max(card.measure(row.words, _LETTER) for row in rows)
    most = max(max(row.value for row in rows) - least, 1e-9)
    for number, row in enumerate(rows):
        top = PAD + _ROW * number
        length = room * (row.value - least) / most
        part = length if row.part is None else length * row.part / max(row.value, 1e-9)
        card.text((PAD, top + _BAR / 2), row.label, size=_LETTER, room=left - PAD - 16)
        if length > 0:
            card.block((left, top, left + length, top + _BAR), _WHOLE)
        if part > 0:
            card.block((left, top, left + part, top + _BAR), AMBER)
        if row.own:
            card.block((left, top, left + max(length, 6), top + _BAR), None, _OWN)
        card.text((left + length + 12, top + _BAR / 2), row.words, size=_LETTER)
    if note:
        card.text((left, PAD + _ROW * len(rows) + 12), note, fill=FAINT, size=_SMALL)
    return card.to_png()


def draw_course(points: Sequence[Point], below: tuple[str, str]) -> bytes:
    """Return a PNG with a line through at least one point; `below` stands under its ends."""
    from cogs.display.art.card import Card  # noqa: PLC0415 - as above

    card = Card(420)
    low = min(point.value - point.spread for point in points)
    high = max(point.value + point.spread for point in points)
    ticks = choose_ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    left, right = PAD + max(card.measure(str(t), _SMALL) for t in ticks) + 14, WIDTH - PAD - 12
    top, bottom = PAD + 12, 420 - PAD - 44

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / max(high - low, 1e-9)

    def x(number: int) -> float:
        return left + (right - left) * number / max(len(points) - 1, 1)

    upper = [(x(i), y(p.value + p.spread)) for i, p in enumerate(points)]
    lower = [(x(i), y(p.value - p.spread)) for i, p in enumerate(points)]
    card.shape([*upper, *reversed(lower)], _BAND)
    for tick in ticks:
        card.line([(left, y(tick)), (right, y(tick))], GRID, 1)
        card.text((left - 14, y(tick)), str(tick), fill=FAINT, size=_SMALL, anchor="end")
    card.line([(x(i), y(p.value)) for i, p in enumerate(points)], _LINE, 4)
    card.disc((x(len(points) - 1), y(points[-1].value)), 9, _LINE)
    card.text((left, bottom + 34), below[0], fill=FAINT, size=_SMALL)
    card.text((right, bottom + 34), below[1], fill=FAINT, size=_SMALL, anchor="end")
    return card.to_png()


def choose_ticks(low: float, high: float) -> list[int]:
    """Return three to six round numbers around a span."""
    span = max(high - low, 1.0)
    step = next(s for s in _STEPS if span / s <= 4)
    first = int(low // step) * step
    return [tick for tick in range(first, int(high) + 2 * step, step) if tick - step < high]


_STEPS: Final = [factor * 10**power for power in range(9) for factor in (1, 2, 5)]
