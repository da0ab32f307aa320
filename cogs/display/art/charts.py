"""Cards and charts: the result of a game, a person's card, badges, curves of ratings and games."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.display.art.canvas import AMBER, FAINT, GRID, INK, PAD, RED, SHORE, TEXT, WATER, WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from cogs.display.art.card import Card

COLOURS: Final = (
    "#f0b232", "#56b4e9", "#6cc24a", "#e0709a", "#b294f2", "#f0803c", "#43c9b4", "#c9ccd1",
)  # fmt: skip
"""Colours of the players, by seat."""

_PODIUM: Final = {1: (AMBER, 1.0), 2: ("#d5dae1", 0.74), 3: ("#d99b6c", 0.52)}
"""Colour of a podium's step, by place, and its relative height if scores do not compare."""

_HIGHEST: Final = 150
_LOWEST: Final = 58
"""Lowest step, which has room for the number of the place."""

_FLOOR: Final = 372
_HEADING: Final = 44
"""Height of a line such as "Photo finish!"."""

_COLUMN: Final = 250
_FACE: Final = 88
_PAIR: Final = 58
"""Height of a line below the podium, which has two players."""

PHOTO_FINISH: Final = "Photo finish!"
RUNAWAY: Final = "Runaway win!"

NARROW: Final = 3
"""Largest lead of a photo finish, in points, and largest gap of a near miss."""

FAR: Final = 4
"""Largest lead, in points, that is never a runaway win: short games have few points."""

CLOSE: Final = 0.2
"""Largest lead of a photo finish as a share of the winner's score; a lead of one always counts."""


class Finisher(NamedTuple):
    """A player at the end of a game.

    `words` tell the result if scores do not compare. `face` is the number of a duck's face, or 0
    for a person.
    """

    seat: int
    name: str
    place: int
    score: int
    words: str = ""
    face: int = 0


def name_finish(finishers: Sequence[Finisher]) -> str:
    """Return words for a very narrow or very clear win; empty for others, and for a draw."""
    behind = finishers[1:]
    if not behind or behind[0].place == 1 or finishers[0].words or finishers[0].score <= 0:
        return ""
    best, second = finishers[0].score, behind[0].score
    if is_narrow(best, second):
        return PHOTO_FINISH
    return RUNAWAY if second <= best / 2 and best - second > FAR else ""


def is_narrow(best: int, score: int) -> bool:
    """Return whether a score is a near miss."""
    short = best - score
    return short == 1 or 0 < short <= min(NARROW, best * CLOSE)


def draw_result(finishers: tuple[Finisher, ...]) -> bytes:
    """Return the card as a PNG; `finishers` are in the order of their places."""
    from cogs.display.art.card import Card  # noqa: PLC0415 - only drawing needs Pillow

    first, rest, finish = finishers[:3], finishers[3:], name_finish(finishers)
    floor = _FLOOR + (_HEADING if finish else 0)
    height = floor + PAD + _PAIR * -(-len(rest) // 2)
    card = Card(height)
    card.block((0, floor, WIDTH, height), SHORE, radius=0)
    card.text((WIDTH / 2, 34), finish, fill=AMBER, size=40, anchor="middle")
    order = [first[1], first[0], *first[2:]] if len(first) > 2 else first
    left = (WIDTH - _COLUMN * len(order)) / 2
    best = max((finisher.score for finisher in first), default=0)
    for number, finisher in enumerate(order):
        _draw_step(card, finisher, (left + _COLUMN * number, floor), best)
    for number, finisher in enumerate(rest):
        half = WIDTH / 2 * (number % 2)
        _draw_line(card, finisher, half, floor + PAD / 2 + _PAIR * (number // 2 + 0.5))
    return card.to_png()


def _draw_step(card: Card, finisher: Finisher, foot: tuple[float, float], best: int) -> None:
    """Draw a step of the podium and the player on it; `best` is the highest score."""
    (left, floor), room = foot, _COLUMN - 12
    colour, share = _PODIUM[finisher.place]
    if best > 0 and not finisher.words:
        share = finisher.score / best
    middle, top = left + _COLUMN / 2, floor - max(_LOWEST, _HIGHEST * share)
    card.block((left + 8, top, left + _COLUMN - 8, floor), colour)
    card.text((middle, top + 30), str(finisher.place), fill=INK, size=44, anchor="middle")
    words, size = (finisher.words, 32) if finisher.words else (str(finisher.score), 52)
    card.text((middle, top - 32), words, size=size, anchor="middle", room=room)
    size = 38 if card.measure(finisher.name, 38) <= room else 28
    card.text((middle, top - 84), finisher.name, size=size, anchor="middle", room=room)
    _draw_player(card, finisher, (middle, top - 110 - _FACE / 2), _FACE)


def _draw_line(card: Card, finisher: Finisher, left: float, y: float) -> None:
    """Write a player who is not on the podium, in half the width of the card."""
    right, size = left + WIDTH / 2 - PAD, 44
    _draw_player(card, finisher, (left + PAD + size / 2, y), size)
    score, start = finisher.words or str(finisher.score), left + PAD + size + 12
    room = right - start - card.measure(score, 30) - 12
    card.text((start, y), f"{finisher.place}. {finisher.name}", size=30, room=room)
    card.text((right, y), score, size=30, anchor="end")


def _draw_player(card: Card, finisher: Finisher, middle: tuple[float, float], size: int) -> None:
    """Draw a duck's face, or a person's initial on a disc in the colour of the seat."""
    if finisher.face:
        card.picture(middle, _shrink_face(finisher.face, size))
        return
    card.disc(middle, size / 2, COLOURS[finisher.seat])
    initial = finisher.name[:1].upper()
    card.text(middle, initial, fill=INK, size=round(size * 0.6), anchor="middle")


@lru_cache(64)
def _shrink_face(number: int, size: int) -> Image.Image:
    from cogs.display.art.canvas import FACES  # noqa: PLC0415 - as above

    return FACES[number - 1].draw().resize((size, size))


_SMALL: Final = 30
_LARGE: Final = 36
_HEAD: Final = 124
"""Height of the card's head."""

_ROW: Final = 66
"""Height of a game's row on the card."""

_BAR: Final = (420, 610)
"""Left and right end of the bar to the next level."""

_NAME: Final = PAD + 72

_COURSE: Final = 270
"""Height of the picture of a rating's course."""

_SOFT: Final = "#c4dbe4"
_LINE: Final = AMBER
_BAND: Final = "#2f7388"

_SHADOW: Final = "#9cc3d1"
"""Colour of the sign on a badge that is not earned yet."""

_CLOSEST: Final = 176
"""Height of the band with the closest badge."""

_COLUMNS: Final = 4
NAMED: Final = 26
"""Size of the letters below a badge; the longest name fits in two lines."""

_TILE: Final = 172
"""Height of a badge in the album, with a name of two lines."""

_PLACES: Final = {1: AMBER, 2: "#d5dae1", 3: "#d99b6c"}
"""Colours of the first three places; the number stands on each."""


class GameLine(NamedTuple):
    """A game on the card of a person, with the share of the way to the next level."""

    name: str
    level: int
    share: float
    words: str


class Badge(NamedTuple):
    """A badge of the album: its sign, its name, and the colour of its game.

    The person has made `done` of `needed` steps; an earned badge needs none.
    """

    sign: str
    name: str
    colour: str
    done: int = 0
    needed: int = 0

    @property
    def earned(self) -> bool:
        return self.done >= self.needed

    @property
    def heading(self) -> str:
        """The line above the badge if it is the closest one."""
        return "Closest to you" if self.done else "Try this next"


class NextBadge(NamedTuple):
    """The next badge, with the steps that are done and needed."""

    name: str
    done: int
    needed: int


class PersonCard(NamedTuple):
    """The card of a person.

    Attributes:
        company: the number of games and co-players, in words.
        lines: one for each game.
        latest: the latest results, newest first: the place (0 for a game alone) and its text.
        streak: the streak in words.
        badge: the next badge; None if all are earned.
        rows: further rows, each with a label.
    """

    company: str
    lines: tuple[GameLine, ...]
    latest: tuple[tuple[int, str], ...]
    streak: str
    badge: NextBadge | None
    rows: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """A value of a course; `spread` is its uncertainty up and down."""

    value: float
    spread: float = 0.0


def draw_person(shown: PersonCard) -> bytes:
    from cogs.display.art.card import Card  # noqa: PLC0415 - only drawing needs Pillow

    games = _HEAD + _ROW * (len(shown.lines) + len(shown.rows))
    card = Card(games + 158 + (104 if shown.badge else 0))
    card.text((PAD, 42), shown.company, size=34, room=WIDTH - 2 * PAD)
    card.text((PAD, 96), "Level", fill=_SOFT, size=_SMALL)
    card.text((_BAR[0], 96), "to the next", fill=_SOFT, size=_SMALL)
    card.text((WIDTH - PAD, 96), "won", fill=_SOFT, size=_SMALL, anchor="end")
    for number, line in enumerate(shown.lines):
        _draw_game(card, line, _HEAD + _ROW * (number + 0.5))
    for number, (label, words) in enumerate(shown.rows, len(shown.lines)):
        y, room = _HEAD + _ROW * (number + 0.5), WIDTH - 2 * PAD - 100
        card.text((PAD, y), label, size=34)
        card.text((WIDTH - PAD, y), words, size=_SMALL, anchor="end", room=room)
    _draw_latest(card, shown, games)
    if shown.badge is not None:
        _draw_badge(card, shown.badge, games + 150)
    return card.to_png()


def _draw_game(card: Card, line: GameLine, y: float) -> None:
    """Draw a game with its level, the way to the next one, and the games won."""
    (left, right), half = _BAR, 11
    card.disc((PAD + 27, y), 27, AMBER)
    card.text((PAD + 27, y), str(line.level), fill=INK, size=_LARGE, anchor="middle")
    card.text((_NAME, y), line.name, size=34, room=left - _NAME - 14)
    _draw_way(card, (left, y - half, right, y + half), line.share, SHORE)
    room = WIDTH - PAD - right - 14
    card.text((WIDTH - PAD, y), line.words, size=_SMALL, anchor="end", room=room)


def _draw_latest(card: Card, shown: PersonCard, top: float) -> None:
    """Draw the latest results and the streak."""
    card.text((PAD, top + 28), "Latest games", fill=_SOFT, size=_SMALL)
    card.text((WIDTH - PAD, top + 28), shown.streak, fill=_SOFT, size=_SMALL, anchor="end")
    step = (WIDTH - 2 * PAD) / 10
    for number, (place, words) in enumerate(shown.latest):
        x, y = PAD + step * (number + 0.5), top + 92
        card.block((x - 33, y - 30, x + 33, y + 30), _PLACES.get(place, SHORE), radius=16)
        fill = INK if place in _PLACES else TEXT
        card.text((x, y), words, fill=fill, size=32, anchor="middle", room=62)


def _draw_badge(card: Card, badge: NextBadge, top: float) -> None:
    """Draw the next badge and its progress."""
    y, done = top + 52, f"{badge.done} of {badge.needed}"
    card.block((0, top, WIDTH, top + 112), SHORE, radius=0)
    card.shape([(PAD + 12, y - 38), (PAD + 42, y - 38), (PAD + 27, y)], "#da373c")
    card.disc((PAD + 27, y + 10), 26, AMBER)
    card.disc((PAD + 27, y + 10), 17, "#b17c05")
    room = WIDTH - 2 * PAD - _NAME - card.measure(done, _LARGE)
    card.text((_NAME, y - 18), f"Next badge: {badge.name}", size=34, room=room)
    card.text((WIDTH - PAD, y - 18), done, size=_LARGE, anchor="end")
    _draw_way(card, (_NAME, y + 14, WIDTH - PAD, y + 32), badge.done / badge.needed)


def _draw_way(
    card: Card, box: tuple[float, float, float, float], share: float, ground: str = WATER
) -> None:
    """Draw a progress bar; even a small share is visible."""
    left, top, right, bottom = box
    high = bottom - top
    card.block(box, ground, radius=high / 2)
    if share > 0:
        reached = left + max((right - left) * share, high)
        card.block((left, top, reached, bottom), AMBER, radius=high / 2)


def draw_album(closest: Badge | None, badges: Sequence[Badge]) -> bytes:
    """Return a PNG with the closest badge on top, large, above a grid of the others."""
    from cogs.display.art.card import Card  # noqa: PLC0415 - as above

    top = _CLOSEST if closest else 0
    card = Card(top + PAD + _TILE * -(-len(badges) // _COLUMNS))
    if closest is not None:
        _draw_closest(card, closest)
    wide = (WIDTH - PAD) / _COLUMNS
    for number, badge in enumerate(badges):
        row, column = divmod(number, _COLUMNS)
        x, y = PAD / 2 + wide * (column + 0.5), top + PAD / 2 + _TILE * row
        _draw_medal(card, badge, (x, y + 54), 42)
        fill = TEXT if badge.earned else _SOFT
        for line, words in enumerate(break_name(card, badge.name, wide - 10)):
            place = x, y + 125 + 29 * line
            card.text(place, words, fill=fill, size=NAMED, anchor="middle", room=wide)
    return card.to_png()


def _draw_closest(card: Card, badge: Badge) -> None:
    """Draw the closest badge on a band, with its progress."""
    left, right, done = 190, WIDTH - PAD, f"{badge.done} of {badge.needed}"
    card.block((0, 0, WIDTH, _CLOSEST), SHORE, radius=0)
    _draw_medal(card, badge, (100, _CLOSEST / 2), 62)
    card.text((left, 40), badge.heading, fill=_SOFT)
    room = right - left - card.measure(done, 40) - 16
    card.text((left, 88), badge.name, size=40, room=room)
    card.text((right, 88), done, fill=AMBER, size=40, anchor="end")
    _draw_way(card, (left, 126, right, 148), badge.done / badge.needed)


def _draw_medal(card: Card, badge: Badge, middle: tuple[float, float], size: float) -> None:
    """Draw a badge: an earned one as a medal with ribbons, else a shadow in a progress ring."""
    if badge.earned:
        x, y = middle
        for side in (-1, 1):
            inner, outer, foot = x + side * 0.1 * size, x + side * 0.72 * size, y + 1.3 * size
            ends = [(inner, y), (outer, y), (outer, foot), (x + side * 0.41 * size, foot - 11)]
            card.shape([*ends, (inner, foot)], RED)
        card.shape(_go_round(middle, (1.16 * size, 1.04 * size), 1, 32), TEXT)
        card.disc(middle, size, badge.colour)
        card.sign(middle, badge.sign, INK, 1.24 * size)
        return
    card.disc(middle, 1.12 * size, GRID)
    card.disc(middle, 0.98 * size, SHORE)
    card.sign(middle, badge.sign, _SHADOW, 1.16 * size)
    if badge.done:
        reached = _go_round(middle, (1.06 * size, 1.06 * size), badge.done / badge.needed, 60)
        card.line(reached, AMBER, 0.16 * size)


def _go_round(
    middle: tuple[float, float], radii: tuple[float, float], share: float, steps: int
) -> list[tuple[float, float]]:
    """Return points along a share of a circle from its top, alternating between two radii."""
    angles = [math.tau * (share * step / steps - 0.25) for step in range(steps + 1)]
    return [
        (middle[0] + radii[step % 2] * math.cos(a), middle[1] + radii[step % 2] * math.sin(a))
        for step, a in enumerate(angles)
    ]


def break_name(card: Card, name: str, room: float) -> list[str]:
    """Return a name in one line, or in two lines of similar width."""
    words = name.split()
    if len(words) == 1 or card.measure(name, NAMED) <= room:
        return [name]
    halves = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words)))
    return list(min(halves, key=lambda half: max(card.measure(line, NAMED) for line in half)))


def draw_course(points: Sequence[Point], below: tuple[str, str]) -> bytes:
    """Return a PNG with a line through at least one point; `below`: words under its ends."""
    from cogs.display.art.card import Card  # noqa: PLC0415 - as above

    card = Card(_COURSE)
    low = min(point.value - point.spread for point in points)
    high = max(point.value + point.spread for point in points)
    ticks = choose_ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    left, right = PAD + max(card.measure(str(t), _SMALL) for t in ticks) + 14, WIDTH - PAD - 12
    top, bottom = PAD + 12, _COURSE - PAD - 44

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / max(high - low, 1e-9)

    def x(number: int) -> float:
        return left + (right - left) * number / max(len(points) - 1, 1)

    upper = [(x(i), y(p.value + p.spread)) for i, p in enumerate(points)]
    lower = [(x(i), y(p.value - p.spread)) for i, p in enumerate(points)]
    card.shape([*upper, *reversed(lower)], _BAND)
    for tick in ticks:
        card.line([(left, y(tick)), (right, y(tick))], GRID, 1)
        card.text((left - 14, y(tick)), str(tick), fill=_SOFT, size=_SMALL, anchor="end")
    card.line([(x(i), y(p.value)) for i, p in enumerate(points)], _LINE, 4)
    card.disc((x(len(points) - 1), y(points[-1].value)), 9, _LINE)
    card.text((left, bottom + 34), below[0], fill=_SOFT, size=_SMALL)
    card.text((right, bottom + 34), below[1], fill=_SOFT, size=_SMALL, anchor="end")
    return card.to_png()


def choose_ticks(low: float, high: float) -> list[int]:
    """Return three to six round numbers around a span."""
    span = max(high - low, 1.0)
    step = next(s for s in _STEPS if span / s <= 4)
    first = int(low // step) * step
    return [tick for tick in range(first, int(high) + 2 * step, step) if tick - step < high]


_STEPS: Final = [factor * 10**power for power in range(9) for factor in (1, 2, 5)]


# The course of a finished game for one player: the effects of dice, choices and opponents.

DICE, CHOICES, OTHERS = "#6ec6ff", "#ff8a5c", FAINT
"""Line colours for changes by the player's dice, the player's choices, and all the rest."""

_BOX: Final = (76, 400)
"""Top and bottom of the curve."""

_FAINT_SIZE: Final = 25
_LEGEND: Final = 446


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of the curve.

    Attributes:
        colour: the colour of the line.
        value: the value at its end.
        mark: the number of a mark at its end; 0 for none.
    """

    colour: str
    value: float
    mark: int = 0


def draw_game_course(title: str, start: float, legs: Sequence[Leg], *, percent: bool) -> bytes:
    """Return a PNG with the curve; `percent`: whether values are shares of 1."""
    from cogs.display.art.card import Card  # noqa: PLC0415 - only drawing needs Pillow

    card = Card(_LEGEND + 34)
    card.text((PAD, 40), title, size=30, room=WIDTH - 2 * PAD)
    scale = 100 if percent else 1
    values = [scale * value for value in (start, *(leg.value for leg in legs))]
    ticks = choose_ticks(min(values), max(values))
    low, high = min(*values, ticks[0]), max(*values, ticks[-1])
    words = [f"{tick} %" if percent else str(tick) for tick in ticks]
    left = PAD + max(card.measure(word, _FAINT_SIZE) for word in words) + 14
    (top, bottom), right = _BOX, WIDTH - PAD - 16

    def at(number: int) -> tuple[float, float]:
        return left + (right - left) * number / max(len(legs), 1), height(values[number])

    def height(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / max(high - low, 1e-9)

    for tick, word in zip(ticks, words, strict=True):
        card.line([(left, height(tick)), (right, height(tick))], GRID, 1)
        card.text((left - 14, height(tick)), word, fill=FAINT, size=_FAINT_SIZE, anchor="end")
    places = [at(number) for number in range(len(values))]
    for leg, pair in zip(legs, pairwise(places), strict=True):
        card.line(pair, leg.colour, 3 if leg.colour == OTHERS else 6)
    card.disc(places[0], 6, FAINT)
    card.disc(places[-1], 8, FAINT)
    for leg, (x, y) in zip(legs, places[1:], strict=True):
        if leg.mark:
            card.disc((x, y), 17, CHOICES)
            card.text((x, y), str(leg.mark), fill="#1e1f22", size=25, anchor="middle")
    _explain(card, {leg.colour for leg in legs})
    return card.to_png()


def _explain(card: Card, shown: set[str]) -> None:
    """Draw the legend of these colours."""
    x = float(PAD)
    for colour, words in ((DICE, "own dice"), (CHOICES, "given away"), (OTHERS, "all the rest")):
        if colour not in shown:
            continue
        card.line([(x, _LEGEND), (x + 40, _LEGEND)], colour, 6)
        card.text((x + 52, _LEGEND), words, fill=FAINT, size=_FAINT_SIZE)
        x += 52 + card.measure(words, _FAINT_SIZE) + 44
