"""A canvas of 128 by 128 pixels, and drawings and colours that several games share.

Drawings are made four times as large and then shrunk, which smooths their edges. Letters and
numerals are in Pillow's own font, so drawings are the same on every machine.
"""

from __future__ import annotations

import math
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from cogs.display.art import Drawing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PIL import Image, ImageFont

SIZE: Final = 128
"""Width and height of a drawing, in its own units and in pixels."""

_SCALE: Final = 4

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Colour = str
"""A colour as Pillow reads it: `#rrggbb`."""


class Canvas:
    """A drawing in progress; it is transparent where nothing was drawn.

    Coordinates go from (0, 0) at the top left to (128, 128). Boxes are left, top, right, bottom.
    """

    def __init__(self) -> None:
        from PIL import Image, ImageDraw  # noqa: PLC0415 - only drawing needs Pillow

        self._image = Image.new("RGBA", (SIZE * _SCALE, SIZE * _SCALE), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)

    def finish(self) -> Image.Image:
        """Return the drawing in its final size, with smooth edges."""
        return self._image.reduce(_SCALE)

    def finish_with_halo(self, colour: Colour = "#ffffff") -> Image.Image:
        """Return the drawing with a bright rim, which stands out from a dark background."""
        from PIL import Image, ImageChops, ImageFilter  # noqa: PLC0415 - as above

        image = self.finish()
        blurred = image.getchannel("A").filter(ImageFilter.GaussianBlur(2))
        around = ImageChops.add(blurred, blurred, scale=0.4)
        halo = Image.new("RGBA", image.size, colour)
        halo.putalpha(around)
        return Image.alpha_composite(halo, image)

    def oval(self, box: Box, fill: Colour, edge: Colour | None = None, width: float = 5) -> None:
        """Draw an ellipse; its edge lies inside the box."""
        self._draw.ellipse(_scale_box(box), fill, edge, _scale_length(width) if edge else 0)

    def disc(
        self,
        centre: Point,
        radius: float,
        fill: Colour,
        edge: Colour | None = None,
        width: float = 5,
    ) -> None:
        x, y = centre
        self.oval((x - radius, y - radius, x + radius, y + radius), fill, edge, width)

    def block(
        self,
        box: Box,
        radius: float,
        fill: Colour | None,
        edge: Colour | None = None,
        width: float = 5,
    ) -> None:
        """Draw a rectangle with round corners."""
        self._draw.rounded_rectangle(
            _scale_box(box), radius * _SCALE, fill, edge, _scale_length(width) if edge else 0
        )

    def shape(
        self, points: Iterable[Point], fill: Colour, edge: Colour | None = None, width: float = 5
    ) -> None:
        """Draw a polygon with round corners; half of its edge lies outside the outline."""
        outline = list(points)
        self._draw.polygon([_scale_point(point) for point in outline], fill)
        if edge is not None:
            self.line([*outline, outline[0]], edge, width)

    def line(self, points: Sequence[Point], colour: Colour, width: float = 5) -> None:
        """Draw a line through the points, with round joints and ends."""
        self._draw.line([_scale_point(point) for point in points], colour, _scale_length(width))
        for point in points:
            self.disc(point, width / 2, colour)

    def text(self, centre: Point, words: str, height: float, fill: Colour) -> None:
        """Write bold capitals or numerals, `height` tall, centred on `centre`."""
        font, stroke = _load_font(round(height * _SCALE * 1.38)), _scale_length(height / 16)
        left, top, right, bottom = self._draw.textbbox((0, 0), words, font, stroke_width=stroke)
        x, y = _scale_point(centre)
        place = (x - (left + right) / 2, y - (top + bottom) / 2)
        self._draw.text(place, words, fill, font, stroke_width=stroke, stroke_fill=fill)


def curve(*points: Point, steps: int = 24) -> list[Point]:
    """Return points on the Bézier curve with these control points."""
    return [_bezier_point(points, i / steps) for i in range(steps + 1)]


def turn(points: Iterable[Point], centre: Point, degrees: float) -> list[Point]:
    """Return the points turned clockwise about a centre."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    cx, cy = centre
    return [
        (cx + (x - cx) * cosine - (y - cy) * sine, cy + (x - cx) * sine + (y - cy) * cosine)
        for x, y in points
    ]


def mirror_pair(points: Sequence[Point], axis: float = SIZE / 2) -> tuple[list[Point], list[Point]]:
    """Return the points, and the same points mirrored in the vertical line x = `axis`."""
    return list(points), mirror(points, axis)


def mirror(points: Iterable[Point], axis: float = SIZE / 2) -> list[Point]:
    """Return the points mirrored in the vertical line x = `axis`."""
    return [(2 * axis - x, y) for x, y in points]


def move(points: Iterable[Point], dx: float, dy: float) -> list[Point]:
    return [(x + dx, y + dy) for x, y in points]


def egg(centre: Point, across: float, up: float, down: float) -> list[Point]:
    """Return an oval whose upper half is `up` high and whose lower half is `down` high."""
    x, y = centre
    angles = [math.tau * i / 48 for i in range(48)]
    return [
        (x + across * math.cos(a), y + (down if math.sin(a) > 0 else up) * math.sin(a))
        for a in angles
    ]


def dash_line(points: Sequence[Point], dash: float, gap: float) -> list[list[Point]]:
    """Return the dashes of a dashed line through the points; no dash goes round a corner."""
    dashes: list[list[Point]] = []
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.dist((x0, y0), (x1, y1))
        count = max(1, round((length + gap) / (dash + gap)))
        for i in range(count):
            start = i * (length + gap) / count / length
            end = min(1.0, start + ((length + gap) / count - gap) / length)
            dashes.append([(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in (start, end)])
    return dashes


def _bezier_point(points: Sequence[Point], t: float) -> Point:
    """Return the point of the Bézier curve at `t`, 0 to 1."""
    if len(points) == 1:
        return points[0]
    (x0, y0), (x1, y1) = _bezier_point(points[:-1], t), _bezier_point(points[1:], t)
    return x0 + (x1 - x0) * t, y0 + (y1 - y0) * t


@lru_cache(maxsize=32)
def _load_font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    from PIL import ImageFont  # noqa: PLC0415 - as above

    return ImageFont.load_default(size)


def _scale_point(point: Point) -> Point:
    return point[0] * _SCALE, point[1] * _SCALE


def _scale_box(box: Box) -> Box:
    left, top, right, bottom = (value * _SCALE for value in box)
    return left, top, right - 1, bottom - 1


def _scale_length(length: float) -> int:
    """Return a length in whole pixels of the large drawing, at least one."""
    return max(1, round(length * _SCALE))


# Colours of the drawings, which stand out from light and dark backgrounds, and sizes of cards.

INK: Final = "#1e1f22"
WHITE: Final = "#ffffff"
RED: Final = "#da373c"

IVORY: Final = "#fbf9f2"
IVORY_SHADE: Final = "#cbc6b8"
GOLD: Final = "#f7c531"
GOLD_EDGE: Final = "#b17c05"
BOSS: Final = "#2563d9"
BOSS_EDGE: Final = "#123a8c"
YELLOW: Final = "#ffd43b"
YELLOW_EDGE: Final = "#9a6a00"
ORANGE: Final = "#f2741d"
TIN: Final = "#9fb4c7"
TIN_EDGE: Final = "#44566a"

WIDTH: Final = 800
"""Width of a card in pixels; a phone shows a card about 300 pixels wide."""

PAD: Final = 24
"""Margin of a card in pixels."""

WATER: Final = "#1c5065"
"""Background of a card, which stands out from a light page and from a dark page."""

SHORE: Final = "#123c4c"
"""Background of boxes on a card."""

TEXT: Final = "#f2f3f5"
FAINT: Final = "#b5bac1"
GRID: Final = "#39697c"
AMBER: Final = "#f0b232"


# Dice, and marks for missing dice.

_LAYOUT: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Places of the pips for each number on a die, in steps from the middle of the die."""


def draw_pips(
    canvas: Canvas, value: int, *, centre: Point, step: float, size: float, fill: Colour
) -> None:
    """Draw the pips of a die, `step` apart, with radius `size`; the pip of a 1 is larger."""
    for dx, dy in _LAYOUT[value]:
        radius = size * 1.35 if value == 1 else size
        canvas.disc((centre[0] + dx * step, centre[1] + dy * step), radius, fill)


def draw_cube(canvas: Canvas, fill: Colour, shade: Colour, edge: Colour) -> None:
    """Draw a die with round corners and a shadow at its lower side."""
    canvas.block((5, 5, 123, 125), 27, edge)
    canvas.block((11, 11, 117, 119), 21, shade)
    canvas.block((11, 11, 117, 112), 21, fill)


def draw_white(value: int) -> Image.Image:
    canvas = Canvas()
    draw_cube(canvas, IVORY, IVORY_SHADE, INK)
    draw_pips(canvas, value, centre=(64, 62), step=30, size=12.5, fill=INK)
    return canvas.finish()


def draw_gold(value: int) -> Image.Image:
    """Return a golden die with a frame: the point number, or a wild die."""
    canvas = Canvas()
    draw_cube(canvas, GOLD, GOLD_EDGE, INK)
    canvas.block((17, 17, 111, 107), 15, None, WHITE, 5)
    draw_pips(canvas, value, centre=(64, 62), step=26, size=11.5, fill=INK)
    return canvas.finish()


def draw_boss(value: int) -> Image.Image:
    """Return the Boss die: square and blue, with white pips and a crown."""
    canvas = Canvas()
    crown = [(12, 44), (8, 6), (36, 25), (64, 2), (92, 25), (120, 6), (116, 44)]
    canvas.shape(crown, GOLD, INK, 6)
    canvas.block((6, 32, 122, 126), 6, BOSS_EDGE)
    canvas.block((12, 38, 116, 120), 3, BOSS)
    draw_pips(canvas, value, centre=(64, 79), step=27, size=12, fill=WHITE)
    return canvas.finish()


def draw_duck() -> Image.Image:
    """Return a yellow duck with a 2, for a wild die in the bucket."""
    canvas = Canvas()
    body = [
        *curve((8, 62), (2, 108), (34, 122), (64, 122)),
        *curve((64, 122), (104, 122), (122, 100), (116, 66)),
        *curve((116, 66), (100, 78), (92, 74), (84, 66)),
        *curve((84, 66), (60, 60), (30, 84), (8, 62)),
    ]
    head = (52, 38)
    canvas.shape(body, YELLOW, YELLOW_EDGE, 7)
    canvas.disc(head, 33.5, YELLOW_EDGE)
    canvas.shape([(24, 34), (3, 38), (6, 54), (30, 54)], "#f26b1d", "#8f3a06", 5)
    canvas.disc(head, 30, YELLOW)
    canvas.shape([(30, 60), (78, 52), (88, 80), (28, 84)], YELLOW)
    canvas.disc((44, 32), 6, INK)
    canvas.text((68, 90), "2", 46, INK)
    return canvas.finish()


def draw_thrown() -> Image.Image:
    """Return the mark in the place of a die that was thrown away."""
    canvas = Canvas()
    canvas.block((14, 14, 114, 114), 24, "#b5bac1", "#6d6f78", 7)
    canvas.line([(30, 30), (98, 98)], WHITE, 26)
    canvas.line([(98, 30), (30, 98)], WHITE, 26)
    canvas.line([(30, 30), (98, 98)], RED, 17)
    canvas.line([(98, 30), (30, 98)], RED, 17)
    return canvas.finish()


# Bucket, goose egg and crown.


def draw_pail(canvas: Canvas, fill: Colour, light: Colour, edge: Colour, top: float = 44) -> None:
    """Draw a bucket that stands on the ground and has its rim at `top`."""
    canvas.shape([(12, top), (116, top), (101, 119), (27, 119)], fill, edge, 8)
    canvas.shape([(24, top + 12), (37, top + 12), (43, 112), (34, 112)], light)
    canvas.oval((7, top - 15, 121, top + 15), edge)
    canvas.oval((14, top - 9, 114, top + 9), light)


def draw_bucket() -> Image.Image:
    """Return the tin bucket with its handle up."""
    canvas = Canvas()
    canvas.line(curve((14, 44), (16, -10), (112, -10), (114, 44)), TIN_EDGE, 8)
    draw_pail(canvas, TIN, "#dbe5ee", TIN_EDGE)
    canvas.oval((20, 38, 108, 50), TIN_EDGE)
    canvas.line(curve((21, 84), (48, 92), (80, 92), (107, 84)), TIN_EDGE, 6)
    return canvas.finish()


def draw_goose_egg() -> Image.Image:
    """Return an egg in straw, the picture for no points."""
    canvas = Canvas()
    canvas.shape(egg((64, 70), 43, 64, 46), "#fff3d9", "#8a6f3c", 7)
    canvas.shape(egg((50, 52), 10, 20, 12), WHITE)
    for i in range(9):
        x = 12 + 13 * i
        tip = 92 + 9 * math.sin(i * 2.1)
        canvas.line([(64 + (x - 64) * 0.72, 119), (x, tip)], "#8a6f3c", 12)
        canvas.line([(64 + (x - 64) * 0.72, 119), (x, tip)], "#e0b04f", 7)
    return canvas.finish()


def draw_crown() -> Image.Image:
    canvas = Canvas()
    points = [(20, 98), (8, 34), (38, 58), (64, 18), (90, 58), (120, 34), (108, 98)]
    canvas.shape(points, GOLD, GOLD_EDGE, 8)
    canvas.block((16, 92, 112, 118), 8, GOLD, GOLD_EDGE, 7)
    for x, y in ((9, 31), (64, 16), (119, 31)):
        canvas.disc((min(max(x, 12), 116), y), 11, GOLD, GOLD_EDGE, 5)
    for x, fill in ((36, "#2563d9"), (64, RED), (92, "#2f9e57")):
        canvas.disc((x, 80), 8.5, fill, INK, 3)
    return canvas.finish()


# Faces of computers: ducks in different colours.

_FEATHERS: Final = (
    ("#ffd43b", "#9a6a00"),
    ("#2f9e57", "#0f4d28"),
    ("#b9794a", "#5a3113"),
    ("#e8edf2", "#6b7885"),
    ("#4f8fd8", "#1b4478"),
    ("#c95f86", "#6b1f3f"),
    ("#8d78c9", "#3f2f78"),
)
"""Colours of feathers and edge, by a duck's number within its level."""

_BILL_EDGE: Final = "#8f3a06"


def draw_face(number: int, hat: str) -> Image.Image:
    """Return the face of a duck.

    Args:
        number: its number within its level, from 0.
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
    Drawing(f"duck_face_{1 + 7 * place + number}", "🦆", partial(draw_face, number, hat))
    for place, hat in enumerate(("tuft", "wool", "bowler"))
    for number in range(7)
)
"""Faces, in the order of the ids in `tables.play.computers.COMPUTERS`; a test checks this."""


_VALUES: Final = range(1, 7)
COMMON: Final = (
    # In plain characters, a die is a number in code format, which looks like a key on a keyboard.
    *(Drawing(f"white_die_{value}", f"`{value}`", partial(draw_white, value)) for value in _VALUES),
    *(Drawing(f"boss_die_{value}", f"👑`{value}`", partial(draw_boss, value)) for value in _VALUES),
    *(Drawing(f"gold_die_{value}", f"⭐`{value}`", partial(draw_gold, value)) for value in _VALUES),
    Drawing("duck", "🦆", draw_duck),
    Drawing("thrown", "✖️", draw_thrown),
    Drawing("bucket", "🪣", draw_bucket),
    Drawing("crown", "👑", draw_crown),
    Drawing("goose_egg", "🥚", draw_goose_egg),
    *FACES,
)
