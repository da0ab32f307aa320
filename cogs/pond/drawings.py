"""Drawings of Ducks in the Pond (its sign, drakes, weather, sets), and its sheet as text."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.display.art import Drawing
from cogs.display.art.canvas import GOLD, GOLD_EDGE, INK, WHITE, Canvas, curve, move, name_pieces
from cogs.interactions.language import count, fit_name, plain_name
from engine.pond import DUCKS, RANKS, SETS

if TYPE_CHECKING:
    from PIL import Image

    from cogs.display.art.canvas import Colour, Point
    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext
    from engine.pond.position import DieView, RowView, SetView, View

DONE = "✅"
GONE = "✗"

CELLS = 12
"""Cells of the bar to the next rank."""
NEAR = 5
"""Most points short of a rank that still count as close."""
NAME = 12
"""Columns of a player's name beside what they have scored."""
ROWS = {duck.value: duck.name for duck in DUCKS}
SET_NAMES = {kind.key: kind.name for kind in SETS}


def describe_sheet(context: RenderContext) -> list[str]:
    """Return the text above the rows, which are controls; the whole sheet if nobody can act."""
    view: View = context.view
    if view.phase == "over":
        return ["\n".join([*_list_rows(context), _show_sets(context)])]
    goal = _tell_goal(context, view)
    if context.moves:
        return goal
    sheet = "\n".join([*_list_rows(context), _show_sets(context)])
    return [*goal, sheet, *(_show_dice(context.emojis, view) if view.phase == "day" else ())]


def _list_rows(context: RenderContext) -> list[str]:
    return [" ".join(describe_row(context, row)) for row in context.view.rows]


def describe_uses(emojis: Emojis, dice: tuple[DieView, ...]) -> list[str]:
    """Return the uses of a day's dice: those in rows, and the names of sets."""
    placed = " ".join(_show_picture(emojis, die) for die in dice if die.spent == "row")
    sets = dict.fromkeys(SET_NAMES[die.spent] for die in dice if die.spent in SET_NAMES)
    return [*([f"{placed} in rows"] if placed else ()), *sets]


def _show_die(emojis: Emojis, die: DieView) -> str:
    """Return a die as a picture; a wild one is golden and has the word "wild"."""
    return _show_picture(emojis, die) + " wild" * die.wild


def _show_picture(emojis: Emojis, die: DieView) -> str:
    return emojis[f"{'gold' if die.wild else 'white'}_{die.value}"]


def show_unused(emojis: Emojis, view: View) -> str:
    """Return the unused dice as pictures."""
    return " ".join(_show_die(emojis, die) for die in view.dice if die.spent is None)


def _mark_owner(context: RenderContext, seat: int) -> str:
    """Return who completed a row or a set; only a tick in a game for one."""
    if context.view.seats == 1:
        return DONE
    return f"({plain_name(fit_name(context.names[seat], NAME).strip())})"


def describe_days(context: RenderContext, view: View) -> str:
    """Return today with its dice, then the dice of later days, or the scores of two players."""
    today = view.days[view.day - 1]
    weather = context.emojis[today.weather.lower().replace(" ", "_")]
    shown = ", ".join(str(day.dice) for day in view.days if day.phase == "to come")
    now = f"Day {view.day} of {len(view.days)} · {weather} {count(today.dice, 'die', 'dice')}"
    if view.seats > 1:
        return " · ".join([now, *(f"{context.name(s.seat)} {s.total}" for s in view.scores)])
    return f"{now} today, then {shown}" if shown else f"{now}, the last day"


def describe_row(context: RenderContext, row: RowView) -> tuple[str, str]:
    """Return a duck with its three boxes, and its name with the row's points."""
    emojis = context.emojis
    filled = sum(box is not None for box in row.boxes)
    boxes = emojis[f"white_{row.value}"] * filled + emojis["empty"] * (len(row.boxes) - filled)
    return f"{emojis[row.key]} {boxes}", _describe_points(context, row)


def _describe_points(context: RenderContext, row: RowView) -> str:
    """Return a duck's name with the points of its row."""
    if row.seat is not None:
        return f"{row.name} **+{row.points}** {_mark_owner(context, row.seat)}"
    if not row.possible:
        return f"~~{row.name}~~"
    if row.live == row.one_roll:
        return f"{row.name} **{row.one_roll}** at once, else {row.singly}"
    return f"{row.name} **{row.singly}** when full"


def _show_sets(context: RenderContext) -> str:
    """Return the sets, two a line."""
    sets = [_show_set(context, claimed) for claimed in context.view.sets]
    return "\n".join(" · ".join(sets[i : i + 2]) for i in range(0, len(sets), 2))


def _show_set(context: RenderContext, claimed: SetView) -> str:
    """Return a set with its dice and its points."""
    head = f"{context.emojis['set_' + claimed.key.replace('-', '_')]} "
    if claimed.seat is not None:
        return f"{head}{claimed.name} **+{claimed.points}** {_mark_owner(context, claimed.seat)}"
    if not claimed.possible:
        return f"{head}~~{claimed.name}~~"
    return f"{head}{claimed.name} **{'/'.join(map(str, claimed.values))}**"


def label_set(each: SetView, gain: int) -> str:
    """Return the label of a set's button: its name with its points, or that it is gone."""
    if gain:
        return f"{each.name}: +{gain}"
    if each.seat is not None:
        return f"{each.name} ✓"
    least, most = each.values[0], each.values[-1]
    worth = f"{least}" if least == most else f"{least} to {most}"
    return f"{each.name} {worth if each.possible else GONE}"


def _show_dice(emojis: Emojis, view: View) -> list[str]:
    """Return the unused dice of the day, large; or that there are none."""
    dice = show_unused(emojis, view)
    return [f"# {dice}" if dice else "-# All dice of the day are used."]


def _tell_goal(context: RenderContext, view: View) -> list[str]:
    """Return the running score of a lone player, and the way to the next rank."""
    if view.rank is None:
        return []
    (score,) = view.scores
    goal = _draw_goal(context.emojis, score.total, view.rank)
    return [f"{context.name(0)} **{score.total}** {goal}"]


def _draw_goal(emojis: Emojis, total: int, rank: str) -> str:
    """Return a bar that is full at the next rank; or the best rank."""
    goals = sorted(each for each in RANKS if each[0] > total)
    if not goals:
        return f"points: {rank}!"
    (least, name), *_ = goals
    bar = "".join(emojis[key] for key in name_pieces(total * CELLS // least, CELLS))
    return f"{bar} goal **{least}**: {name}"


def tell_short(total: int) -> str:
    """Say how many points a lone player lacks for the next rank; empty at the best one."""
    short = sorted((least - total, name) for least, name in RANKS if least > total)
    if not short:
        return ""
    by, name = short[0]
    words = f"{count(by, 'point')} short of {name}"
    return f"\n**So close: {words}!**" if by <= NEAR else f"\n{words[0].upper()}{words[1:]}"


_EDGE: Final = "#3a3226"

SET_SIGNS: Final = {"full-house": "3+2", "4-kind": "4=", "5-kind": "5=", "straight": "123"}
"""Dice of each set, in as few signs as possible."""


class Drake(NamedTuple):
    """The marks of one kind of drake."""

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
    """Return a drake that swims to the left; the die of its row is in the corner."""
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
    """Draw the body with the breast."""
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
    """Draw bill, neck and head with the marks of the kind."""
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
    """The parts of a sky as arguments of the functions that draw them, rearmost first."""

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
"""The sky of each day, from six dice down to one."""


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


def draw_set(signs: str) -> Image.Image:
    """Return the label of a set, which names its dice."""
    canvas = Canvas()
    canvas.block((2, 14, 126, 114), 22, GOLD_EDGE)
    canvas.block((8, 20, 120, 108), 17, WHITE)
    canvas.text((64, 64), signs, 46, INK)
    return canvas.finish()


DRAWINGS: Final = (
    Drawing("pond", "🏞️", draw_pond),
    *(
        Drawing(name, f"🦆`{value}`", partial(draw_drake, kind))
        for value, (name, kind) in enumerate(DRAKES.items(), start=1)
    ),
    *(Drawing(name, sky.plain, partial(draw_weather, sky)) for name, sky in WEATHERS.items()),
    *(
        Drawing(f"set_{key.replace('-', '_')}", f"`{signs}`", partial(draw_set, signs))
        for key, signs in SET_SIGNS.items()
    ),
)
"""The sign of the game, the ducks of the rows, the weather, and the sets."""
