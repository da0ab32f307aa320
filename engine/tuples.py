"""What several games do with tuples of dice, of cards and of values by seat."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.core import Source

T = TypeVar("T")


def replace_item(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the values with another one at `index`, which is not negative."""
    return (*values[:index], value, *values[index + 1 :])


def remove_items(values: tuple[T, ...], removed: Iterable[T]) -> tuple[T, ...] | None:
    """Return the values that stay without `removed`; None where some of these are missing."""
    left = list(values)
    for value in removed:
        if value not in left:
            return None
        left.remove(value)
    return tuple(left)


def roll_dice(count: int, source: Source) -> tuple[int, ...]:
    """Roll so many six-sided dice and return their values, ascending."""
    return tuple(1 + value for value in sorted(map(source.below, (6,) * count)))


def weigh_rolls(count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield what so many dice can show, ascending, with the number of ways: 6 ** count in all."""
    orders = factorial(count)
    for values in combinations_with_replacement(range(1, 7), count):
        yield values, orders // prod(map(factorial, Counter(values).values()))
