"""The picture of a big buck: a stag in the sun, and the three dice."""

from __future__ import annotations

import math

from cogs.display.art.canvas import GOLD, INK, WHITE, curve, draw_gold, egg, mirror_pair

HEIGHT = 280
"""Height in pixels; a phone shows about a third of them."""
MIDDLE = 200
"""Where the stag is, in pixels from the left."""
FOREST, BEAM, COAT, EDGE, MUZZLE, HORN = (
    "#1d4630", "#2c6344", "#a9743f", "#4f3215", "#ecd9b6", "#f1dcae",
)  # fmt: skip


def draw_big_buck(point: int) -> bytes:
    """Return a PNG with three dice that show the point number."""
    from PIL.Image import Resampling  # noqa: PLC0415 - only drawing needs Pillow

    from cogs.display.art.card import Card  # noqa: PLC0415 - as above

    card = Card(HEIGHT, FOREST)
    for degrees in range(0, 360, 20):
        left, right = (math.radians(degrees + side) for side in (-5, 5))
        tips = [(MIDDLE + 900 * math.cos(a), 150 + 900 * math.sin(a)) for a in (left, right)]
        card.shape([(MIDDLE, 150), *tips], BEAM)
    card.disc((MIDDLE, 150), 122, GOLD)
    beam = curve((214, 132), (262, 134), (320, 110), (296, 30))
    for width, colour in ((22, EDGE), (13, HORN)):
        for horn in (beam, [(308, 94), (266, 34)], [(276, 122), (232, 52)]):
            for side in mirror_pair(horn, MIDDLE):
                card.line(side, colour, width)
    for ear in mirror_pair(curve((230, 150), (274, 126), (316, 136), (294, 176), (244, 180)), 200):
        card.line([*ear, ear[0]], EDGE, 12)
        card.shape(ear, COAT)
    for grow, colour in ((6, EDGE), (0, COAT)):
        card.shape(egg((MIDDLE, 172), 54 + grow, 56 + grow, 92 + grow), colour)
    card.shape(egg((MIDDLE, 228), 32, 28, 32), MUZZLE)
    card.shape(egg((MIDDLE, 218), 17, 11, 14), INK)
    for x in (-28, 28):
        card.disc((MIDDLE + x, 170), 11, INK)
        card.disc((MIDDLE + x + 4, 166), 4, WHITE)
    for x, y, tilt in ((430, 150, 8), (566, 128, -6), (702, 150, 10)):
        card.picture((x, y), draw_gold(point).rotate(tilt, Resampling.BICUBIC, expand=True))
    return card.to_png()
