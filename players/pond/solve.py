"""Computes the best play of Ducks in the Pond by dynamic programming, and writes its values.

    python -m players.pond.solve

takes half an hour. It goes from the last day to the first. For one day it computes, for every
sheet at once, what every handful of dice is worth: with the placements that are best, after every
change and feeding, and after every re-roll. What a day does in another order is worth the same:
whoever can use a die later need not use it now. So changes come before the re-roll only, and all
placements last.

The sheets of one handful are a list of numbers. They count rows that are full as filled singly; a
row that one day fills adds the difference. So a placement is a step in the list with a bonus.
"""

from __future__ import annotations

from array import array
from functools import cache
from itertools import combinations, combinations_with_replacement
from operator import mul
from pathlib import Path
from typing import Final

from engine.core import remove_items, weigh_rolls
from engine.pond.moves import BOXES, DAYS, DUCKS, SETS, SUNNY_DICE, Dice
from engine.pond.reach import WILD_VALUES, list_claims, make_pool
from players.core import read_values

# What abilities make of a handful of dice, whatever the sheet says.


@cache
def change_dice(dice: Dice) -> tuple[Dice, ...]:
    """Return what the dice are after one change."""
    return tuple(
        tuple(sorted((*(remove_items(dice, (1, change.value)) or ()), change.to)))
        for change in make_pool(dice).changes
    )


@cache
def feed_dice(dice: Dice) -> tuple[Dice, ...]:
    """Return what the dice are after feeding, the wild one among them."""
    found = {
        tuple(sorted((*(remove_items(dice, pair) or ()), wild)))
        for pair in combinations(dice, 2)
        for wild in WILD_VALUES
    }
    return tuple(sorted(found))


@cache
def reroll_dice(dice: Dice) -> tuple[tuple[Dice, int], ...]:
    """Return which dice can be kept in a re-roll, and how many are rolled."""
    return tuple(
        (remove_items(dice, (3, *move.values)) or (), len(move.values))
        for move in make_pool(dice).rerolls
    )


# What each sheet is worth at the start of each day, if it is played as well as can be.

LEVELS: Final = BOXES + 1
ROWS: Final = len(DUCKS)
ALL_ROWS: Final = LEVELS**ROWS
SHEETS: Final = ALL_ROWS << len(SETS)
FILE: Final = Path(__file__).with_name("values.bin")

Later = tuple[int, bool, bool]
"""The day that begins, and whether it and the day after it are sunny; the latter where two play."""

ALONE: Final[tuple[Later, ...]] = tuple(
    (day, sunny, False) for day in range(2, DAYS + 1) for sunny in (False, True)
)
TWO: Final[tuple[Later, ...]] = tuple(
    (day, sunny, next_sunny)
    for day in range(2, DAYS + 1)
    for sunny in ((False,) if day == 2 else (False, True))
    for next_sunny in ((False,) if day == DAYS else (False, True))
)
"""In the order of the file: first those of one player, then those of two."""


def number_sheet(levels: tuple[int, ...], sets: int) -> int:
    """Return the number of a sheet: filled boxes by row, and the bits of the sets taken."""
    return sum(level * LEVELS**row for row, level in enumerate(levels)) + ALL_ROWS * sets


def levels_of(sheet: int) -> tuple[int, ...]:
    """Return how many boxes of each row are filled."""
    return tuple(sheet // LEVELS**row % LEVELS for row in range(ROWS))


@cache
def load_values() -> dict[tuple[int, Later], array[float]]:
    """Read the file: by the number of players and the later days, a value for each sheet.

    Alone it is the points that are still to come; for two the points of who begins less those of
    the other.
    """
    values = read_values(FILE)
    keys = [*((1, later) for later in ALONE), *((2, later) for later in TWO)]
    return {key: values[SHEETS * i : SHEETS * (i + 1)] for i, key in enumerate(keys)}


Values = list[float]
"""A value for each sheet."""

BONUS: Final = tuple(duck.one_roll - duck.singly for duck in DUCKS)
IMPOSSIBLE: Final = float("-inf")
SINGLY: Final = tuple(
    sum(duck.singly for duck, level in zip(DUCKS, levels_of(s), strict=True) if level == BOXES)
    for s in range(SHEETS)
)
"""The points of the full rows of each sheet, as if they were filled singly."""

HANDFULS: Final = tuple(
    dice
    for size in range(SUNNY_DICE + 1)
    for dice in combinations_with_replacement(range(1, 7), size)
)


class Day:
    """What the handfuls of one day are worth on each sheet.

    Args:
        plain: what follows the day for each sheet, with `SINGLY`.
        sunny: the same where a 6 was spent for the weather; None where no 6 can be.
    """

    def __init__(self, plain: Values, sunny: Values | None) -> None:
        self._placed: dict[tuple[Dice, bool], Values] = {((), False): plain}
        if sunny is not None:
            self._placed[(), True] = sunny
        self._can_call = sunny is not None
        self._used = {dice: self._use(dice) for dice in HANDFULS}
        self._changed: dict[Dice, Values] = {}
        self._best: dict[Dice, Values] = {}
        self._luck: dict[tuple[Dice, int], Values] = {}

    def average(self, count: int) -> Values:
        """Return what a roll of so many dice is worth."""
        rolls = list(weigh_rolls(count))
        ways = [way / 6**count for _, way in rolls]
        columns = zip(*(self.best(dice) for dice, _ in rolls), strict=True)
        return [sum(map(mul, ways, column)) for column in columns]

    def best(self, dice: Dice) -> Values:
        """Return what dice are worth as long as there was no re-roll today."""
        if dice not in self._best:
            ways = [self._average_luck(kept, count) for kept, count in reroll_dice(dice)]
            ways += [self.best(changed) for changed in change_dice(dice)]
            self._best[dice] = _maximum([self.changed(dice), *ways])
        return self._best[dice]

    def changed(self, dice: Dice) -> Values:
        """Return what dice are worth when they cannot be rolled again."""
        if dice not in self._changed:
            ways = [self._used[dice], *map(self._used.__getitem__, feed_dice(dice))]
            ways += [self.changed(changed) for changed in change_dice(dice)]
            self._changed[dice] = _maximum(ways)
        return self._changed[dice]

    def _average_luck(self, kept: Dice, count: int) -> Values:
        """Return what kept dice are worth before so many others fall."""
        if count == 0:
            return self.changed(kept)
        if (kept, count) not in self._luck:
            after = [
                self._average_luck(tuple(sorted((*kept, side))), count - 1) for side in range(1, 7)
            ]
            columns = zip(*after, strict=True)
            self._luck[kept, count] = [sum(column) / 6 for column in columns]
        return self._luck[kept, count]

    def _use(self, dice: Dice) -> Values:
        """Return what dice are worth as they are: placed, claimed, or spent for the weather."""
        ways = [self._place_or_call(dice)]
        for index, claims in enumerate(list_claims(dice)):
            points: dict[int, list[Values]] = {}
            for claim in claims:
                rest = remove_items(dice, claim.values) or ()
                points.setdefault(len(claim.values), []).append(self._place_or_call(rest))
            ways += [
                _claim(_maximum(after), index, SETS[index].points[size])
                for size, after in points.items()
            ]
        return _maximum(ways)

    def _place_or_call(self, dice: Dice) -> Values:
        """Return what dice are worth if they are placed, and a 6 is spent where that is better."""
        rows = tuple(die for die in dice if die <= ROWS)
        ways = [self._place(rows, called=False)]
        if self._can_call and len(rows) < len(dice):
            ways.append(self._place(rows, called=True))
        return _maximum(ways)

    def _place(self, dice: Dice, *, called: bool) -> Values:
        """Return what dice without a 6 are worth in the rows."""
        key = (dice, called)
        if key not in self._placed:
            count = dice.count(dice[-1])
            before = self._place(dice[:-count], called=called)
            self._placed[key] = _fill(before, dice[-1] - 1, min(count, BOXES))
        return self._placed[key]


def _maximum(ways: list[Values]) -> Values:
    """Return the best of all ways, sheet by sheet."""
    return ways[0] if len(ways) == 1 else list(map(max, *ways))


def _fill(after: Values, row: int, count: int) -> Values:
    """Return what sheets are worth where up to so many boxes of a row may be filled."""
    step = LEVELS**row
    ways = [after]
    for filled in range(1, count + 1):
        shifted = after[filled * step :] + [IMPOSSIBLE] * (filled * step)
        bonus = BONUS[row] if filled == BOXES else 0
        ways.append(
            [
                value + bonus if sheet // step % LEVELS + filled <= BOXES else IMPOSSIBLE
                for sheet, value in enumerate(shifted)
            ]
        )
    return _maximum(ways)


def _claim(after: Values, index: int, points: int) -> Values:
    """Return what sheets are worth where a set is claimed."""
    bit = ALL_ROWS << index
    return [IMPOSSIBLE if s & bit else after[s | bit] + points for s in range(SHEETS)]


def solve(seats: int) -> dict[tuple[int, bool, bool], Values]:
    """Return the values of all days, the first one too, for one or two players."""
    found: dict[tuple[int, bool, bool], Values] = {}
    for day in range(DAYS, 0, -1):
        for other in (False, True) if seats == 2 and 1 < day < DAYS else (False,):
            plain, called = _look_ahead(found, seats, day, other=other)
            work = Day(plain, called)
            for sunny in (False, True) if day > seats else (False,):
                count = SUNNY_DICE if sunny else DAYS + 1 - day
                totals = work.average(count)
                found[day, sunny, other] = [t - s for t, s in zip(totals, SINGLY, strict=True)]
    return found


def _look_ahead(
    found: dict[tuple[int, bool, bool], Values], seats: int, day: int, *, other: bool
) -> tuple[Values, Values | None]:
    """Return what follows a day, without and with a 6 that was spent for the weather."""
    if day == DAYS:
        return list(map(float, SINGLY)), None
    if seats == 1:
        plain, called = found[day + 1, False, False], found[day + 1, True, False]
        return _add(plain, 1), _add(called, 1)
    plain = _add(found[day + 1, other, False], -1)
    return plain, _add(found[day + 1, other, True], -1) if day + 2 <= DAYS else None


def _add(values: Values, sign: int) -> Values:
    """Return values of a later day as they count today."""
    return [single + sign * value for single, value in zip(SINGLY, values, strict=True)]


def main() -> None:
    """Solve the game for one and for two, write the file, and print what a game is worth."""
    alone, two = solve(1), solve(2)
    values = [alone[later] for later in ALONE] + [two[later] for later in TWO]
    FILE.write_bytes(b"".join(array("f", each).tobytes() for each in values))
    print(alone[1, False, False][0], two[1, False, False][0])


if __name__ == "__main__":
    main()
