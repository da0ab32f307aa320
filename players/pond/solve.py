"""Computes the best play of Ducks in the Pond by dynamic programming, and writes its values.

    python -m players.pond.solve

The program runs for half an hour. It goes from the last day to the first. For each day it computes
the worth of every handful of dice, for all sheets at once: with the best placements, then with
changes and feeding, then with a re-roll. The order of moves within a day changes no worth, because
a player who can use a die later need not use it now. So only changes come before the re-roll, and
all placements come last.

The worths of one handful are a list with one number for each sheet. A full row counts as filled
singly, and a row filled within one day adds the difference as a bonus. So a placement shifts the
list and may add a bonus.
"""

from __future__ import annotations

from array import array
from functools import cache
from itertools import combinations, combinations_with_replacement
from operator import mul
from pathlib import Path
from typing import Final

from engine.core import remove_items, weigh_rolls
from engine.pond.handfuls import WILD_VALUES, list_claims, make_pool
from engine.pond.moves import BOXES, DAYS, DUCKS, SETS, SUNNY_DICE, Dice
from players.core import read_values

# The dice left by changes, feeding and re-rolls. They do not depend on the sheet.


@cache
def change_dice(dice: Dice) -> tuple[Dice, ...]:
    """Return the possible dice after one change."""
    return tuple(
        tuple(sorted((*(remove_items(dice, (1, change.value)) or ()), change.to)))
        for change in make_pool(dice).changes
    )


@cache
def feed_dice(dice: Dice) -> tuple[Dice, ...]:
    """Return the possible dice after feeding, the wild one included."""
    found = {
        tuple(sorted((*(remove_items(dice, pair) or ()), wild)))
        for pair in combinations(dice, 2)
        for wild in WILD_VALUES
    }
    return tuple(sorted(found))


@cache
def reroll_dice(dice: Dice) -> tuple[tuple[Dice, int], ...]:
    """Return, for each possible re-roll, the dice kept and the number of dice rolled."""
    return tuple(
        (remove_items(dice, (3, *move.values)) or (), len(move.values))
        for move in make_pool(dice).rerolls
    )


# The worth of each sheet at the start of each day, with the best play.

LEVELS: Final = BOXES + 1
ROWS: Final = len(DUCKS)
ALL_ROWS: Final = LEVELS**ROWS
SHEETS: Final = ALL_ROWS << len(SETS)
FILE: Final = Path(__file__).with_name("values.bin")

Later = tuple[int, bool, bool]
"""A morning: the day, whether it is sunny, and (two players) whether the next day is sunny."""

ALONE: Final[tuple[Later, ...]] = tuple(
    (day, sunny, False) for day in range(2, DAYS + 1) for sunny in (False, True)
)
TWO: Final[tuple[Later, ...]] = tuple(
    (day, sunny, next_sunny)
    for day in range(2, DAYS + 1)
    for sunny in ((False,) if day == 2 else (False, True))
    for next_sunny in ((False,) if day == DAYS else (False, True))
)
"""Mornings for two players. In the file they follow those of `ALONE`."""


def number_sheet(levels: tuple[int, ...], sets: int) -> int:
    """Return the number of a sheet, from its filled boxes by row and its claimed sets as bits."""
    return sum(level * LEVELS**row for row, level in enumerate(levels)) + ALL_ROWS * sets


def levels_of(sheet: int) -> tuple[int, ...]:
    """Return the number of filled boxes in each row."""
    return tuple(sheet // LEVELS**row % LEVELS for row in range(ROWS))


@cache
def load_values() -> dict[tuple[int, Later], array[float]]:
    """Read the file: values by sheet, keyed by the number of players and the morning.

    For one player, a value is the points to come. For two, it is the points to come of the player
    whose day it is, minus those of the other player.
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
"""Points of each sheet's full rows, as if all had been filled singly."""

HANDFULS: Final = tuple(
    dice
    for size in range(SUNNY_DICE + 1)
    for dice in combinations_with_replacement(range(1, 7), size)
)


class Day:
    """The worth of each handful of dice on one day, for each sheet.

    Args:
        plain: the worth of each sheet after the day, `SINGLY` included.
        sunny: the same if a 6 made the player's next day sunny; None if that is impossible.
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
        """Return the worth before a roll of `count` dice."""
        rolls = list(weigh_rolls(count))
        ways = [way / 6**count for _, way in rolls]
        columns = zip(*(self.best(dice) for dice, _ in rolls), strict=True)
        return [sum(map(mul, ways, column)) for column in columns]

    def best(self, dice: Dice) -> Values:
        """Return the worth of dice while today's re-roll is unused."""
        if dice not in self._best:
            ways = [self._average_luck(kept, count) for kept, count in reroll_dice(dice)]
            ways += [self.best(changed) for changed in change_dice(dice)]
            self._best[dice] = _maximum([self.changed(dice), *ways])
        return self._best[dice]

    def changed(self, dice: Dice) -> Values:
        """Return the worth of dice after the re-roll."""
        if dice not in self._changed:
            ways = [self._used[dice], *map(self._used.__getitem__, feed_dice(dice))]
            ways += [self.changed(changed) for changed in change_dice(dice)]
            self._changed[dice] = _maximum(ways)
        return self._changed[dice]

    def _average_luck(self, kept: Dice, count: int) -> Values:
        """Return the worth of kept dice before `count` others are rolled."""
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
        """Return the worth of dice that are placed, claimed, or spent to make a day sunny."""
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
        """Return the worth of placed dice; a 6 makes a day sunny if that is better."""
        rows = tuple(die for die in dice if die <= ROWS)
        ways = [self._place(rows, called=False)]
        if self._can_call and len(rows) < len(dice):
            ways.append(self._place(rows, called=True))
        return _maximum(ways)

    def _place(self, dice: Dice, *, called: bool) -> Values:
        """Return the worth of dice in the rows; there is no 6 among them."""
        key = (dice, called)
        if key not in self._placed:
            count = dice.count(dice[-1])
            before = self._place(dice[:-count], called=called)
            self._placed[key] = _fill(before, dice[-1] - 1, min(count, BOXES))
        return self._placed[key]


def _maximum(ways: list[Values]) -> Values:
    """Return the best value for each sheet."""
    return ways[0] if len(ways) == 1 else list(map(max, *ways))


def _fill(after: Values, row: int, count: int) -> Values:
    """Return the worth of sheets on which up to `count` boxes of a row may be filled."""
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
    """Return the worth of sheets on which a set is claimed."""
    bit = ALL_ROWS << index
    return [IMPOSSIBLE if s & bit else after[s | bit] + points for s in range(SHEETS)]


def solve(seats: int) -> dict[tuple[int, bool, bool], Values]:
    """Return the values of all mornings, the first included, for one or two players."""
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
    """Return the worth after a day, first without and then with a 6 that makes a day sunny."""
    if day == DAYS:
        return list(map(float, SINGLY)), None
    if seats == 1:
        plain, called = found[day + 1, False, False], found[day + 1, True, False]
        return _add(plain, 1), _add(called, 1)
    plain = _add(found[day + 1, other, False], -1)
    return plain, _add(found[day + 1, other, True], -1) if day + 2 <= DAYS else None


def _add(values: Values, sign: int) -> Values:
    """Return the worth after a day; `sign` is -1 if the next day is the other player's."""
    return [single + sign * value for single, value in zip(SINGLY, values, strict=True)]


def main() -> None:
    """Solve the game for one and two players, write the file, and print the worth of a game."""
    alone, two = solve(1), solve(2)
    values = [alone[later] for later in ALONE] + [two[later] for later in TWO]
    FILE.write_bytes(b"".join(array("f", each).tobytes() for each in values))
    print(alone[1, False, False][0], two[1, False, False][0])


if __name__ == "__main__":
    main()
