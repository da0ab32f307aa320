"""Luck and achievements in a game of Ducks in the Pond, for the records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.pond import Pond, View
from engine.pond.moves import SUNNY_DICE, Claim, EndDay
from engine.pond.rolls import RollDice
from players.core import Achievements, Measure, Meter, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Chance, Seat
    from players.core import FinishedGame, State, Values

SUNS, HUNDRED, FAR = 3, 100, 25
RANKS: Final = ((70, "novice"), (80, "connoisseur"), (90, "professional"))

GOALS: Final = (
    ("novice", "📜", "Licence to Quack", "Scored 70 or more alone: a Novice."),
    ("connoisseur", "🍷", "A Taste for Teal", "Scored 80 or more alone: a Connoisseur."),
    ("professional", "🍞", "Paid in Breadcrumbs", "Scored 90 or more alone: a Professional."),
    ("hundred", "💯", "Pond Scum No More", f"Scored {HUNDRED} or more in one game."),
    ("rows", "🚣", "All Your Ducks in Rows", "Filled all five rows."),
    ("sets", "🧩", "A Full Set", "Claimed all four sets of the right side."),
    ("five-kind", "✋", "Five of a Feather", "Claimed the 5 of a Kind."),
    ("straight", "🏹", "As the Duck Flies", "Claimed a straight of five."),
    ("shoveler", "🥄", "Shovelled In", "Filled the Shovelers in one roll."),
    ("mallard", "🐟", "Small Fry", "Filled the Mallards in one roll, for five whole points."),
    ("sunny", "☀️", "Weather Wizard", f"Made {SUNS} days sunny in one game."),
    ("storm", "⛈️", "Lovely Weather for Ducks", "Filled a box in the storm of the sixth day."),
    ("fed", "🍽️", "Well Fed", "Claimed a set with the help of the wild die."),
    ("fishing", "🎣", "Gone Fishing", "Ended a day without using a single die."),
    ("mine", "🚩", "Whose Pond Is This?", f"Beat another player by {FAR} points or more."),
)
"""Achievements, each with its key, emoji, title, and how it is earned."""

PEOPLE: Final = frozenset({"mine"})
"""Achievements that can be earned only in games between people."""


def find_achievements(finished: FinishedGame) -> Iterator[tuple[Seat, str]]:
    """Yield seat and key of every achievement earned in the game."""
    view: View = finished.game.view(finished.transitions[-1].after, None)
    for seat in finished.seats:
        yield from ((seat, word) for word in (*_sheet(view, seat), *_scores(finished, seat)))
    for made in finished.transitions:
        match made.move:
            case EndDay() if not any(
                die.spent for die in finished.game.view(made.before, None).dice
            ):
                yield made.seat, "fishing"
            case Claim(_, _, wild) if wild:
                yield made.seat, "fed"
            case _:
                pass


def _sheet(view: View, seat: Seat) -> Iterator[str]:
    """Yield the achievements of the finished sheet."""
    rows = {row.key: row for row in view.rows if row.seat == seat}
    sets = {kind.key: kind for kind in view.sets if kind.seat == seat}
    if len(rows) == len(view.rows):
        yield "rows"
    if len(sets) == len(view.sets):
        yield "sets"
    if "5-kind" in sets:
        yield "five-kind"
    if "straight" in sets and sets["straight"].points == max(sets["straight"].values):
        yield "straight"
    yield from (
        key
        for key in ("shoveler", "mallard")
        if key in rows and rows[key].points == rows[key].one_roll
    )
    if sum(day.called and day.seat == seat for day in view.days) >= SUNS:
        yield "sunny"
    boxes = [box for row in view.rows for box in row.boxes if box]
    last = view.days[-1]
    if not last.called and any(box.day == last.day and box.seat == seat for box in boxes):
        yield "storm"


def _scores(finished: FinishedGame, seat: Seat) -> Iterator[str]:
    """Yield the achievements of the score."""
    scores = finished.outcome.scores
    if len(scores) == 1:
        yield from (word for least, word in RANKS if scores[seat] >= least)
    elif scores[seat] - min(scores) >= FAR:
        yield "mine"
    if scores[seat] >= HUNDRED:
        yield "hundred"


ACHIEVEMENTS: Final = Achievements(
    GOALS,
    PEOPLE,
    find_achievements,
    (
        ("🔝", "Top of the Pond"),
        ("🏄", "Making Waves"),
        ("🧺", "A Picnic Basket"),
        ("🐸", "Pond Life"),
    ),
)


class _Meter(Meter):
    measures = (
        Measure("pips", "pips rolled"),
        Measure("alike", "rolls with three or more dice alike"),
    )
    precomputed = tuple(RollDice(dice) for dice in range(1, SUNNY_DICE + 1))

    def find_roll(self, rules: Pond, before: State, chance: Chance[Any]) -> Roll | None:
        if not isinstance(chance, RollDice):  # the roll that decides who starts
            return None
        return Roll(rules.view(before, None).seat or 0, chance)

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:  # noqa: ARG002 - other games need it
        most = max(move.values.count(value) for value in move.values)
        return sum(move.values), float(most >= 3)


METER: Final = _Meter()
