"""The card of a finished game: a podium with faces, and the other players below it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.display.art.common import AMBER, INK, PAD, SHORE, WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

    from cogs.display.art.card import Card

COLOURS: Final = (
    "#f0b232", "#56b4e9", "#6cc24a", "#e0709a", "#b294f2", "#f0803c", "#43c9b4", "#c9ccd1",
)  # fmt: skip
"""Colours of the players, by seat."""

_STEPS: Final = {1: (AMBER, 1.0), 2: ("#d5dae1", 0.74), 3: ("#d99b6c", 0.52)}
"""Colour of a podium's step, by place, and its relative height if scores do not compare."""

_HIGHEST: Final = 150
_LOWEST: Final = 58
"""Lowest step, which has room for the number of the place."""

_FLOOR: Final = 372
_HEADING: Final = 44
"""Height of a line such as "Photo finish!"."""

_COLUMN: Final = 250
_FACE: Final = 88
_ROW: Final = 58
"""Height of a line below the podium, which has two players."""

PHOTO_FINISH: Final = "Photo finish!"
RUNAWAY: Final = "Runaway win!"

NARROW: Final = 3
"""Largest lead of a photo finish, in points. The same margin counts as a near miss."""

FAR: Final = 4
"""Largest lead that is no runaway win, since short games have few points."""

CLOSE: Final = 0.2
"""Largest lead of a photo finish as a share of the winner's score; one point always is one."""


class Finisher(NamedTuple):
    """A player at the end of a game.

    `words` tell the result if scores do not compare; `face` is the number of a duck's, 0 for a
    person.
    """

    seat: int
    name: str
    place: int
    score: int
    words: str = ""
    face: int = 0


def name_finish(finishers: Sequence[Finisher]) -> str:
    """Return words for a very narrow or very clear win; empty for others, and for a draw."""
    behind = finishers[1:]
    if not behind or behind[0].place == 1 or finishers[0].words or finishers[0].score <= 0:
        return ""
    best, second = finishers[0].score, behind[0].score
    if is_narrow(best, second):
        return PHOTO_FINISH
    return RUNAWAY if second <= best / 2 and best - second > FAR else ""


def is_narrow(best: int, score: int) -> bool:
    """Return whether a score is a near miss."""
    short = best - score
    return short == 1 or 0 < short <= min(NARROW, best * CLOSE)


def draw_result(finishers: tuple[Finisher, ...]) -> bytes:
    """Return the card as a PNG; `finishers` are in the order of their places."""
    from cogs.display.art.card import Card  # noqa: PLC0415 - only drawing needs Pillow

    first, rest, finish = finishers[:3], finishers[3:], name_finish(finishers)
    floor = _FLOOR + (_HEADING if finish else 0)
    height = floor + PAD + _ROW * -(-len(rest) // 2)
    card = Card(height)
    card.block((0, floor, WIDTH, height), SHORE, radius=0)
    card.text((WIDTH / 2, 34), finish, fill=AMBER, size=40, anchor="middle")
    order = [first[1], first[0], *first[2:]] if len(first) > 2 else first
    left = (WIDTH - _COLUMN * len(order)) / 2
    best = max((finisher.score for finisher in first), default=0)
    for number, finisher in enumerate(order):
        _draw_step(card, finisher, (left + _COLUMN * number, floor), best)
    for number, finisher in enumerate(rest):
        half = WIDTH / 2 * (number % 2)
        _draw_line(card, finisher, half, floor + PAD / 2 + _ROW * (number // 2 + 0.5))
    return card.to_png()


def _draw_step(card: Card, finisher: Finisher, foot: tuple[float, float], best: int) -> None:
    """Draw a step of the podium and the player on it; `best` is the highest score."""
    (left, floor), room = foot, _COLUMN - 12
    colour, share = _STEPS[finisher.place]
    if best > 0 and not finisher.words:
        share = finisher.score / best
    middle, top = left + _COLUMN / 2, floor - max(_LOWEST, _HIGHEST * share)
    card.block((left + 8, top, left + _COLUMN - 8, floor), colour)
    card.text((middle, top + 30), str(finisher.place), fill=INK, size=44, anchor="middle")
    words, size = (finisher.words, 32) if finisher.words else (str(finisher.score), 52)
    card.text((middle, top - 32), words, size=size, anchor="middle", room=room)
    size = 38 if card.measure(finisher.name, 38) <= room else 28
    card.text((middle, top - 84), finisher.name, size=size, anchor="middle", room=room)
    _draw_player(card, finisher, (middle, top - 110 - _FACE / 2), _FACE)


def _draw_line(card: Card, finisher: Finisher, left: float, y: float) -> None:
    """Write a player who is not on the podium, in half the width of the card."""
    right, size = left + WIDTH / 2 - PAD, 44
    _draw_player(card, finisher, (left + PAD + size / 2, y), size)
    score, start = finisher.words or str(finisher.score), left + PAD + size + 12
    room = right - start - card.measure(score, 30) - 12
    card.text((start, y), f"{finisher.place}. {finisher.name}", size=30, room=room)
    card.text((right, y), score, size=30, anchor="end")


def _draw_player(card: Card, finisher: Finisher, middle: tuple[float, float], size: int) -> None:
    """Draw a duck's face, or a person's initial on a disc in the colour of the seat."""
    if finisher.face:
        card.picture(middle, _shrink_face(finisher.face, size))
        return
    card.disc(middle, size / 2, COLOURS[finisher.seat])
    initial = finisher.name[:1].upper()
    card.text(middle, initial, fill=INK, size=round(size * 0.6), anchor="middle")


@lru_cache(64)
def _shrink_face(number: int, size: int) -> Image:
    from cogs.display.art.common import FACES  # noqa: PLC0415 - as above

    return FACES[number - 1].draw().resize((size, size))
