"""Building: all players build at the same time, bucket by bucket from the bottom (B2 and B3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.buckets.cards import COLOURS, Cards
from engine.buckets.moves import (
    Auto,
    Clear,
    Confirm,
    Move,
    Place,
    Undo,
)
from engine.buckets.pyramid import EACH, SIZE, Pyramid, build_for
from engine.buckets.state import (
    MOST_TAKEN_BACK,
    Building,
    Playing,
    Site,
)
from engine.core import (
    IllegalMove,
    Seat,
    replace_item,
)

MOST_MOVES: Final = SIZE + 2 + 3 * MOST_TAKEN_BACK
"""Limit on building moves of one seat in a round.

A seat that takes nothing back makes at most fifteen `place` moves, one `auto` and one `confirm`.
Each bucket that is taken back adds at most an `undo`, a `place` and another `auto`."""


def to_act(stage: Building) -> tuple[Seat, ...]:
    """Return all seats that have not confirmed."""
    return tuple(seat for seat, site in enumerate(stage.sites) if not site.ready)


def list_moves(stage: Building, seat: Seat) -> list[Move]:
    site = stage.sites[seat]
    built = site.built
    height = len(built)
    found: list[Move] = []
    if height < SIZE:
        found += [Place(height, colour) for colour in COLOURS if built.count(colour) < EACH]
        found.append(Auto())
    else:
        found.append(Confirm())
    left = MOST_TAKEN_BACK - site.taken_back
    if height and left:
        found.append(Undo(height - 1))
    if height and left >= height:
        found.append(Clear())
    return found


def choose_default(legal: Sequence[Move]) -> Move:
    """Confirm a finished pyramid; let `auto` build the rest of an unfinished one."""
    return Confirm() if Confirm() in legal else Auto()


def play(stage: Building, seat: Seat, move: Move, first: Seat) -> Building | Playing:
    """Return the stage after a building move; the last confirmation starts play.

    Raises:
        IllegalMove: the move does not fit the pyramid.
    """
    site = _change_site(stage.sites[seat], stage.hands[seat], move)
    sites = replace_item(stage.sites, seat, site)
    if all(one.ready for one in sites):
        pyramids = tuple(one.built for one in sites)
        return Playing(stage.hands, stage.pile, (), pyramids, turn=first)
    return Building(stage.hands, stage.pile, sites)


def _change_site(site: Site, hand: Cards, move: Move) -> Site:
    match move:
        case Place(box, colour):
            return Site(_place_bucket(site.built, box, colour), taken_back=site.taken_back)
        case Undo(box):
            if box != len(site.built) - 1:
                raise IllegalMove("That is not the bucket that you placed last.")
            return _take_back(site, 1)
        case Clear():
            if not site.built:
                raise IllegalMove("There is nothing to take back.")
            return _take_back(site, len(site.built))
        case Auto():
            return Site(_build_rest(site.built, hand), taken_back=site.taken_back)
        case Confirm():
            if len(site.built) < SIZE:
                raise IllegalMove("The pyramid is not finished.")
            return Site(site.built, ready=True, taken_back=site.taken_back)
        case _:
            raise IllegalMove("The pyramids are still being built.")


def _place_bucket(built: Pyramid, box: int, colour: str) -> Pyramid:
    if box != len(built):
        raise IllegalMove("That is not the next box.")
    if built.count(colour) == EACH:
        raise IllegalMove("No bucket of that animal is left.")
    return built + colour


def _build_rest(built: Pyramid, hand: Cards) -> Pyramid:
    """Build the rest of the pyramid as `build_for` advises."""
    if len(built) == SIZE:
        raise IllegalMove("The pyramid is finished.")
    return build_for(hand, built)


def _take_back(site: Site, count: int) -> Site:
    taken_back = site.taken_back + count
    if taken_back > MOST_TAKEN_BACK:
        raise IllegalMove("Buckets that may be undone in a round: {most}.", most=MOST_TAKEN_BACK)
    return Site(site.built[: len(site.built) - count], taken_back=taken_back)
