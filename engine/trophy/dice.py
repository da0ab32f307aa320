"""The twelve dice of Trophy Buck, and the exact odds of rolling three of them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Final

from engine.core import N_, Chance, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

Counts = tuple[int, int, int, int]
"""Numbers of dice of each colour, in the order of `KINDS`."""

Dice = tuple[str, ...]
"""Dice on the table, each with letters for colour and face, sorted as in the notation."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The dice of one colour.

    Attributes:
        letter: the letter of the colour, in the notation and on screen.
        colour: the word for the colour.
        dice: number of dice in the full bag.
        points: the score of one Points face.
        sides: numbers of sides with Points, Startle, Tracks (assumed: see `FACES_NOTE`).
    """

    letter: str
    colour: str
    dice: int
    points: int
    sides: tuple[int, int, int]


KINDS: Final = (
    Kind("b", "brown", 5, 2, (3, 1, 2)),
    Kind("w", "white", 4, 4, (2, 2, 2)),
    Kind("g", "green", 2, 6, (1, 3, 2)),
    Kind("o", "orange", 1, 8, (1, 3, 2)),
)
FACES_NOTE: Final = N_(
    "The rules do not print the sides of the dice, so these are an assumption: the sides of the "
    "same publisher's Zombie Dice, with one 8-point side on the orange die, as a review says."
)
STARTLES_TO_END: Final = 3
SYMBOLS: Final = {"P": "points", "S": "startle", "T": "tracks"}

NONE: Final[Counts] = (0, 0, 0, 0)
FULL_BAG: Final[Counts] = (KINDS[0].dice, KINDS[1].dice, KINDS[2].dice, KINDS[3].dice)


def add(a: Counts, b: Counts) -> Counts:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]


def subtract(a: Counts, b: Counts) -> Counts:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]


def worth(points: Counts) -> int:
    """Return the score of these Points dice together."""
    return sum(n * kind.points for n, kind in zip(points, KINDS, strict=True))


@dataclass(frozen=True, slots=True)
class Hunt:
    """The move of nature: three dice on the table with their faces, `hunt bP wT gS`."""

    dice: Dice

    def __str__(self) -> str:
        return "hunt " + " ".join(self.dice)


@dataclass(frozen=True, slots=True)
class Tally:
    """A roll counted by colour.

    Attributes:
        dice: all three dice.
        points: the dice that show Points.
        startles: the dice that show Startle.
        tracks: the dice that show Tracks.
        ways: how many of the 216 rolls of these dice show these faces.
    """

    dice: Counts
    points: Counts
    startles: Counts
    tracks: Counts
    ways: int


def _count(dice: Dice, faces: str) -> Counts:
    """Count, by colour, the dice that show one of these faces."""
    brown, white, green, orange = (
        sum(dice.count(kind.letter + face) for face in faces) for kind in KINDS
    )
    return brown, white, green, orange


def _count_ways(kind: Kind, faces: tuple[int, int, int]) -> int:
    """Count the rolls of dice of one kind with these numbers of Points, Startles and Tracks."""
    orders = factorial(sum(faces)) // prod(factorial(n) for n in faces)
    return orders * prod(side**n for side, n in zip(kind.sides, faces, strict=True))


def _tally(dice: Dice) -> Tally:
    points, startles, tracks = (_count(dice, face) for face in SYMBOLS)
    by_kind = zip(points, startles, tracks, strict=True)
    ways = prod(_count_ways(kind, faces) for kind, faces in zip(KINDS, by_kind, strict=True))
    return Tally(_count(dice, "PST"), points, startles, tracks, ways)


def _list_hunts() -> Iterator[Hunt]:
    """Yield every roll of three of the twelve dice."""
    sides = [kind.letter + face for kind in KINDS for face in SYMBOLS]
    for dice in combinations_with_replacement(sides, 3):
        if all(n <= held for n, held in zip(_count(dice, "PST"), FULL_BAG, strict=True)):
            yield Hunt(dice)


HUNTS: Final = {str(hunt): hunt for hunt in _list_hunts()}
"""Every roll, keyed by its text."""

TALLIES: Final = {hunt.dice: _tally(hunt.dice) for hunt in HUNTS.values()}
"""The tally of every roll, keyed by its dice."""

_COLOURS: Final = frozenset(tally.dice for tally in TALLIES.values())
"""Possible colours of three dice. `_make_table` counts the draws once per set of colours."""


def is_possible(dice: Counts, bag: Counts, tracks: Counts) -> bool:
    """Return whether these dice can be the kept Tracks together with dice from the bag."""
    triples = zip(dice, tracks, bag, strict=True)
    return all(kept <= thrown <= kept + held for thrown, kept, held in triples)


def _count_draws(dice: Counts, bag: Counts, tracks: Counts) -> int:
    """Count the ways to draw from the bag those dice that are not kept Tracks."""
    triples = zip(dice, tracks, bag, strict=True)
    return prod(comb(held, thrown - kept) for thrown, kept, held in triples)


@dataclass(frozen=True, slots=True)
class _Table:
    """The possible rolls with a bag and kept Tracks, their weights, and the weights' running sums.

    A weight is the number of equally likely ways to draw the dice and roll their faces.
    """

    hunts: tuple[Hunt, ...]
    weights: tuple[int, ...]
    sums: tuple[int, ...]


@lru_cache(maxsize=128)
def _make_table(bag: Counts, tracks: Counts) -> _Table:
    """Return the possible rolls. This must be fast, because a click waits for it."""
    draws = {
        dice: _count_draws(dice, bag, tracks) for dice in _COLOURS if is_possible(dice, bag, tracks)
    }
    tallied = zip(HUNTS.values(), TALLIES.values(), strict=True)
    possible = [(hunt, tally) for hunt, tally in tallied if tally.dice in draws]
    weights = tuple([tally.ways * draws[tally.dice] for _, tally in possible])
    return _Table(tuple([hunt for hunt, _ in possible]), weights, tuple(accumulate(weights)))


@dataclass(frozen=True, slots=True)
class DrawAndRoll(Chance[Hunt]):
    """Nature adds dice from `bag` to the kept `tracks` until there are three, and rolls them."""

    bag: Counts
    tracks: Counts

    def sample(self, source: Source) -> Hunt:
        """Draw without replacement and roll each die; all sides are equally likely."""
        table = _make_table(self.bag, self.tracks)
        return table.hunts[bisect_right(table.sums, source.below(table.sums[-1]))]

    def outcomes(self) -> Iterator[tuple[Hunt, int]]:
        """Yield each roll once; the weights add up to (ways to draw the dice) times 216."""
        table = _make_table(self.bag, self.tracks)
        return zip(table.hunts, table.weights, strict=True)


@lru_cache(maxsize=2048)
def odds_of_third_startle(bag: Counts, tracks: Counts, startles: int) -> Fraction:
    """Return the exact chance that a roll brings the Startles to three, by enumeration."""
    table = _make_table(bag, tracks)
    ending = sum(
        weight
        for hunt, weight in zip(table.hunts, table.weights, strict=True)
        if startles + sum(TALLIES[hunt.dice].startles) >= STARTLES_TO_END
    )
    return Fraction(ending, table.sums[-1])
