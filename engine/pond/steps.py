"""What every move does to the sheet, and why a move is refused.

`STEPS` are the moves of the player whose day it is, `ROLLS` those of nature. Legality is checked
here by itself, not by looking into the list of legal moves; tests hold the two against each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.errors import IllegalMove
from engine.pond.legal import wild_fits
from engine.pond.moves import (
    Change,
    Claim,
    EndDay,
    Feed,
    Place,
    PlayerMove,
    Reroll,
    Roll,
    StartRoll,
    Sunny,
    Undo,
)
from engine.pond.pool import claims
from engine.pond.sheet import (
    BOXES,
    DAYS,
    SET_INDEX,
    Claimed,
    Dice,
    Mark,
    Row,
    Spent,
    State,
    blank,
    dice_on,
    fed,
    rerolled,
    seat_on,
    sunny_day,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable

Step: TypeAlias = "Callable[[State, Any], State]"


def _use(state: State, move: PlayerMove, values: Dice) -> Dice:
    """The unused dice that are left when `values` are taken for a move."""
    rest = without(state.free, values)
    if rest is None:
        raise IllegalMove(f"{str(move)!r} needs dice that are not unused")
    return rest


def _refuse(state: State, move: PlayerMove, *, when: bool, why: str) -> None:
    """Raise IllegalMove where a rule forbids an ability; a waiting fed die forbids all of them."""
    if state.wild:
        raise IllegalMove(f"{str(move)!r} must wait: the wild die has to be placed first")
    if when:
        raise IllegalMove(f"{str(move)!r} is refused: {why}")


def _wild_used(state: State, move: Place | Claim, wild: int) -> None:
    """Raise IllegalMove unless a placement uses the waiting wild die, and only a waiting one."""
    if wild != state.wild:
        raise IllegalMove(f"{str(move)!r} does not use the wild die as it lies there")


def _place(state: State, move: Place) -> State:
    wild = move.value if move.wild else 0
    _wild_used(state, move, wild)
    rest = _use(state, move, (move.value,) * (move.count - move.wild))
    row = state.rows[move.value - 1]
    if not 1 <= move.count <= BOXES - len(row):
        raise IllegalMove(f"{str(move)!r}: the row has {BOXES - len(row)} empty boxes")
    mark = Mark(seat_on(state, state.day), state.day)
    rows = _with_row(state.rows, move.value - 1, row + (mark,) * move.count)
    used = (Spent(move.value, "row"),) * (move.count - move.wild)
    return _after(state, rest, used + _wild_spent(wild, "row"), rows=rows)


def _claim(state: State, move: Claim) -> State:
    _wild_used(state, move, move.wild)
    index = SET_INDEX.get(move.key)
    if index is None or move not in claims(state.free, move.wild)[index]:
        raise IllegalMove(f"{str(move)!r} cannot be made of the unused dice")
    if state.sets[index] is not None:
        raise IllegalMove(f"{str(move)!r}: the set is taken")
    own = without(move.values, (move.wild,) if move.wild else ())
    rest = _use(state, move, own or ())
    taken = Claimed(seat_on(state, state.day), len(move.values))
    sets = (*state.sets[:index], taken, *state.sets[index + 1 :])
    used = tuple(Spent(value, move.key) for value in own or ())
    return _after(state, rest, used + _wild_spent(move.wild, move.key), sets=sets)


def _change(state: State, move: Change) -> State:
    wrong = abs(move.value - move.to) != 1 or not 1 <= move.to <= 6
    _refuse(state, move, when=wrong, why="a 1 changes a die by one, within 1 to 6")
    rest = _use(state, move, (1, move.value))
    return _after(state, tuple(sorted((*rest, move.to))), (Spent(1, "change"),))


def _reroll(state: State, move: Reroll) -> State:
    _refuse(state, move, when=rerolled(state), why="only one re-roll a day")
    _refuse(state, move, when=not _ordered(move.values), why="it has to name dice")
    rest = _use(state, move, (3, *move.values))
    return _after(state, rest, (Spent(3, "reroll"),), rolling=len(move.values))


def _sunny(state: State, move: Sunny) -> State:
    day = sunny_day(state)
    rest = _use(state, move, (6,))
    _refuse(state, move, when=day is None, why="there is no day that it could make sunny")
    sunny = tuple(sorted((*state.sunny, day or 0)))
    return _after(state, rest, (Spent(6, "sunny"),), sunny=sunny)


def _feed(state: State, move: Feed) -> State:
    _refuse(state, move, when=fed(state), why="only one wild die a day")
    rest = _use(state, move, move.values)
    named = len(move.values) == 2 and _ordered(move.values) and 1 <= move.wild <= 5
    wrong = not named or not wild_fits(state, move)
    _refuse(state, move, when=wrong, why="the wild die could not be placed")
    return _after(state, rest, (Spent(move.values[1], "feeding"),), wild=move.wild)


def _undo(state: State, move: Undo) -> State:
    if state.back is None:
        raise IllegalMove(f"{str(move)!r}: nothing has been done since the dice were rolled")
    return state.back


def _end_day(state: State, move: EndDay) -> State:
    _refuse(state, move, when=False, why="")
    day = state.day + 1
    rolling = dice_on(state, day) if day <= DAYS else 0
    return State(
        state.seats, state.first, day, state.sunny, state.rows, state.sets, (), 0, (), rolling, None
    )


def _rolled(state: State, move: Roll) -> State:
    """The dice fall; nothing from before can be taken back any more."""
    values = move.values
    if len(values) != state.rolling or tuple(sorted(values)) != values:
        raise IllegalMove(f"{str(move)!r}: nature rolls {state.rolling} dice")
    if not all(1 <= value <= 6 for value in values):
        raise IllegalMove(f"{str(move)!r}: a die shows 1 to 6")
    free = tuple(sorted(state.free + values)) if state.free else values
    return State(
        state.seats,
        state.first,
        state.day,
        state.sunny,
        state.rows,
        state.sets,
        free,
        0,
        state.spent,
        0,
        None,
    )


def _rolled_for_start(state: State, move: StartRoll) -> State:
    """High starts; equal dice are rolled again."""
    if state.first is not None or len(move.values) != state.seats:
        raise IllegalMove(f"{str(move)!r}: there is no roll for start now")
    one, two = move.values
    if not (1 <= one <= 6 and 1 <= two <= 6):
        raise IllegalMove(f"{str(move)!r}: a die shows 1 to 6")
    return state if one == two else blank(state.seats, int(two > one))


def _ordered(values: Dice) -> bool:
    return bool(values) and tuple(sorted(values)) == values


def _wild_spent(wild: int, use: str) -> tuple[Spent, ...]:
    return (Spent(wild, use, wild=True),) if wild else ()


def _with_row(rows: tuple[Row, ...], index: int, row: Row) -> tuple[Row, ...]:
    return (*rows[:index], row, *rows[index + 1 :])


def _after(
    state: State,
    free: Dice,
    used: tuple[Spent, ...],
    *,
    rows: tuple[Row, ...] | None = None,
    sets: tuple[Claimed | None, ...] | None = None,
    sunny: tuple[int, ...] | None = None,
    wild: int = 0,
    rolling: int = 0,
) -> State:
    """The state after a move that uses dice; it can be taken back unless dice are rolled now."""
    return State(
        state.seats,
        state.first,
        state.day,
        state.sunny if sunny is None else sunny,
        state.rows if rows is None else rows,
        state.sets if sets is None else sets,
        free,
        wild,
        tuple(sorted(state.spent + used)),
        rolling,
        None if rolling else state,
    )


STEPS: Final[dict[type, Step]] = {
    Place: _place,
    Claim: _claim,
    Change: _change,
    Reroll: _reroll,
    Sunny: _sunny,
    Feed: _feed,
    Undo: _undo,
    EndDay: _end_day,
}
ROLLS: Final[dict[type, Step]] = {Roll: _rolled, StartRoll: _rolled_for_start}
