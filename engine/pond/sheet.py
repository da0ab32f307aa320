"""The game sheet of Ducks in the Pond: what is printed and written on it, what it is worth.

A `State` is the sheet together with the dice of the day. Two players share one sheet, so every mark
carries the seat that made it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from engine.core import Seat

Dice = tuple[int, ...]
"""Dice whose order means nothing: their values, ascending."""

DAYS: Final = 6
BOXES: Final = 3
WEATHER: Final = ("Sunny", "Partly Cloudy", "Cloudy", "Drizzly", "Rainy", "Stormy")
SUNNY_DICE: Final = 6
RANKS: Final = ((90, "Professional"), (80, "Connoisseur"), (70, "Novice"))
LOWEST_RANK: Final = "Honorable Mention"


@dataclass(frozen=True, slots=True)
class Duck:
    """A row of the left column: three boxes for dice of one value.

    Attributes:
        key: its short name.
        name: the duck on the sheet.
        value: the die that its boxes take.
        singly: points when the boxes were filled on more than one day.
        one_roll: points when an untouched row was filled by three dice of one day (P1).
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
        key: its short name, the word of the move that claims it.
        name: the name on the sheet.
        points: what it scores, by the number of dice it is made of.
    """

    key: str
    name: str
    points: dict[int, int]


DUCKS: Final = (
    Duck("mallard", "Mallard", 1, 3, 5),
    Duck("pintail", "Pintail", 2, 6, 8),
    Duck("canvasback", "Canvasback", 3, 9, 12),
    Duck("teal", "Teal", 4, 12, 15),
    Duck("shoveler", "Shoveler", 5, 15, 20),
)
SETS: Final = (
    RightSet("full-house", "Full House", {5: 20}),
    RightSet("4-kind", "4-Kind", {4: 20}),
    RightSet("5-kind", "5-Kind", {5: 25}),
    RightSet("straight", "Straight", {3: 10, 4: 15, 5: 20}),
)
SET_INDEX: Final = {kind.key: index for index, kind in enumerate(SETS)}
USES: Final = ("row", *SET_INDEX, "change", "reroll", "sunny", "feeding")
"""What a die of the day can have been spent on: a row, a set, an ability, the feeding area."""


class Mark(NamedTuple):
    """A filled box: by whom, on which day."""

    seat: Seat
    day: int


Row = tuple[Mark, ...]


class Claimed(NamedTuple):
    """A set of the right column that is taken: by whom, with how many dice."""

    seat: Seat
    size: int


class Spent(NamedTuple):
    """A die of the day that is used: the value it had then, what for, whether it was wild."""

    value: int
    use: str
    wild: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """One point of a game.

    Attributes:
        seats: 1 or 2.
        first: who rolls on day 1; None until the roll for start has decided.
        day: 1 to 6; 7 when the game is over.
        sunny: the days that a 6 has made sunny, ascending, past ones included.
        rows: the marks of each row, in the order of `DUCKS` and of their making.
        sets: who took each set of `SETS`; None while it is open.
        free: the unused dice of the day, without the wild die.
        wild: the value of the fed die that must be placed now; 0 when there is none.
        spent: the used dice of the day, in no order that matters: sorted.
        rolling: how many dice nature has to roll now.
        back: the state before the last move of this day, if it can be taken back. It is the whole
            of the undo history; a position does not tell it.
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
    back: State | None = field(repr=False)


def blank(seats: int, first: Seat | None) -> State:
    """An empty sheet; the dice of day 1 are rolled once it is known who starts."""
    rolling = 0 if first is None else SUNNY_DICE
    return State(seats, first, 1, (), ((),) * 5, (None,) * 4, (), 0, (), rolling, None)


def seat_on(state: State, day: int) -> Seat:
    """Whose day it is: the players take turns, day by day."""
    return ((state.first or 0) + day - 1) % state.seats


def dice_on(state: State, day: int) -> int:
    """How many dice a day has, as far as is known now: six when sunny, else what is printed."""
    return SUNNY_DICE if day in state.sunny else DAYS + 1 - day


def sunny_day(state: State) -> int | None:
    """The day that a 6 would make sunny: the player's own next one (P8), unless it already is."""
    day = state.day + state.seats
    return day if day <= DAYS and day not in state.sunny else None


def rerolled(state: State) -> bool:
    """Whether a 3 has been used for a re-roll today."""
    return any(die.use == "reroll" for die in state.spent)


def fed(state: State) -> bool:
    """Whether dice have been fed today."""
    return any(die.use == "feeding" for die in state.spent)


def row_points(duck: Duck, row: Row, day: int) -> int:
    """What a row scores once it is full, supposed that no later day than `day` touches it.

    A row that was untouched when the day began is worth the higher value, in whatever steps its
    three dice are put down that day.
    """
    return duck.one_roll if all(mark.day == day for mark in row) else duck.singly


def row_score(duck: Duck, row: Row) -> int:
    """What a row scores now: nothing until its third box is filled."""
    return row_points(duck, row, row[-1].day) if len(row) == BOXES else 0


def columns(state: State, seat: Seat) -> tuple[int, int]:
    """A seat's points in the left and in the right column (P9: the third box scores the row)."""
    left = sum(
        row_score(duck, row)
        for duck, row in zip(DUCKS, state.rows, strict=True)
        if len(row) == BOXES and row[-1].seat == seat
    )
    right = sum(
        kind.points[claimed.size]
        for kind, claimed in zip(SETS, state.sets, strict=True)
        if claimed is not None and claimed.seat == seat
    )
    return left, right


def scores(state: State) -> tuple[int, ...]:
    """The points of every seat so far."""
    return tuple(sum(columns(state, seat)) for seat in range(state.seats))


def rank(score: int) -> str:
    """How good a solo score is (P10)."""
    return next((name for least, name in RANKS if score >= least), LOWEST_RANK)


def without(dice: Dice, used: Dice) -> Dice | None:
    """The dice that are left when `used` are taken away; None where they are not all there."""
    rest = list(dice)
    for die in used:
        if die not in rest:
            return None
        rest.remove(die)
    return tuple(rest)
