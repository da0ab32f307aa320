"""States of Ducks in the Pond as lines of text, like FEN for chess, and the view of a state.

    2a 3 5 a1a1a1/-/b2/-/a3 -/-/-/b3 +4 5r6f6y

A line has seven fields with single blanks between them:

    who     1, 2a, 2b or 2?: number of seats, and with two seats the seat of day 1 (a is seat 0, b
            is seat 1, ? is undecided)
    day     1 to 6; 7 when the game is over
    sunny   the days made sunny by a 6, `-` for none
    rows    Mallard to Shoveler: seat and day of each filled box, `-` for an untouched row
    sets    Full House, 4-Kind, 5-Kind, Straight: seat and number of dice, `-` while open
    dice    unused values, then `+4` for a wild 4 that must be placed now, or `?6` for six dice
            about to be rolled
    spent   value and use of each used die: r row, h Full House, k 4-Kind, q 5-Kind, s Straight,
            c change, o re-roll, y sunny, f feeding area; in upper case for the wild die

`read` accepts only texts that `write` can write. It refuses a state in which `find_flaw` finds a
fault, such as a wrong number of dice, or a box filled by the wrong player.

A `View` shows everybody the whole sheet in plain values; nothing is hidden.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final

from engine.core import BadPosition
from engine.pond import reach
from engine.pond.moves import (
    BOXES,
    DAYS,
    DUCKS,
    SET_INDEX,
    SETS,
    USES,
    WEATHER,
    Claimed,
    Dice,
    Duck,
    Filled,
    RightSet,
    Row,
    Spent,
    State,
    count_dice,
    make_sheet,
    makes_set,
    rank,
    score_columns,
    score_full_row,
    score_row,
    score_seats,
    seat_of_day,
)
from engine.pond.reach import list_moves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Seat

SEATS: Final = "ab"
LETTERS: Final = dict(zip(USES, "rhkqscoyf", strict=True))
NAMES: Final = {letter: use for use, letter in LETTERS.items()}
PATTERN: Final = re.compile(
    r"(?P<who>1|2[ab?]) (?P<day>[1-7]) (?P<sunny>-|[2-6]{1,5})"
    r" (?P<rows>(?:-|(?:[ab][1-6]){1,3})(?:/(?:-|(?:[ab][1-6]){1,3})){4})"
    r" (?P<sets>(?:-|[ab][3-5])(?:/(?:-|[ab][3-5])){3})"
    r" (?P<dice>-|[1-6]{0,6}(?:\+[1-5]|\?[1-6])?) (?P<spent>-|(?:[1-6][a-zA-Z]){1,6})"
)
ABILITY_DICE: Final = {"change": 1, "reroll": 3, "sunny": 6}
ONCE: Final = ("reroll", "sunny", "feeding")


def write(state: State) -> str:
    who = str(state.seats)
    if state.seats > 1:
        who += "?" if state.first is None else SEATS[state.first]
    rows = "/".join("".join(f"{SEATS[m.seat]}{m.day}" for m in row) or "-" for row in state.rows)
    sets = "/".join("-" if c is None else f"{SEATS[c.seat]}{c.size}" for c in state.sets)
    dice = _write_values(state.free)
    dice += f"+{state.wild}" if state.wild else f"?{state.rolling}" if state.rolling else ""
    spent = "".join(map(_write_spent, state.spent))
    day, sunny = str(state.day), _write_values(state.sunny)
    return " ".join((who, day, sunny or "-", rows, sets, dice or "-", spent or "-"))


def read(text: str) -> State:
    """Read a line of `write`; raises BadPosition for any other text."""
    found = PATTERN.fullmatch(text)
    if found is None:
        raise BadPosition(f"{text!r} is not written like a position of this game")
    who, dice = found["who"], found["dice"]
    free, _, rolling = dice.partition("?")
    free, _, wild = free.partition("+")
    state = State(
        seats=int(who[0]),
        first=_read_first(who),
        day=int(found["day"]),
        sunny=_read_values(found["sunny"]),
        rows=tuple(_read_row(row) for row in found["rows"].split("/")),
        sets=tuple(_read_claimed(claimed) for claimed in found["sets"].split("/")),
        free=_read_values(free),
        wild=int(wild or 0),
        spent=_read_spent(text, found["spent"]),
        rolling=int(rolling or 0),
    )
    wrong = find_flaw(state)
    if wrong is not None:
        raise BadPosition(f"{text!r} cannot be a position: {wrong}")
    if write(state) != text:
        raise BadPosition(f"{text!r} has parts not in order; it should be {write(state)!r}")
    return state


def _write_values(values: Dice) -> str:
    return "".join(map(str, values))


def _read_values(digits: str) -> Dice:
    """Read digits, or `-` for none."""
    return () if digits == "-" else tuple(sorted(int(digit) for digit in digits))


def _write_spent(die: Spent) -> str:
    """Write a used die: its value and the letter of its use."""
    letter = LETTERS[die.use]
    return f"{die.value}{letter.upper() if die.wild else letter}"


def _read_spent(text: str, field: str) -> tuple[Spent, ...]:
    """Read the used dice; raises BadPosition for an unknown letter."""
    pairs = _split_pairs(field)
    unknown = [pair for pair in pairs if pair[1].lower() not in NAMES]
    if unknown:
        raise BadPosition(f"{text!r}: {unknown[0]!r} names no use of a die")
    return tuple(sorted(Spent(int(p[0]), NAMES[p[1].lower()], p[1].isupper()) for p in pairs))


def _split_pairs(field: str) -> list[str]:
    """Split a field into pairs of characters; `-` gives none."""
    return [] if field == "-" else [field[i : i + 2] for i in range(0, len(field), 2)]


def _read_first(who: str) -> Seat | None:
    """Read the seat of day 1; None while it is undecided."""
    return {"1": 0, "2a": 0, "2b": 1}.get(who)


def _read_row(field: str) -> Row:
    """Read the filled boxes of a row."""
    return tuple(Filled(SEATS.index(seat), int(day)) for seat, day in _split_pairs(field))


def _read_claimed(field: str) -> Claimed | None:
    """Read the seat that claimed a set, and its number of dice; None while the set is open."""
    return None if field == "-" else Claimed(SEATS.index(field[0]), int(field[1]))


def find_flaw(state: State) -> str | None:
    """Describe the first fault that makes the state impossible; None if there is none."""
    if state.first is None:
        return None if state == make_sheet(state.seats, None) else "nobody has started yet"
    for check in (_check_boxes, _check_sunny, _check_dice, _check_spent, _check_sets, _check_wild):
        wrong = next(check(state), None)
        if wrong is not None:
            return wrong
    return None


def _check_boxes(state: State) -> Iterator[str]:
    """Check that boxes were filled in order, by the player of the day, with enough dice."""
    for row in state.rows:
        if any(box.day > state.day for box in row):
            yield "a box was filled on a day to come"
        if any(box.seat != seat_of_day(state, box.day) for box in row):
            yield "a box was filled by a player whose day it was not"
        if any(a.day > b.day for a, b in pairwise(row)):
            yield "the boxes of a row are not in the order of their days"
    if any(count > count_dice(state, day) for day, count in _count_used(state).items()):
        yield "more dice were used on a day than that day had"


def _count_used(state: State) -> Counter[int]:
    used = Counter(box.day for row in state.rows for box in row)
    used.update(day - state.seats for day in state.sunny)
    return used


def _check_sunny(state: State) -> Iterator[str]:
    """Check that each sunny day can come from a 6 on the same player's previous day."""
    callers = [day - state.seats for day in state.sunny]
    if len(set(callers)) < len(callers) or any(day < 1 or day > state.day for day in callers):
        yield "a day is sunny that no 6 can have made sunny"
    today = any(die.use == "sunny" for die in state.spent)
    if today != (state.day in callers):
        yield "the 6 that was spent and the sunny day do not agree"


def _check_dice(state: State) -> Iterator[str]:
    """Check that the day has the right number of dice, and that a 3 paid for a re-roll."""
    lying = len(state.free) + bool(state.wild) + len(state.spent) + state.rolling
    if lying != (count_dice(state, state.day) if state.day <= DAYS else 0):
        yield "the number of dice is wrong for the day"
    if state.rolling and state.rolling != lying and not _count_uses(state)["reroll"]:
        yield "dice are rolled again without a 3"


def _count_uses(state: State) -> Counter[str]:
    """Count the used dice of the day by their use."""
    return Counter(die.use for die in state.spent)


def _check_spent(state: State) -> Iterator[str]:
    """Check the dice and the daily limits of abilities, and the dice of the boxes filled today."""
    if any(ABILITY_DICE.get(die.use, die.value) != die.value for die in state.spent):
        yield "an ability was used with the wrong die"
    uses = _count_uses(state)
    if any(uses[use] > 1 for use in ONCE):
        yield "something was done twice that is allowed only once a day"
    in_rows = Counter(die.value for die in state.spent if die.use == "row")
    today = Counter(
        value for value, row in enumerate(state.rows, 1) for box in row if box.day == state.day
    )
    if in_rows != today:
        yield "the boxes filled today and the dice used for rows do not agree"


def _check_sets(state: State) -> Iterator[str]:
    """Check that today's dice made today's sets, and that earlier days can have made the others."""
    earlier: list[tuple[int, int]] = []
    for kind, claimed in zip(SETS, state.sets, strict=True):
        values = tuple(die.value for die in state.spent if die.use == kind.key)
        if claimed is None:
            if values:
                yield f"dice were used for the {kind.name}, which is open"
            continue
        if claimed.seat >= state.seats or claimed.size not in kind.points:
            yield f"the {kind.name} has a wrong seat or number of dice"
        if not values:
            earlier.append(claimed)
        elif not makes_set(kind.key, values) or claimed != (
            seat_of_day(state, state.day),
            len(values),
        ):
            yield f"the {kind.name} was not claimed with these dice"
    if not _some_days_fit(state, earlier):
        yield "the earlier days cannot have made the claimed sets"


def _some_days_fit(state: State, claims: list[tuple[int, int]]) -> bool:
    """Return whether past days had enough spare dice for all these sets.

    Each set needs a day of the seat that claimed it.
    """
    spare = {day: count_dice(state, day) - _count_used(state)[day] for day in range(1, state.day)}
    for days in product(spare, repeat=len(claims)):
        needed: Counter[int] = Counter()
        for day, (_, size) in zip(days, claims, strict=True):
            needed[day] += size
        own = all(
            seat_of_day(state, day) == seat for day, (seat, _) in zip(days, claims, strict=True)
        )
        if own and all(spare[day] >= count for day, count in needed.items()):
            return True
    return False


def _check_wild(state: State) -> Iterator[str]:
    """Check that a wild die, placed or waiting, exists exactly if two dice were fed today."""
    wild = [die for die in state.spent if die.wild]
    if any(die.value > 5 or die.use not in {"row", *SET_INDEX} for die in wild):
        yield "the wild die cannot have this value or use"
    if len(wild) + bool(state.wild) != _count_uses(state)["feeding"]:
        yield "the wild die and the feeding area do not agree"
    if state.wild and (state.rolling or not list_moves(state)):
        yield "the wild die has no place to go"


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
        plans=tuple(_show_plan(plan) for plan in reach.make_plans(state)),
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
        possible=bool(points) or reach.can_fill_row(state, index),
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
        possible=claimed is not None or reach.can_make_set(state, index),
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


def _show_plan(plan: reach.Plan) -> PlanView:
    moves = tuple(str(move) for move in plan.moves)
    return PlanView(plan.key, _NAMES[plan.key], plan.points, plan.dice, moves)
