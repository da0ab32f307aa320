"""The course of a finished game for one player: what dice, choices and others have changed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from cogs.display.art.charts import choose_ticks
from cogs.display.art.common import FAINT, GRID, PAD, WIDTH

if TYPE_CHECKING:
    from cogs.display.art.card import Card

if TYPE_CHECKING:
    from collections.abc import Sequence

DICE, CHOICES, OTHERS = "#6ec6ff", "#ff8a5c", FAINT
"""Of what the dice changed, what choices cost, and all that was in nobody's hand here."""

_BOX: Final = (76, 400)
"""Top and bottom of the curve."""

_SMALL: Final = 25
_LEGEND: Final = 446


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of the curve: its colour, the value at its end, the number of a mark there or 0."""

    colour: str
    value: float
    mark: int = 0


def draw_course(title: str, start: float, legs: Sequence[Leg], *, percent: bool) -> bytes:
    """Return a PNG with the curve; values are drawn as they are, or as per cent of 1."""
    from cogs.display.art.card import Card  # noqa: PLC0415 - only who draws needs Pillow

    card = Card(_LEGEND + 34)
    card.text((PAD, 40), title, size=30, room=WIDTH - 2 * PAD)
    scale = 100 if percent else 1
    values = [scale * value for value in (start, *(leg.value for leg in legs))]
    ticks = choose_ticks(min(values), max(values))
    low, high = min(*values, ticks[0]), max(*values, ticks[-1])
    words = [f"{tick} %" if percent else str(tick) for tick in ticks]
    left = PAD + max(card.measure(word, _SMALL) for word in words) + 14
    (top, bottom), right = _BOX, WIDTH - PAD - 16

    def at(number: int) -> tuple[float, float]:
        return left + (right - left) * number / max(len(legs), 1), height(values[number])

    def height(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / max(high - low, 1e-9)

    for tick, word in zip(ticks, words, strict=True):
        card.line([(left, height(tick)), (right, height(tick))], GRID, 1)
        card.text((left - 14, height(tick)), word, fill=FAINT, size=_SMALL, anchor="end")
    places = [at(number) for number in range(len(values))]
    for leg, pair in zip(legs, pairwise(places), strict=True):
        card.line(pair, leg.colour, 3 if leg.colour == OTHERS else 6)
    card.disc(places[0], 6, FAINT)
    card.disc(places[-1], 8, FAINT)
    for leg, (x, y) in zip(legs, places[1:], strict=True):
        if leg.mark:
            card.disc((x, y), 17, CHOICES)
            card.text((x, y), str(leg.mark), fill="#1e1f22", size=25, anchor="middle")
    _explain(card, {leg.colour for leg in legs})
    return card.to_png()


def _explain(card: Card, shown: set[str]) -> None:
    """Say what these colours mean."""
    x = float(PAD)
    for colour, words in ((DICE, "own dice"), (CHOICES, "given away"), (OTHERS, "all the rest")):
        if colour not in shown:
            continue
        card.line([(x, _LEGEND), (x + 40, _LEGEND)], colour, 6)
        card.text((x + 52, _LEGEND), words, fill=FAINT, size=_SMALL)
        x += 52 + card.measure(words, _SMALL) + 44
