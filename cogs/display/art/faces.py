"""The faces of computers: ducks that look at you, each in colours of its own.

What a duck wears says how well it plays: a tuft is easy, a woolly hat normal, a bowler hard.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from cogs.display.art import Drawing
from cogs.display.art.canvas import Canvas, curve
from cogs.display.art.palette import GOLD, INK, ORANGE, RED, WHITE

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogs.display.art.canvas import Colour

_FEATHERS: Final = (
    ("#ffd43b", "#9a6a00"),
    ("#2f9e57", "#0f4d28"),
    ("#b9794a", "#5a3113"),
    ("#e8edf2", "#6b7885"),
    ("#4f8fd8", "#1b4478"),
    ("#c95f86", "#6b1f3f"),
    ("#8d78c9", "#3f2f78"),
)
"""Colour and edge of each duck of a level."""

_BILL_EDGE: Final = "#8f3a06"


def draw_face(number: int, hat: str) -> Image:
    """Return the face of a duck.

    Args:
        number: which of its level, from 0.
        hat: "tuft", "wool" or "bowler".
    """
    canvas, (feathers, edge) = Canvas(), _FEATHERS[number]
    if hat == "tuft":
        _draw_tuft(canvas, feathers, edge)
    canvas.disc((64, 72), 54, feathers, edge, 7)
    for x in (43, 85):
        canvas.disc((x, 62), 12, WHITE, INK, 3)
        canvas.disc((x, 63), 6.5, INK)
    _draw_bill(canvas)
    if hat == "wool":
        _draw_wool(canvas, RED if number != 5 else "#2563d9")
    elif hat == "bowler":
        _draw_bowler(canvas)
    return canvas.finish()


def _draw_bill(canvas: Canvas) -> None:
    bill = [
        *curve((64, 70), (80, 70), (82, 82), (98, 90)),
        *curve((98, 90), (98, 112), (30, 112), (30, 90)),
        *curve((30, 90), (46, 82), (48, 70), (64, 70)),
    ]
    canvas.shape(bill, ORANGE, _BILL_EDGE, 5)
    canvas.line(curve((34, 92), (50, 99), (78, 99), (94, 92)), _BILL_EDGE, 4)


def _draw_tuft(canvas: Canvas, feathers: Colour, edge: Colour) -> None:
    for tip in ((44, 6), (66, 2), (86, 9)):
        canvas.line([(64, 30), tip], edge, 16)
    for tip in ((44, 6), (66, 2), (86, 9)):
        canvas.line([(64, 30), tip], feathers, 8)


def _draw_wool(canvas: Canvas, colour: Colour) -> None:
    crown = [*curve((16, 44), (18, 2), (110, 2), (112, 44)), (112, 44), (16, 44)]
    canvas.shape(crown, colour, INK, 5)
    canvas.block((10, 34, 118, 52), 8, WHITE, INK, 5)
    canvas.disc((64, 10), 10, WHITE, INK, 5)


def _draw_bowler(canvas: Canvas) -> None:
    crown = [*curve((28, 40), (26, -8), (102, -8), (100, 40)), (28, 40)]
    canvas.shape(crown, "#5d7183", INK, 5)
    canvas.block((28, 28, 100, 40), 2, GOLD)
    canvas.block((6, 38, 122, 51), 6, "#5d7183", INK, 5)


FACES: Final = tuple(
    Drawing(f"face_{1 + 7 * place + number}", "🦆", partial(draw_face, number, hat))
    for place, hat in enumerate(("tuft", "wool", "bowler"))
    for number in range(7)
)
"""In the order of the ids of `tables.play.computers.COMPUTERS`, which a test holds."""
