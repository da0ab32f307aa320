"""Luck: how the dice fell compared with the expectation, computed exactly.

For every roll of a game each measure gives a number. Its mean and variance come from all outcomes
of the roll (`Chance.outcomes`), not from samples. The sums of `number - mean` are a martingale
whatever the players decide, and the sum of the variances is its variance. So the deviation in
sigmas is right however somebody plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from engine.buckdice import BuckDice
from engine.buckdice.dice import ThrowDice
from engine.buckdice.dice import score as throw_score
from engine.buckets import Buckets
from engine.buckets.moves import DealHand, DrawCard
from engine.buckets.pyramid import VALUES, total
from engine.core import CHANCE, Chance, Seat
from engine.ducks import Ducks, promotable
from engine.ducks import RollDice as DucksRoll
from engine.ducks.inning import WHITE
from engine.pond import Pond
from engine.pond.game import RollDice as PondRoll
from engine.pond.sheet import SUNNY_DICE
from engine.trophy import TrophyBuck
from engine.trophy.dice import TALLIES, DrawAndRoll, worth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.facts.finished_game import FinishedGame

Values = tuple[float, ...]
"""A number of one roll for each measure of the game."""

State = Any
"""A state or a move of any game."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is counted: its key, words for it, and whether more of it is good luck."""

    key: str
    words: str
    lucky: bool = True


@dataclass(frozen=True, slots=True)
class LuckSums:
    """The sums of a seat in one game, for one measure."""

    seat: Seat
    measure: str
    times: int
    actual: float
    expected: float
    variance: float


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll: whose it is, what could fall, and what else the measures need to know."""

    seat: Seat
    chance: Chance[Any]
    context: tuple[Any, ...] = ()


class Meter:
    """The measures of one game.

    Attributes:
        game: the key of the game.
        measures: what is counted.
        precomputed: rolls with many outcomes that every game has; `warm_up` computes them.
    """

    game: str
    measures: tuple[Measure, ...]
    precomputed: tuple[Chance[Any], ...] = ()

    def find_roll(self, rules: State, before: State, chance: Chance[Any]) -> Roll | None:
        """Return the roll that a move of nature makes; None if it counts for nobody."""
        raise NotImplementedError

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:
        """Return the number of each measure."""
        raise NotImplementedError

    def compute_moments(self, roll: Roll) -> tuple[Values, Values]:
        """Return the exact means and variances of the roll, by measure."""
        return _enumerate(self, roll.chance, roll.context)


class _Ducks(Meter):
    game = Ducks.info.key
    measures = (
        Measure("promotable", "rolls that let something be promoted"),
        Measure("matches", "dice that equalled the Boss"),
    )
    precomputed = tuple(DucksRoll(white) for white in range(1, WHITE + 1))

    def find_roll(self, rules: Ducks, before: State, chance: Chance[Any]) -> Roll | None:
        seat = rules.view(before, None).seat
        return Roll(seat, chance) if isinstance(chance, DucksRoll) and seat is not None else None

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:  # noqa: ARG002 - others need it
        return float(bool(promotable(move.dice, move.boss))), move.dice.count(move.boss)


class _Trophy(Meter):
    game = TrophyBuck.info.key
    measures = (
        Measure("startles", "Startles rolled", lucky=False),
        Measure("points", "points on the dice rolled"),
    )

    def find_roll(self, rules: TrophyBuck, before: State, chance: Chance[Any]) -> Roll | None:
        if not isinstance(chance, DrawAndRoll):
            return None
        return Roll(rules.view(before, None).hunter or 0, chance)

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:  # noqa: ARG002 - others need it
        tally = TALLIES[move.dice]
        return sum(tally.startles), worth(tally.points)


class _BuckDice(Meter):
    game = BuckDice.info.key
    measures = (
        Measure("hits", "dice that showed the point number"),
        Measure("bucks", "big and little bucks"),
    )

    def find_roll(self, rules: BuckDice, before: State, chance: Chance[Any]) -> Roll | None:
        view = rules.view(before, None)
        if view.thrower is None or not isinstance(chance, ThrowDice):
            return None
        return Roll(view.thrower, chance, (view.game, view.point))

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:
        game, point = context
        worth_ = throw_score(game, point, move.values)
        return move.values.count(point), float(worth_.kind.endswith("buck"))


class _Pond(Meter):
    game = Pond.info.key
    measures = (
        Measure("pips", "pips rolled"),
        Measure("alike", "rolls with three or more dice alike"),
    )
    precomputed = tuple(PondRoll(dice) for dice in range(1, SUNNY_DICE + 1))

    def find_roll(self, rules: Pond, before: State, chance: Chance[Any]) -> Roll | None:
        if not isinstance(chance, PondRoll):  # the roll for start
            return None
        return Roll(rules.view(before, None).seat or 0, chance)

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:  # noqa: ARG002 - others need it
        most = max(move.values.count(value) for value in move.values)
        return sum(move.values), float(most >= 3)


class _Buckets(Meter):
    game = Buckets.info.key
    measures = (Measure("cards", "values of the cards dealt and drawn"),)

    def find_roll(self, rules: Buckets, before: State, chance: Chance[Any]) -> Roll | None:  # noqa: ARG002 - others need it
        return Roll(chance.seat, chance) if isinstance(chance, DealHand | DrawCard) else None

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:  # noqa: ARG002 - others need it
        return (VALUES[move.card],) if hasattr(move, "card") else (total(move.cards),)

    def compute_moments(self, roll: Roll) -> tuple[Values, Values]:
        """Return the mean and the variance of a hand; there are too many hands to enumerate.

        The hand is n of N cards, drawn without putting them back. Its mean is n m and its variance
        is n s2 (N - n) / (N - 1), with the mean m and the variance s2 of the pile.
        """
        chance = roll.chance
        assert isinstance(chance, DealHand | DrawCard)  # noqa: S101 - `find_roll` gives no other
        number = chance.size if isinstance(chance, DealHand) else 1
        values = [VALUES[card] for card in chance.pile]
        count = len(values)
        mean = sum(values) / count
        variance = sum(value * value for value in values) / count - mean * mean
        rest = (count - number) / (count - 1) if count > 1 else 0.0
        return (number * mean,), (number * variance * rest,)


_METERS: Final = {
    meter.game: meter for meter in (_Ducks(), _Trophy(), _BuckDice(), _Pond(), _Buckets())
}


def measures(game: str) -> tuple[Measure, ...]:
    """Return what is counted in a game."""
    meter = _METERS.get(game)
    return meter.measures if meter else ()


@lru_cache(maxsize=8192)
def _enumerate(
    meter: Meter, chance: Chance[Any], context: tuple[Any, ...]
) -> tuple[Values, Values]:
    """Return means and variances from all outcomes, exact until the last division."""
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
    """Compute what is the same in every game, once: it takes some tens of milliseconds.

    Then the end of the first game need not wait for it.
    """
    for meter in _METERS.values():
        for chance in meter.precomputed:
            _enumerate(meter, chance, ())


def measure_luck(finished: FinishedGame) -> tuple[LuckSums, ...]:
    """Return the sums of every seat and measure in a game."""
    meter = _METERS.get(finished.game.info.key)
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
    """Yield for every roll and measure the seat, the measure's index, and value, mean, variance."""
    for step in finished.transitions:
        if step.seat != CHANCE:
            continue
        roll = meter.find_roll(finished.game, step.before, finished.game.chance(step.before))
        if roll is None:
            continue
        means, variances = meter.compute_moments(roll)
        for i, value in enumerate(meter.read_values(roll.context, step.move)):
            yield roll.seat, i, (value, means[i], variances[i])
