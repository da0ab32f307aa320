"""How far a lead still changes where two play the pond: `python -m players.pond.lead`.

It plays as well as can be up to each morning, and from there on with the weather of that morning.
How a day's dice spread the points ahead is computed exactly, and the variances of days add up. It
takes some ten minutes.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final

from engine.pond.sheet import DAYS, SUNNY_DICE
from players.pond.solve import TWO
from players.pond.spread import begin_day, follow_day

if TYPE_CHECKING:
    from players.pond.solve import Later

GAMES: Final = 100
"""Of each morning."""

START: Final[Later] = (1, True, False)


def play(morning: Later, sheet: int, end: int, source: Random) -> tuple[int, float]:
    """Play as well as can be until a day begins; return the sheet then, and the variance.

    Args:
        morning: how the first day begins.
        sheet: of that morning.
        end: the day that is not played any more.
        source: draws how the days end.
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


def main() -> None:
    """Print for each morning the standard deviation of the points ahead, and its error."""
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
    main()
