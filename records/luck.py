"""Luck: how the dice fell against expectation, computed exactly.

For every roll of a game each measure gives a number: what fell. Its mean and variance come from the
enumeration of all that could have fallen there (`Chance.outcomes`), not from sampling. Sums of
`fell - mean` are a martingale whatever the players decide, and the sum of the variances is its
variance; so the deviation in sigmas is honest however somebody plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from engine.buckdice import BuckDice
from engine.buckdice.dice import ThrowDice
from engine.buckdice.dice import score as throw_score
from engine.buckets import Buckets
from engine.buckets.cards import VALUES, total
from engine.buckets.nature import DealHand, DrawCard
from engine.core import CHANCE, Chance, Seat
from engine.ducks import Ducks, promotable
from engine.ducks import RollDice as DucksRoll
from engine.ducks.dice import WHITE
from engine.pond import Pond
from engine.pond.chance import RollDice as PondRoll
from engine.pond.sheet import SUNNY_DICE
from engine.trophy import TrophyBuck
from engine.trophy.dice import TALLIES, DrawAndRoll, worth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.finished_game import Tale

Fell = tuple[float, ...]
"""What fell in one roll, by measure of the game."""

State = Any
"""A state or a move: of any game."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is counted: its key, words for it, and whether more of it is good luck."""

    key: str
    words: str
    lucky: bool = True


@dataclass(frozen=True, slots=True)
class Sums:
    """What a seat rolled in one game, for one measure."""

    seat: Seat
    measure: str
    times: int
    actual: float
    expected: float
    variance: float


@dataclass(frozen=True, slots=True)
class Roll:
    """A chance move that measures read: whose it is, what could fall, and what else matters."""

    seat: Seat
    chance: Chance[Any]
    context: tuple[Any, ...] = ()


class Meter:
    """The measures of one game.

    Attributes:
        game: its key.
        measures: what is counted.
        foreseen: rolls of many outcomes that come in every game, to be computed beforehand.
    """

    game: str
    measures: tuple[Measure, ...]
    foreseen: tuple[Chance[Any], ...] = ()

    def roll(self, rules: State, before: State, chance: Chance[Any]) -> Roll | None:
        """What the chance move is a roll of; None where it counts for nobody."""
        raise NotImplementedError

    def fell(self, context: tuple[Any, ...], move: State) -> Fell:
        """What fell, by measure."""
        raise NotImplementedError

    def moments(self, roll: Roll) -> tuple[Fell, Fell]:
        """The exact means and variances of all that could have fallen."""
        return _moments(self, roll.chance, roll.context)


class _Ducks(Meter):
    game = Ducks.info.key
    measures = (
        Measure("promotable", "rolls that let something be promoted"),
        Measure("matches", "dice that equalled the Boss"),
    )
    foreseen = tuple(DucksRoll(white) for white in range(1, WHITE + 1))

    def roll(self, rules: Ducks, before: State, chance: Chance[Any]) -> Roll | None:
        seat = rules.view(before, None).seat
        return Roll(seat, chance) if isinstance(chance, DucksRoll) and seat is not None else None

    def fell(self, context: tuple[Any, ...], move: State) -> Fell:  # noqa: ARG002 - others need it
        return float(bool(promotable(move.dice, move.boss))), move.dice.count(move.boss)


class _Trophy(Meter):
    game = TrophyBuck.info.key
    measures = (
        Measure("startles", "Startles rolled", lucky=False),
        Measure("points", "points on the dice rolled"),
    )

    def roll(self, rules: TrophyBuck, before: State, chance: Chance[Any]) -> Roll | None:
        if not isinstance(chance, DrawAndRoll):
            return None
        return Roll(rules.view(before, None).hunter or 0, chance)

    def fell(self, context: tuple[Any, ...], move: State) -> Fell:  # noqa: ARG002 - others need it
        tally = TALLIES[move.dice]
        return sum(tally.startles), worth(tally.points)


class _BuckDice(Meter):
    game = BuckDice.info.key
    measures = (
        Measure("hits", "dice that showed the point number"),
        Measure("bucks", "big and little bucks"),
    )

    def roll(self, rules: BuckDice, before: State, chance: Chance[Any]) -> Roll | None:
        view = rules.view(before, None)
        if view.thrower is None or not isinstance(chance, ThrowDice):
            return None
        return Roll(view.thrower, chance, (view.game, view.point))

    def fell(self, context: tuple[Any, ...], move: State) -> Fell:
        game, point = context
        worth_ = throw_score(game, point, move.values)
        return move.values.count(point), float(worth_.kind.endswith("buck"))


class _Pond(Meter):
    game = Pond.info.key
    measures = (
        Measure("pips", "pips rolled"),
        Measure("alike", "rolls with three or more dice alike"),
    )
    foreseen = tuple(PondRoll(dice) for dice in range(1, SUNNY_DICE + 1))

    def roll(self, rules: Pond, before: State, chance: Chance[Any]) -> Roll | None:
        if not isinstance(chance, PondRoll):  # the roll for start
            return None
        return Roll(rules.view(before, None).seat or 0, chance)

    def fell(self, context: tuple[Any, ...], move: State) -> Fell:  # noqa: ARG002 - others need it
        most = max(move.values.count(value) for value in move.values)
        return sum(move.values), float(most >= 3)


class _Buckets(Meter):
    game = Buckets.info.key
    measures = (Measure("cards", "values of the cards dealt and drawn"),)

    def roll(self, rules: Buckets, before: State, chance: Chance[Any]) -> Roll | None:  # noqa: ARG002 - others need it
        return Roll(chance.seat, chance) if isinstance(chance, DealHand | DrawCard) else None

    def fell(self, context: tuple[Any, ...], move: State) -> Fell:  # noqa: ARG002 - others need it
        return (VALUES[move.card],) if hasattr(move, "card") else (total(move.cards),)

    def moments(self, roll: Roll) -> tuple[Fell, Fell]:
        """Of a handful drawn without putting back: there are too many hands to enumerate.

        For n out of N cards the mean is n m and the variance n s2 (N - n) / (N - 1), with the mean
        m and the variance s2 of the pile.
        """
        chance = roll.chance
        assert isinstance(chance, DealHand | DrawCard)  # noqa: S101 - `roll` gives no other
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
    """What is counted in a game."""
    meter = _METERS.get(game)
    return meter.measures if meter else ()


@lru_cache(maxsize=8192)
def _moments(meter: Meter, chance: Chance[Any], context: tuple[Any, ...]) -> tuple[Fell, Fell]:
    """By enumeration, in whole numbers until the last division."""
    weights, firsts, seconds = 0, [0.0] * len(meter.measures), [0.0] * len(meter.measures)
    for move, weight in chance.outcomes():
        weights += weight
        for i, value in enumerate(meter.fell(context, move)):
            firsts[i] += weight * value
            seconds[i] += weight * value * value
    means = tuple(first / weights for first in firsts)
    return means, tuple(
        second / weights - mean * mean for second, mean in zip(seconds, means, strict=True)
    )


def warm_up() -> None:
    """Compute beforehand what is the same in every game: some tens of milliseconds, once.

    A game's end need not wait for it then.
    """
    for meter in _METERS.values():
        for chance in meter.foreseen:
            _moments(meter, chance, ())


def luck_of(tale: Tale) -> tuple[Sums, ...]:
    """What every seat rolled in a game, by measure."""
    meter = _METERS.get(tale.game.info.key)
    if meter is None:
        return ()
    found: dict[tuple[Seat, int], list[float]] = {}
    for seat, number, values in _rolls(meter, tale):
        sums = found.setdefault((seat, number), [0, 0.0, 0.0, 0.0])
        for i, value in enumerate((1, *values)):
            sums[i] += value
    return tuple(
        Sums(seat, meter.measures[number].key, int(sums[0]), sums[1], sums[2], sums[3])
        for (seat, number), sums in sorted(found.items())
    )


def _rolls(meter: Meter, tale: Tale) -> Iterator[tuple[Seat, int, tuple[float, float, float]]]:
    """For every roll and measure: seat, number of the measure; what fell, mean and variance."""
    for turn in tale.turns:
        if turn.seat != CHANCE:
            continue
        roll = meter.roll(tale.game, turn.before, tale.game.chance(turn.before))
        if roll is None:
            continue
        means, variances = meter.moments(roll)
        for i, value in enumerate(meter.fell(roll.context, turn.move)):
            yield roll.seat, i, (value, means[i], variances[i])
