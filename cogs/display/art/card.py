"""A card with shapes and words, readable on a light ground and on a dark one.

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
    draw_sign,
    drop_unknown_letters,
    measure,
    order_runs,
)
from cogs.display.art.palette import TEXT, WATER, WIDTH
from cogs.display.art.strips import join_strips, pack_strip

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SCALE: Final = 2
_SHADES: Final = 12
"""Between a colour and the ground: so few that Pillow, which looks up coarsely, hits them."""

MOST_COLOURS: Final = 6
"""Colours that a picture on a card has, so that there is room for those of others."""

Place = tuple[float, float]
Box = tuple[float, float, float, float]


class Card:
    """A drawing board; lengths are in pixels, boxes are left, top, right, bottom.

    Words stand above all shapes.
    """

    def __init__(self, height: int, ground: str = WATER) -> None:
        self._ground = ground
        self._image = Image.new("RGB", (WIDTH, height), ground)
        self._words: list[tuple[Image.Image, tuple[int, int], str]] = []
        self._colours: set[str] = set()

    def to_png(self) -> bytes:
        """Return the finished picture as a file."""
        for mask, place, fill in self._words:
            self._image.paste(fill, place, mask)
        palette = _make_palette(frozenset(self._colours), self._ground)
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

    def sign(self, middle: Place, sign: str, fill: str, size: float) -> None:
        """Draw the sign of a badge around a place."""
        mask = draw_sign(sign, size)
        corner = round(middle[0] - mask.width / 2), round(middle[1] - mask.height / 2)
        self._colours.add(fill)
        self._words.append((mask, corner, fill))

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

    def picture(self, middle: Place, image: Image.Image) -> None:
        """Show an RGBA image around a place."""
        corner = (round(middle[0] - image.width / 2), round(middle[1] - image.height / 2))
        self._image.paste(image, corner, image)
        self._colours |= _list_colours(image)

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
def _make_palette(colours: frozenset[str], ground_colour: str) -> Image.Image:
    """Return an image whose palette has the colours, and what they fade to at their edges."""
    ground, shades = ImageColor.getrgb(ground_colour), min(_SHADES, 255 // len(colours))
    parts = list(ground)
    for colour in sorted(colours):
        for shade in range(1, shades + 1):
            mixed = zip(ground, ImageColor.getrgb(colour), strict=True)
            parts += [round(dark + (bright - dark) * shade / shades) for dark, bright in mixed]
    image = Image.new("P", (1, 1))
    image.putpalette(parts)
    return image


def _list_colours(image: Image.Image) -> frozenset[str]:
    """Return the colours that fill most of an RGBA drawing."""
    small = image.reduce(2)
    solid = small.convert("RGB").getcolors(small.width * small.height) or []
    often = sorted(solid, reverse=True)[:MOST_COLOURS]
    return frozenset("#" + bytes(colour).hex() for _, colour in often if isinstance(colour, tuple))
