"""Whether a game could have led to a state: the check of a position that somebody typed."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final

from engine.pond.legal import list_moves
from engine.pond.moves import makes_set
from engine.pond.sheet import (
    DAYS,
    SET_INDEX,
    SETS,
    State,
    count_dice,
    make_sheet,
    seat_of_day,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

ABILITY_DICE: Final = {"change": 1, "reroll": 3, "sunny": 6}
ONCE: Final = ("reroll", "sunny", "feeding")


def find_flaw(state: State) -> str | None:
    """Find the first fault that no game could have led to; None if there is none."""
    if state.first is None:
        return None if state == make_sheet(state.seats, None) else "nobody has started yet"
    for check in (_check_marks, _check_sunny, _check_dice, _check_spent, _check_sets, _check_wild):
        wrong = next(check(state), None)
        if wrong is not None:
            return wrong
    return None


def _check_marks(state: State) -> Iterator[str]:
    """Check that boxes are filled day by day, by the player of the day, with dice of the day."""
    for row in state.rows:
        if any(mark.day > state.day for mark in row):
            yield "a box was filled on a day to come"
        if any(mark.seat != seat_of_day(state, mark.day) for mark in row):
            yield "a box was filled by a player whose day it was not"
        if any(a.day > b.day for a, b in pairwise(row)):
            yield "the boxes of a row are not in the order of their days"
    if any(count > count_dice(state, day) for day, count in _count_used(state).items()):
        yield "more dice were used on a day than it had"


def _count_used(state: State) -> Counter[int]:
    """Count the dice that each day has used for boxes and for a sunny day."""
    used = Counter(mark.day for row in state.rows for mark in row)
    used.update(day - state.seats for day in state.sunny)
    return used


def _check_sunny(state: State) -> Iterator[str]:
    """Check that each sunny day has a 6 of the same player's day before it."""
    callers = [day - state.seats for day in state.sunny]
    if len(set(callers)) < len(callers) or any(day < 1 or day > state.day for day in callers):
        yield "a day is sunny that no 6 can have made so"
    today = any(die.use == "sunny" for die in state.spent)
    if today != (state.day in callers):
        yield "the 6 that was spent and the sunny day do not agree"


def _check_dice(state: State) -> Iterator[str]:
    """Check that every die of the day lies somewhere."""
    lying = len(state.free) + bool(state.wild) + len(state.spent) + state.rolling
    if lying != (count_dice(state, state.day) if state.day <= DAYS else 0):
        yield "the day has another number of dice"
    if state.rolling and state.rolling != lying and not _count_uses(state)["reroll"]:
        yield "dice are rolled again without a 3"


def _count_uses(state: State) -> Counter[str]:
    """Count the used dice of the day by their use."""
    return Counter(die.use for die in state.spent)


def _check_spent(state: State) -> Iterator[str]:
    """Check that abilities have the right dice, once a day, and rows today's marks."""
    if any(ABILITY_DICE.get(die.use, die.value) != die.value for die in state.spent):
        yield "an ability was used with a wrong die"
    uses = _count_uses(state)
    if any(uses[use] > 1 for use in ONCE):
        yield "something was done twice that can be done once a day"
    in_rows = Counter(die.value for die in state.spent if die.use == "row")
    today = Counter(
        value for value, row in enumerate(state.rows, 1) for mark in row if mark.day == state.day
    )
    if in_rows != today:
        yield "the boxes filled today and the dice used for rows do not agree"


def _check_sets(state: State) -> Iterator[str]:
    """Check that today's sets have today's dice, and that earlier days can have made the others."""
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
        elif not makes_set(kind.key, values) or claimed != (
            seat_of_day(state, state.day),
            len(values),
        ):
            yield f"the {kind.name} was not claimed with these dice"
    if not _some_days_fit(state, earlier):
        yield "no days can have made the sets that are claimed"


def _some_days_fit(state: State, claims: list[tuple[int, int]]) -> bool:
    """Return whether each set fits on a past day of its player with enough dice."""
    spare = {day: count_dice(state, day) - _count_used(state)[day] for day in range(1, state.day)}
    for days in product(spare, repeat=len(claims)):
        needed: Counter[int] = Counter()
        for day, (_, size) in zip(days, claims, strict=True):
            needed[day] += size
        own = all(
            seat_of_day(state, day) == seat for day, (seat, _) in zip(days, claims, strict=True)
        )
        if own and all(spare[day] >= count for day, count in needed.items()):
            return True
    return False


def _check_wild(state: State) -> Iterator[str]:
    """Check that there is a wild die, in its place or waiting for one, exactly if dice were fed."""
    wild = [die for die in state.spent if die.wild]
    if any(die.value > 5 or die.use not in {"row", *SET_INDEX} for die in wild):
        yield "the wild die cannot be there"
    if len(wild) + bool(state.wild) != _count_uses(state)["feeding"]:
        yield "the wild die and the feeding area do not agree"
    if state.wild and (state.rolling or not list_moves(state)):
        yield "the wild die has no place"
