"""The moves of Ducks in the Pond: small values with one text each, and how a text is read.

Dice are ascending; the wild die has a `w` behind its value and follows the dice of that value.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from engine.core import MalformedMove, parse_int
from engine.pond.sheet import BOXES, SETS, SUNNY_DICE, Dice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Tokens = tuple[str, ...]
"""Dice as in a text: `4`, or `4w` for the wild die."""


def name_dice(dice: Dice, wild: int = 0) -> Tokens:
    """Name the dice as in a text; `wild` is the value of the wild one among them, 0 for none."""
    names = [str(die) for die in dice]
    if wild:
        last = len(dice) - 1 - dice[::-1].index(wild)
        names[last] += "w"
    return tuple(names)


@dataclass(frozen=True, slots=True)
class Place:
    """Put one to three dice of a value into its row: `place 4 4`, `place 4w`."""

    value: int
    count: int = 1
    wild: bool = False

    @property
    def dice(self) -> Tokens:
        """The dice it uses."""
        return name_dice((self.value,) * self.count, self.value if self.wild else 0)

    def __str__(self) -> str:
        return " ".join(("place", *self.dice))


@dataclass(frozen=True, slots=True)
class Claim:
    """Complete a set of the right column: `full-house 2 2 2 6 6`, `straight 3 4w 5`."""

    key: str
    values: Dice
    wild: int = 0

    @property
    def dice(self) -> Tokens:
        """The dice it uses."""
        return name_dice(self.values, self.wild)

    def __str__(self) -> str:
        return " ".join((self.key, *self.dice))


@dataclass(frozen=True, slots=True)
class Change:
    """Spend a 1 to change another die by one (P5): `change 5 to 6`."""

    value: int
    to: int

    @property
    def dice(self) -> Tokens:
        """The 1, and the die that it changes."""
        return ("1", str(self.value))

    def __str__(self) -> str:
        return f"change {self.value} to {self.to}"


@dataclass(frozen=True, slots=True)
class Reroll:
    """Spend a 3 to roll other dice again (P6): `reroll 2 2 5`."""

    values: Dice

    @property
    def dice(self) -> Tokens:
        """The 3, and the dice that it re-rolls."""
        return name_dice(tuple(sorted((3, *self.values))))

    def __str__(self) -> str:
        return " ".join(("reroll", *name_dice(self.values)))


@dataclass(frozen=True, slots=True)
class Sunny:
    """Spend a 6 to make the player's next day sunny (P8): `sunny`."""

    @property
    def dice(self) -> Tokens:
        """The 6."""
        return ("6",)

    def __str__(self) -> str:
        return "sunny"


@dataclass(frozen=True, slots=True)
class Feed:
    """Make one wild die out of two (P7): `feed 2 6 as 4`. The second stays in the feeding area."""

    values: Dice
    wild: int

    @property
    def dice(self) -> Tokens:
        """The two dice."""
        return name_dice(self.values)

    def __str__(self) -> str:
        return f"feed {self.values[0]} {self.values[1]} as {self.wild}"


@dataclass(frozen=True, slots=True)
class EndDay:
    """Leave the unused dice and go on to the next day: `end day`."""

    @property
    def dice(self) -> Tokens:
        """None."""
        return ()

    def __str__(self) -> str:
        return "end day"


@dataclass(frozen=True, slots=True)
class Roll:
    """Nature rolls the dice of the day, or those that a 3 re-rolls: `roll 1 3 5`."""

    values: Dice

    @property
    def dice(self) -> Tokens:
        """The dice rolled."""
        return name_dice(self.values)

    def __str__(self) -> str:
        return " ".join(("roll", *name_dice(self.values)))


@dataclass(frozen=True, slots=True)
class StartRoll:
    """The roll for start: a die of each player, seat 0 first (P9): `start 5 3`."""

    values: Dice

    @property
    def dice(self) -> Tokens:
        """The two dice, as rolled."""
        return name_dice(self.values)

    def __str__(self) -> str:
        return " ".join(("start", *name_dice(self.values)))


PlayerMove = Place | Claim | Change | Reroll | Sunny | Feed | EndDay
Move = PlayerMove | Roll | StartRoll


def moves_using(moves: Iterable[Move], dice: Sequence[str]) -> tuple[Move, ...]:
    """Return the moves that use exactly these dice, named as in the text (`4`, `4w`).

    On screen a player picks dice first, in any order, and then what to do with them. A re-roll uses
    the 3 and the dice that it rolls; a change uses the 1 and the die that it changes.
    """
    picked = sorted(dice)
    return tuple(move for move in moves if sorted(move.dice) == picked)


def makes_set(key: str, values: Dice) -> bool:
    """Return whether all of these dice together are the named set."""
    counts = sorted(Counter(values).values())
    match key:
        case "full-house":
            return counts == [2, 3]
        case "4-kind":
            return counts == [4]
        case "5-kind":
            return counts == [5]
        case _:
            return 3 <= len(values) <= 5 and all(b == a + 1 for a, b in pairwise(values))


def parse(text: str) -> Move:
    """Read a move; raises MalformedMove where no move has this text."""
    move = _read(text)
    if str(move) != text:
        raise MalformedMove(f"{text!r} is not written as {str(move)!r}")
    return move


def _read(text: str) -> Move:
    """Read a move; dice may be in any order."""
    fixed = _FIXED.get(text)
    if fixed is not None:
        return fixed
    verb, _, rest = text.partition(" ")
    if verb in _CLAIMS:
        return _read_claim(verb, rest.split(" "))
    if verb not in _READERS:
        raise MalformedMove(f"{text!r} is not a move of this game")
    return _READERS[verb](rest.split(" "))


def _read_dice(words: Sequence[str], most: int = SUNNY_DICE) -> Dice:
    """Read dice without a wild one."""
    if len(words) > most:
        raise MalformedMove(f"{' '.join(words)!r} are more than {most} dice")
    return tuple(sorted(parse_int(word, 1, 6) for word in words))


def _read_with_wild(words: Sequence[str]) -> tuple[Dice, int]:
    """Read dice with at most one wild die; return all, and the value of the wild one or 0."""
    wild = [parse_int(word[:-1], 1, 5) for word in words if word.endswith("w")]
    if len(wild) > 1:
        raise MalformedMove(f"{' '.join(words)!r} has more than one wild die")
    return _read_dice([word.removesuffix("w") for word in words]), wild[0] if wild else 0


def _read_place(words: Sequence[str]) -> Place:
    """Read the dice for a row."""
    values, wild = _read_with_wild(words)
    if len(set(values)) != 1 or values[0] == 6 or len(values) > BOXES:
        raise MalformedMove(f"{' '.join(words)!r} does not go into a row")
    return Place(values[0], len(values), bool(wild))


def _read_claim(key: str, words: Sequence[str]) -> Claim:
    """Read the dice for a set."""
    values, wild = _read_with_wild(words)
    if not makes_set(key, values):
        raise MalformedMove(f"{' '.join(words)!r} is not a {key}")
    return Claim(key, values, wild)


def _read_change(words: Sequence[str]) -> Change:
    """Read `5 to 6`."""
    if len(words) != 3:
        raise MalformedMove(f"{' '.join(words)!r} does not say which die becomes which")
    value, to = parse_int(words[0], 1, 6), parse_int(words[2], 1, 6)
    if abs(value - to) != 1:
        raise MalformedMove(f"a 1 does not change {value} to {to}")
    return Change(value, to)


def _read_feed(words: Sequence[str]) -> Feed:
    """Read `2 6 as 4`."""
    if len(words) != 4:
        raise MalformedMove(f"{' '.join(words)!r} does not name two dice and a value")
    return Feed(_read_dice(words[:2]), parse_int(words[3], 1, 5))


def _read_start(words: Sequence[str]) -> StartRoll:
    """Read a die for each player."""
    if len(words) != 2:
        raise MalformedMove(f"{' '.join(words)!r} is not a die for each player")
    return StartRoll(tuple(parse_int(word, 1, 6) for word in words))


_FIXED: Final[dict[str, Move]] = {str(move): move for move in (Sunny(), EndDay())}
_CLAIMS: Final = frozenset(kind.key for kind in SETS)
_READERS: Final[dict[str, Callable[[Sequence[str]], Move]]] = {
    "place": _read_place,
    "change": _read_change,
    "reroll": lambda words: Reroll(_read_dice(words, SUNNY_DICE - 1)),
    "feed": _read_feed,
    "roll": lambda words: Roll(_read_dice(words)),
    "start": _read_start,
}
