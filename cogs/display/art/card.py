"""A dark card with shapes and words, readable on a light ground and on a dark one.

Shapes are drawn twice as large, which makes their edges smooth; words come from `lettering.py`.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageColor, ImageDraw

from cogs.display.art.lettering import (
    BLEED,
    cut,
    draw_run,
    drop_unknown_letters,
    measure,
    order_runs,
)
from cogs.display.art.palette import TEXT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

_GROUND: Final = "#1e1f22"
_SCALE: Final = 2
_SHADES: Final = 12
"""Between a colour and the ground: so few that Pillow, which looks up coarsely, hits them."""

Place = tuple[float, float]
Box = tuple[float, float, float, float]


class Card:
    """A drawing board; lengths are in pixels, boxes are left, top, right, bottom.

    Words stand above all shapes.
    """

    def __init__(self, height: int) -> None:
        self._image = Image.new("RGB", (WIDTH * _SCALE, height * _SCALE), _GROUND)
        self._draw = ImageDraw.Draw(self._image)
        self._words: list[tuple[Image.Image, tuple[int, int], str]] = []
        self._colours: set[str] = set()

    def to_png(self) -> bytes:
        """Return the finished picture as a file."""
        image = self._image.reduce(_SCALE)
        for mask, place, fill in self._words:
            image.paste(fill, place, mask)
        file = io.BytesIO()
        palette = _make_palette(frozenset(self._colours))
        image.quantize(palette=palette, dither=Image.Dither.NONE).save(
            file, "PNG", compress_level=1
        )
        return file.getvalue()

    def measure(self, words: str, size: float) -> float:
        """Return about how wide words are."""
        return measure(drop_unknown_letters(words), size)

    def text(
        self,
        place: Place,
        words: str,
        *,
        fill: str = TEXT,
        size: float = 28,
        anchor: str = "start",
        room: float = WIDTH,
    ) -> None:
        """Write words in a line whose middle is at `place`, cut to the room that there is.

        Args:
            place: where the line starts, has its middle or ends, as `anchor` says.
            words: letters that no font has are left out.
            fill: the colour.
            size: of the letters.
            anchor: "start", "middle" or "end".
            room: the greatest width.
        """
        shown = cut(drop_unknown_letters(words), size, room)
        x, y = place
        x -= measure(shown, size) * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        for font, run in order_runs(shown):
            mask = draw_run(font, run, size)
            self._colours.add(fill)
            self._words.append((mask, (round(x - BLEED), round(y - mask.height / 2)), fill))
            x += measure(run, size)

    def block(self, box: Box, fill: str | None, edge: str | None = None, radius: float = 6) -> None:
        """Draw a rectangle with round corners, with an outline inside it where `edge` says so."""
        left, top, right, bottom = (length * _SCALE for length in box)
        corners = (left, top, max(right - 1, left), max(bottom - 1, top))
        width = 3 * _SCALE if edge else 0
        self._colours |= {colour for colour in (fill, edge) if colour}
        self._draw.rounded_rectangle(corners, radius * _SCALE, fill, edge, width)

    def line(self, points: Sequence[Place], colour: str, width: float) -> None:
        """Draw a line through points, with round joints and ends; a single point gives none."""
        self._colours.add(colour)
        self._draw.line([_scale(point) for point in points], colour, round(width * _SCALE))
        if width > _SCALE and len(points) > 1:
            for point in points:
                self.disc(point, width / 2 - 0.3, colour)

    def shape(self, points: Sequence[Place], fill: str) -> None:
        """Draw a filled polygon."""
        self._colours.add(fill)
        self._draw.polygon([_scale(point) for point in points], fill)

    def disc(self, centre: Place, radius: float, fill: str) -> None:
        """Draw a dot."""
        self._colours.add(fill)
        self._draw.circle(_scale(centre), radius * _SCALE, fill)


@lru_cache(32)
def _make_palette(colours: frozenset[str]) -> Image.Image:
    """Return an image whose palette has the colours, and what they fade to at their edges."""
    ground, shades = ImageColor.getrgb(_GROUND), min(_SHADES, 255 // len(colours))
    parts = list(ground)
    for colour in sorted(colours):
        for shade in range(1, shades + 1):
            mixed = zip(ground, ImageColor.getrgb(colour), strict=True)
            parts += [round(dark + (bright - dark) * shade / shades) for dark, bright in mixed]
    image = Image.new("P", (1, 1))
    image.putpalette(parts)
    return image


def _scale(point: Place) -> Place:
    """Return a point in pixels of the large drawing."""
    return point[0] * _SCALE, point[1] * _SCALE
