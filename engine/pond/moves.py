"""The game sheet of Ducks in the Pond, and the moves with their texts.

A `State` is the sheet and the dice of the day. Two players share one sheet, so every box names the
seat that made it. In texts, dice are ascending. The wild die has a `w` after its value and follows
the other dice of that value.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.core import N_, MalformedMove, parse_int

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.core import Seat

Dice = tuple[int, ...]
"""Dice as ascending values; their order on the table means nothing."""

DAYS: Final = 6
BOXES: Final = 3
WEATHER: Final = ("Sunny", "Partly Cloudy", "Cloudy", "Drizzly", "Rainy", "Stormy")
SUNNY_DICE: Final = 6
RANKS: Final = ((90, N_("Professional")), (80, N_("Connoisseur")), (70, N_("Novice")))
LOWEST_RANK: Final = N_("Honorable Mention")


@dataclass(frozen=True, slots=True)
class Duck:
    """A row of the left column: three boxes for dice of one value.

    Attributes:
        key: its short name.
        name: the name of the duck on the sheet.
        value: the die value that its boxes take.
        singly: points if the boxes are filled on more than one day.
        one_roll: points if three dice of one day fill an untouched row (P1).
    """

    key: str
    name: str
    value: int
    singly: int
    one_roll: int


@dataclass(frozen=True, slots=True)
class RightSet:
    """A set of the right column, claimed whole with dice of one day.

    Attributes:
        key: its short name, and the word of the move that claims it.
        name: the name on the sheet.
        points: its points for each number of dice.
    """

    key: str
    name: str
    points: dict[int, int]


DUCKS: Final = (
    Duck("mallard", N_("Mallard"), 1, 3, 5),
    Duck("pintail", N_("Pintail"), 2, 6, 8),
    Duck("canvasback", N_("Canvasback"), 3, 9, 12),
    Duck("teal", N_("Teal"), 4, 12, 15),
    Duck("shoveler", N_("Shoveler"), 5, 15, 20),
)
SETS: Final = (
    RightSet("full-house", N_("Full House"), {5: 20}),
    RightSet("4-kind", N_("4 of a Kind"), {4: 20}),
    RightSet("5-kind", N_("5 of a Kind"), {5: 25}),
    RightSet("straight", N_("Straight"), {3: 10, 4: 15, 5: 20}),
)
SET_INDEX: Final = {kind.key: index for index, kind in enumerate(SETS)}
USES: Final = ("row", *SET_INDEX, "change", "reroll", "sunny", "feeding")
"""Uses for a die of the day: a row, a set, an ability, the feeding area."""


class Filled(NamedTuple):
    """A filled box: its seat and its day."""

    seat: Seat
    day: int


Row = tuple[Filled, ...]


class Claimed(NamedTuple):
    """A claimed set of the right column: its seat and its number of dice."""

    seat: Seat
    size: int


class Spent(NamedTuple):
    """A used die of the day: its value when it was used, its use, and whether it was wild."""

    value: int
    use: str
    wild: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    Attributes:
        seats: 1 or 2.
        first: the seat that rolls on day 1; None before the roll for start.
        day: 1 to 6; 7 when the game is over.
        sunny: the days made sunny by a 6, ascending, past ones included.
        rows: the filled boxes of each row, in the order of `DUCKS`; oldest box first.
        sets: the claim of each set of `SETS`; None while open.
        free: the unused dice of the day, without the wild die.
        wild: the value of the wild die that must be placed now; 0 for none.
        spent: the used dice of the day, sorted, because their order means nothing.
        rolling: dice that nature has to roll now.
    """

    seats: int
    first: Seat | None
    day: int
    sunny: tuple[int, ...]
    rows: tuple[Row, ...]
    sets: tuple[Claimed | None, ...]
    free: Dice
    wild: int
    spent: tuple[Spent, ...]
    rolling: int


def make_sheet(seats: int, first: Seat | None) -> State:
    """Return an empty sheet; nature rolls the dice of day 1 next if `first` is known."""
    rolling = 0 if first is None else SUNNY_DICE
    return State(seats, first, 1, (), ((),) * 5, (None,) * 4, (), 0, (), rolling)


def seat_of_day(state: State, day: int) -> Seat:
    """Return the player of a day; two players take turns."""
    return ((state.first or 0) + day - 1) % state.seats


def count_dice(state: State, day: int) -> int:
    """Return the number of dice of a day: six if a 6 made it sunny, else the printed number."""
    return SUNNY_DICE if day in state.sunny else DAYS + 1 - day


def next_sunny_day(state: State) -> int | None:
    """Return the player's next day if a 6 can make it sunny (P8), else None."""
    day = state.day + state.seats
    return day if day <= DAYS and day not in state.sunny else None


def has_rerolled(state: State) -> bool:
    """Return whether the one re-roll of today is used."""
    return any(die.use == "reroll" for die in state.spent)


def has_fed(state: State) -> bool:
    """Return whether the one feeding of today is used."""
    return any(die.use == "feeding" for die in state.spent)


def score_full_row(duck: Duck, row: Row, day: int) -> int:
    """Return the points of a row whose last box is filled on `day`.

    A row untouched at the start of the day scores the higher value, even if its three dice come one
    by one.
    """
    return duck.one_roll if all(box.day == day for box in row) else duck.singly


def score_row(duck: Duck, row: Row) -> int:
    """Return the present points of a row: 0 before its third box is filled."""
    return score_full_row(duck, row, row[-1].day) if len(row) == BOXES else 0


def score_columns(state: State, seat: Seat) -> tuple[int, int]:
    """Return a seat's points in the left and in the right column.

    A row counts for the seat that filled its third box (P9).
    """
    left = sum(
        score_row(duck, row)
        for duck, row in zip(DUCKS, state.rows, strict=True)
        if len(row) == BOXES and row[-1].seat == seat
    )
    right = sum(
        kind.points[claimed.size]
        for kind, claimed in zip(SETS, state.sets, strict=True)
        if claimed is not None and claimed.seat == seat
    )
    return left, right


def score_seats(state: State) -> tuple[int, ...]:
    return tuple(sum(score_columns(state, seat)) for seat in range(state.seats))


def rank(score: int) -> str:
    """Return the rank of a solo score (P10)."""
    return next((name for least, name in RANKS if score >= least), LOWEST_RANK)


Tokens = tuple[str, ...]
"""Dice in a text: `4`, or `4w` for the wild die."""


def name_dice(dice: Dice, wild: int = 0) -> Tokens:
    """Name dice for a text; `wild` is the value of the wild die among them, 0 for none."""
    names = [str(die) for die in dice]
    if wild:
        last = len(dice) - 1 - dice[::-1].index(wild)
        names[last] += "w"
    return tuple(names)


@dataclass(frozen=True, slots=True)
class Place:
    """Put one to three dice of one value into its row: `place 4 4`, `place 4w`."""

    value: int
    count: int = 1
    wild: bool = False

    @property
    def dice(self) -> Tokens:
        return name_dice((self.value,) * self.count, self.value if self.wild else 0)

    def __str__(self) -> str:
        return " ".join(("place", *self.dice))


@dataclass(frozen=True, slots=True)
class Claim:
    key: str
    values: Dice
    wild: int = 0

    @property
    def dice(self) -> Tokens:
        return name_dice(self.values, self.wild)

    def __str__(self) -> str:
        return " ".join((self.key, *self.dice))


@dataclass(frozen=True, slots=True)
class Change:
    value: int
    to: int

    @property
    def dice(self) -> Tokens:
        """The 1 and the die that it changes."""
        return ("1", str(self.value))

    def __str__(self) -> str:
        return f"change {self.value} to {self.to}"


@dataclass(frozen=True, slots=True)
class Reroll:
    """Spend a 3 to roll other dice again (P6): `reroll 2 2 5`."""

    values: Dice

    @property
    def dice(self) -> Tokens:
        """The 3 and the dice that it re-rolls."""
        return name_dice(tuple(sorted((3, *self.values))))

    def __str__(self) -> str:
        return " ".join(("reroll", *name_dice(self.values)))


@dataclass(frozen=True, slots=True)
class Sunny:
    """Spend a 6 to make the player's next day sunny (P8): `sunny`."""

    @property
    def dice(self) -> Tokens:
        return ("6",)

    def __str__(self) -> str:
        return "sunny"


@dataclass(frozen=True, slots=True)
class Feed:
    """Turn two dice into a wild die (P7): `feed 2 6 as 4`.

    The second die stays in the feeding area.
    """

    values: Dice
    wild: int

    @property
    def dice(self) -> Tokens:
        return name_dice(self.values)

    def __str__(self) -> str:
        return f"feed {self.values[0]} {self.values[1]} as {self.wild}"


@dataclass(frozen=True, slots=True)
class EndDay:
    """Leave the unused dice and go on to the next day: `end day`."""

    @property
    def dice(self) -> Tokens:
        return ()

    def __str__(self) -> str:
        return "end day"


@dataclass(frozen=True, slots=True)
class Roll:
    """Nature rolls the dice of the day, or the re-rolled dice: `roll 1 3 5`."""

    values: Dice

    @property
    def dice(self) -> Tokens:
        return name_dice(self.values)

    def __str__(self) -> str:
        return " ".join(("roll", *name_dice(self.values)))


@dataclass(frozen=True, slots=True)
class StartRoll:
    """The roll for start, one die of each player, seat 0 first (P9): `start 5 3`."""

    values: Dice

    @property
    def dice(self) -> Tokens:
        return name_dice(self.values)

    def __str__(self) -> str:
        return " ".join(("start", *name_dice(self.values)))


PlayerMove = Place | Claim | Change | Reroll | Sunny | Feed | EndDay
Move = PlayerMove | Roll | StartRoll


def moves_using(moves: Iterable[Move], dice: Sequence[str]) -> tuple[Move, ...]:
    """Return the moves that use exactly these dice, named as in texts (`4`, `4w`).

    On screen a player picks dice in any order and then chooses how to use them. A re-roll uses the
    3 and the dice that are rolled again. A change uses the 1 and the die that it changes.
    """
    picked = tuple(sorted(dice))
    return tuple(move for move in moves if _sort_dice(move) == picked)


@cache
def _sort_dice(move: Move) -> Tokens:
    """Return the names of the dice that a move uses, sorted."""
    return tuple(sorted(move.dice))


def makes_set(key: str, values: Dice) -> bool:
    """Return whether all these dice together make the named set."""
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
    """Read a move; raises MalformedMove if no move has this text."""
    move = _read(text)
    if str(move) != text:
        raise _malformed([text])
    return move


def _malformed(words: Sequence[str]) -> MalformedMove:
    return MalformedMove("{move} is not a move of this game", move=repr(" ".join(words)))


def _read(text: str) -> Move:
    """Read a move whose dice may be in any order."""
    fixed = _FIXED.get(text)
    if fixed is not None:
        return fixed
    verb, _, rest = text.partition(" ")
    if verb in _CLAIMS:
        return _read_claim(verb, rest.split(" "))
    if verb not in _READERS:
        raise _malformed([text])
    return _READERS[verb](rest.split(" "))


def _read_dice(words: Sequence[str], most: int = SUNNY_DICE) -> Dice:
    """Read dice that are not wild."""
    if len(words) > most:
        raise _malformed(words)
    return tuple(sorted(parse_int(word, 1, 6) for word in words))


def _read_with_wild(words: Sequence[str]) -> tuple[Dice, int]:
    """Read dice with at most one wild die; return all dice and the wild value, or 0."""
    wild = [parse_int(word[:-1], 1, 5) for word in words if word.endswith("w")]
    if len(wild) > 1:
        raise _malformed(words)
    return _read_dice([word.removesuffix("w") for word in words]), wild[0] if wild else 0


def _read_place(words: Sequence[str]) -> Place:
    values, wild = _read_with_wild(words)
    if len(set(values)) != 1 or values[0] == 6 or len(values) > BOXES:
        raise _malformed(words)
    return Place(values[0], len(values), bool(wild))


def _read_claim(key: str, words: Sequence[str]) -> Claim:
    values, wild = _read_with_wild(words)
    if not makes_set(key, values):
        raise _malformed(words)
    return Claim(key, values, wild)


def _read_change(words: Sequence[str]) -> Change:
    """Read `5 to 6`."""
    if len(words) != 3:
        raise _malformed(words)
    value, to = parse_int(words[0], 1, 6), parse_int(words[2], 1, 6)
    if abs(value - to) != 1:
        raise _malformed(words)
    return Change(value, to)


def _read_feed(words: Sequence[str]) -> Feed:
    """Read `2 6 as 4`."""
    if len(words) != 4:
        raise _malformed(words)
    return Feed(_read_dice(words[:2]), parse_int(words[3], 1, 5))


def _read_start(words: Sequence[str]) -> StartRoll:
    if len(words) != 2:
        raise _malformed(words)
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
