"""The fullest boards of Buck Dice: eight players, ties for the order, a whole round of ducks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core import CHANCE
from players.core import Level
from tables.model.table import Table
from tables.play.computers import COMPUTERS
from tests.cogs.scene import scene

SEATS = 8
OPENING = (
    *("order 6 6 6 4 3 1 1 1", "order 5 5 2", "order 4 4", "order 3 2"),
    *("order 1 1 2", "order 5 5", "order 6 4", "dice 4"),
)
"""Throws for the order with ties at both ends, and the point number."""
TURN = ("4 4 5", "1 4 5", "1 2 4", "1 2 3")
"""A turn of four throws with its sum."""


def fullest_of_buckdice() -> Iterator[Table]:
    """Yield the longest opening, and a buck after the turns of seven ducks, in two variants."""
    fewer, pot = {"game": "thirteen-fourteen"}, {"game": "pot"}
    yield scene("buckdice", SEATS, *OPENING, options=fewer)
    bucks = throw(*TURN, "4 4 4", *TURN * 5, "4 4 4")
    yield among_ducks(scene("buckdice", SEATS, *OPENING, *bucks, options=fewer))
    misses = ["dice 1", "dice 2"] * 12
    yield scene("buckdice", SEATS, "first 3", *misses, "dice 4", options=pot)
    turns = throw(*["1 4 6", "4 5 6", "4 6 6", "1 1 6"] * 6, "1 4 6", "4 4 6")
    yield among_ducks(scene("buckdice", SEATS, "first 0", "dice 4", *turns, options=pot))


def throw(*dice: str) -> list[str]:
    return [move for each in dice for move in ("throw", f"dice {each}")]


def among_ducks(at: Table) -> Table:
    """Return the table with ducks in all seats but the first one; they throw without a click."""
    assert at.progress is not None
    seats = tuple(
        replace(each, person_id=duck.id, name=duck.name, level=Level.HARD)
        for each, duck in zip(at.seats[1:], COMPUTERS[Level.HARD], strict=True)
    )
    moves = tuple(
        each if each.seat in {CHANCE, 0} else replace(each, player="duck") for each in at.recent
    )
    return replace(at, seats=(at.seats[0], *seats), progress=replace(at.progress, recent=moves))
