"""Luck and achievements in a game of Buck Dice, for the records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.buckdice import BUCK, BuckDice, Dice, View
from engine.buckdice.dice import ThrowDice, score
from players.core import Achievements, Measure, Meter, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Chance, Seat
    from players.core import FinishedGame, State, Values

VOIDS, HOT, POT, MULLIGANS = 3, 5, 8, 3

GOALS: Final = (
    ("big", "🎉", "The Big Buck", "Threw a big buck."),
    ("little", "🪙", "The Little Buck", "Threw a little buck that counted."),
    ("opening", "🚀", "One and Done", "Threw a big buck with the very first throw of the game."),
    ("zero", "🌅", "Nought to Buck", "Threw a big buck before scoring a single point."),
    ("whole", "🗻", "All the Way", f"Went from nothing to {BUCK} in one turn."),
    ("hot", "🔥", "Hot Dice", f"Scored with {HOT} throws in one turn."),
    ("void", "🕳️", "Too Much of a Good Thing", f"Had {VOIDS} throws voided in one turn."),
    ("one-die", "🎲", "The Last Die", "Went out with a throw of one die."),
    ("home", "🏡", "Home Early", "Was the first to leave while somebody else had no point yet."),
    ("close", "🤏", "So Close", f"Lost with {BUCK - 1} points."),
    ("fright", "🎭", "Stage Fright", "Lost without a point."),
    ("pot", "💰", "Deep Pockets", f"Won a pot of {POT} chips or more."),
    ("mulligan", "💎", "Expensive Taste", f"Paid {MULLIGANS} chips for mulligans in one opening."),
)
"""Achievements, each with its key, emoji, title, and how it is earned."""

PEOPLE: Final = frozenset({"home", "pot"})
"""Achievements that can be earned only in games between people."""


def find_achievements(finished: FinishedGame) -> Iterator[tuple[Seat, str]]:
    """Yield seat and key of every achievement earned in the game."""
    thrown: set[Seat] = set()
    start: dict[Seat, int] = {}
    for made in finished.transitions:
        if not isinstance(made.move, Dice):
            continue
        before: View = finished.game.view(made.before, None)
        if before.thrower is None:
            continue
        seat, after = before.thrower, finished.game.view(made.after, None)
        if not before.again:
            start[seat] = before.scores[seat]
        words = (*_throw(before, after, first=seat not in thrown), *_turn(after, start[seat], seat))
        yield from ((seat, word) for word in words)
        thrown.add(seat)
        if (
            len(after.left) == 1
            and not before.left
            and any(score == 0 for other, score in enumerate(after.scores) if other != seat)
        ):
            yield seat, "home"
    yield from _end(finished)


def _throw(before: View, after: View, *, first: bool) -> Iterator[str]:
    """Yield the achievements of one throw."""
    throw, seat = after.throws[-1], before.thrower or 0
    if throw.kind == "big buck":
        yield "big"
        if first:
            yield "opening"
        if before.scores[seat] == 0:
            yield "zero"
    if throw.kind == "little buck" and not throw.void:
        yield "little"
    if len(throw.dice) == 1 and after.scores[seat] == BUCK:
        yield "one-die"


def _turn(after: View, start: int, seat: Seat) -> Iterator[str]:
    """Yield the achievements of the turn up to this throw."""
    if sum(throw.points > 0 and not throw.void for throw in after.throws) >= HOT:
        yield "hot"
    if sum(throw.void for throw in after.throws) >= VOIDS:
        yield "void"
    if start == 0 and after.scores[seat] == BUCK:
        yield "whole"


def _end(finished: FinishedGame) -> Iterator[tuple[Seat, str]]:
    view: View = finished.game.view(finished.transitions[-1].after, None)
    if view.winner is not None and view.pot >= POT:
        yield view.winner, "pot"
    if view.loser is not None and view.scores[view.loser] == BUCK - 1:
        yield view.loser, "close"
    if view.loser is not None and view.scores[view.loser] == 0:
        yield view.loser, "fright"
    if view.first is not None and sum(opened.cost for opened in view.opening) >= MULLIGANS:
        yield view.first, "mulligan"


ACHIEVEMENTS: Final = Achievements(
    GOALS,
    PEOPLE,
    find_achievements,
    (
        ("🏁", "First One Home"),
        ("👢", "Lucky Boots"),
        ("🤸", "Warmed Up"),
        ("🛋️", "Part of the Furniture"),
    ),
)


class _Meter(Meter):
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
        worth_ = score(game, point, move.values)
        return move.values.count(point), float(worth_.kind.endswith("buck"))


METER: Final = _Meter()
