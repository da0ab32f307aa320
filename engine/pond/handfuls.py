"""The moves of a handful of dice on an empty sheet, computed once for each handful."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.core import remove_items
from engine.pond.moves import (
    BOXES,
    DAYS,
    DUCKS,
    SET_INDEX,
    SETS,
    SUNNY_DICE,
    Change,
    Claim,
    Dice,
    Feed,
    Move,
    Place,
    Reroll,
    State,
    Sunny,
    count_dice,
    has_fed,
    has_rerolled,
    makes_set,
    name_dice,
    next_sunny_day,
    score_full_row,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WILD_VALUES: Final = range(1, 6)


class Pool(NamedTuple):
    """The moves of a handful of unused dice.

    Attributes:
        places: for each row its placements, fewest dice first.
        claims: for each set of the right column, the ways to make it.
        changes: the changes that a 1 can make.
        rerolls: the re-rolls that a 3 can make, fewest dice first.
        feeds: for each value of the wild die, the pairs that can be fed.
    """

    places: tuple[tuple[Place, ...], ...]
    claims: tuple[tuple[Claim, ...], ...]
    changes: tuple[Change, ...]
    rerolls: tuple[Reroll, ...]
    feeds: tuple[tuple[Feed, ...], ...]


@cache
def make_pool(free: Dice) -> Pool:
    """Return all moves of these dice while no wild die waits to be placed."""
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
    """Return the placements of the wild die, alone or with dice of its value."""
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
    """Return the re-rolls that a 3 can make, fewest dice first."""
    if 3 not in free:
        return ()
    others = _remove_one(free, 3)
    chosen = {c for n in range(1, len(others) + 1) for c in combinations(others, n)}
    return tuple(Reroll(values) for values in sorted(chosen, key=lambda c: (len(c), c)))


def _list_feeds(free: Dice, wild: int) -> tuple[Feed, ...]:
    return tuple(_make_feed(pair, wild) for pair in sorted(set(combinations(free, 2))))


@cache
def _make_feed(pair: Dice, wild: int) -> Feed:
    """Return the move. It is cached, so that all pools share one object for each pair and value."""
    return Feed(pair, wild)


def _remove_one(free: Dice, value: int) -> Dice:
    index = free.index(value)
    return free[:index] + free[index + 1 :]


CACHED: Final = 1 << 11

Path = tuple[Move, ...]
"""Moves in order."""


class Goal(NamedTuple):
    """A goal for the dice of one day.

    Attributes:
        key: a set of the right column, `sunny`, or `row`.
        size: number of dice.
        value: for a row, the die value it takes.
    """

    key: str
    size: int
    value: int = 0


SUNNY_GOAL: Final = Goal("sunny", 1)

SET_GOALS: Final = tuple(
    tuple(Goal(kind.key, size) for size in sorted(kind.points)) for kind in SETS
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A possible use of the day's dice, with its moves.

    Attributes:
        key: the key of a row or a set, or `sunny`, or `reroll`.
        points: points scored at once; 0 if the plan scores later.
        dice: the unused dice that the plan takes, with the values they show now.
        moves: its moves, in order; empty for a re-roll, because the player chooses the dice.
    """

    key: str
    points: int
    dice: tuple[str, ...]
    moves: Path


def make_plans(state: State) -> tuple[Plan, ...]:
    """Return the possible uses of today's unused dice, best first.

    Plans that score a row or set may begin with changes and feeding. A plan for a sunny day may
    begin with changes. Plans for a row that stays open, or for a re-roll, contain neither. While a
    fed die waits to be placed, only plans that place it are listed.
    """
    if state.rolling or state.first is None:
        return ()
    scoring = list(_plan_points(state))
    keys = {plan.key for plan in scoring}
    others = [plan for plan in _plan_ahead(state) if plan.key not in keys]
    return (*sorted(scoring, key=lambda plan: -plan.points), *others)


def _plan_points(state: State) -> Iterator[Plan]:
    """Yield a plan for each row and set that can be completed now; for a straight, the longest."""
    for duck, row in zip(DUCKS, state.rows, strict=True):
        goal = Goal("row", BOXES - len(row), duck.value)
        path = _find_way(state, goal) if goal.size else None
        if path is not None:
            yield _make_plan(state, duck.key, score_full_row(duck, row, state.day), path)
    for kind, goals, taken in zip(SETS, SET_GOALS, state.sets, strict=True):
        if taken is None:
            ways = ((goal, _find_way(state, goal)) for goal in reversed(goals))
            best = next(((goal, path) for goal, path in ways if path is not None), None)
            if best is not None:
                yield _make_plan(state, kind.key, kind.points[best[0].size], best[1])


def _plan_ahead(state: State) -> Iterator[Plan]:
    """Yield plans that score later: dice in a row that stays open, a sunny day, a re-roll."""
    for duck, row in zip(DUCKS, state.rows, strict=True):
        is_wild = state.wild == duck.value
        count = state.free.count(duck.value) + is_wild
        if count and (is_wild or not state.wild) and len(row) + count < BOXES:
            yield _make_plan(state, duck.key, 0, (Place(duck.value, count, is_wild),))
    sunny = _find_way(state, SUNNY_GOAL) if next_sunny_day(state) is not None else None
    if sunny is not None:
        yield _make_plan(state, SUNNY_GOAL.key, 0, sunny)
    if make_pool(state.free).rerolls and not state.wild and not has_rerolled(state):
        yield Plan("reroll", 0, ("3",), ())


def _make_plan(state: State, key: str, points: int, moves: Path) -> Plan:
    """Return a plan with the dice that its moves take from the table."""
    left = list(state.free)
    made: list[int] = []
    for move in moves:
        for die in (int(name) for name in move.dice if not name.endswith("w")):
            (made if die in made else left).remove(die)
        if isinstance(move, Change):
            made.append(move.to)
    taken = remove_items(state.free, tuple(left)) or ()
    return Plan(key, points, name_dice(taken), moves)


def _find_way(state: State, goal: Goal) -> Path | None:
    """Find moves that reach a goal now, with the wild die if one waits."""
    if state.wild:
        return _make_at_once(state.free, goal, state.wild)
    return find_path(state.free, goal, may_feed=not has_fed(state))


@lru_cache(maxsize=CACHED)
def find_path(free: Dice, goal: Goal, *, may_feed: bool) -> Path | None:
    """Find moves without a re-roll that reach a goal and lose the fewest dice; None if impossible.

    A change loses its 1, and feeding loses one of its two dice. If changes lose as many dice as
    feeding, changes are chosen, because feeding is allowed only once a day. Changes come before
    feeding, because a fed die cannot be changed. No other order reaches more goals.
    """
    fewer: dict[Dice, Path] = {}
    layer: dict[Dice, Path] = {free: ()}
    seen: set[Dice] = set()
    while layer or fewer:
        found = _find_in(layer, goal, _make_at_once) or (
            _find_in(fewer, goal, _make_by_feeding) if may_feed else None
        )
        if found is not None:
            return found
        seen.update(layer)
        fewer, layer = (
            layer,
            {
                after: (*before, change)
                for dice, before in layer.items()
                for change in make_pool(dice).changes
                if (after := _change(dice, change.value, change.to)) not in seen
            },
        )
    return None


def _find_in(
    layer: dict[Dice, Path], goal: Goal, way: Callable[[Dice, Goal], Path | None]
) -> Path | None:
    """Return a path to the goal from the first dice in the layer for which `way` finds one."""
    found = ((before, way(dice, goal)) for dice, before in layer.items())
    return next((before + last for before, last in found if last is not None), None)


def _change(dice: Dice, value: int, to: int) -> Dice:
    """Return the dice after a 1 changes one of them."""
    return tuple(sorted((*(remove_items(dice, tuple(sorted((1, value)))) or ()), to)))


def _make_at_once(free: Dice, goal: Goal, wild: int = 0) -> Path | None:
    """Return the one move that reaches the goal, else None; a waiting wild die must be used."""
    if goal.key == "sunny":
        return (Sunny(),) if 6 in free and not wild else None
    if goal.key == "row":
        if wild not in {0, goal.value}:
            return None
        ways = list_wild_places(free, wild) if wild else make_pool(free).places[goal.value - 1]
        return (ways[goal.size - 1],) if len(ways) >= goal.size else None
    made = list_claims(free, wild)[SET_INDEX[goal.key]]
    return next(((claim,) for claim in made if len(claim.values) == goal.size), None)


def _make_by_feeding(free: Dice, goal: Goal) -> Path | None:
    """Return moves that feed two dice and reach the goal with the wild die, else None."""
    if goal.key == "sunny" or len(free) <= goal.size:
        return None
    for pair in sorted(set(combinations(free, 2))):
        rest = remove_items(free, pair) or ()
        for feeds in make_pool(free).feeds:
            feed = next(feed for feed in feeds if feed.values == pair)
            last = _make_at_once(rest, goal, feed.wild)
            if last is not None:
                return (feed, *last)
    return None


def can_make_today(state: State, goal: Goal) -> bool:
    """Return whether today's dice can reach a goal if the rolls still to come are lucky."""
    if state.rolling and not state.spent:
        return state.rolling >= goal.size
    again, may_feed = not has_rerolled(state), not has_fed(state)
    if state.rolling:
        rolls = combinations_with_replacement(range(1, 7), state.rolling)
        hands = {tuple(sorted(state.free + roll)) for roll in rolls}
        return any(find_path(hand, goal, may_feed=may_feed) for hand in hands)
    if state.wild:
        return any(
            last is not None or _can_make(rest, still, may_feed=False, again=again)
            for rest, still, last in _place_wild(state, goal)
        )
    return _can_make(state.free, goal, may_feed=may_feed, again=again)


def _can_make(free: Dice, goal: Goal, *, may_feed: bool, again: bool) -> bool:
    """Return whether a goal can be reached, with a lucky re-roll if `again` allows one."""
    if not goal.size or find_path(free, goal, may_feed=may_feed) is not None:
        return True
    return again and _count_rerolled(free) >= goal.size


@lru_cache(maxsize=CACHED)
def _count_rerolled(free: Dice) -> int:
    """Return the largest number of dice that a 3 can re-roll, after changes if there is no 3."""
    if 3 in free:
        return len(free) - 1
    after = (_change(free, change.value, change.to) for change in make_pool(free).changes)
    return max((_count_rerolled(dice) for dice in after), default=0)


def _place_wild(state: State, goal: Goal) -> Iterator[tuple[Dice, Goal, Path | None]]:
    """Yield, for each use of the wild die: the dice left, the goal left, the moves to the goal.

    The moves are None unless this use alone reaches the goal.
    """
    yield (), goal, _make_at_once(state.free, goal, state.wild)
    if len(state.rows[state.wild - 1]) < BOXES:
        own = goal.key == "row" and goal.value == state.wild
        yield state.free, goal._replace(size=goal.size - own), None
    for ways, taken in zip(list_claims(state.free, state.wild), state.sets, strict=True):
        if taken is None:
            for claim in ways:
                own_dice = remove_items(claim.values, (state.wild,)) or ()
                yield remove_items(state.free, own_dice) or (), goal, None


def count_later_dice(state: State) -> tuple[int, ...]:
    """Return, for each later day, the largest number of dice that it can have.

    A day can become sunny if the same player's previous day is still to come, or is today and a 6
    can still be spent.
    """
    later = range(state.day + 1, DAYS + 1)
    return tuple(
        SUNNY_DICE if _can_be_sunny(state, day) else count_dice(state, day) for day in later
    )


def _can_be_sunny(state: State, day: int) -> bool:
    """Return whether a later day is or can become sunny."""
    called_on = day - state.seats
    if called_on < state.day:
        return day in state.sunny
    return called_on > state.day or day in state.sunny or can_make_today(state, SUNNY_GOAL)


def can_make_set(state: State, index: int) -> bool:
    """Return whether any player can still claim an open set of the right column."""
    least = SET_GOALS[index][0]
    if state.first is None or max(count_later_dice(state), default=0) >= least.size:
        return True
    return any(can_make_today(state, goal) for goal in SET_GOALS[index])


def can_fill_row(state: State, index: int) -> bool:
    """Return whether the dice of today and of all later days can still fill a row.

    A later day with six dice is enough by itself. If no later day can have six, no later die is
    spent to make a day sunny, so all later dice count.
    """
    missing = BOXES - len(state.rows[index])
    if state.first is None:
        return True
    today = missing - sum(count_later_dice(state))
    return today <= 0 or can_make_today(state, Goal("row", today, DUCKS[index].value))
