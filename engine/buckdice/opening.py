"""The opening of Buck Dice: who begins, and the point number (rulings K1 and K7)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

from engine.core import (
    Chance,
    IllegalMove,
    Seat,
    Source,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

LOWEST_POT_POINT: Final = 4


@dataclass(frozen=True, slots=True)
class Order:
    """The chance move that settles the order, one die for each thrower: `order 3 6 1 1`."""

    values: tuple[int, ...]

    def __str__(self) -> str:
        return "order " + " ".join(map(str, self.values))


@dataclass(frozen=True, slots=True)
class ThrowForOrder(Chance[Order]):
    """Nature throws one die for each thrower."""

    players: int

    def sample(self, source: Source) -> Order:
        """Throw each die; all sides are equally likely."""
        return Order(tuple(1 + source.below(6) for _ in range(self.players)))

    def outcomes(self) -> Iterator[tuple[Order, int]]:
        """Yield each of the `6 ** players` throws once, with weight 1."""
        return ((Order(values), 1) for values in product(range(1, 7), repeat=self.players))


@dataclass(frozen=True, slots=True)
class Opened:
    """A throw of the opening, kept for the board.

    Attributes:
        stage: the purpose of the throw, as in `Opening`.
        seats: the throwers.
        values: their dice, in the same order.
        cost: units paid for this throw: 1 in the pot game if it missed and is not the first miss,
            else 0.
    """

    stage: str
    seats: tuple[Seat, ...]
    values: tuple[int, ...]
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """The state of the game before the first turn.

    Attributes:
        stage: "first" (nature draws who begins, pot only), "order" (everybody throws), "highest" or
            "lowest" (tied seats throw again), "point" (one die for the point number), "done".
        throwers: the seats that throw now, in order.
        lowest: the seats that may still be lowest; the lowest throws for the point number.
        first: the seat that begins; None until it is known.
        point: the point number; None until it is known.
        log: the throws so far, oldest first.
    """

    stage: str
    throwers: tuple[Seat, ...]
    lowest: tuple[Seat, ...] = ()
    first: Seat | None = None
    point: int | None = None
    log: tuple[Opened, ...] = ()


def make_opening(seats: int, game: str, first: Seat | None) -> Opening:
    """Return the opening before any throw; `first` is None if the opening decides who begins."""
    if game != "pot":
        return Opening("order", tuple(range(seats)), first=first)
    if first is None:
        return Opening("first", ())
    return Opening("point", (first,), first=first)


def draw_first(now: Opening, first: Seat) -> Opening:
    """Let the drawn seat begin and throw for the point number (pot game only)."""
    return Opening("point", (first,), first=first, log=now.log)


def throw_for_order(now: Opening, values: tuple[int, ...]) -> Opening:
    """Find the seat that threw highest, then the seat that threw lowest. Tied seats throw again.

    The highest seat begins the game. The lowest seat throws for the point number.
    """
    if len(values) != len(now.throwers) or not all(1 <= value <= 6 for value in values):
        raise IllegalMove("{move} is not allowed now", move=str(Order(values)))
    log = (*now.log, Opened(now.stage, now.throwers, values))
    high, low = _find_extremes(now, values)
    if now.stage == "order" and high == low:
        return Opening("order", now.throwers, first=now.first, log=log)
    if now.stage == "highest":
        low = now.lowest
    first = high[0] if now.first is None and len(high) == 1 else now.first
    if first is None:
        return Opening("highest", high, low, log=log)
    return Opening("lowest" if len(low) > 1 else "point", low, low, first, log=log)


def _find_extremes(
    now: Opening, values: tuple[int, ...]
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats with the highest throws, and those with the lowest."""
    thrown = tuple(zip(now.throwers, values, strict=True))
    high = tuple(seat for seat, value in thrown if value == max(values))
    low = tuple(seat for seat, value in thrown if value == min(values))
    return high, low


def throw_for_point(now: Opening, value: int, game: str) -> Opening:
    """Set the point number from one die.

    In the pot game a 1, 2 or 3 is a miss, and the die is thrown again. The first miss is free (the
    mulligan), and each later miss costs a unit (ruling K7).
    """
    missed = game == "pot" and value < LOWEST_POT_POINT
    cost = int(missed and any(opened.stage == "point" for opened in now.log))
    log = (*now.log, Opened("point", now.throwers, (value,), cost))
    if missed:
        return Opening("point", now.throwers, now.lowest, now.first, log=log)
    return Opening("done", (), now.lowest, now.first, value, log)
