"""Luck and achievements in a game of Ducks in a Bucket, for the records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.ducks import DUCK, Ducks, Promote, RollDice, Stop, View, promotable
from players.core import Achievements, Measure, Meter, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Chance, Seat
    from players.core import FinishedGame, State, Values

WHITE: Final = 5
"""Number of white dice of a player."""

GOALS: Final = (
    ("five", "🖐️", "Quintuplets", "Recorded five of a kind."),
    ("flock", "🦆", "The Whole Flock", "Recorded a bucket of five real ducks."),
    ("straight", "📏", "All in a Row", "Recorded a straight."),
    ("full-house", "🏠", "No Vacancy", "Recorded a full house."),
    ("lone", "🐥", "Lone Duckling", "Won a round with a single die in the bucket."),
    ("at-once", "🍎", "Teacher's Pet", "Promoted five dice in one go: the Boss liked them all."),
    ("sum", "🧮", "Creative Accounting", "Promoted three or more dice that added up to the Boss."),
    ("scraped", "🪣", "Scraping the Bucket", "Threw three dice away and recorded a hand anyway."),
    ("eggs", "🥚", "Goose Farmer", "Laid three goose eggs in one game."),
    ("golden", "🌟", "The Golden Goose", "Won a game with a goose egg among the hands."),
    ("sweep", "🧹", "Clean Sweep", "Had the best hand in every round of a game."),
    ("feather", "🪶", "By a Feather", "Won a game by a single point."),
    ("tide", "🌊", "Late Tide", "Won a game after being last before the final round."),
)
"""Achievements, each with its key, emoji, title, and how it is earned."""

PEOPLE: Final = frozenset({"lone", "golden", "sweep", "feather", "tide"})
"""Achievements that can be earned only in games between people."""

_RANKS: Final = {
    "five of a kind": "five",
    "straight": "straight",
    "full house": "full-house",
}


def find_achievements(finished: FinishedGame) -> Iterator[tuple[Seat, str]]:
    """Yield seat and key of every achievement earned in the game."""
    view: View = finished.game.view(finished.transitions[-1].after, None)
    yield from _hands(view, finished.seats)
    yield from _games(finished, view)
    for made in finished.transitions:
        if isinstance(made.move, Promote | Stop):
            before: View = finished.game.view(made.before, None)
            yield from ((made.seat, word) for word in _inning(made.move, before))


def _inning(move: Promote | Stop, before: View) -> Iterator[str]:
    """Yield the achievements of a promotion or the end of an inning."""
    dice = move.dice if isinstance(move, Promote) else ()
    if len(dice) == WHITE:
        yield "at-once"
    if len(dice) >= 3 and dice[-1] != before.boss:
        yield "sum"
    thrown = WHITE - before.left - len(before.bucket)
    if thrown >= 3 and (isinstance(move, Stop) or len(dice) == before.left):
        yield "scraped"


def _hands(view: View, seats: range) -> Iterator[tuple[Seat, str]]:
    """Yield the achievements of single hands."""
    for round_ in view.results:
        for seat, hand in enumerate(round_.hands):
            if hand is None:
                continue
            if hand.rank in _RANKS:
                yield seat, _RANKS[hand.rank]
            if hand.dice == (DUCK,) * 5:
                yield seat, "flock"
            if len(hand.dice) == 1 and round_.points[seat] == len(seats):
                yield seat, "lone"


def _games(finished: FinishedGame, view: View) -> Iterator[tuple[Seat, str]]:
    """Yield the achievements of the whole game."""
    rounds, totals = view.results, view.totals
    for seat in finished.seats:
        eggs = sum(round_.hands[seat] is None for round_ in rounds)
        if eggs >= 3:
            yield seat, "eggs"
        if all(round_.points[seat] == len(finished.seats) for round_ in rounds):
            yield seat, "sweep"
        if seat not in finished.winners:
            continue
        if eggs:
            yield seat, "golden"
        if sorted(totals)[-2] == totals[seat] - 1:
            yield seat, "feather"
        before = [total - last for total, last in zip(totals, rounds[-1].points, strict=True)]
        if before[seat] == min(before) < max(before):
            yield seat, "tide"


ACHIEVEMENTS: Final = Achievements(
    GOALS,
    PEOPLE,
    find_achievements,
    (
        ("💦", "First Splash"),
        ("🎳", "Three Ducks in a Row"),
        ("👣", "Webbed Feet"),
        ("🎟️", "Bucket Regular"),
    ),
)


class _Meter(Meter):
    measures = (
        Measure("promotable", "rolls that allowed a promotion"),
        Measure("matches", "dice that equalled the Boss"),
    )
    precomputed = tuple(RollDice(white) for white in range(1, WHITE + 1))

    def find_roll(self, rules: Ducks, before: State, chance: Chance[Any]) -> Roll | None:
        seat = rules.view(before, None).seat
        return Roll(seat, chance) if isinstance(chance, RollDice) and seat is not None else None

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:  # noqa: ARG002 - other games need it
        return float(bool(promotable(move.dice, move.boss))), move.dice.count(move.boss)


METER: Final = _Meter()
