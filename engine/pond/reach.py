"""The legal moves of a day, the possible uses of its dice, and the goals still in reach.

`make_plans` lists the uses of today's dice. `can_fill_row` and `can_make_set` return False only if
the row or set can no longer be completed, whatever the dice and the choices of the players.
"""

from __future__ import annotations

from typing import Final

from engine.core import remove_items
from engine.pond.handfuls import list_claims, list_wild_places, make_pool
from engine.pond.moves import (
    BOXES,
    EndDay,
    Feed,
    Move,
    State,
    Sunny,
    has_fed,
    has_rerolled,
    next_sunny_day,
)

END_DAY: Final = EndDay()

SUNNY: Final = Sunny()


def list_moves(state: State) -> tuple[Move, ...]:
    """Return all moves of the player of the day: sets and rows first, `end day` last."""
    found = _list_wild_moves(state) if state.wild else _list_day_moves(state)
    if not state.wild:
        found.append(END_DAY)
    return tuple(found)


def _list_day_moves(state: State) -> list[Move]:
    """Return the moves with the unused dice while no fed die waits to be placed."""
    free = state.free
    rows, sets = state.rows, state.sets
    can = make_pool(free)
    found: list[Move] = []
    for claim, taken in zip(can.claims, sets, strict=True):
        if taken is None:
            found += claim
    for place, row in zip(can.places, rows, strict=True):
        found += place[: BOXES - len(row)]
    found += can.changes
    if can.rerolls and not has_rerolled(state):
        found += can.rerolls
    if 6 in free and next_sunny_day(state) is not None:
        found.append(SUNNY)
    if len(free) >= 2 and not has_fed(state):
        for feeds, row in zip(can.feeds, rows, strict=True):
            found += feeds if len(row) < BOXES else [f for f in feeds if can_place_wild(state, f)]
    return found


def _list_wild_moves(state: State) -> list[Move]:
    """Return the moves while a fed die waits; it must be placed at once (P7)."""
    room = BOXES - len(state.rows[state.wild - 1])
    found: list[Move] = []
    for claim, taken in zip(list_claims(state.free, state.wild), state.sets, strict=True):
        if taken is None:
            found += claim
    found += list_wild_places(state.free, state.wild)[:room]
    return found


def can_place_wild(state: State, feed: Feed) -> bool:
    if len(state.rows[feed.wild - 1]) < BOXES:
        return True
    rest = remove_items(state.free, feed.values)
    if rest is None:
        return False
    made = list_claims(rest, feed.wild)
    return any(ways and taken is None for ways, taken in zip(made, state.sets, strict=True))
