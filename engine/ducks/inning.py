"""The moves, innings and rounds of Ducks in a Bucket, the worth of a bucket, and exact odds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Final, Literal

from engine.core import Chance, First, IllegalMove, Source, remove_items, roll_dice, weigh_rolls

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.core import Seat


# The moves of Ducks in a Bucket, in the notation of the package's docstring.


@dataclass(frozen=True, slots=True)
class Fall:
    """The chance move: white dice in ascending order, and the Boss: `dice 1 3 5 5 6 boss 5`."""

    dice: tuple[int, ...]
    boss: int

    def __str__(self) -> str:
        return f"dice {' '.join(map(str, self.dice))} boss {self.boss}"


@dataclass(frozen=True, slots=True)
class Promote:
    """Move white dice into the bucket: `promote 5 5`, ascending."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return "promote " + " ".join(map(str, self.dice))


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll every unbucketed die and the Boss: `roll`."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class ThrowAway:
    """Promote nothing, throw one white die away and roll the rest: `throw away`."""

    def __str__(self) -> str:
        return "throw away"


@dataclass(frozen=True, slots=True)
class Bust:
    """Promote nothing and lose the bucket, if the option `press` is "bust": `bust`."""

    def __str__(self) -> str:
        return "bust"


@dataclass(frozen=True, slots=True)
class Stop:
    """Record the hand: `stop`."""

    def __str__(self) -> str:
        return "stop"


Move = First | Fall | Promote | Roll | ThrowAway | Bust | Stop


# The dice of Ducks in a Bucket, and the promotions that the Boss allows.

Dice = tuple[int, ...]
"""Values of white dice, ascending; their order on the table means nothing."""

WHITE: Final = 5
"""Number of a player's white dice."""

SIDES: Final = range(1, 7)

THROWS: Final = tuple(
    frozenset(combinations_with_replacement(SIDES, count)) for count in range(WHITE + 1)
)
"""All sorted rolls of white dice, indexed by the number of dice."""


@dataclass(frozen=True, slots=True)
class RollDice(Chance[Fall]):
    """Nature rolls `white` white dice and the Boss."""

    white: int

    def sample(self, source: Source) -> Fall:
        return Fall(roll_dice(self.white, source), 1 + source.below(6))

    def outcomes(self) -> Iterator[tuple[Fall, int]]:
        """Yield every roll with its number of ways: 6 ** (white + 1) in all."""
        for dice, ways in weigh_rolls(self.white):
            for boss in SIDES:
                yield Fall(dice, boss), ways


@cache
def promotable(dice: Dice, boss: int) -> tuple[Dice, ...]:
    """Return every legal promotion (ruling D1), smallest first.

    A promotion is any number of dice equal to the Boss, or two or more dice whose sum is the Boss.
    """
    matching = [(boss,) * count for count in range(1, dice.count(boss) + 1)]
    lower = [value for value in dice if value < boss]
    adding = {
        some
        for size in range(2, len(lower) + 1)
        for some in combinations(lower, size)
        if sum(some) == boss
    }
    return (*matching, *sorted(adding, key=lambda some: (len(some), some)))


# The worth of a bucket: ranks of hands, kickers, and wild ducks.

DUCK: Final = 2

RANKS: Final = (
    "no pair",
    "one pair",
    "two pair",
    "three of a kind",
    "full house",
    "straight",
    "four of a kind",
    "five of a kind",
)
"""Hand ranks, worst first (ruling D6)."""

_SHAPES: Final[dict[Dice, str]] = {
    (2,): "one pair",
    (2, 2): "two pair",
    (3,): "three of a kind",
    (3, 2): "full house",
    (4,): "four of a kind",
    (5,): "five of a kind",
}
_STRAIGHTS: Final = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))


@dataclass(frozen=True, slots=True)
class Hand:
    """A bucket as a hand.

    Attributes:
        dice: the dice in the bucket, ascending.
        ducks: the values for which its wild 2s stand, highest first; empty if ducks are not wild.
        rank: one of `RANKS`.
        values: the values, wild ducks included, in the order in which hands are compared: sets
            before kickers, and a straight from its highest value down.
        strength: higher for a better hand; equal only for equal values.
    """

    dice: Dice
    ducks: Dice
    rank: str
    values: Dice
    strength: tuple[int, ...]


@cache
def evaluate(bucket: Dice, *, wild: bool) -> Hand:
    """Return the best hand of a bucket of one to five dice, ascending (rulings D5 and D6)."""
    ducks = bucket.count(DUCK) if wild else 0
    rest = tuple(value for value in bucket if not (wild and value == DUCK))
    became = combinations_with_replacement(SIDES, ducks)
    return max(
        (_make_hand(bucket, rest, ranks) for ranks in became), key=lambda hand: hand.strength
    )


def _make_hand(bucket: Dice, rest: Dice, ducks: Dice) -> Hand:
    """Return the hand in which the wild ducks have the values `ducks`."""
    values = tuple(sorted((*rest, *ducks)))
    counted = sorted(Counter(values).items(), key=lambda pair: (pair[1], pair[0]), reverse=True)
    shape = tuple(count for _, count in counted if count > 1)
    rank = "straight" if values in _STRAIGHTS else _SHAPES.get(shape, "no pair")
    ordered = tuple(value for value, count in counted for _ in range(count))
    strength = (RANKS.index(rank), *ordered)
    return Hand(bucket, ducks[::-1], rank, ordered, strength)


GOOSE_EGG: Final[Dice] = ()
"""The hand of a player who has lost his bucket."""

Phase = Literal["first", "fresh", "rolling", "rolled", "promoted", "over"]


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices before the start: seats and options (rulings D5, D8, D9)."""

    seats: int
    wild: bool
    circuits: int
    bust: bool

    @property
    def rounds(self) -> int:
        return self.seats * self.circuits


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round: its button, and by seat the buckets and the points."""

    button: Seat
    hands: tuple[Dice, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    Attributes:
        setup: seats and options.
        button: the first seat of this round; None before the draw. When the game is over, the first
            seat of the last round.
        phase: "first": nature draws the button; "fresh": the inning begins with a roll; "rolling":
            the dice fall; "rolled": promote or not; "promoted": stop or roll; "over".
        left: white dice neither in the bucket nor thrown away.
        dice: the dice on the table; empty in phases without dice.
        boss: the face of the Boss; 0 in phases without dice.
        bucket: the dice this player has promoted.
        hands: the buckets of this round so far, in order of play; a lost bucket is `GOOSE_EGG`.
        results: the finished rounds.
    """

    setup: Setup
    button: Seat | None
    phase: Phase
    left: int = WHITE
    dice: Dice = ()
    boss: int = 0
    bucket: Dice = ()
    hands: tuple[Dice, ...] = ()
    results: tuple[Result, ...] = ()

    @property
    def seat(self) -> Seat:
        """The player of this inning."""
        return ((self.button or 0) + len(self.hands)) % self.setup.seats


def give_button(state: State, first: Seat) -> State:
    """Give the button of the first round to the drawn seat."""
    return State(state.setup, first, "fresh")


def take_dice(state: State) -> State:
    """Let the player roll all unbucketed dice and the Boss; nature moves next."""
    return _roll(state, state.left)


def _roll(state: State, left: int) -> State:
    """Return the state in which `left` white dice and the Boss fall."""
    return replace(state, phase="rolling", left=left, dice=(), boss=0)


def land_dice(state: State, move: Fall) -> State:
    """Put the fallen dice on the table."""
    if move.dice not in THROWS[state.left] or not 1 <= move.boss <= 6:
        raise IllegalMove("{move}: the dice cannot fall like this", move=str(move))
    return replace(state, phase="rolled", dice=move.dice, boss=move.boss)


def promote(state: State, move: Promote) -> State:
    """Put dice into the bucket. If no die is left on the table, the inning ends (ruling D4)."""
    s = state
    if move.dice not in promotable(s.dice, s.boss):
        raise IllegalMove("{move}: the Boss does not permit that", move=str(move))
    bucket, dice = tuple(sorted((*s.bucket, *move.dice))), remove_items(s.dice, move.dice)
    if not dice:
        return end_inning(state, bucket)
    return replace(state, phase="promoted", left=len(dice), dice=dice, bucket=bucket)


def throw_away(state: State) -> State:
    """Throw a white die away and roll the rest; if no die is left, lose the bucket (D3)."""
    if state.left == 1:
        return end_inning(state, GOOSE_EGG)
    return _roll(state, state.left - 1)


def end_inning(state: State, bucket: Dice) -> State:
    """Go to the next inning or round, or end the game."""
    s, hands = state, (*state.hands, bucket)
    button, seats = s.button or 0, s.setup.seats
    if len(hands) < seats:
        return State(s.setup, button, "fresh", hands=hands, results=s.results)
    results = (*s.results, _score_round(s.setup, button, hands))
    if len(results) == s.setup.rounds:
        return State(s.setup, button, "over", 0, results=results)
    return State(s.setup, (button + 1) % seats, "fresh", results=results)


def _score_round(setup: Setup, button: Seat, hands: tuple[Dice, ...]) -> Result:
    """Score a round; `hands` are in the order of play, and the result is by seat."""
    turned: list[Dice] = [GOOSE_EGG] * setup.seats
    points = [0] * setup.seats
    for place, turn in enumerate(rank_hands(hands, wild=setup.wild)):
        points[(button + turn) % setup.seats] = setup.seats - place
    for turn, hand in enumerate(hands):
        turned[(button + turn) % setup.seats] = hand
    return Result(button, tuple(turned), tuple(points))


def rank_hands(hands: tuple[Dice, ...], *, wild: bool) -> list[int]:
    """Return the indices of the hands, best first, without goose eggs.

    The hands are in the order of play. Of identical hands the earlier hand is better (ruling D6).
    """
    alive = [turn for turn, hand in enumerate(hands) if hand != GOOSE_EGG]
    strengths = {turn: evaluate(hands[turn], wild=wild).strength for turn in alive}
    # Sorting is stable, so the earlier of equal hands stays ahead.
    return sorted(alive, key=lambda turn: strengths[turn], reverse=True)


def add_points(state: State) -> tuple[int, ...]:
    """Add up the points of all finished rounds by seat."""
    return tuple(sum(r.points[seat] for r in state.results) for seat in range(state.setup.seats))


# The exact odds in an inning: that a roll allows no promotion, and that a player beats a hand.

Strength = tuple[int, ...]
"""The strength of a hand, as in `Hand`."""

_WAYS: Final = tuple(6 ** sum(range(2, left + 2)) for left in range(WHITE + 1))
"""Number of equally likely series of rolls: n white dice and the Boss, then n - 1 and the Boss,
down to 1 and the Boss. Indexed by n."""


@cache
def count_empty(left: int) -> tuple[int, int]:
    """Return the number of rolls that allow no promotion, and the number of all rolls."""
    return list_chances(left)[()], 6 ** (left + 1)


def chance_to_win(bucket: Dice, left: int, to_beat: Strength, *, wild: bool, bust: bool) -> float:
    """Return the chance to beat a hand, for a player who rolls now and only tries to beat it.

    Args:
        bucket: the promoted dice, ascending.
        left: white dice to roll.
        to_beat: the strength of the hand to beat.
        wild: whether ducks are wild.
        bust: whether a player who promotes nothing loses the bucket.
    """
    return _count_wins(bucket, left, to_beat, wild, bust) / _WAYS[left]


@cache
def list_chances(left: int) -> Mapping[tuple[Dice, ...], int]:
    """Map each set of promotions to the number of rolls that allow exactly this set."""
    ways: Counter[tuple[Dice, ...]] = Counter()
    for fall, count in RollDice(left).outcomes():
        ways[promotable(fall.dice, fall.boss)] += count
    return ways


@lru_cache(1 << 11)
def _count_wins(bucket: Dice, left: int, to_beat: Strength, wild: bool, bust: bool) -> int:  # noqa: FBT001 - keys of the cache
    """Count the ways, out of `_WAYS[left]`, in which the best play beats the hand."""
    if left == 0:
        return 0
    total = 0
    ways_after = _WAYS[left] // 6 ** (left + 1)
    nothing = 0 if bust else _count_wins(bucket, left - 1, to_beat, wild, bust)
    for choices, ways in list_chances(left).items():
        best = nothing
        for dice in choices:
            after = tuple(sorted(bucket + dice))
            rest = left - len(dice)
            if evaluate(after, wild=wild).strength > to_beat:
                best = ways_after
                break
            scale = ways_after // _WAYS[rest]
            best = max(best, scale * _count_wins(after, rest, to_beat, wild, bust))
        total += ways * best
    return total
