"""What abilities make of a handful of dice, whatever the sheet says."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from engine.pond.pool import WILD_VALUES, make_pool
from engine.tuples import remove_items

if TYPE_CHECKING:
    from engine.pond.sheet import Dice


@cache
def change_dice(dice: Dice) -> tuple[Dice, ...]:
    """Return what the dice are after one change."""
    return tuple(
        tuple(sorted((*(remove_items(dice, (1, change.value)) or ()), change.to)))
        for change in make_pool(dice).changes
    )


@cache
def feed_dice(dice: Dice) -> tuple[Dice, ...]:
    """Return what the dice are after feeding, the wild one among them."""
    found = {
        tuple(sorted((*(remove_items(dice, pair) or ()), wild)))
        for pair in combinations(dice, 2)
        for wild in WILD_VALUES
    }
    return tuple(sorted(found))


@cache
def reroll_dice(dice: Dice) -> tuple[tuple[Dice, int], ...]:
    """Return which dice can be kept in a re-roll, and how many are rolled."""
    return tuple(
        (remove_items(dice, (3, *move.values)) or (), len(move.values))
        for move in make_pool(dice).rerolls
    )
