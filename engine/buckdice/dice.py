"""The dice of Buck Dice: their throws, and the score of a throw in each of the three games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Final

from engine.core import Chance, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

BUCK: Final = 15
"""The score that ends a player's game; players call it a buck or a game."""

LITTLE_BUCK: Final = 5

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dice:
    """The chance move, one to three dice in ascending order: `dice 2 5 5`."""

    values: Values

    def __str__(self) -> str:
        return "dice " + " ".join(map(str, self.values))


def _list_falls(dice: int) -> tuple[Dice, ...]:
    """Return all 6 ** dice equally likely throws. Each is sorted, so many of them are equal."""
    return tuple(Dice(tuple(sorted(fall))) for fall in product(range(1, 7), repeat=dice))


_FALLS: Final = tuple(_list_falls(dice) for dice in range(4))
_WEIGHTS: Final = tuple(Counter(falls) for falls in _FALLS)

DICE: Final = {str(fall): fall for falls in _FALLS[1:] for fall in falls}
"""Every throw of one to three dice, keyed by its text."""


@dataclass(frozen=True, slots=True)
class ThrowDice(Chance[Dice]):
    """Nature throws one to three dice."""

    dice: int

    def sample(self, source: Source) -> Dice:
        """Throw each die; all sides are equally likely."""
        falls = _FALLS[self.dice]
        return falls[source.below(len(falls))]

    def outcomes(self) -> Iterator[tuple[Dice, int]]:
        """Yield each ascending throw once, with the number of ways it can fall."""
        return iter(_WEIGHTS[self.dice].items())

    def allows(self, dice: Dice) -> bool:
        """Return whether these dice are a possible throw."""
        return dice in _WEIGHTS[self.dice]


@dataclass(frozen=True, slots=True)
class Score:
    """The worth of a throw, before the limit of 15.

    Attributes:
        kind: "nothing", "points", "little buck" or "big buck".
        points: added to the score. A big buck adds nothing: it ends the player's game, or wins the
            pot.
        groups: the scoring dice, in groups. In the pot game with the point number 5, the throw 2 3
            5 scores for (5,) and for (2, 3).
    """

    kind: str
    points: int
    groups: tuple[Values, ...]


_NOTHING: Final = Score("nothing", 0, ())


@cache
def score(game: str, point: int, dice: Values) -> Score:
    """Score a throw in one of the games "classic", "thirteen-fourteen" and "pot".

    Args:
        game: the name of the game.
        point: the point number.
        dice: one to three dice; one or two dice are never a buck (ruling K6).
    """
    hits = dice.count(point)
    if len(dice) == 3 and len(set(dice)) == 1:
        return Score("big buck", 0, (dice,)) if hits else Score("little buck", LITTLE_BUCK, (dice,))
    if game == "pot" and hits == 2:
        return Score("little buck", LITTLE_BUCK, ((point, point),))
    groups = [(point,)] * hits
    if game == "pot":
        groups += _find_sums(point, dice)
    return Score("points", len(groups), tuple(groups)) if groups else _NOTHING


def _find_sums(point: int, dice: Values) -> list[Values]:
    """Find at most one set of dice that adds up to the point number.

    A set takes at least two dice, so three dice are too few for two sets.
    """
    sets = chain(combinations(dice, 2), combinations(dice, 3))
    return [group for group in sets if sum(group) == point][:1]
