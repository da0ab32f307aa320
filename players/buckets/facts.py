"""Luck and achievements in a game of The Bucket King, for the records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.buckets import Buckets
from engine.buckets.cards import VALUES, total
from engine.buckets.draws import DealHand, DrawCard
from engine.buckets.moves import Auto, Play, Remove
from engine.buckets.pyramid import BARE, SIZE
from engine.buckets.view import BucketsView, PlayingView, RoundView
from players.core import Achievements, Measure, Meter, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Chance, Seat, Transition
    from players.core import FinishedGame, State, Values

TEN, TIMBER, STAMPEDE, GRAND, SAME = 10, 6, 20, 30, 3

GOALS: Final = (
    ("untouched", "🏖️", "Not a Splash", "Ended a round with all fifteen buckets."),
    ("ten", "🔺", "A Proud Pyramid", f"Won with {TEN} buckets or more left in a round."),
    ("handle", "🧤", "By the Handle", "Ended a round with exactly one bucket."),
    ("timber", "🌲", "Timber!", f"Lost {TIMBER} buckets or more at once."),
    ("wet", "🧦", "Wet Feet", "Brought down somebody's last bucket."),
    ("stampede", "🐎", "Stampede", f"Led cards worth {STAMPEDE} or more."),
    ("grand", "🚜", "The Whole Farmyard", f"Showed cards worth {GRAND} or more within one trick."),
    ("cheeky", "😜", "Cheeky", "Led a single 1, and the next player declined."),
    ("whisker", "🐈", "By a Whisker", "Defended with a sum exactly one higher than the attack."),
    ("menagerie", "🦁", "A Menagerie", "Ended a round with all five animals in the pyramid."),
    ("one-colour", "🎨", "Of One Mind", f"Ended a round with {SAME} buckets or more, all alike."),
    ("penthouse", "🏙️", "Penthouse", "Won with the topmost bucket still in its place."),
    ("architect", "📐", "My Own Architect", "Won a match of pyramids built by hand."),
)
"""Achievements, each with its key, emoji, title, and how it is earned."""

PEOPLE: Final = frozenset({"ten", "penthouse", "architect"})
"""Achievements that can be earned only in games between people."""


def find_achievements(finished: FinishedGame) -> Iterator[tuple[Seat, str]]:
    """Yield seat and key of every achievement earned in the game."""
    view: BucketsView = finished.game.view(finished.transitions[-1].after, None)
    for result in view.results:
        for seat in finished.seats:
            yield from ((seat, word) for word in _round(result, seat, won=seat in finished.winners))
    built = {made.seat for made in finished.transitions if isinstance(made.move, Auto)}
    yield from ((seat, "architect") for seat in finished.winners if seat not in built)
    for made in finished.transitions:
        if isinstance(made.move, Play | Remove):
            playing: PlayingView | None = finished.game.view(made.before, None).playing
            if playing is not None:
                yield from _trick(made, playing)


def _round(result: RoundView, seat: Seat, *, won: bool) -> Iterator[str]:
    """Yield the achievements of a pyramid at the end of a round."""
    pyramid, count = result.pyramids[seat], result.buckets[seat]
    colours = set(pyramid) - set(BARE)
    if count == SIZE:
        yield "untouched"
    if count == 1:
        yield "handle"
    if count >= TEN and won:
        yield "ten"
    if len(colours) == 5:
        yield "menagerie"
    if len(colours) == 1 and count >= SAME:
        yield "one-colour"
    if won and pyramid[-1] not in BARE:
        yield "penthouse"


def _trick(made: Transition, playing: PlayingView) -> Iterator[tuple[Seat, str]]:
    """Yield the achievements of a lead, a defence or a decline."""
    seat, trick = made.seat, playing.trick
    if isinstance(made.move, Remove):
        yield from _declined(made, playing)
        return
    shown = total(made.move.cards)
    if trick is None:
        if shown >= STAMPEDE:
            yield seat, "stampede"
        return
    shown += trick.carried[seat]
    if shown >= GRAND:
        yield seat, "grand"
    if shown == trick.beat + 1:
        yield seat, "whisker"


def _declined(made: Transition, playing: PlayingView) -> Iterator[tuple[Seat, str]]:
    trick = playing.trick
    removal = next((one for one in playing.removals if one.box == made.move.box), None)
    if trick is None or removal is None:
        return
    if len(removal.falls) >= TIMBER:
        yield made.seat, "timber"
    last = trick.plays[-1]
    if len(removal.falls) == SIZE - playing.pyramids[made.seat].count(BARE[0]):
        yield last.seat, "wet"
    if len(trick.plays) == 1 and len(last.cards) == 1 and total(last.cards) == 1:
        yield last.seat, "cheeky"


ACHIEVEMENTS: Final = Achievements(
    GOALS,
    PEOPLE,
    find_achievements,
    (
        ("👑", "Crowned"),
        ("🏰", "A Dynasty"),
        ("🌾", "Farmhand"),
        ("📝", "Bucket List"),
    ),
)


class _Meter(Meter):
    measures = (Measure("cards", "values of the cards dealt and drawn"),)

    def find_roll(self, rules: Buckets, before: State, chance: Chance[Any]) -> Roll | None:  # noqa: ARG002 - other games need it
        return Roll(chance.seat, chance) if isinstance(chance, DealHand | DrawCard) else None

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:  # noqa: ARG002 - other games need it
        return (VALUES[move.card],) if hasattr(move, "card") else (total(move.cards),)

    def compute_moments(self, roll: Roll) -> tuple[Values, Values]:
        """Return mean and variance of a hand by a formula: there are too many hands to enumerate.

        The hand is n of N cards, drawn without replacement. If m and s2 are mean and variance of
        the pile, the hand's mean is n m and its variance is n s2 (N - n) / (N - 1).
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


METER: Final = _Meter()
