"""What everybody sees of a game, in plain values: the whole sheet, for nothing is hidden."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pond import reach
from engine.pond.sheet import (
    BOXES,
    DAYS,
    DUCKS,
    SETS,
    WEATHER,
    Claimed,
    Duck,
    Mark,
    RightSet,
    Row,
    State,
    count_dice,
    rank,
    score_columns,
    score_full_row,
    score_row,
    score_seats,
    seat_of_day,
)


@dataclass(frozen=True, slots=True)
class BoxView:
    """A filled box: the seat that filled it, the day, whether the row was filled in one roll."""

    seat: int
    day: int
    one_roll: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of the left column.

    Attributes:
        key: its short name.
        name: the duck.
        value: the die that it takes.
        boxes: three, None where empty.
        singly: the points left of the slash.
        one_roll: the points right of the slash.
        live: the points that count: of the full row, or of an open row if today fills it.
        seat: who filled it, None while it is open.
        points: what it scored, 0 while it is open.
        possible: False when it is open and can no longer be filled.
    """

    key: str
    name: str
    value: int
    boxes: tuple[BoxView | None, ...]
    singly: int
    one_roll: int
    live: int
    seat: int | None
    points: int
    possible: bool


@dataclass(frozen=True, slots=True)
class SetView:
    """A set of the right column.

    Attributes:
        key: its short name, the word of the move that claims it.
        name: the name on the sheet.
        sizes: the numbers of dice that it can be made of.
        values: the points for each of them.
        seat: who claimed it, None while it is open.
        points: what it scored, 0 while it is open.
        possible: False when it is open and can no longer be claimed: to be crossed out.
    """

    key: str
    name: str
    sizes: tuple[int, ...]
    values: tuple[int, ...]
    seat: int | None
    points: int
    possible: bool


@dataclass(frozen=True, slots=True)
class DayView:
    """A box of the day track.

    Attributes:
        day: 1 to 6.
        printed: the weather on the sheet.
        weather: the weather as it is, `Sunny` where a 6 has made it so.
        called: whether a 6 has made it so.
        dice: how many dice it has.
        seat: whose day it is, None while the start is not decided.
        phase: `past`, `now` or `to come`.
    """

    day: int
    printed: str
    weather: str
    called: bool
    dice: int
    seat: int | None
    phase: str


@dataclass(frozen=True, slots=True)
class DieView:
    """A die of the day.

    Attributes:
        token: its name in moves: its value, with a `w` when it is wild.
        value: what it shows now.
        wild: whether it is the wild die.
        spent: what it was used for, None while it is unused: `row`, a set's key, `change`,
            `reroll`, `sunny` or `feeding`.
    """

    token: str
    value: int
    wild: bool
    spent: str | None


@dataclass(frozen=True, slots=True)
class ScoreView:
    """A seat's running score: left column, right column, both."""

    seat: int
    left: int
    right: int
    total: int


@dataclass(frozen=True, slots=True)
class PlanView:
    """Something that the unused dice can still do.

    Attributes:
        key: of a row or a set, or `sunny` or `reroll`.
        name: the same in words, as on the sheet.
        points: what it scores at once, 0 where it only prepares something.
        dice: the names of the dice that it takes, as in moves.
        moves: the texts of the moves that do it, in order; none for a re-roll.
    """

    key: str
    name: str
    points: int
    dice: tuple[str, ...]
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The sheet, the day track and the dice.

    Attributes:
        seats: 1 or 2.
        phase: `start` (the roll for start), `roll`, `day` or `over`.
        first: who rolls on day 1, None while it is not decided.
        day: 1 to 6, also 6 when the game is over.
        seat: whose day it is; None before the start is decided and after the end.
        days: the day track.
        rows: the left column.
        sets: the right column.
        dice: the dice of the day, the unused ones first.
        rolling: how many dice are about to be rolled.
        scores: the running scores.
        rank: a solo player's rank for the running score, None for two.
        plans: what the unused dice can still do, best first.
    """

    seats: int
    phase: str
    first: int | None
    day: int
    seat: int | None
    days: tuple[DayView, ...]
    rows: tuple[RowView, ...]
    sets: tuple[SetView, ...]
    dice: tuple[DieView, ...]
    rolling: int
    scores: tuple[ScoreView, ...]
    rank: str | None
    plans: tuple[PlanView, ...]


def make_view(state: State) -> View:
    """Return everything that can be seen of a state."""
    phase = _name_phase(state)
    return View(
        seats=state.seats,
        phase=phase,
        first=state.first,
        day=min(state.day, DAYS),
        seat=seat_of_day(state, state.day) if phase in {"roll", "day"} else None,
        days=tuple(_show_day(state, day) for day in range(1, DAYS + 1)),
        rows=tuple(_show_row(state, i, DUCKS[i], row) for i, row in enumerate(state.rows)),
        sets=tuple(_show_set(state, i, SETS[i], claimed) for i, claimed in enumerate(state.sets)),
        dice=_show_dice(state),
        rolling=state.rolling,
        scores=tuple(_show_score(state, seat) for seat in range(state.seats)),
        rank=rank(score_seats(state)[0]) if state.seats == 1 else None,
        plans=tuple(_show_plan(plan) for plan in reach.make_plans(state)),
    )


def _name_phase(state: State) -> str:
    """Return the phase in one word."""
    if state.first is None:
        return "start"
    if state.day > DAYS:
        return "over"
    return "roll" if state.rolling else "day"


def _show_day(state: State, day: int) -> DayView:
    """Return a box of the day track."""
    called = day in state.sunny
    return DayView(
        day=day,
        printed=WEATHER[day - 1],
        weather=WEATHER[0] if called else WEATHER[day - 1],
        called=called,
        dice=count_dice(state, day),
        seat=None if state.first is None else seat_of_day(state, day),
        phase="now" if day == state.day else "past" if day < state.day else "to come",
    )


def _show_row(state: State, index: int, duck: Duck, row: Row) -> RowView:
    """Return a row of the left column."""
    points = score_row(duck, row)
    live = points or score_full_row(duck, row, state.day)
    return RowView(
        key=duck.key,
        name=duck.name,
        value=duck.value,
        boxes=_show_boxes(row, one_roll=points == duck.one_roll),
        singly=duck.singly,
        one_roll=duck.one_roll,
        live=live,
        seat=row[-1].seat if points else None,
        points=points,
        possible=bool(points) or reach.can_fill_row(state, index),
    )


def _show_boxes(row: tuple[Mark, ...], *, one_roll: bool) -> tuple[BoxView | None, ...]:
    """Return the three boxes of a row."""
    filled = tuple(BoxView(mark.seat, mark.day, one_roll) for mark in row)
    return filled + (None,) * (BOXES - len(row))


def _show_set(state: State, index: int, kind: RightSet, claimed: Claimed | None) -> SetView:
    """Return a set of the right column."""
    return SetView(
        key=kind.key,
        name=kind.name,
        sizes=tuple(kind.points),
        values=tuple(kind.points.values()),
        seat=None if claimed is None else claimed.seat,
        points=0 if claimed is None else kind.points[claimed.size],
        possible=claimed is not None or reach.can_make_set(state, index),
    )


def _show_dice(state: State) -> tuple[DieView, ...]:
    """Return the dice of the day, the unused ones first, the wild one among them last."""
    unused = [DieView(str(value), value, wild=False, spent=None) for value in state.free]
    if state.wild:
        unused.append(DieView(f"{state.wild}w", state.wild, wild=True, spent=None))
    used = [
        DieView(f"{die.value}{'w' * die.wild}", die.value, die.wild, die.use) for die in state.spent
    ]
    return (*unused, *used)


def _show_score(state: State, seat: int) -> ScoreView:
    """Return the running score of a seat."""
    left, right = score_columns(state, seat)
    return ScoreView(seat, left, right, left + right)


_NAMES = {
    **{duck.key: duck.name for duck in DUCKS},
    **{kind.key: kind.name for kind in SETS},
    "sunny": WEATHER[0],
    "reroll": "Re-roll",
}


def _show_plan(plan: reach.Plan) -> PlanView:
    """Return a plan with its texts."""
    moves = tuple(str(move) for move in plan.moves)
    return PlanView(plan.key, _NAMES[plan.key], plan.points, plan.dice, moves)
