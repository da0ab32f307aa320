"""The card of a finished game: a podium, and below it those who are not on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.display.art.palette import AMBER, FAINT, PAD, WIDTH

if TYPE_CHECKING:
    from cogs.display.art.card import Card

COLOURS: Final = (
    "#f0b232", "#56b4e9", "#6cc24a", "#e0709a", "#b294f2", "#f0803c", "#43c9b4", "#c9ccd1",
)  # fmt: skip
"""Of the players, by seat."""

_STEPS: Final = {1: (AMBER, 150), 2: ("#b8bec7", 112), 3: ("#c08457", 78)}
"""Colour and height of a step of the podium, by place; scores that rank make their own heights."""
_FLOOR: Final = 344
_COLUMN: Final = 250
_ROW: Final = 50
"""The height of a line below the podium; there are two players in each."""


class Finisher(NamedTuple):
    """A player: seat, name, place and final score; `words` say more where no score ranks."""

    seat: int
    name: str
    place: int
    score: int
    words: str = ""


def draw_result(title: str, note: str, finishers: tuple[Finisher, ...]) -> bytes:
    """Return the card as a PNG; `finishers` are in the order of their places."""
    from cogs.display.art.card import Card  # noqa: PLC0415 - only who draws needs Pillow

    first, rest = finishers[:3], finishers[3:]
    card = Card(_FLOOR + PAD + _ROW * -(-len(rest) // 2))
    card.text((PAD, 40), title, size=36)
    card.text((WIDTH - PAD, 40), note, fill=FAINT, size=30, anchor="end")
    order = [first[1], first[0], *first[2:]] if len(first) > 2 else first
    left = (WIDTH - _COLUMN * len(order)) / 2
    best = max((finisher.score for finisher in first), default=0)
    for number, finisher in enumerate(order):
        _draw_step(card, finisher, left + _COLUMN * number, best)
    for number, finisher in enumerate(rest):
        half = WIDTH / 2 * (number % 2)
        _draw_line(card, finisher, half, _FLOOR + PAD + _ROW * (number // 2) + 12)
    return card.to_png()


def _draw_step(card: Card, finisher: Finisher, left: float, best: int) -> None:
    """Draw a step of the podium with who stands on it; `best` is the highest score."""
    colour, height = _STEPS[finisher.place]
    if best > 0 and not finisher.words:
        height = max(56, _STEPS[1][1] * finisher.score / best)  # the place stands on it
    middle, top = left + _COLUMN / 2, _FLOOR - height
    card.block((left + 4, top, left + _COLUMN - 4, _FLOOR), colour)
    card.text((middle, top + 40), str(finisher.place), fill="#1e1f22", size=48, anchor="middle")
    card.text((middle, top - 78), finisher.name, size=38, anchor="middle", room=_COLUMN - 12)
    words, size = (finisher.words, 30) if finisher.words else (str(finisher.score), 44)
    card.text((middle, top - 30), words, size=size, anchor="middle", room=_COLUMN - 12)
    card.block((left + 24, top - 9, left + _COLUMN - 24, top - 4), COLOURS[finisher.seat], radius=2)


def _draw_line(card: Card, finisher: Finisher, left: float, y: float) -> None:
    """Write who is not on the podium, in half the width of the card."""
    right = left + WIDTH / 2 - PAD
    card.disc((left + PAD + 8, y), 9, COLOURS[finisher.seat])
    score, start = finisher.words or str(finisher.score), left + PAD + 28
    room = right - start - card.measure(score, 30) - 12
    card.text((start, y), f"{finisher.place}. {finisher.name}", size=30, room=room)
    card.text((right, y), score, size=30, anchor="end")
