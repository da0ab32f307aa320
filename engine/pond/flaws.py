"""Flaws in a state of Ducks in the Pond that no game leads to, such as a wrong number of dice."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final

from engine.pond.moves import (
    DAYS,
    SET_INDEX,
    SETS,
    State,
    count_dice,
    make_sheet,
    makes_set,
    seat_of_day,
)
from engine.pond.reach import list_moves

if TYPE_CHECKING:
    from collections.abc import Iterator


ABILITY_DICE: Final = {"change": 1, "reroll": 3, "sunny": 6}

ONCE: Final = ("reroll", "sunny", "feeding")


def find_flaw(state: State) -> str | None:
    """Describe the first fault that makes the state impossible; None if there is none."""
    if state.first is None:
        return None if state == make_sheet(state.seats, None) else "nobody has started yet"
    for check in (_check_boxes, _check_sunny, _check_dice, _check_spent, _check_sets, _check_wild):
        wrong = next(check(state), None)
        if wrong is not None:
            return wrong
    return None


def _check_boxes(state: State) -> Iterator[str]:
    """Check that boxes were filled in order, by the player of the day, with enough dice."""
    for row in state.rows:
        if any(box.day > state.day for box in row):
            yield "a box was filled on a day to come"
        if any(box.seat != seat_of_day(state, box.day) for box in row):
            yield "a box was filled by a player whose day it was not"
        if any(a.day > b.day for a, b in pairwise(row)):
            yield "the boxes of a row are not in the order of their days"
    if any(count > count_dice(state, day) for day, count in _count_used(state).items()):
        yield "more dice were used on a day than that day had"


def _count_used(state: State) -> Counter[int]:
    used = Counter(box.day for row in state.rows for box in row)
    used.update(day - state.seats for day in state.sunny)
    return used


def _check_sunny(state: State) -> Iterator[str]:
    """Check that each sunny day can come from a 6 on the same player's previous day."""
    callers = [day - state.seats for day in state.sunny]
    if len(set(callers)) < len(callers) or any(day < 1 or day > state.day for day in callers):
        yield "a day is sunny that no 6 can have made sunny"
    today = any(die.use == "sunny" for die in state.spent)
    if today != (state.day in callers):
        yield "the 6 that was spent and the sunny day do not agree"


def _check_dice(state: State) -> Iterator[str]:
    """Check that the day has the right number of dice, and that a 3 paid for a re-roll."""
    lying = len(state.free) + bool(state.wild) + len(state.spent) + state.rolling
    if lying != (count_dice(state, state.day) if state.day <= DAYS else 0):
        yield "the number of dice is wrong for the day"
    if state.rolling and state.rolling != lying and not _count_uses(state)["reroll"]:
        yield "dice are rolled again without a 3"


def _count_uses(state: State) -> Counter[str]:
    """Count the used dice of the day by their use."""
    return Counter(die.use for die in state.spent)


def _check_spent(state: State) -> Iterator[str]:
    """Check the dice and the daily limits of abilities, and the dice of the boxes filled today."""
    if any(ABILITY_DICE.get(die.use, die.value) != die.value for die in state.spent):
        yield "an ability was used with the wrong die"
    uses = _count_uses(state)
    if any(uses[use] > 1 for use in ONCE):
        yield "something was done twice that is allowed only once a day"
    in_rows = Counter(die.value for die in state.spent if die.use == "row")
    today = Counter(
        value for value, row in enumerate(state.rows, 1) for box in row if box.day == state.day
    )
    if in_rows != today:
        yield "the boxes filled today and the dice used for rows do not agree"


def _check_sets(state: State) -> Iterator[str]:
    """Check that today's dice made today's sets, and that earlier days can have made the others."""
    earlier: list[tuple[int, int]] = []
    for kind, claimed in zip(SETS, state.sets, strict=True):
        values = tuple(die.value for die in state.spent if die.use == kind.key)
        if claimed is None:
            if values:
                yield f"dice were used for the {kind.name}, which is open"
            continue
        if claimed.seat >= state.seats or claimed.size not in kind.points:
            yield f"the {kind.name} has a wrong seat or number of dice"
        if not values:
            earlier.append(claimed)
        elif not makes_set(kind.key, values) or claimed != (
            seat_of_day(state, state.day),
            len(values),
        ):
            yield f"the {kind.name} was not claimed with these dice"
    if not _some_days_fit(state, earlier):
        yield "the earlier days cannot have made the claimed sets"


def _some_days_fit(state: State, claims: list[tuple[int, int]]) -> bool:
    """Return whether past days had enough spare dice for all these sets.

    Each set needs a day of the seat that claimed it.
    """
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
    """Check that a wild die, placed or waiting, exists exactly if two dice were fed today."""
    wild = [die for die in state.spent if die.wild]
    if any(die.value > 5 or die.use not in {"row", *SET_INDEX} for die in wild):
        yield "the wild die cannot have this value or use"
    if len(wild) + bool(state.wild) != _count_uses(state)["feeding"]:
        yield "the wild die and the feeding area do not agree"
    if state.wild and (state.rolling or not list_moves(state)):
        yield "the wild die has no place to go"
