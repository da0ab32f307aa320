"""Drawings of Ducks in the Pond: the game's sign, five drakes with dice, and the weather."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.display.art import Drawing
from cogs.display.art.canvas import GOLD, GOLD_EDGE, INK, WHITE, Canvas, curve, move

if TYPE_CHECKING:
    from PIL import Image

    from cogs.display.art.canvas import Colour, Point


_EDGE: Final = "#3a3226"


class Drake(NamedTuple):
    """The die value of a kind of drake, and the colours and shapes that mark the kind."""

    value: int
    head: Colour
    bill: Colour
    breast: Colour
    back: Colour
    ring: Colour | None = None  # round the neck
    patch: Colour | None = None  # behind the eye
    stripe: Colour | None = None  # up the neck
    eye: Colour = WHITE
    bill_width: float = 17


DRAKES: Final = {
    "mallard": Drake(1, "#157a46", "#f2c12e", "#7a4526", "#b9b4a8", ring=WHITE),
    "pintail": Drake(2, "#6d4022", "#8796a5", "#f6f2e8", "#9aa3a8", stripe="#f6f2e8"),
    "canvasback": Drake(3, "#9c2f17", "#26282c", "#26282c", "#f0ede4", eye="#ff5a3c"),
    "teal": Drake(4, "#a2521f", "#3c4148", "#d9b48a", "#8f9aa0", patch="#12a36b"),
    "shoveler": Drake(5, "#0f6b4b", "#26282c", "#ffffff", "#a8542a", eye="#ffd43b", bill_width=27),
}


def draw_drake(kind: Drake) -> Image.Image:
    """Return a drake that swims to the left, with the die of its row in a corner."""
    canvas = Canvas()
    _draw_body(canvas, kind)
    _draw_head(canvas, kind)
    canvas.block((56, 56, 127, 127), 17, INK)
    canvas.block((61, 61, 122, 122), 13, WHITE)
    canvas.text((91.5, 91.5), str(kind.value), 48, INK)
    return canvas.finish_with_halo()


def draw_pond() -> Image.Image:
    """Return the sign of the game: a drake on the water, among reeds."""
    canvas = Canvas()
    for x, top in ((100, 10), (116, 30)):
        canvas.line([(x, 112), (x, top)], "#4d7c2f", 6)
        canvas.line([(x, top + 26), (x, top)], "#7a4526", 13)
    kind = DRAKES["mallard"]
    _draw_body(canvas, kind)
    _draw_head(canvas, kind)
    water = [
        *curve((2, 102), (22, 88), (44, 116), (64, 102)),
        *curve((64, 102), (84, 88), (106, 116), (126, 102)),
        *curve((126, 126), (90, 127), (38, 127), (2, 126)),
    ]
    canvas.shape(water, "#2e86ab", "#14506b", 5)
    return canvas.finish_with_halo()


def _draw_body(canvas: Canvas, kind: Drake) -> None:
    hull = [
        *curve((14, 78), (10, 116), (40, 120), (66, 119)),
        *curve((66, 119), (100, 119), (112, 96), (124, 56)),
        *curve((124, 56), (100, 74), (84, 62), (62, 66)),
        *curve((62, 66), (44, 70), (26, 66), (14, 78)),
    ]
    canvas.shape(hull, kind.back, _EDGE, 7)
    breast = [
        *curve((15, 78), (11, 114), (36, 117), (46, 116)),
        *curve((46, 116), (58, 96), (50, 76), (46, 66)),
        *curve((46, 66), (34, 66), (24, 68), (15, 78)),
    ]
    canvas.shape(breast, kind.breast)


def _draw_head(canvas: Canvas, kind: Drake) -> None:
    """Draw the bill, the neck and the head, with the marks of this kind of drake."""
    wide = kind.bill_width
    bill: list[Point] = [
        *curve((28, 34), (18, 36), (10, 40), (4, 44)),
        (2, 44 + wide * 0.45),
        *curve((6, 44 + wide * 0.75), (14, 46 + wide * 0.6), (20, 56), (30, 56)),
    ]
    canvas.shape(bill, kind.bill, _EDGE, 6)
    neck = [(32, 50), (76, 40), (70, 78), (28, 80)]
    canvas.shape(neck, kind.head, _EDGE, 6)
    canvas.disc((52, 36), 31, _EDGE)
    canvas.disc((52, 36), 28, kind.head)
    canvas.shape([(33, 50), (75, 42), (69, 76), (30, 77)], kind.head)
    if kind.ring:
        canvas.line([(31, 75), (69, 73)], kind.ring, 10)
    if kind.stripe:
        canvas.shape([*curve((66, 38), (58, 60), (60, 70), (36, 78)), (68, 78)], kind.stripe)
    if kind.patch:
        canvas.shape([*curve((40, 34), (56, 22), (76, 36), (70, 58)), (52, 44)], kind.patch)
    canvas.disc((42, 32), 7, kind.eye)
    canvas.disc((41, 32), 4, INK)


def _draw_sun(canvas: Canvas, centre: Point, radius: float) -> None:
    x, y = centre
    for width, colour in ((13, GOLD_EDGE), (8, GOLD)):
        for i in range(8):
            dx, dy = cos(i * pi / 4), sin(i * pi / 4)
            inner, outer = radius * 1.35, radius * 1.75
            ray = [(x + dx * inner, y + dy * inner), (x + dx * outer, y + dy * outer)]
            canvas.line(ray, colour, width)
    canvas.disc(centre, radius + 3, GOLD_EDGE)
    canvas.disc(centre, radius, GOLD)


def _draw_cloud(canvas: Canvas, fill: Colour, edge: Colour, dx: float, dy: float) -> None:
    puffs = [((36, 66), 24), ((64, 50), 32), ((94, 64), 25)]
    for extra, colour in ((6, edge), (0, fill)):
        for centre, radius in puffs:
            canvas.disc(move([centre], dx, dy)[0], radius + extra, colour)
        left, bottom = 30 + dx - extra, 91 + dy + extra
        canvas.block((left, 66 + dy, 98 + dx + extra, bottom), 12, colour)


def _draw_drops(canvas: Canvas, places: tuple[Point, ...], length: float) -> None:
    for x, y in places:
        for width, colour in ((14, "#0f4a92"), (9, "#4aa3f5")):
            canvas.line([(x, y), (x - length * 0.4, y + length)], colour, width)


class Weather(NamedTuple):
    """The parts of a sky, from back to front.

    `plain` is the emoji for places without pictures. `sun`, `cloud` and `drops` are arguments of
    their drawing functions.
    """

    plain: str
    sun: tuple[Point, float] | None = None
    cloud: tuple[Colour, Colour, float, float] | None = None
    bolt: bool = False
    drops: tuple[tuple[Point, ...], float] | None = None


WEATHERS: Final = {
    "sunny": Weather("☀️", sun=((64, 64), 33)),
    "partly_cloudy": Weather("🌤️", ((80, 47), 23), ("#f4f6f8", "#7c8896", -6, 26)),
    "cloudy": Weather("☁️", cloud=("#dfe4e9", "#6c7785", 0, 8)),
    "drizzly": Weather(
        "🌦️", cloud=("#c6cfd8", "#5f6b79", 0, -8), drops=(((44, 104), (86, 104)), 10)
    ),
    "rainy": Weather(
        "🌧️", cloud=("#9fabb8", "#465260", 0, -12), drops=(((36, 96), (64, 96), (92, 96)), 22)
    ),
    "stormy": Weather(
        "⛈️", None, ("#6b7684", "#2f3843", 0, -12), bolt=True, drops=(((26, 98), (106, 98)), 18)
    ),
}
"""The sky of each day, from the day with six dice to the day with one."""


def draw_weather(weather: Weather) -> Image.Image:
    canvas = Canvas()
    if weather.sun:
        _draw_sun(canvas, *weather.sun)
    if weather.cloud:
        _draw_cloud(canvas, *weather.cloud)
    if weather.bolt:
        bolt = [(70, 62), (42, 98), (60, 98), (48, 124), (88, 86), (68, 86), (84, 62)]
        canvas.shape(bolt, "#ffd43b", "#7a5200", 6)
    if weather.drops:
        _draw_drops(canvas, *weather.drops)
    return canvas.finish()


DRAWINGS: Final = (
    Drawing("pond", "🏞️", draw_pond),
    *(
        Drawing(name, f"🦆`{value}`", partial(draw_drake, kind))
        for value, (name, kind) in enumerate(DRAKES.items(), start=1)
    ),
    *(Drawing(name, sky.plain, partial(draw_weather, sky)) for name, sky in WEATHERS.items()),
)
"""The sign of the game, the ducks of the rows, and the weather."""
