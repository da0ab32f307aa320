"""Cards and charts: the result of a game, a person's card, badges, curves of ratings and games.

The pictures hold only names, digits and signs, which suit readers of every language. The message
around a picture has the words.
"""

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
"""Colour of each podium step by place, and its relative height if scores do not decide that."""

_HIGHEST: Final = 150
_LOWEST: Final = 58
"""Height of the lowest step, which still has room for the number of the place."""

_FLOOR: Final = 372
_COLUMN: Final = 250
_FACE: Final = 88
_PAIR: Final = 58
"""Height of a line below the podium; each line has two players."""

NARROW: Final = 3
"""Largest lead of a photo finish, in points, and largest gap of a near miss."""

CLOSE: Final = 0.2
"""Largest lead of a photo finish as a share of the winner's score; a lead of 1 always counts."""


class Finisher(NamedTuple):
    """A player at the end of a game.

    `written`: the result in digits and signs, if the result is not the score. `face`: the number of
    a duck's face, or 0 for a person. `other`: a name to draw if no font has the letters of `name`.
    `rank`: the place in words on the podium.
    """

    seat: int
    name: str
    place: int
    score: int
    written: str = ""
    face: int = 0
    other: str = ""
    rank: str = ""


def is_narrow(best: int, score: int) -> bool:
    """Return whether a score is a near miss of the best score."""
    short = best - score
    return short == 1 or 0 < short <= min(NARROW, best * CLOSE)


def draw_result(finishers: tuple[Finisher, ...]) -> bytes:
    """Return the result card as a PNG; `finishers` are in the order of their places."""
    from cogs.display.art.card import Card, draw_or_replace  # noqa: PLC0415 - only drawing needs Pillow

    finishers = tuple(
        each._replace(name=draw_or_replace(each.name, each.other)) for each in finishers
    )
    first, rest = finishers[:3], finishers[3:]
    height = _FLOOR + PAD + _PAIR * -(-len(rest) // 2)
    card = Card(height)
    card.block((0, _FLOOR, WIDTH, height), SHORE, radius=0)
    order = [first[1], first[0], *first[2:]] if len(first) > 2 else first
    left = (WIDTH - _COLUMN * len(order)) / 2
    best = max((finisher.score for finisher in first), default=0)
    for number, finisher in enumerate(order):
        _draw_step(card, finisher, (left + _COLUMN * number, _FLOOR), best)
    for number, finisher in enumerate(rest):
        half = WIDTH / 2 * (number % 2)
        _draw_line(card, finisher, half, _FLOOR + PAD / 2 + _PAIR * (number // 2 + 0.5))
    return card.to_png()


def _draw_step(card: Card, finisher: Finisher, foot: tuple[float, float], best: int) -> None:
    """Draw a step of the podium and the player on it; `best` is the highest score."""
    (left, floor), room = foot, _COLUMN - 12
    colour, share = _PODIUM[finisher.place]
    if best > 0 and not finisher.written:
        share = finisher.score / best
    middle, top = left + _COLUMN / 2, floor - max(_LOWEST, _HIGHEST * share)
    card.block((left + 8, top, left + _COLUMN - 8, floor), colour)
    rank = finisher.rank or str(finisher.place)
    card.text((middle, top + 30), rank, fill=INK, size=40, anchor="middle", room=room)
    score = finisher.written or str(finisher.score)
    card.text((middle, top - 32), score, size=52, anchor="middle", room=room)
    size = 38 if card.measure(finisher.name, 38) <= room else 28
    card.text((middle, top - 84), finisher.name, size=size, anchor="middle", room=room)
    _draw_player(card, finisher, (middle, top - 110 - _FACE / 2), _FACE)


def _draw_line(card: Card, finisher: Finisher, left: float, y: float) -> None:
    """Write a player below the podium, in half the width of the card."""
    right, size = left + WIDTH / 2 - PAD, 44
    _draw_player(card, finisher, (left + PAD + size / 2, y), size)
    score, start = finisher.written or str(finisher.score), left + PAD + size + 12
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
_ROW: Final = 66
"""Height of a game's row on the card."""

_BAR: Final = (420, 610)
"""Left and right end of the bar to the next level."""

_NAME: Final = PAD + 72

_COURSE: Final = 270
"""Height of the picture of a rating over time."""

_SOFT: Final = "#c4dbe4"
_LINE: Final = AMBER
_BAND: Final = "#2f7388"

_SHADOW: Final = "#9cc3d1"
"""Colour of the sign on a badge that is not earned yet."""

_CLOSEST: Final = 176
"""Height of the band with the closest badge: the one that the person can earn next."""

_COLUMNS: Final = 4
NAMED: Final = 26
"""Size of the letters below a badge; the longest name fits in two lines."""

_TILE: Final = 172
"""Height of a badge in the album, with a name of two lines."""

_PLACES: Final = {1: AMBER, 2: "#d5dae1", 3: "#d99b6c"}
"""Colours of the first three places among the latest results."""


class GameLine(NamedTuple):
    """A game on the card of a person, with the share of the way to the next level.

    `won`: the number of games won, and of games played with others, such as `3 / 8`.
    """

    name: str
    level: int
    share: float
    won: str


class Badge(NamedTuple):
    """A badge of the album: its sign, its name, and the colour of its game.

    The person has made `done` of `needed` steps; both are 0 for an earned badge.
    """

    sign: str
    name: str
    colour: str
    done: int = 0
    needed: int = 0

    @property
    def earned(self) -> bool:
        return self.done >= self.needed


class NextBadge(NamedTuple):
    """The next badge, with the steps that are done and needed."""

    name: str
    done: int
    needed: int


class PersonCard(NamedTuple):
    """The card of a person.

    Attributes:
        lines: one for each game.
        latest: the latest results, newest first. Each has the place, or 0 for a game alone, and a
            text, which is the place or the score.
        badge: the next badge; None if all are earned.
    """

    lines: tuple[GameLine, ...]
    latest: tuple[tuple[int, str], ...]
    badge: NextBadge | None


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a curve; `spread` is the uncertainty of its value, up and down."""

    value: float
    spread: float = 0.0


def draw_person(shown: PersonCard) -> bytes:
    from cogs.display.art.card import Card  # noqa: PLC0415 - only drawing needs Pillow

    games = PAD + _ROW * len(shown.lines)
    card = Card(games + 102 + (112 if shown.badge else 0))
    for number, line in enumerate(shown.lines):
        _draw_game(card, line, PAD + _ROW * (number + 0.5))
    _draw_latest(card, shown, games)
    if shown.badge is not None:
        _draw_badge(card, shown.badge, games + 102)
    return card.to_png()


def _draw_game(card: Card, line: GameLine, y: float) -> None:
    """Draw a game with its level, the way to the next one, and the games won."""
    (left, right), half = _BAR, 11
    card.disc((PAD + 27, y), 27, AMBER)
    card.text((PAD + 27, y), str(line.level), fill=INK, size=_LARGE, anchor="middle")
    card.text((_NAME, y), line.name, size=34, room=left - _NAME - 14)
    _draw_way(card, (left, y - half, right, y + half), line.share, SHORE)
    room = WIDTH - PAD - right - 14
    card.text((WIDTH - PAD, y), line.won, size=_SMALL, anchor="end", room=room)


def _draw_latest(card: Card, shown: PersonCard, top: float) -> None:
    step = (WIDTH - 2 * PAD) / 10
    for number, (place, digits) in enumerate(shown.latest):
        x, y = PAD + step * (number + 0.5), top + 46
        card.block((x - 33, y - 30, x + 33, y + 30), _PLACES.get(place, SHORE), radius=16)
        fill = INK if place in _PLACES else TEXT
        card.text((x, y), digits, fill=fill, size=32, anchor="middle", room=62)


def _draw_badge(card: Card, badge: NextBadge, top: float) -> None:
    """Draw the next badge and its progress."""
    y, done = top + 52, f"{badge.done} / {badge.needed}"
    card.block((0, top, WIDTH, top + 112), SHORE, radius=0)
    card.shape([(PAD + 12, y - 38), (PAD + 42, y - 38), (PAD + 27, y)], "#da373c")
    card.disc((PAD + 27, y + 10), 26, AMBER)
    card.disc((PAD + 27, y + 10), 17, "#b17c05")
    room = WIDTH - 2 * PAD - _NAME - card.measure(done, _LARGE)
    card.text((_NAME, y - 18), badge.name, size=34, room=room)
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
    left, right, done = 190, WIDTH - PAD, f"{badge.done} / {badge.needed}"
    card.block((0, 0, WIDTH, _CLOSEST), SHORE, radius=0)
    _draw_medal(card, badge, (100, _CLOSEST / 2), 62)
    room = right - left - card.measure(done, 40) - 16
    card.text((left, 68), badge.name, size=40, room=room)
    card.text((right, 68), done, fill=AMBER, size=40, anchor="end")
    _draw_way(card, (left, 108, right, 130), badge.done / badge.needed)


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
    """Return points along a `share` of a circle, from its top, with the two radii in turn."""
    angles = [math.tau * (share * step / steps - 0.25) for step in range(steps + 1)]
    return [
        (middle[0] + radii[step % 2] * math.cos(a), middle[1] + radii[step % 2] * math.sin(a))
        for step, a in enumerate(angles)
    ]


def break_name(card: Card, name: str, room: float) -> list[str]:
    """Return a name in one line, or in two lines of similar width."""
    unspaced = "\u2e80" <= name < "\uac00"  # Chinese and Japanese; Korean has spaces
    words, space = (list(name), "") if unspaced else (name.split(), " ")
    if len(words) == 1 or card.measure(name, NAMED) <= room:
        return [name]
    halves = ((space.join(words[:n]), space.join(words[n:])) for n in range(1, len(words)))
    return list(min(halves, key=lambda half: max(card.measure(line, NAMED) for line in half)))


def draw_course(points: Sequence[Point], below: tuple[str, str]) -> bytes:
    """Return a PNG of a curve through at least one point; `below`: digits under its two ends."""
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
    """Return at most six round numbers that enclose a span."""
    span = max(high - low, 1.0)
    step = next(s for s in _STEPS if span / s <= 4)
    first = int(low // step) * step
    return [tick for tick in range(first, int(high) + 2 * step, step) if tick - step < high]


_STEPS: Final = [factor * 10**power for power in range(9) for factor in (1, 2, 5)]


# The course of a finished game for one player: the effects of dice, choices and opponents.

DICE, CHOICES, OTHERS = "#6ec6ff", "#ff8a5c", FAINT
"""Line colours for changes by the player's dice, the player's choices, and all the rest.

`🟦`, `🟧` and `⬜` stand for these colours in a text.
"""

_BOX: Final = (PAD + 12, 360)
"""Top and bottom of the curve."""

_FAINT_SIZE: Final = 25


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of the curve.

    Attributes:
        colour: the colour of the line.
        value: the value at its end.
        number: the number written at its end; 0 for none.
    """

    colour: str
    value: float
    number: int = 0


def draw_game_course(start: float, legs: Sequence[Leg], *, percent: bool) -> bytes:
    """Return a PNG of the curve; `percent`: whether values are from 0 to 1, shown in per cent."""
    from cogs.display.art.card import Card  # noqa: PLC0415 - only drawing needs Pillow

    card = Card(_BOX[1] + PAD + 12)
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
        if leg.number:
            card.disc((x, y), 17, CHOICES)
            card.text((x, y), str(leg.number), fill="#1e1f22", size=25, anchor="middle")
    return card.to_png()
