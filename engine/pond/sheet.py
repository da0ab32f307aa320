"""The game sheet of Ducks in the Pond: what is printed on it, what is written on it, its points.

A `State` is the sheet together with the dice of the day. Two players share one sheet, so every mark
names the seat that made it.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    RightSet("4-kind", "4 of a Kind", {4: 20}),
    RightSet("5-kind", "5 of a Kind", {5: 25}),
    RightSet("straight", "Straight", {3: 10, 4: 15, 5: 20}),
)
SET_INDEX: Final = {kind.key: index for index, kind in enumerate(SETS)}
USES: Final = ("row", *SET_INDEX, "change", "reroll", "sunny", "feeding")
"""What a die of the day can be spent on: a row, a set, an ability, the feeding area."""


class Mark(NamedTuple):
    """A filled box: the seat that filled it, and the day."""

    seat: Seat
    day: int


Row = tuple[Mark, ...]


class Claimed(NamedTuple):
    """A set of the right column that is taken: the seat, and the number of dice."""

    seat: Seat
    size: int


class Spent(NamedTuple):
    """A used die of the day: its value when it was used, its use, and whether it was wild."""

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
        rows: the marks of each row in the order of `DUCKS`; within a row the oldest first.
        sets: who took each set of `SETS`; None while it is open.
        free: the unused dice of the day, without the wild die.
        wild: the value of the fed die that must be placed now; 0 when there is none.
        spent: the used dice of the day, sorted: their order means nothing.
        rolling: how many dice nature has to roll now.
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
    """Return an empty sheet; nature rolls the dice of day 1 where `first` is known."""
    rolling = 0 if first is None else SUNNY_DICE
    return State(seats, first, 1, (), ((),) * 5, (None,) * 4, (), 0, (), rolling)


def seat_of_day(state: State, day: int) -> Seat:
    """Return whose day it is: the players take turns, day by day."""
    return ((state.first or 0) + day - 1) % state.seats


def count_dice(state: State, day: int) -> int:
    """Return how many dice a day has: six when it is sunny, else what is printed."""
    return SUNNY_DICE if day in state.sunny else DAYS + 1 - day


def next_sunny_day(state: State) -> int | None:
    """Return the day that a 6 makes sunny: the player's next day (P8); None if there is none."""
    day = state.day + state.seats
    return day if day <= DAYS and day not in state.sunny else None


def has_rerolled(state: State) -> bool:
    """Return whether a 3 has been used for a re-roll today."""
    return any(die.use == "reroll" for die in state.spent)


def has_fed(state: State) -> bool:
    """Return whether dice have been fed today."""
    return any(die.use == "feeding" for die in state.spent)


def score_full_row(duck: Duck, row: Row, day: int) -> int:
    """Return what a row scores if it becomes full on `day` at the latest.

    A row that was untouched when the day began scores the higher value, whether its three dice are
    put down together or one by one.
    """
    return duck.one_roll if all(mark.day == day for mark in row) else duck.singly


def score_row(duck: Duck, row: Row) -> int:
    """Return what a row scores now: nothing until its third box is filled."""
    return score_full_row(duck, row, row[-1].day) if len(row) == BOXES else 0


def score_columns(state: State, seat: Seat) -> tuple[int, int]:
    """Return a seat's points in the left and the right column (P9: the third box scores)."""
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
    """Return the points of every seat so far."""
    return tuple(sum(score_columns(state, seat)) for seat in range(state.seats))


def rank(score: int) -> str:
    """Return the rank of a solo score (P10)."""
    return next((name for least, name in RANKS if score >= least), LOWEST_RANK)
