"""The view of Ducks in the Pond: the whole sheet in plain values, because nothing is hidden."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pond import handfuls
from engine.pond.moves import (
    BOXES,
    DAYS,
    DUCKS,
    SETS,
    WEATHER,
    Claimed,
    Duck,
    Filled,
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
    """A filled box: its seat, its day, and whether its row was filled on one day (P1)."""

    seat: int
    day: int
    one_roll: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of the left column.

    Attributes:
        key: its short name.
        name: the name of the duck.
        value: the die value that its boxes take.
        boxes: three, None where empty.
        singly: the points left of the slash.
        one_roll: the points right of the slash.
        live: the points of a full row; for an open row, the points that it scores if it is filled
            today.
        seat: the seat that filled the row; None while the row is open.
        points: points scored; 0 while the row is open.
        possible: False if the row is open and can no longer be filled.
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
        key: its short name, and the word of the move that claims it.
        name: the name on the sheet.
        sizes: the possible numbers of dice.
        values: the points for each of these sizes.
        seat: the seat that claimed the set; None while the set is open.
        points: points scored; 0 while the set is open.
        possible: False if the set is open and can no longer be claimed. It is then crossed out.
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
        weather: the present weather; `Sunny` if a 6 has made the day sunny.
        called: whether a 6 has made the day sunny.
        dice: the day's number of dice.
        seat: the player of the day; None before the start is decided.
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
        token: its name in moves: its value, with a `w` if it is wild.
        value: its present face.
        wild: whether it is the wild die.
        spent: its use: `row`, a set's key, `change`, `reroll`, `sunny` or `feeding`; None while it
            is unused.
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
    """A possible use of the unused dice.

    Attributes:
        key: the key of a row or a set, or `sunny` or `reroll`.
        name: the name on the sheet.
        points: points scored at once; 0 if the plan scores later.
        dice: the names of the dice that the plan uses, as in moves.
        moves: the texts of its moves, in order; none for a re-roll.
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
        first: the seat that rolls on day 1; None before the start is decided.
        day: 1 to 6; still 6 when the game is over.
        seat: the player of the day; None before the start is decided and after the end.
        days: the day track.
        rows: the left column.
        sets: the right column.
        dice: the dice of the day, the unused ones first.
        rolling: dice about to be rolled.
        scores: the running scores.
        rank: the rank of a single player's running score; None for two players.
        plans: possible uses of the unused dice, best first.
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
        plans=tuple(_show_plan(plan) for plan in handfuls.make_plans(state)),
    )


def _name_phase(state: State) -> str:
    if state.first is None:
        return "start"
    if state.day > DAYS:
        return "over"
    return "roll" if state.rolling else "day"


def _show_day(state: State, day: int) -> DayView:
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
        possible=bool(points) or handfuls.can_fill_row(state, index),
    )


def _show_boxes(row: tuple[Filled, ...], *, one_roll: bool) -> tuple[BoxView | None, ...]:
    filled = tuple(BoxView(box.seat, box.day, one_roll) for box in row)
    return filled + (None,) * (BOXES - len(row))


def _show_set(state: State, index: int, kind: RightSet, claimed: Claimed | None) -> SetView:
    return SetView(
        key=kind.key,
        name=kind.name,
        sizes=tuple(kind.points),
        values=tuple(kind.points.values()),
        seat=None if claimed is None else claimed.seat,
        points=0 if claimed is None else kind.points[claimed.size],
        possible=claimed is not None or handfuls.can_make_set(state, index),
    )


def _show_dice(state: State) -> tuple[DieView, ...]:
    """Return the dice of the day: unused dice, a waiting wild die, used dice."""
    unused = [DieView(str(value), value, wild=False, spent=None) for value in state.free]
    if state.wild:
        unused.append(DieView(f"{state.wild}w", state.wild, wild=True, spent=None))
    used = [
        DieView(f"{die.value}{'w' * die.wild}", die.value, die.wild, die.use) for die in state.spent
    ]
    return (*unused, *used)


def _show_score(state: State, seat: int) -> ScoreView:
    left, right = score_columns(state, seat)
    return ScoreView(seat, left, right, left + right)


_NAMES = {
    **{duck.key: duck.name for duck in DUCKS},
    **{kind.key: kind.name for kind in SETS},
    "sunny": WEATHER[0],
    "reroll": "Re-roll",
}


def _show_plan(plan: handfuls.Plan) -> PlanView:
    moves = tuple(str(move) for move in plan.moves)
    return PlanView(plan.key, _NAMES[plan.key], plan.points, plan.dice, moves)
