"""A small drawing board: a grid of 128 by 128, smooth because it is drawn four times as large.

Nothing here depends on the machine: letters and numerals are Pillow's own font.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

SIZE: Final = 128
"""Width and height of a drawing, in its own units and in pixels."""

_SCALE: Final = 4

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Colour = str
"""As Pillow reads it: `#rrggbb`."""


class Canvas:
    """A drawing in the making; transparent where nothing was drawn.

    Coordinates go from (0, 0) at the top left to (128, 128). Boxes are left, top, right, bottom.
    """

    def __init__(self) -> None:
        self._image = Image.new("RGBA", (SIZE * _SCALE, SIZE * _SCALE), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)

    def finish(self) -> Image.Image:
        """The drawing in its final size, with smooth edges."""
        return self._image.reduce(_SCALE)

    def finish_with_halo(self, colour: Colour = "#ffffff") -> Image.Image:
        """The same with a rim around it, for drawings that are dark on a dark ground."""
        image = self.finish()
        blurred = image.getchannel("A").filter(ImageFilter.GaussianBlur(2))
        around = ImageChops.add(blurred, blurred, scale=0.4)
        halo = Image.new("RGBA", image.size, colour)
        halo.putalpha(around)
        return Image.alpha_composite(halo, image)

    def oval(self, box: Box, fill: Colour, edge: Colour | None = None, width: float = 5) -> None:
        """An ellipse; its edge, if any, is drawn inside the box."""
        self._draw.ellipse(_scaled(box), fill, edge, _pixels(width) if edge else 0)

    def disc(
        self,
        centre: Point,
        radius: float,
        fill: Colour,
        edge: Colour | None = None,
        width: float = 5,
    ) -> None:
        """A circle."""
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
        """A rectangle with round corners."""
        self._draw.rounded_rectangle(
            _scaled(box), radius * _SCALE, fill, edge, _pixels(width) if edge else 0
        )

    def shape(
        self, points: Iterable[Point], fill: Colour, edge: Colour | None = None, width: float = 5
    ) -> None:
        """A polygon; the edge is drawn astride of its outline, with round corners."""
        outline = list(points)
        self._draw.polygon([_at(point) for point in outline], fill)
        if edge is not None:
            self.line([*outline, outline[0]], edge, width)

    def line(self, points: Sequence[Point], colour: Colour, width: float = 5) -> None:
        """A line through the points, with round joints and ends."""
        self._draw.line([_at(point) for point in points], colour, _pixels(width))
        for point in points:
            self.disc(point, width / 2, colour)

    def erase(self, box: Box) -> None:
        """Make a rectangle transparent again."""
        self._draw.rectangle(_scaled(box), (0, 0, 0, 0))

    def text(self, centre: Point, words: str, height: float, fill: Colour) -> None:
        """Bold capitals or numerals whose height is `height`, centred on a point."""
        font, stroke = _font(round(height * _SCALE * 1.38)), _pixels(height / 16)
        left, top, right, bottom = self._draw.textbbox((0, 0), words, font, stroke_width=stroke)
        x, y = _at(centre)
        place = (x - (left + right) / 2, y - (top + bottom) / 2)
        self._draw.text(place, words, fill, font, stroke_width=stroke, stroke_fill=fill)


def curve(*points: Point, steps: int = 24) -> list[Point]:
    """Points on the Bézier curve with these control points."""
    return [_bezier(points, i / steps) for i in range(steps + 1)]


def turned(points: Iterable[Point], centre: Point, degrees: float) -> list[Point]:
    """The points turned clockwise about a centre."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    cx, cy = centre
    return [
        (cx + (x - cx) * cosine - (y - cy) * sine, cy + (x - cx) * sine + (y - cy) * cosine)
        for x, y in points
    ]


def both(points: Sequence[Point], axis: float = SIZE / 2) -> tuple[list[Point], list[Point]]:
    """The points, and the points seen in an upright mirror at x = `axis`."""
    return list(points), mirrored(points, axis)


def mirrored(points: Iterable[Point], axis: float = SIZE / 2) -> list[Point]:
    """The points seen in an upright mirror at x = `axis`."""
    return [(2 * axis - x, y) for x, y in points]


def moved(points: Iterable[Point], dx: float, dy: float) -> list[Point]:
    """The points somewhere else."""
    return [(x + dx, y + dy) for x, y in points]


def egg(centre: Point, across: float, up: float, down: float) -> list[Point]:
    """An oval whose upper half is `up` high and whose lower half is `down` high."""
    x, y = centre
    angles = [math.tau * i / 48 for i in range(48)]
    return [
        (x + across * math.cos(a), y + (down if math.sin(a) > 0 else up) * math.sin(a))
        for a in angles
    ]


def along(points: Sequence[Point], dash: float, gap: float) -> list[list[Point]]:
    """The dashes of a broken line through the points, each within one straight piece."""
    dashes: list[list[Point]] = []
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.dist((x0, y0), (x1, y1))
        count = max(1, round((length + gap) / (dash + gap)))
        for i in range(count):
            start = i * (length + gap) / count / length
            end = min(1.0, start + ((length + gap) / count - gap) / length)
            dashes.append([(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in (start, end)])
    return dashes


def _bezier(points: Sequence[Point], t: float) -> Point:
    if len(points) == 1:
        return points[0]
    (x0, y0), (x1, y1) = _bezier(points[:-1], t), _bezier(points[1:], t)
    return x0 + (x1 - x0) * t, y0 + (y1 - y0) * t


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _at(point: Point) -> Point:
    return point[0] * _SCALE, point[1] * _SCALE


def _scaled(box: Box) -> Box:
    left, top, right, bottom = (value * _SCALE for value in box)
    return left, top, right - 1, bottom - 1


def _pixels(length: float) -> int:
    return max(1, round(length * _SCALE))
