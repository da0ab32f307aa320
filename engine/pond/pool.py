"""What a handful of dice can do on an empty sheet: its moves, made once for each handful.

There are 924 handfuls of up to six dice, so the caches stay small and have no limit.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.pond.moves import Change, Claim, Feed, Place, Reroll, makes_set
from engine.pond.sheet import BOXES, SETS, Dice

WILD_VALUES: Final = range(1, 6)


class Pool(NamedTuple):
    """The moves of a handful of unused dice.

    Attributes:
        places: for each row, its placements, the fewest dice first.
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
def make_pool(free: Dice) -> Pool:
    """Return everything that these dice can do without a wild die."""
    return Pool(
        places=tuple(_list_places(value, free.count(value)) for value in WILD_VALUES),
        claims=list_claims(free),
        changes=_list_changes(free),
        rerolls=_list_rerolls(free),
        feeds=tuple(_list_feeds(free, value) for value in WILD_VALUES),
    )


def _list_places(value: int, count: int) -> tuple[Place, ...]:
    """Return the placements of up to `count` dice."""
    return tuple(Place(value, n) for n in range(1, min(count, BOXES) + 1))


@cache
def list_wild_places(free: Dice, wild: int) -> tuple[Place, ...]:
    """Return the placements of the wild die into its row, alone or with dice of its value."""
    most = min(free.count(wild) + 1, BOXES)
    return tuple(Place(wild, n, wild=True) for n in range(1, most + 1))


@cache
def list_claims(free: Dice, wild: int = 0) -> tuple[tuple[Claim, ...], ...]:
    """Return the ways to make each set of the right column, with the wild die if there is one."""
    extra = (wild,) if wild else ()
    hands = {
        tuple(sorted(taken + extra))
        for size in (3, 4, 5)
        for taken in combinations(free, size - len(extra))
    }
    return tuple(
        tuple(Claim(kind.key, hand, wild) for hand in sorted(hands) if makes_set(kind.key, hand))
        for kind in SETS
    )


def _list_changes(free: Dice) -> tuple[Change, ...]:
    """Return what a 1 can change."""
    if 1 not in free:
        return ()
    others = _remove_one(free, 1)
    return tuple(
        Change(value, to)
        for value in sorted(set(others))
        for to in (value - 1, value + 1)
        if 1 <= to <= 6
    )


def _list_rerolls(free: Dice) -> tuple[Reroll, ...]:
    """Return what a 3 can re-roll, the fewest dice first."""
    if 3 not in free:
        return ()
    others = _remove_one(free, 3)
    chosen = {c for n in range(1, len(others) + 1) for c in combinations(others, n)}
    return tuple(Reroll(values) for values in sorted(chosen, key=lambda c: (len(c), c)))


def _list_feeds(free: Dice, wild: int) -> tuple[Feed, ...]:
    """Return the pairs that can become a wild die of this value."""
    return tuple(_make_feed(pair, wild) for pair in sorted(set(combinations(free, 2))))


@cache
def _make_feed(pair: Dice, wild: int) -> Feed:
    """Return the same move for the same pair and value."""
    return Feed(pair, wild)


def _remove_one(free: Dice, value: int) -> Dice:
    """Return the dice without one of this value."""
    index = free.index(value)
    return free[:index] + free[index + 1 :]
