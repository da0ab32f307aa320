"""Whether a state could be one of a real game: what a typed position is held against."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final

from engine.pond.legal import legal_moves
from engine.pond.moves import fits
from engine.pond.sheet import (
    DAYS,
    SET_INDEX,
    SETS,
    State,
    blank,
    dice_on,
    seat_on,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

ABILITY_DICE: Final = {"change": 1, "reroll": 3, "sunny": 6}
ONCE: Final = ("reroll", "sunny", "feeding")


def flaw(state: State) -> str | None:
    """The first thing found that no game could have led to; None if there is nothing."""
    if state.first is None:
        return None if state == blank(state.seats, None) else "nobody has started yet"
    for check in (_marks, _sunny, _dice, _spent, _sets, _wild):
        wrong = next(check(state), None)
        if wrong is not None:
            return wrong
    return None


def _marks(state: State) -> Iterator[str]:
    """Boxes are filled day by day, each by the player of its day, within that day's dice."""
    for row in state.rows:
        if any(mark.day > state.day for mark in row):
            yield "a box was filled on a day to come"
        if any(mark.seat != seat_on(state, mark.day) for mark in row):
            yield "a box was filled by a player whose day it was not"
        if any(a.day > b.day for a, b in pairwise(row)):
            yield "the boxes of a row are not in the order of their days"
    if any(count > dice_on(state, day) for day, count in _used(state).items()):
        yield "more dice were used on a day than it had"


def _used(state: State) -> Counter[int]:
    """The dice that each day has used at least: for boxes and for a sunny day."""
    used = Counter(mark.day for row in state.rows for mark in row)
    used.update(day - state.seats for day in state.sunny)
    return used


def _sunny(state: State) -> Iterator[str]:
    """A day is made sunny by a 6 of the same player's day before it."""
    callers = [day - state.seats for day in state.sunny]
    if len(set(callers)) < len(callers) or any(day < 1 or day > state.day for day in callers):
        yield "a day is sunny that no 6 can have made so"
    today = any(die.use == "sunny" for die in state.spent)
    if today != (state.day in callers):
        yield "the 6 that was spent and the sunny day do not agree"


def _dice(state: State) -> Iterator[str]:
    """Every die of the day lies somewhere."""
    lying = len(state.free) + bool(state.wild) + len(state.spent) + state.rolling
    if lying != (dice_on(state, state.day) if state.day <= DAYS else 0):
        yield "the day has another number of dice"
    if state.rolling and state.rolling != lying and not _uses(state)["reroll"]:
        yield "dice are rolled again without a 3"


def _uses(state: State) -> Counter[str]:
    return Counter(die.use for die in state.spent)


def _spent(state: State) -> Iterator[str]:
    """Abilities take their own dice, some once a day; rows agree with today's marks."""
    if any(ABILITY_DICE.get(die.use, die.value) != die.value for die in state.spent):
        yield "an ability was used with a wrong die"
    uses = _uses(state)
    if any(uses[use] > 1 for use in ONCE):
        yield "something was done twice that can be done once a day"
    in_rows = Counter(die.value for die in state.spent if die.use == "row")
    today = Counter(
        value for value, row in enumerate(state.rows, 1) for mark in row if mark.day == state.day
    )
    if in_rows != today:
        yield "the boxes filled today and the dice used for rows do not agree"


def _sets(state: State) -> Iterator[str]:
    """Sets of today are made of today's dice; earlier days can have made the others."""
    earlier: list[tuple[int, int]] = []
    for kind, claimed in zip(SETS, state.sets, strict=True):
        values = tuple(die.value for die in state.spent if die.use == kind.key)
        if claimed is None:
            if values:
                yield f"dice were used for the {kind.name}, which is open"
            continue
        if claimed.seat >= state.seats or claimed.size not in kind.points:
            yield f"the {kind.name} was not claimed like that"
        if not values:
            earlier.append(claimed)
        elif not fits(kind.key, values) or claimed != (seat_on(state, state.day), len(values)):
            yield f"the {kind.name} was not claimed with these dice"
    if not _some_days_fit(state, earlier):
        yield "no days can have made the sets that are claimed"


def _some_days_fit(state: State, claims: list[tuple[int, int]]) -> bool:
    """Whether each claim can be given to a past day of its player that had dice enough."""
    spare = {day: dice_on(state, day) - _used(state)[day] for day in range(1, state.day)}
    for days in product(spare, repeat=len(claims)):
        needed: Counter[int] = Counter()
        for day, (_, size) in zip(days, claims, strict=True):
            needed[day] += size
        own = all(seat_on(state, day) == seat for day, (seat, _) in zip(days, claims, strict=True))
        if own and all(spare[day] >= count for day, count in needed.items()):
            return True
    return False


def _wild(state: State) -> Iterator[str]:
    """A wild die is there when dice were fed: in a row, in a set, or waiting with a place to go."""
    wild = [die for die in state.spent if die.wild]
    if any(die.value > 5 or die.use not in {"row", *SET_INDEX} for die in wild):
        yield "the wild die cannot be there"
    if len(wild) + bool(state.wild) != _uses(state)["feeding"]:
        yield "the wild die and the feeding area do not agree"
    if state.wild and (state.rolling or not legal_moves(state)):
        yield "the wild die has no place"
