"""Luck and achievements in a game of Trophy Buck, for the records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import trophy
from engine.trophy import Hunt, Stop, TrophyBuck, View
from engine.trophy.dice import TALLIES, DrawAndRoll, worth
from players.core import Achievements, Measure, Meter, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Chance, Seat, Transition
    from players.core import FinishedGame, State, Values

LONG, FULL, LOST, NERVES, FAR = 15, 22, 12, 8, 45

GOALS: Final = (
    ("orange", "🖼️", "Above the Fireplace", "Banked the points of the trophy buck itself."),
    ("long", "🍂", "A Long Season", f"Banked {LONG} points or more in one turn."),
    ("full", "🧊", "A Full Freezer", f"Banked {FULL} points or more in one turn."),
    ("lost", "💨", "The One That Got Away", f"Lost {LOST} points or more to a third Startle."),
    ("twig", "🌿", "Snapped a Twig", "Rolled three Startles at once."),
    ("stand", "🔭", "A Room With a View", "Moved to a new stand in the middle of a turn."),
    (
        "nerves",
        "🔩",
        "Nerves of Steel",
        f"Banked {NERVES} points or more with two Startles in front of you.",
    ),
    ("wind", "🌀", "Against the Wind", "Rolled on at even odds or worse, and got away with it."),
    ("trail", "🐾", "Following the Trail", "Rolled three Tracks at once."),
    ("sudden", "⚡", "Sudden Death", "Won a tiebreak."),
    ("far", "🎯", "Overshot", f"Won with {FAR} points or more."),
    ("quiet", "🥾", "Quiet Boots", "Lost no turn to Startles in a whole game."),
)
"""Achievements: key, emoji, title, and how to earn it."""

PEOPLE: Final = frozenset({"sudden", "far"})
"""Achievements that need a win over others, so they are earned only in games between people."""


def find_achievements(finished: FinishedGame) -> Iterator[tuple[Seat, str]]:
    """Yield seat and key of every achievement earned in the game."""
    startled: set[Seat] = set()
    for made in finished.transitions:
        match made.move:
            case Stop():
                yield from _banked(made.seat, finished.game.view(made.before, None))
            case trophy.Roll() if finished.game.view(made.before, None).new_stand:
                yield made.seat, "stand"
            case Hunt():
                before: View = finished.game.view(made.before, None)
                after: View = finished.game.view(made.after, None)
                seat = before.hunter or 0
                out = after.hunter != before.hunter or not after.rolled
                if out:
                    startled.add(seat)
                yield from ((seat, word) for word in _hunted(made, before, out=out))
            case _:
                pass
    yield from _won(finished)
    yield from ((seat, "quiet") for seat in finished.seats if seat not in startled)


def _banked(seat: Seat, view: View) -> Iterator[tuple[Seat, str]]:
    if any(die.letter == "o" for die in view.points):
        yield seat, "orange"
    if view.score >= LONG:
        yield seat, "long"
    if view.score >= FULL:
        yield seat, "full"
    if view.score >= NERVES and len(view.startles) == 2:
        yield seat, "nerves"


def _hunted(made: Transition, before: View, *, out: bool) -> Iterator[str]:
    faces = [die[1] for die in made.move.dice]
    if faces == ["S"] * 3:
        yield "twig"
    if faces == ["T"] * 3:
        yield "trail"
    if out and before.score >= LOST:
        yield "lost"
    if not out and 2 * before.end_ways >= before.end_of:
        yield "wind"


def _won(finished: FinishedGame) -> Iterator[tuple[Seat, str]]:
    for seat in finished.winners:
        if finished.game.view(finished.transitions[-1].before, None).tiebreak:
            yield seat, "sudden"
        if finished.outcome.scores[seat] >= FAR:
            yield seat, "far"


ACHIEVEMENTS: Final = Achievements(
    GOALS,
    PEOPLE,
    find_achievements,
    (
        ("🦌", "First Trophy"),
        ("🎩", "Hat Trick of Bucks"),
        ("🧭", "Knows the Woods"),
        ("🪓", "Old Woodsman"),
    ),
)


class _Meter(Meter):
    measures = (
        Measure("startles", "Startles rolled", lucky=False),
        Measure("points", "points on the dice rolled"),
    )

    def find_roll(self, rules: TrophyBuck, before: State, chance: Chance[Any]) -> Roll | None:
        if not isinstance(chance, DrawAndRoll):
            return None
        return Roll(rules.view(before, None).hunter or 0, chance)

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:  # noqa: ARG002 - other games need it
        tally = TALLIES[move.dice]
        return sum(tally.startles), worth(tally.points)


METER: Final = _Meter()
