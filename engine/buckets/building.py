"""Building: all players build at the same time, bucket by bucket from the bottom (B2 and B3).

An error of this stage never names the bucket of a move or the height of a pyramid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.buckets.cards import COLOURS, Cards
from engine.buckets.moves import Auto, Clear, Confirm, Move, Place, Undo
from engine.buckets.pyramid import EACH, SIZE, Pyramid, build_for
from engine.buckets.state import MOST_TAKEN_BACK, Building, Playing, Site
from engine.core import Seat
from engine.errors import IllegalMove
from engine.tuples import replace_item

MOST_MOVES: Final = SIZE + 2 + 3 * MOST_TAKEN_BACK
"""How many building moves one seat can make in a round.

It places fifteen buckets, and makes one `auto` and one `confirm`. Each bucket that it takes back
costs at most an `undo`, a `place` and another `auto`."""


def to_act(stage: Building) -> tuple[Seat, ...]:
    """Return all seats that have not confirmed."""
    return tuple(seat for seat, site in enumerate(stage.sites) if not site.ready)


def list_moves(stage: Building, seat: Seat) -> list[Move]:
    """Return every legal move of a seat that has not confirmed."""
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
    """Confirm a finished pyramid as it is; have the rest of an unfinished one built."""
    return Confirm() if Confirm() in legal else Auto()


def play(stage: Building, seat: Seat, move: Move, first: Seat) -> Building | Playing:
    """Return the stage after a move of a seat that has not confirmed; the last one starts play.

    Raises:
        IllegalMove: the move does not fit the pyramid as it is.
    """
    site = _change_site(stage.sites[seat], stage.hands[seat], move)
    sites = replace_item(stage.sites, seat, site)
    if all(one.ready for one in sites):
        pyramids = tuple(one.built for one in sites)
        return Playing(stage.hands, stage.pile, (), pyramids, turn=first)
    return Building(stage.hands, stage.pile, sites)


def _change_site(site: Site, hand: Cards, move: Move) -> Site:
    """Return a seat's pyramid after its move."""
    match move:
        case Place(box, colour):
            return Site(_place_bucket(site.built, box, colour), taken_back=site.taken_back)
        case Undo(box):
            if box != len(site.built) - 1:
                raise IllegalMove("undo: that is not the bucket you placed last")
            return _take_back(site, 1)
        case Clear():
            if not site.built:
                raise IllegalMove("clear: there is nothing to take back")
            return _take_back(site, len(site.built))
        case Auto():
            return Site(_build_rest(site.built, hand), taken_back=site.taken_back)
        case Confirm():
            if len(site.built) < SIZE:
                raise IllegalMove("confirm: the pyramid is not finished")
            return Site(site.built, ready=True, taken_back=site.taken_back)
        case _:
            raise IllegalMove("the pyramids are still being built")


def _place_bucket(built: Pyramid, box: int, colour: str) -> Pyramid:
    """Return the pyramid with one more bucket."""
    if box != len(built):
        raise IllegalMove("place: that is not the next box")
    if built.count(colour) == EACH:
        raise IllegalMove("place: no bucket of that colour is left")
    return built + colour


def _build_rest(built: Pyramid, hand: Cards) -> Pyramid:
    """Return the pyramid with the rest as is advised."""
    if len(built) == SIZE:
        raise IllegalMove("auto: the pyramid is finished")
    return build_for(hand, built)


def _take_back(site: Site, count: int) -> Site:
    """Return the pyramid without the last `count` buckets."""
    taken_back = site.taken_back + count
    if taken_back > MOST_TAKEN_BACK:
        raise IllegalMove(f"no more than {MOST_TAKEN_BACK} buckets are taken back in a round")
    return Site(site.built[: len(site.built) - count], taken_back=taken_back)
