"""How the dice of a finished game fell, compared with all that could have fallen."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.core import CHANCE
from players.games import KITS, find_kit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Chance, Seat
    from players.core import FinishedGame, Measure, Meter, Roll, Values

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LuckSums:
    """The sums for one seat and one measure in a game."""

    seat: Seat
    measure: str
    times: int
    actual: float
    expected: float
    variance: float


def measures(game: str) -> tuple[Measure, ...]:
    """Return the measures of a game; empty if the game has no meter."""
    meter = _find_meter(game)
    return meter.measures if meter else ()


def _find_meter(game: str) -> Meter | None:
    kit = find_kit(game)
    return kit.meter if kit else None


def compute_moments(meter: Meter, roll: Roll) -> tuple[Values, Values]:
    """Return the exact means and variances of a roll, by measure."""
    return meter.compute_moments(roll) or _enumerate(meter, roll.chance, roll.context)


@lru_cache(maxsize=8192)
def _enumerate(
    meter: Meter, chance: Chance[Any], context: tuple[Any, ...]
) -> tuple[Values, Values]:
    """Return means and variances, by measure, computed from all outcomes."""
    weights, firsts, seconds = 0, [0.0] * len(meter.measures), [0.0] * len(meter.measures)
    for move, weight in chance.outcomes():
        weights += weight
        for i, value in enumerate(meter.read_values(context, move)):
            firsts[i] += weight * value
            seconds[i] += weight * value * value
    means = tuple(first / weights for first in firsts)
    return means, tuple(
        second / weights - mean * mean for second, mean in zip(seconds, means, strict=True)
    )


def warm_up() -> None:
    """Compute the moments of frequent rolls in advance, in some 50 milliseconds.

    Otherwise the end of the first game would wait for these moments.
    """
    for kit in KITS:
        try:
            for chance in kit.meter.precomputed if kit.meter else ():
                _enumerate(kit.meter, chance, ())
        except Exception:
            log.exception("the odds of %s cannot be computed", kit.key)


def measure_luck(finished: FinishedGame) -> tuple[LuckSums, ...]:
    meter = _find_meter(finished.game.info.key)
    if meter is None:
        return ()
    found: dict[tuple[Seat, int], list[float]] = {}
    for seat, number, values in _rolls(meter, finished):
        sums = found.setdefault((seat, number), [0, 0.0, 0.0, 0.0])
        for i, value in enumerate((1, *values)):
            sums[i] += value
    return tuple(
        LuckSums(seat, meter.measures[number].key, int(sums[0]), sums[1], sums[2], sums[3])
        for (seat, number), sums in sorted(found.items())
    )


def _rolls(
    meter: Meter, finished: FinishedGame
) -> Iterator[tuple[Seat, int, tuple[float, float, float]]]:
    """Yield, for every roll and measure: seat, index of the measure, (value, mean, variance)."""
    for step in finished.transitions:
        if step.seat != CHANCE:
            continue
        roll = meter.find_roll(finished.game, step.before, finished.game.chance(step.before))
        if roll is None:
            continue
        means, variances = compute_moments(meter, roll)
        for i, value in enumerate(meter.read_values(roll.context, step.move)):
            yield roll.seat, i, (value, means[i], variances[i])
