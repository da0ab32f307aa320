"""A drawing board of 128 by 128 pixels. It draws four times as large, which smooths edges.

Letters and numerals are in Pillow's own font, so drawings are the same on every machine.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

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
    """A drawing in the making; transparent where nothing was drawn.

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
        """Return the drawing with a bright rim that shows on a dark ground."""
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

    def erase(self, box: Box) -> None:
        self._draw.rectangle(_scale_box(box), (0, 0, 0, 0))

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
    """Return the points, and the points mirrored at the upright line x = `axis`."""
    return list(points), mirror(points, axis)


def mirror(points: Iterable[Point], axis: float = SIZE / 2) -> list[Point]:
    """Return the points mirrored at the upright line x = `axis`."""
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
    """Return the dashes of a broken line; each lies within one straight piece."""
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
