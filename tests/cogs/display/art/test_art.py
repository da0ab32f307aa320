"""Drawings differ from each other, and stand out from light and dark backgrounds."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.cogs.pictures import DRAWINGS, rendered

DISCORD_LIMIT = 256 * 1024
GROUNDS = {"dark": "#313338", "light": "#ffffff"}
SMALL = 22  # pixels: the size of an emoji in a line of text


def on(ground: str, key: str, size: int) -> Image.Image:
    """Return a drawing as Discord shows it on a background, in grey."""
    picture = DRAWINGS[key].draw().resize((size, size), Image.Resampling.LANCZOS)
    shown = Image.new("RGBA", picture.size, ground)
    shown.alpha_composite(picture)
    return shown.convert("L")


def difference(a: Image.Image, b: Image.Image) -> float:
    """Return the root mean square of the difference of two pictures, 0 to 255."""
    return ImageStat.Stat(ImageChops.difference(a, b)).rms[0]


@pytest.mark.parametrize("key", DRAWINGS)
def test_a_drawing_is_a_transparent_png_that_discord_takes(key):
    drawing = rendered(key)
    image = Image.open(io.BytesIO(drawing.png))
    assert (image.format, image.size, image.mode) == ("PNG", (128, 128), "RGBA")
    assert len(drawing.png) <= DISCORD_LIMIT
    assert image.getchannel("A").getextrema() == (0, 255)


@pytest.mark.parametrize("key", DRAWINGS)
def test_the_same_drawing_has_the_same_digest(key):
    draw = DRAWINGS[key].draw
    assert draw().tobytes() == draw().tobytes()


@pytest.mark.heavy
def test_no_two_drawings_are_equal():
    assert len({rendered(key).png for key in DRAWINGS}) == len(DRAWINGS)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("key", DRAWINGS)
def test_a_drawing_stands_out_from_the_background(key, ground):
    shown = on(GROUNDS[ground], key, SMALL)
    empty = Image.new(
        "L", shown.size, Image.new("RGB", (1, 1), GROUNDS[ground]).convert("L").getpixel((0, 0))
    )
    assert difference(shown, empty) > 20


@pytest.mark.parametrize("kind", ["white", "boss", "gold"])
def test_the_values_of_a_die_differ_in_a_line_of_text(kind):
    faces = [on(GROUNDS["dark"], f"{kind}_die_{value}", SMALL) for value in range(1, 7)]
    pairs = [(a, b) for i, a in enumerate(faces) for b in faces[:i]]
    assert min(difference(a, b) for a, b in pairs) > 20


@pytest.mark.parametrize("value", range(1, 7))
def test_the_boss_differs_from_a_white_die_without_colour(value):
    boss, white = (on(GROUNDS["dark"], f"{kind}_die_{value}", 48) for kind in ("boss", "white"))
    outlines = [picture.point([0] * 80 + [255] * 176) for picture in (boss, white)]
    assert difference(*outlines) > 60
