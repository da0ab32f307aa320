"""The effect of every move on the sheet, and the reasons to refuse a move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.core import (
    N_,
    IllegalMove,
    remove_items,
    replace_item,
)
from engine.pond.handfuls import list_claims
from engine.pond.moves import (
    BOXES,
    DAYS,
    SET_INDEX,
    Change,
    Claim,
    Claimed,
    Dice,
    EndDay,
    Feed,
    Filled,
    Place,
    PlayerMove,
    Reroll,
    Roll,
    Spent,
    StartRoll,
    State,
    Sunny,
    count_dice,
    has_fed,
    has_rerolled,
    make_sheet,
    next_sunny_day,
    seat_of_day,
)
from engine.pond.reach import can_place_wild

if TYPE_CHECKING:
    from collections.abc import Callable

Step: TypeAlias = "Callable[[State, Any], State]"


def _take_dice(state: State, move: PlayerMove, values: Dice) -> Dice:
    """Return the unused dice left after a move takes `values`."""
    rest = remove_items(state.free, values)
    if rest is None:
        raise IllegalMove("{move} needs dice that are used", move=str(move))
    return rest


def _refuse(state: State, *, when: bool, why: str) -> None:
    """Raise IllegalMove if `when` is true, or if a wild die still waits to be placed."""
    if state.wild:
        raise IllegalMove("The wild die has to be placed first.")
    if when:
        raise IllegalMove(why)


def _check_wild(state: State, move: Place | Claim, wild: int) -> None:
    """Raise IllegalMove if the move's wild die is not the one that waits to be placed.

    `wild` is the value of the wild die in the move. It is 0 for none, and must be 0 if none waits.
    """
    if wild != state.wild:
        raise IllegalMove("{move} does not match the wild die", move=str(move))


def _place(state: State, move: Place) -> State:
    """Put dice into their row."""
    wild = move.value if move.wild else 0
    _check_wild(state, move, wild)
    rest = _take_dice(state, move, (move.value,) * (move.count - move.wild))
    row = state.rows[move.value - 1]
    if not 1 <= move.count <= BOXES - len(row):
        raise IllegalMove("Empty boxes in this row: {n}.", n=BOXES - len(row))
    box = Filled(seat_of_day(state, state.day), state.day)
    rows = replace_item(state.rows, move.value - 1, row + (box,) * move.count)
    used = (Spent(move.value, "row"),) * (move.count - move.wild)
    return _use_dice(state, rest, used + _spend_wild(wild, "row"), rows=rows)


def _claim(state: State, move: Claim) -> State:
    """Complete a set of the right column."""
    _check_wild(state, move, move.wild)
    index = SET_INDEX.get(move.key)
    if index is None or move not in list_claims(state.free, move.wild)[index]:
        raise IllegalMove("{move} cannot be made of the unused dice", move=str(move))
    if state.sets[index] is not None:
        raise IllegalMove("The set is taken.")
    own = remove_items(move.values, (move.wild,) if move.wild else ())
    rest = _take_dice(state, move, own or ())
    taken = Claimed(seat_of_day(state, state.day), len(move.values))
    sets = replace_item(state.sets, index, taken)
    used = tuple(Spent(value, move.key) for value in own or ())
    return _use_dice(state, rest, used + _spend_wild(move.wild, move.key), sets=sets)


def _change(state: State, move: Change) -> State:
    """Spend a 1 to change a die."""
    wrong = abs(move.value - move.to) != 1 or not 1 <= move.to <= 6
    _refuse(state, when=wrong, why=N_("A 1 changes a die by one, within 1 to 6."))
    rest = _take_dice(state, move, (1, move.value))
    return _use_dice(state, tuple(sorted((*rest, move.to))), (Spent(1, "change"),))


def _reroll(state: State, move: Reroll) -> State:
    """Spend a 3 to roll dice again."""
    _refuse(state, when=has_rerolled(state), why=N_("Only one re-roll a day."))
    _refuse(
        state,
        when=not _is_ordered(move.values),
        why=N_("A re-roll must name its dice in ascending order."),
    )
    rest = _take_dice(state, move, (3, *move.values))
    return _use_dice(state, rest, (Spent(3, "reroll"),), rolling=len(move.values))


def _make_sunny(state: State, move: Sunny) -> State:
    """Spend a 6 to make a day sunny."""
    day = next_sunny_day(state)
    rest = _take_dice(state, move, (6,))
    _refuse(state, when=day is None, why=N_("Your next day cannot become sunny."))
    sunny = tuple(sorted((*state.sunny, day or 0)))
    return _use_dice(state, rest, (Spent(6, "sunny"),), sunny=sunny)


def _feed(state: State, move: Feed) -> State:
    """Make one wild die out of two dice."""
    _refuse(state, when=has_fed(state), why=N_("Only one wild die a day."))
    rest = _take_dice(state, move, move.values)
    named = len(move.values) == 2 and _is_ordered(move.values) and 1 <= move.wild <= 5
    wrong = not named or not can_place_wild(state, move)
    _refuse(state, when=wrong, why=N_("That wild die could not be placed afterwards."))
    return _use_dice(state, rest, (Spent(move.values[1], "feeding"),), wild=move.wild)


def _end_day(state: State, _: EndDay) -> State:
    _refuse(state, when=False, why="")
    day = state.day + 1
    rolling = count_dice(state, day) if day <= DAYS else 0
    return replace(state, day=day, free=(), wild=0, spent=(), rolling=rolling)


def _land_dice(state: State, move: Roll) -> State:
    values = move.values
    if len(values) != state.rolling or tuple(sorted(values)) != values:
        raise IllegalMove("The number of dice to roll now is {n}.", n=state.rolling)
    if not all(1 <= value <= 6 for value in values):
        raise IllegalMove("A die shows 1 to 6.")
    free = tuple(sorted(state.free + values)) if state.free else values
    return replace(state, free=free, wild=0, rolling=0)


def _decide_start(state: State, move: StartRoll) -> State:
    """Let the player with the higher die start; after equal dice nature rolls again."""
    if state.first is not None or len(move.values) != state.seats:
        raise IllegalMove("There is no roll for start now.")
    one, two = move.values
    if not (1 <= one <= 6 and 1 <= two <= 6):
        raise IllegalMove("A die shows 1 to 6.")
    return state if one == two else make_sheet(state.seats, int(two > one))


def _is_ordered(values: Dice) -> bool:
    """Return whether there is at least one die, and the dice are ascending."""
    return bool(values) and tuple(sorted(values)) == values


def _spend_wild(wild: int, use: str) -> tuple[Spent, ...]:
    """Return the wild die as a used die; an empty tuple if `wild` is 0."""
    return (Spent(wild, use, wild=True),) if wild else ()


def _use_dice(
    state: State,
    free: Dice,
    used: tuple[Spent, ...],
    *,
    wild: int = 0,
    rolling: int = 0,
    **written: Any,  # noqa: ANN401 - fields of all types
) -> State:
    """Return the state after a move that uses dice; `written` holds the other changed fields."""
    return replace(
        state,
        free=free,
        wild=wild,
        spent=tuple(sorted(state.spent + used)),
        rolling=rolling,
        **written,
    )


STEPS: Final[dict[type, Step]] = {
    Place: _place,
    Claim: _claim,
    Change: _change,
    Reroll: _reroll,
    Sunny: _make_sunny,
    Feed: _feed,
    EndDay: _end_day,
}

ROLLS: Final[dict[type, Step]] = {Roll: _land_dice, StartRoll: _decide_start}
