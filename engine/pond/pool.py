"""What a handful of dice can do, whatever the sheet says: the moves, made once for each handful.

There are 924 handfuls of up to six dice, so the caches here are small and never forgotten.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.pond.moves import Change, Claim, Feed, Place, Reroll, fits
from engine.pond.sheet import BOXES, SETS, Dice

WILD_VALUES: Final = range(1, 6)


class Pool(NamedTuple):
    """The moves of a handful of unused dice.

    Attributes:
        places: for each row, its placements by rising number of dice.
        claims: for each set of the right column, the ways to make it.
        changes: what a 1 can do.
        rerolls: what a 3 can do.
        feeds: for each value of the wild die, the pairs that can be fed.
    """

    places: tuple[tuple[Place, ...], ...]
    claims: tuple[tuple[Claim, ...], ...]
    changes: tuple[Change, ...]
    rerolls: tuple[Reroll, ...]
    feeds: tuple[tuple[Feed, ...], ...]


@cache
def pool(free: Dice) -> Pool:
    """Everything that these dice can do without a wild die."""
    return Pool(
        places=tuple(_places(value, free.count(value)) for value in WILD_VALUES),
        claims=claims(free),
        changes=_changes(free),
        rerolls=_rerolls(free),
        feeds=tuple(_feeds(free, value) for value in WILD_VALUES),
    )


def _places(value: int, count: int) -> tuple[Place, ...]:
    return tuple(Place(value, n) for n in range(1, min(count, BOXES) + 1))


@cache
def wild_places(free: Dice, wild: int) -> tuple[Place, ...]:
    """The wild die into its row, alone or with dice of its value."""
    most = min(free.count(wild) + 1, BOXES)
    return tuple(Place(wild, n, wild=True) for n in range(1, most + 1))


@cache
def claims(free: Dice, wild: int = 0) -> tuple[tuple[Claim, ...], ...]:
    """For each set of the right column, the ways to make it, with the wild die if there is one."""
    extra = (wild,) if wild else ()
    hands = {
        tuple(sorted(taken + extra))
        for size in (3, 4, 5)
        for taken in combinations(free, size - len(extra))
    }
    return tuple(
        tuple(Claim(kind.key, hand, wild) for hand in sorted(hands) if fits(kind.key, hand))
        for kind in SETS
    )


def _changes(free: Dice) -> tuple[Change, ...]:
    if 1 not in free:
        return ()
    others = _less_one(free, 1)
    return tuple(
        Change(value, to)
        for value in sorted(set(others))
        for to in (value - 1, value + 1)
        if 1 <= to <= 6
    )


def _rerolls(free: Dice) -> tuple[Reroll, ...]:
    if 3 not in free:
        return ()
    others = _less_one(free, 3)
    chosen = {c for n in range(1, len(others) + 1) for c in combinations(others, n)}
    return tuple(Reroll(values) for values in sorted(chosen, key=lambda c: (len(c), c)))


def _feeds(free: Dice, wild: int) -> tuple[Feed, ...]:
    return tuple(_feed(pair, wild) for pair in sorted(set(combinations(free, 2))))


@cache
def _feed(pair: Dice, wild: int) -> Feed:
    return Feed(pair, wild)


def _less_one(free: Dice, value: int) -> Dice:
    index = free.index(value)
    return free[:index] + free[index + 1 :]
