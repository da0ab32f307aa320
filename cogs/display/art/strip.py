"""A strip of panels that show a turn without words, for people who do not know the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.display.art.canvas import AMBER, COMMON, PAD, SHORE, WIDTH

if TYPE_CHECKING:
    from cogs.display.art import Drawing


class Strip(NamedTuple):
    """Three panels, and the drawings in them besides the common ones.

    A panel has rows, divided by `|`, of keys of drawings and of signs such as `+2`.
    """

    panels: tuple[str, str, str]
    drawings: tuple[Drawing, ...] = ()


_HIGH: Final = 290
_GAP: Final = 12
_PANEL: Final = (WIDTH - 4 * _GAP) / 3
_LARGEST: Final = 112
"""Largest size of a drawing, in pixels."""


def draw_strip(strip: Strip) -> bytes:
    """Return a strip as a PNG."""
    from cogs.display.art.card import Card  # noqa: PLC0415 - only drawing needs Pillow

    known, card = {each.key: each for each in (*COMMON, *strip.drawings)}, Card(_HIGH)
    for number, panel in enumerate(strip.panels):
        left = _GAP + number * (_PANEL + _GAP)
        card.block((left, _GAP, left + _PANEL, _HIGH - _GAP), SHORE, radius=20)
        grid = [row.split() for row in panel.split("|")]
        most = min((_HIGH - 2 * PAD) / len(grid), _LARGEST)
        sizes = [min((_PANEL - PAD) / len(row), most) for row in grid]
        y = (_HIGH - sum(sizes)) / 2
        for row, size in zip(grid, sizes, strict=True):
            x, y = left + (_PANEL - size * len(row)) / 2, y + size / 2
            for column, cell in enumerate(row):
                middle = x + size * (column + 0.5), y
                if cell in known:
                    side = round(size * 0.94)
                    card.picture(middle, known[cell].draw().resize((side, side)))
                else:
                    card.text(middle, cell, size=size * 0.72, anchor="middle", fill=AMBER)
            y += size / 2
    return card.to_png()
