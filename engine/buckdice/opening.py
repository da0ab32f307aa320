"""Who begins a game of Buck Dice, and how its point number is found (rulings K1 and K7)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

from engine.core import Chance, Seat, Source
from engine.errors import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Iterator

LOWEST_POT_POINT: Final = 4


@dataclass(frozen=True, slots=True)
class Order:
    """The chance move: the dice of all who throw for the order: `order 3 6 1 1`."""

    values: tuple[int, ...]

    def __str__(self) -> str:
        return "order " + " ".join(map(str, self.values))


@dataclass(frozen=True, slots=True)
class ThrowForOrder(Chance[Order]):
    """Nature throws one die for each of several players."""

    players: int

    def sample(self, source: Source) -> Order:
        """Throw each die on any side, equally likely."""
        return Order(tuple(1 + source.below(6) for _ in range(self.players)))

    def outcomes(self) -> Iterator[tuple[Order, int]]:
        """Yield all 6 ** players throws, each with weight 1."""
        return ((Order(values), 1) for values in product(range(1, 7), repeat=self.players))


@dataclass(frozen=True, slots=True)
class Opened:
    """A throw of the opening, kept to tell it later.

    Attributes:
        stage: what the throw was for, as in `Opening`.
        seats: who threw.
        values: their dice, in the same order.
        cost: the units that it cost; only a missed mulligan of the pot game, after the first.
    """

    stage: str
    seats: tuple[Seat, ...]
    values: tuple[int, ...]
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """What is settled before the first turn.

    Attributes:
        stage: "first" (who begins is drawn, pot only), "order" (everybody throws), "highest" or
            "lowest" (tied seats throw again), "point" (one die for the point number), "done".
        throwers: who throws now, in order of seats.
        lowest: the seats that may still be the lowest; the lowest throws for the point number.
        first: who begins; None until it is known.
        point: the point number; None until it is known.
        log: the throws so far.
    """

    stage: str
    throwers: tuple[Seat, ...]
    lowest: tuple[Seat, ...] = ()
    first: Seat | None = None
    point: int | None = None
    log: tuple[Opened, ...] = ()


def make_opening(seats: int, game: str, first: Seat | None) -> Opening:
    """Return the opening before any throw; `first` begins where a rematch has decided it."""
    if game != "pot":
        return Opening("order", tuple(range(seats)), first=first)
    if first is None:
        return Opening("first", ())
    return Opening("point", (first,), first=first)


def draw_first(now: Opening, first: Seat) -> Opening:
    """Let `first` begin, whom the lot has drawn, and throw for the point number (pot)."""
    return Opening("point", (first,), first=first, log=now.log)


def throw_for_order(now: Opening, values: tuple[int, ...]) -> Opening:
    """Settle the highest, then the lowest, by one throw; tied seats throw again."""
    if len(values) != len(now.throwers) or not all(1 <= value <= 6 for value in values):
        raise IllegalMove(f"{Order(values)}: seats {now.throwers} throw one die each")
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
    """Return the seats with the highest and the seats with the lowest of these throws."""
    thrown = tuple(zip(now.throwers, values, strict=True))
    high = tuple(seat for seat, value in thrown if value == max(values))
    low = tuple(seat for seat, value in thrown if value == min(values))
    return high, low


def throw_for_point(now: Opening, value: int, game: str) -> Opening:
    """Settle the point number by one die; in the pot game a 1, 2 or 3 is thrown again.

    The first miss is a free mulligan, and every later one costs a unit (ruling K7).
    """
    missed = game == "pot" and value < LOWEST_POT_POINT
    cost = int(missed and any(opened.stage == "point" for opened in now.log))
    log = (*now.log, Opened("point", now.throwers, (value,), cost))
    if missed:
        return Opening("point", now.throwers, now.lowest, now.first, log=log)
    return Opening("done", (), now.lowest, now.first, value, log)
