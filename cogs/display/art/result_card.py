"""The card of a finished game: a podium, and a curve of the scores of each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from cogs.display.art.card import FAINT, GOLD, GRID, PAD, WIDTH, Card
from cogs.display.art.charts import choose_ticks
from cogs.display.art.lettering import measure

COLOURS: Final = (
    "#f0b232", "#56b4e9", "#6cc24a", "#e0709a", "#b294f2", "#f0803c", "#43c9b4", "#c9ccd1",
)  # fmt: skip
"""Of the players, by seat; a curve bears its player's name as well."""

_STEPS: Final = {1: (GOLD, 130), 2: ("#b8bec7", 100), 3: ("#c08457", 74)}
"""Colour and height of a step of the podium, by place."""

_FLOOR: Final = 330
_COLUMN: Final = 190
_REST: Final = 210
"""The room for those who are not on the podium."""

_CHART: Final = (376, 596)
"""Top and bottom of the curves."""

_NAMES: Final = 170
"""The room for names behind the curves."""


@dataclass(frozen=True, slots=True)
class Finisher:
    """A player: seat, name, place and final score."""

    seat: int
    name: str
    place: int
    score: int


@dataclass(frozen=True, slots=True)
class Curves:
    """The scores of all seats after each step, and after which of them the game was decided."""

    scores: Sequence[Sequence[int]]
    decided: int | None


def draw_result(title: str, note: str, finishers: Sequence[Finisher], curves: Curves) -> bytes:
    """Return the card as a PNG; `finishers` are in the order of their places."""
    card = Card(_CHART[1] + 44)
    card.text((PAD, 44), title, size=32)
    card.text((WIDTH - PAD, 44), note, fill=FAINT, size=27, anchor="end")
    _draw_podium(card, finishers)
    _draw_curves(card, finishers, curves)
    return card.to_png()


def _draw_podium(card: Card, finishers: Sequence[Finisher]) -> None:
    """Draw the first three, the winner in the middle, and list the others beside them."""
    first, rest = finishers[:3], finishers[3:]
    order = [first[1], first[0], *first[2:]] if len(first) > 2 else first
    width = WIDTH - (_REST if rest else 0)
    left = (width - _COLUMN * len(order)) / 2
    for number, finisher in enumerate(order):
        _draw_step(card, finisher, left + _COLUMN * number)
    for number, finisher in enumerate(rest):
        y = _FLOOR - 14 - 34 * (len(rest) - 1 - number)
        x = width + 4
        card.disc((x + 8, y), 8, COLOURS[finisher.seat])
        words = f"{finisher.place}. {finisher.name}"
        score = str(finisher.score)
        room = WIDTH - PAD - x - 24 - measure(score, 24) - 10
        card.text((x + 24, y), words, size=22, room=room)
        card.text((WIDTH - PAD, y), score, size=22, anchor="end")


def _draw_step(card: Card, finisher: Finisher, left: float) -> None:
    colour, height = _STEPS[finisher.place]
    middle, top = left + _COLUMN / 2, _FLOOR - height
    card.block((left + 4, top, left + _COLUMN - 4, _FLOOR), colour)
    card.text((middle, top + 36), str(finisher.place), fill="#1e1f22", size=44, anchor="middle")
    card.text((middle, top - 70), finisher.name, size=31, anchor="middle", room=_COLUMN - 12)
    card.text((middle, top - 28), str(finisher.score), size=36, anchor="middle")
    card.block((left + 24, top - 9, left + _COLUMN - 24, top - 4), COLOURS[finisher.seat], radius=2)


def _draw_curves(card: Card, finishers: Sequence[Finisher], curves: Curves) -> None:
    """Draw a curve for each player, with a mark where the game was decided."""
    top, bottom = _CHART
    values = [score for scores in curves.scores for score in scores]
    ticks = choose_ticks(min(values), max(values))
    low, high = min(*values, ticks[0]), max(*values, ticks[-1])
    left = PAD + max(measure(str(tick), 25) for tick in ticks) + 14
    right = WIDTH - PAD - _NAMES - 16
    last = max(len(curves.scores) - 1, 1)

    def at(step: int, score: int) -> tuple[float, float]:
        y = bottom - (bottom - top) * (score - low) / max(high - low, 1)
        return left + (right - left) * step / last, y

    for tick in ticks:
        y = at(0, tick)[1]
        card.line([(left, y), (right, y)], GRID, 1)
        card.text((left - 12, y), str(tick), fill=FAINT, size=25, anchor="end")
    if curves.decided is not None:
        x = at(curves.decided, low)[0]
        card.line([(x, top - 8), (x, bottom)], FAINT, 2)
        anchor = "end" if x > (left + right) / 2 else "start"
        card.text((x, bottom + 22), "decided here", fill=FAINT, size=24, anchor=anchor)
    for finisher in reversed(finishers):
        points = [at(step, score) for step, score in _bends(curves.scores, finisher.seat)]
        card.line(points, COLOURS[finisher.seat], 4)
        card.disc(points[-1], 7, COLOURS[finisher.seat])
    ends = [at(last, curves.scores[-1][finisher.seat])[1] for finisher in finishers]
    for finisher, y in zip(finishers, _spread(ends, top, bottom), strict=True):
        place = (right + 16, y)
        card.text(place, finisher.name, fill=COLOURS[finisher.seat], size=27, room=_NAMES)


def _bends(scores: Sequence[Sequence[int]], seat: int) -> list[tuple[int, int]]:
    """Return the ends of a curve and where it bends, each as step and score."""
    curve = [now[seat] for now in scores]
    slopes = [after - before for before, after in pairwise(curve)]
    bends = [step for step, (a, b) in enumerate(pairwise(slopes), 1) if a != b]
    return [(step, curve[step]) for step in (0, *bends, len(curve) - 1)]


def _spread(ends: Sequence[float], top: float, bottom: float) -> list[float]:
    """Move labels apart that would cover each other; those that end higher stay higher."""
    gap = min(30.0, (bottom - top) / max(len(ends) - 1, 1))
    order = sorted(range(len(ends)), key=lambda i: ends[i])
    placed = [0.0] * len(ends)
    floor = top
    for number, i in enumerate(order):
        ceiling = bottom - gap * (len(order) - 1 - number)
        placed[i] = min(max(ends[i], floor), ceiling)
        floor = placed[i] + gap
    return placed
