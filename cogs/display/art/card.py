"""A dark card with shapes and words, readable on a light ground and on a dark one.

Shapes are cut out of stencils twice as large, which makes their edges smooth; words come from
`lettering.py`.
"""

from __future__ import annotations

from functools import lru_cache, partial
from math import ceil, floor
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
from cogs.display.art.strips import join_strips, pack_strip

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
        self._image = Image.new("RGB", (WIDTH, height), _GROUND)
        self._words: list[tuple[Image.Image, tuple[int, int], str]] = []
        self._colours: set[str] = set()

    def to_png(self) -> bytes:
        """Return the finished picture as a file."""
        for mask, place, fill in self._words:
            self._image.paste(fill, place, mask)
        palette = _make_palette(frozenset(self._colours))
        image = self._image.quantize(palette=palette, dither=Image.Dither.NONE)
        return join_strips(WIDTH, palette.getpalette() or (), [pack_strip(image)])

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

        def draw(
            pen: ImageDraw.ImageDraw, corners: Sequence[Place], inside: int, width: int
        ) -> None:
            (left, top), (right, bottom) = corners
            whole = (left, top, max(right - 1, left), max(bottom - 1, top))
            pen.rounded_rectangle(whole, radius * _SCALE, inside, 255, width)

        for colour, inside, width in ((fill, 255, 0), (edge, 0, 3 * _SCALE)):
            if colour:
                drawn = partial(draw, inside=inside, width=width)
                self._paint(colour, (box[:2], box[2:]), 0, drawn)

    def line(self, points: Sequence[Place], colour: str, width: float) -> None:
        """Draw a line through points, with round joints and ends; a single point gives none."""

        def draw(pen: ImageDraw.ImageDraw, scaled: Sequence[Place]) -> None:
            pen.line(scaled, 255, round(width * _SCALE))
            if width > _SCALE and len(scaled) > 1:
                for point in scaled:
                    pen.circle(point, (width / 2 - 0.3) * _SCALE, 255)

        self._paint(colour, points, width, draw)

    def shape(self, points: Sequence[Place], fill: str) -> None:
        """Draw a filled polygon."""
        self._paint(fill, points, 0, lambda pen, scaled: pen.polygon(scaled, 255))

    def disc(self, centre: Place, radius: float, fill: str) -> None:
        """Draw a dot."""
        scaled_radius = radius * _SCALE
        self._paint(fill, [centre], radius, lambda pen, at: pen.circle(at[0], scaled_radius, 255))

    def _paint(
        self,
        colour: str,
        points: Sequence[Place],
        reach: float,
        draw: Callable[[ImageDraw.ImageDraw, Sequence[Place]], None],
    ) -> None:
        """Colour what `draw` fills within `reach` of the points, which it gets enlarged."""
        self._colours.add(colour)
        xs, ys = zip(*points, strict=True)
        left, top = floor(min(xs) - reach), floor(min(ys) - reach)
        width, height = ceil(max(xs) + reach) + 1 - left, ceil(max(ys) + reach) + 1 - top
        mask = Image.new("L", (width * _SCALE, height * _SCALE))
        draw(ImageDraw.Draw(mask), [((x - left) * _SCALE, (y - top) * _SCALE) for x, y in points])
        self._image.paste(colour, (left, top), mask.reduce(_SCALE))


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
