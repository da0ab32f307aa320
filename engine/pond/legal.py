"""Which moves are legal: what the dice can do, held against the sheet."""

from __future__ import annotations

from typing import Final

from engine.pond.moves import EndDay, Feed, Move, Sunny, Undo
from engine.pond.pool import claims, pool, wild_places
from engine.pond.sheet import BOXES, State, fed, rerolled, sunny_day, without

END_DAY: Final = EndDay()
UNDO: Final = Undo()
SUNNY: Final = Sunny()


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every move of the player whose day it is: placements first, `undo` and `end day` last."""
    found = _wild_moves(state) if state.wild else _day_moves(state)
    if state.back is not None:
        found.append(UNDO)
    if not state.wild:
        found.append(END_DAY)
    return tuple(found)


def _day_moves(state: State) -> list[Move]:
    """The moves that use unused dice while no fed die waits."""
    free = state.free
    rows, sets = state.rows, state.sets
    can = pool(free)
    found: list[Move] = []
    for claim, taken in zip(can.claims, sets, strict=True):
        if taken is None:
            found += claim
    for place, row in zip(can.places, rows, strict=True):
        found += place[: BOXES - len(row)]
    found += can.changes
    if can.rerolls and not rerolled(state):
        found += can.rerolls
    if 6 in free and sunny_day(state) is not None:
        found.append(SUNNY)
    if len(free) >= 2 and not fed(state):
        for feeds, row in zip(can.feeds, rows, strict=True):
            found += feeds if len(row) < BOXES else [f for f in feeds if wild_fits(state, f)]
    return found


def _wild_moves(state: State) -> list[Move]:
    """The moves while a fed die waits: it goes somewhere, at once (P7)."""
    room = BOXES - len(state.rows[state.wild - 1])
    found: list[Move] = []
    for claim, taken in zip(claims(state.free, state.wild), state.sets, strict=True):
        if taken is None:
            found += claim
    found += wild_places(state.free, state.wild)[:room]
    return found


def wild_fits(state: State, feed: Feed) -> bool:
    """Whether the die that this feeding makes could be placed."""
    if len(state.rows[feed.wild - 1]) < BOXES:
        return True
    rest = without(state.free, feed.values)
    if rest is None:
        return False
    made = claims(rest, feed.wild)
    return any(ways and taken is None for ways, taken in zip(made, state.sets, strict=True))
