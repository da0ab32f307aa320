"""What can still be made: today with the dice that lie there, and at all before the game is over.

`plans` names what today's dice could still do without luck. `row_possible` and `set_possible` say
no only where no dice and no choices of anybody could complete a row or a set any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.pond.moves import Change, Move, Place, Sunny, tokens
from engine.pond.pool import claims, pool, wild_places
from engine.pond.sheet import (
    BOXES,
    DAYS,
    DUCKS,
    SET_INDEX,
    SETS,
    SUNNY_DICE,
    Dice,
    State,
    dice_on,
    fed,
    rerolled,
    row_points,
    sunny_day,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CACHED: Final = 1 << 15

Path = tuple[Move, ...]
"""Moves one after the other."""


class Goal(NamedTuple):
    """Something to make of dice of one day.

    Attributes:
        key: a set of the right column, `sunny`, or `row`.
        size: how many dice.
        value: for a row, which dice it takes.
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
    """Something that the dice of the day could still do, and how.

    Attributes:
        key: a row's or a set's key, `sunny`, or `reroll`.
        points: what it would score at once; 0 where it only prepares.
        dice: the unused dice that it takes, as they lie there now.
        moves: the moves that do it, in order; none for a re-roll, whose dice are free to choose.
    """

    key: str
    points: int
    dice: tuple[str, ...]
    moves: Path


def plans(state: State) -> tuple[Plan, ...]:
    """What the unused dice could still do today, best first.

    Rows and sets that would score, and a sunny day, are looked for through changes and feeding
    too; dice in a row that stays open and a re-roll are named only as the dice lie. While a fed die
    waits, only placements that use it are named.
    """
    if state.rolling or state.first is None:
        return ()
    scoring = list(_scoring(state))
    keys = {plan.key for plan in scoring}
    others = [plan for plan in _preparing(state) if plan.key not in keys]
    return (*sorted(scoring, key=lambda plan: -plan.points), *others)


def _scoring(state: State) -> Iterator[Plan]:
    """Each row and set that can be completed now; of straights only the longest."""
    for duck, row in zip(DUCKS, state.rows, strict=True):
        goal = Goal("row", BOXES - len(row), duck.value)
        path = _path(state, goal) if goal.size else None
        if path is not None:
            yield _plan(state, duck.key, row_points(duck, row, state.day), path)
    for kind, goals, taken in zip(SETS, SET_GOALS, state.sets, strict=True):
        if taken is None:
            ways = ((goal, _path(state, goal)) for goal in reversed(goals))
            best = next(((goal, path) for goal, path in ways if path is not None), None)
            if best is not None:
                yield _plan(state, kind.key, kind.points[best[0].size], best[1])


def _preparing(state: State) -> Iterator[Plan]:
    """What does not score yet: dice in a row that stays open, a sunny day, a re-roll."""
    for duck, row in zip(DUCKS, state.rows, strict=True):
        is_wild = state.wild == duck.value
        count = state.free.count(duck.value) + is_wild
        if count and (is_wild or not state.wild) and len(row) + count < BOXES:
            yield _plan(state, duck.key, 0, (Place(duck.value, count, is_wild),))
    sunny = _path(state, SUNNY_GOAL) if sunny_day(state) is not None else None
    if sunny is not None:
        yield _plan(state, SUNNY_GOAL.key, 0, sunny)
    if pool(state.free).rerolls and not state.wild and not rerolled(state):
        yield Plan("reroll", 0, ("3",), ())


def _plan(state: State, key: str, points: int, moves: Path) -> Plan:
    """A plan, with the dice that it takes: those that lie there now and no longer afterwards."""
    left = list(state.free)
    made: list[int] = []
    for move in moves:
        for die in (int(name) for name in move.dice if not name.endswith("w")):
            (made if die in made else left).remove(die)
        if isinstance(move, Change):
            made.append(move.to)
    taken = without(state.free, tuple(left)) or ()
    return Plan(key, points, tokens(taken), moves)


def _path(state: State, goal: Goal) -> Path | None:
    if state.wild:
        return _at_once(state.free, goal, state.wild)
    return path(state.free, goal, may_feed=not fed(state))


@lru_cache(maxsize=CACHED)
def path(free: Dice, goal: Goal, *, may_feed: bool) -> Path | None:
    """The moves that make a goal without a re-roll and lose the fewest dice; None if none do.

    A change loses its 1 and feeding one of two dice; a change is preferred, for it may be done
    again. Changes come before feeding: a fed die cannot be changed, and taking the steps in another
    order makes nothing that this order does not.
    """
    fewer: dict[Dice, Path] = {}
    layer: dict[Dice, Path] = {free: ()}
    seen: set[Dice] = set()
    while layer or fewer:
        found = _first(layer, goal, _at_once) or (
            _first(fewer, goal, _by_feeding) if may_feed else None
        )
        if found is not None:
            return found
        seen.update(layer)
        fewer, layer = (
            layer,
            {
                after: (*before, change)
                for dice, before in layer.items()
                for change in pool(dice).changes
                if (after := _changed(dice, change.value, change.to)) not in seen
            },
        )
    return None


def _first(
    layer: dict[Dice, Path], goal: Goal, way: Callable[[Dice, Goal], Path | None]
) -> Path | None:
    """The first dice of a layer that make the goal in this way, with what led to them."""
    found = ((before, way(dice, goal)) for dice, before in layer.items())
    return next((before + last for before, last in found if last is not None), None)


def _changed(dice: Dice, value: int, to: int) -> Dice:
    return tuple(sorted((*(without(dice, tuple(sorted((1, value)))) or ()), to)))


def _at_once(free: Dice, goal: Goal, wild: int = 0) -> Path | None:
    """The move that makes the goal of dice as they are, the wild die among them if there is one."""
    if goal.key == "sunny":
        return (Sunny(),) if 6 in free and not wild else None
    if goal.key == "row":
        if wild not in {0, goal.value}:
            return None
        ways = wild_places(free, wild) if wild else pool(free).places[goal.value - 1]
        return (ways[goal.size - 1],) if len(ways) >= goal.size else None
    made = claims(free, wild)[SET_INDEX[goal.key]]
    return next(((claim,) for claim in made if len(claim.values) == goal.size), None)


def _by_feeding(free: Dice, goal: Goal) -> Path | None:
    """Feed two dice and make the goal with the wild one."""
    if goal.key == "sunny" or len(free) <= goal.size:
        return None
    for pair in sorted(set(combinations(free, 2))):
        rest = without(free, pair) or ()
        for feeds in pool(free).feeds:
            feed = next(feed for feed in feeds if feed.values == pair)
            last = _at_once(rest, goal, feed.wild)
            if last is not None:
                return (feed, *last)
    return None


def can_make_today(state: State, goal: Goal) -> bool:
    """Whether the dice of today, and luck where dice are still to be rolled, can make a goal."""
    if state.rolling and not state.spent:
        return state.rolling >= goal.size
    again, may_feed = not rerolled(state), not fed(state)
    if state.rolling:
        rolls = combinations_with_replacement(range(1, 7), state.rolling)
        hands = {tuple(sorted(state.free + roll)) for roll in rolls}
        return any(path(hand, goal, may_feed=may_feed) for hand in hands)
    if state.wild:
        return any(
            last is not None or _lucky(rest, still, may_feed=False, again=again)
            for rest, still, last in _after_wild(state, goal)
        )
    return _lucky(state.free, goal, may_feed=may_feed, again=again)


def _lucky(free: Dice, goal: Goal, *, may_feed: bool, again: bool) -> bool:
    """Whether a goal can be made, by a re-roll that falls as wished if there may be one."""
    if not goal.size or path(free, goal, may_feed=may_feed) is not None:
        return True
    return again and _most_rerolled(free) >= goal.size


@lru_cache(maxsize=CACHED)
def _most_rerolled(free: Dice) -> int:
    """The most dice that can be rolled anew; fewer if 1s have to make a 3 first."""
    if 3 in free:
        return len(free) - 1
    after = (_changed(free, change.value, change.to) for change in pool(free).changes)
    return max((_most_rerolled(dice) for dice in after), default=0)


def _after_wild(state: State, goal: Goal) -> Iterator[tuple[Dice, Goal, Path | None]]:
    """The ways on from a waiting wild die: the dice and goal that are left, or the goal made."""
    yield (), goal, _at_once(state.free, goal, state.wild)
    if len(state.rows[state.wild - 1]) < BOXES:
        own = goal.key == "row" and goal.value == state.wild
        yield state.free, goal._replace(size=goal.size - own), None
    for ways, taken in zip(claims(state.free, state.wild), state.sets, strict=True):
        if taken is None:
            for claim in ways:
                own_dice = without(claim.values, (state.wild,)) or ()
                yield without(state.free, own_dice) or (), goal, None


def dice_to_come(state: State) -> tuple[int, ...]:
    """The most dice that each later day can still have.

    A day may become sunny when the same player's day before is still to be rolled, or is today and
    can still spend a 6.
    """
    later = range(state.day + 1, DAYS + 1)
    return tuple(SUNNY_DICE if _may_be_sunny(state, day) else dice_on(state, day) for day in later)


def _may_be_sunny(state: State, day: int) -> bool:
    called_on = day - state.seats
    if called_on < state.day:
        return day in state.sunny
    return called_on > state.day or day in state.sunny or can_make_today(state, SUNNY_GOAL)


def set_possible(state: State, index: int) -> bool:
    """Whether an open set of the right column can still be claimed by anybody."""
    least = SET_GOALS[index][0]
    if state.first is None or max(dice_to_come(state), default=0) >= least.size:
        return True
    return any(can_make_today(state, goal) for goal in SET_GOALS[index])


def row_possible(state: State, index: int) -> bool:
    """Whether a row can still be filled, by dice of today and of all days to come together.

    Either some day to come has six dice, which is enough alone, or no die of those days is needed
    for a sunny day, and all of them can count.
    """
    missing = BOXES - len(state.rows[index])
    if state.first is None:
        return True
    today = missing - sum(dice_to_come(state))
    return today <= 0 or can_make_today(state, Goal("row", today, DUCKS[index].value))
