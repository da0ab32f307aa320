"""Programs that compute the spread of points with the best play.

    python -m players.pond.spread         # the points of a single player
    python -m players.pond.spread lead    # the change of a lead between two players

The first program follows the best play day by day, from the empty sheet through every roll to all
sheets and points that can be reached. So each chance is as exact as the stored worths (seven
digits). If several plays have the best average, the program follows one of them. It runs for half
an hour.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping
from itertools import product
from math import sqrt
from operator import add
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.core import remove_items, weigh_rolls
from engine.pond.handfuls import list_claims
from engine.pond.moves import BOXES, DAYS, DUCKS, LOWEST_RANK, RANKS, SETS, SUNNY_DICE, Dice, rank
from players.pond.best import Today, Tomorrow, find_search, list_mornings
from players.pond.solve import (
    ALL_ROWS,
    TWO,
    change_dice,
    feed_dice,
    levels_of,
    number_sheet,
    reroll_dice,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from players.pond.solve import Later


class End(NamedTuple):
    """The end of a day: points, sheet, and whether a 6 makes the player's next day sunny."""

    points: int
    sheet: int
    called: bool


Ends = dict[End, float]
"""The chance of each end."""

Days = Mapping[tuple[int, bool], Mapping[int, float]]
"""The chance of each sum of points, keyed by the sheet and whether the morning is sunny."""


def begin_day(
    day: int, sheet: int, seats: int = 1, *, sunny: bool = False
) -> tuple[Today, Tomorrow]:
    """Return a day before its roll, and its future.

    `sunny`: whether the next day is sunny; used for two players only.
    """
    levels = levels_of(sheet)
    today = Today(
        levels=levels,
        fresh=tuple(level == 0 for level in levels),
        sets=sheet // ALL_ROWS,
        points=0,
        free=(),
        wild=0,
        may_feed=True,
        may_reroll=True,
        may_call=day + seats <= DAYS,
        called=False,
    )
    return today, Tomorrow(seats, list_mornings(seats, day, sunny=sunny))


def spread_day(day: int, sheet: int, *, sunny: bool) -> Ends:
    """Return the ends of a single player's day with the best play, and their chances."""
    return follow_day(*begin_day(day, sheet), SUNNY_DICE if sunny else DAYS + 1 - day)


def follow_day(today: Today, tomorrow: Tomorrow, count: int) -> Ends:
    """Return the ends of a day that begins with `count` dice, for one or two players."""
    followed = _Followed(today, tomorrow)
    return _mix((ways / 6**count, followed.best(dice)) for dice, ways in weigh_rolls(count))


def _mix(parts: Iterator[tuple[float, Ends]]) -> Ends:
    found: Ends = {}
    for weight, ends in parts:
        for end, chance in ends.items():
            found[end] = found.get(end, 0.0) + weight * chance
    return found


class _Followed:
    """The ends of the moves that a search finds best."""

    def __init__(self, today: Today, tomorrow: Tomorrow) -> None:
        self._today, self._tomorrow = today, tomorrow
        self._search = find_search(today, tomorrow)
        self._known: dict[tuple[Dice, int], Ends] = {}
        self._filled: dict[tuple[Dice, int], End] = {}

    def best(self, dice: Dice) -> Ends:
        """Return the ends that these dice lead to, while a re-roll is possible."""
        search, worth = self._search, self._search.best(dice)
        if search.changed(dice) == worth:
            return self._changed(dice)
        for kept, count in reroll_dice(dice):
            if search.average(kept, count) == worth:
                return self._average(kept, count)
        return self.best(next(d for d in change_dice(dice) if search.best(d) == worth))

    def _changed(self, dice: Dice) -> Ends:
        """Return the ends that these dice lead to after the re-roll."""
        if (dice, 0) not in self._known:
            search, worth = self._search, self._search.changed(dice)
            used = (each for each in (dice, *feed_dice(dice)) if search.use(each) == worth)
            if (best := next(used, None)) is not None:
                self._known[dice, 0] = {self._end(best): 1.0}
            else:
                changed = (each for each in change_dice(dice) if search.changed(each) == worth)
                self._known[dice, 0] = self._changed(next(changed))
        return self._known[dice, 0]

    def _average(self, kept: Dice, count: int) -> Ends:
        """Return the ends that kept dice lead to before `count` other dice are rolled."""
        if count == 0:
            return self._changed(kept)
        if (kept, count) not in self._known:
            after = (tuple(sorted((*kept, side))) for side in range(1, 7))
            self._known[kept, count] = _mix((1 / 6, self._average(d, count - 1)) for d in after)
        return self._known[kept, count]

    def _end(self, dice: Dice) -> End:
        """Return the best end with these dice placed, claimed or spent to make a day sunny."""
        sets = self._today.sets
        ends = [self._fill(dice, sets)]
        for index, claims in enumerate(list_claims(dice)):
            for claim in claims if not sets >> index & 1 else ():
                end = self._fill(remove_items(dice, claim.values) or (), sets | 1 << index)
                ends.append(end._replace(points=end.points + SETS[index].points[len(claim.values)]))
        return max(ends, key=self._weigh)

    def _weigh(self, end: End) -> float:
        return end.points + self._tomorrow.weigh(end.sheet, called=end.called)

    def _fill(self, dice: Dice, sets: int) -> End:
        """Return the best end with these dice in the rows; a 6 may make a day sunny."""
        if (dice, sets) not in self._filled:
            self._filled[dice, sets] = max(self._list_filled(dice, sets), key=self._weigh)
        return self._filled[dice, sets]

    def _list_filled(self, dice: Dice, sets: int) -> Iterator[End]:
        levels = self._today.levels
        most = [min(BOXES - levels[row], dice.count(row + 1)) for row in range(len(DUCKS))]
        for counts in product(*(range(count + 1) for count in most)):
            filled = tuple(map(add, levels, counts))
            points = sum(
                (duck.singly if level else duck.one_roll)
                for duck, level, after in zip(DUCKS, levels, filled, strict=True)
                if level < after == BOXES
            )
            sheet = number_sheet(filled, sets)
            yield End(points, sheet, called=False)
            if self._today.may_call and len(DUCKS) + 1 in dice:
                yield End(points, sheet, called=True)


def spread_game(begun: Days, first: int = 1) -> dict[int, float]:
    """Return the chance of each final score, given the sheets and points before day `first`."""
    for day in range(first, DAYS + 1):
        later: defaultdict[tuple[int, bool], defaultdict[int, float]]
        later = defaultdict(lambda: defaultdict(float))
        for (sheet, sunny), so_far in begun.items():
            for end, chance in spread_day(day, sheet, sunny=sunny).items():
                for points, weight in so_far.items():
                    later[end.sheet, end.called][points + end.points] += chance * weight
        print(f"after day {day}: {len(later)} sheets", flush=True)
        begun = later
    scores: defaultdict[int, float] = defaultdict(float)
    for found in begun.values():
        for points, chance in found.items():
            scores[points] += chance
    return dict(sorted(scores.items()))


def main() -> None:
    """Print the chance of each score and each rank."""
    scores = spread_game({(0, True): {0: 1.0}})
    chances: defaultdict[str, float] = defaultdict(float)
    for points, chance in scores.items():
        print(f"{points:4} {chance:12.8f}")
        chances[rank(points)] += chance
    print("mean", sum(points * chance for points, chance in scores.items()))
    for name in (*(name for _, name in RANKS), LOWEST_RANK):
        print(f"{name}: {chances[name]:.6f}")


# The change of a lead between two players.
#
# Both players play as well as possible until a given morning. Then the weather of that morning is
# set, and they play on. Each day changes the expected lead. The program computes the variance of
# each change exactly and adds up the variances of all days. It runs for ten minutes.

GAMES: Final = 100
"""Games for each morning."""

START: Final[Later] = (1, True, False)


def play(morning: Later, sheet: int, end: int, source: Random) -> tuple[int, float]:
    """Play as well as possible until day `end`; return the sheet, and the sum of the variances.

    Args:
        morning: the first morning.
        sheet: the sheet of that morning.
        end: the first day that is not played.
        source: randomness of the days' ends.
    """
    day, sunny, next_sunny = morning
    total = 0.0
    while day < end:
        today, tomorrow = begin_day(day, sheet, 2, sunny=next_sunny)
        ends = follow_day(today, tomorrow, SUNNY_DICE if sunny else DAYS + 1 - day)
        worths = {e: e.points + tomorrow.weigh(e.sheet, called=e.called) for e in ends}
        mean = sum(chance * worths[e] for e, chance in ends.items())
        total += sum(chance * (worths[e] - mean) ** 2 for e, chance in ends.items())
        (reached,) = source.choices(list(ends), list(ends.values()))
        day, sheet, sunny, next_sunny = day + 1, reached.sheet, next_sunny, reached.called
    return sheet, total


def measure_leads() -> None:
    """Print the standard deviation of a lead's later change for each morning, and its error."""
    source = Random(1)  # noqa: S311 - draws no dice of a table
    for morning in TWO:
        found = list[float]()
        for _ in range(GAMES):
            sheet, _ = play(START, 0, morning[0], source)
            found.append(play(morning, sheet, DAYS + 1, source)[1])
        spread = sqrt(fmean(found))
        error = stdev(found) / sqrt(GAMES) / (2 * spread) if spread else 0.0
        print(f"    {morning}: {spread:.2f},  # ± {error:.2f}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["lead"]:
        measure_leads()
    else:
        main()
