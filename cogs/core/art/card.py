"""A dark card with shapes and words, readable on a light ground and on a dark one.

It is written as SVG, and resvg draws it: that lays out every script, from right to left too.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

import resvg_py

from cogs.core.art.lettering import (
    FAMILIES,
    FONTS,
    cut,
    drop_unknown_letters,
    measure,
    order_runs,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH: Final = 800
"""In pixels; a phone shows it at some 300."""

PAD: Final = 24

TEXT: Final = "#f2f3f5"
FAINT: Final = "#b5bac1"
GRID: Final = "#3f4248"
GOLD: Final = "#f0b232"

_GROUND: Final = "#1e1f22"

Place = tuple[float, float]
Box = tuple[float, float, float, float]


class Card:
    """A drawing board; lengths are in pixels, boxes are left, top, right, bottom."""

    def __init__(self, height: int) -> None:
        self._height = height
        self._parts: list[str] = []
        self._fonts: set[str] = set()
        self.block((0, 0, WIDTH, height), _GROUND, radius=16)

    def to_png(self) -> bytes:
        """Return the finished picture as a file."""
        return resvg_py.svg_to_bytes(
            svg_string=self.to_svg(),
            skip_system_fonts=True,
            font_files=[str(FONTS / f"{font}.ttf") for font in sorted(self._fonts)],
        )

    def to_svg(self) -> str:
        """Return the picture as SVG."""
        size = f'width="{WIDTH}" height="{self._height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        return "\n".join([head, *self._parts, "</svg>"])

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
            # Each run is an element of its own: resvg shapes what stands in one as a whole.
            self._fonts.add(font)
            self._parts.append(
                f'<text x="{x:.1f}" y="{y + 0.36 * size:.1f}" font-size="{size}" fill="{fill}" '
                f'font-family="{FAMILIES[font]}" xml:space="preserve">{escape(run)}</text>'
            )
            x += measure(run, size)

    def block(self, box: Box, fill: str, edge: str | None = None, radius: float = 6) -> None:
        """Draw a rectangle with round corners, with an outline inside it where `edge` says so."""
        left, top, right, bottom = box
        inset = 1.5 if edge else 0.0
        outline = f' stroke="{edge}" stroke-width="3"' if edge else ""
        self._parts.append(
            f'<rect x="{left + inset:.1f}" y="{top + inset:.1f}" '
            f'width="{max(right - left - 2 * inset, 0):.1f}" '
            f'height="{bottom - top - 2 * inset:.1f}" rx="{radius}" fill="{fill}"{outline}/>'
        )

    def line(self, points: Sequence[Place], colour: str, width: float) -> None:
        """Draw a line through points; a single point gives none."""
        self._parts.append(
            f'<polyline points="{_list(points)}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"/>'
        )

    def shape(self, points: Sequence[Place], fill: str) -> None:
        """Draw a filled polygon."""
        self._parts.append(f'<polygon points="{_list(points)}" fill="{fill}"/>')

    def disc(self, centre: Place, radius: float, fill: str) -> None:
        """Draw a dot."""
        x, y = centre
        self._parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}"/>')


def _list(points: Sequence[Place]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
