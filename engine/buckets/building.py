"""Building: everybody at once, bucket by bucket from the bottom (rulings B2 and B3).

Errors of this stage never say what was to be placed or how far a pyramid has grown.
"""

from __future__ import annotations

from typing import Final

from engine.buckets.cards import COLOURS, Cards
from engine.buckets.moves import Auto, Clear, Confirm, Move, Place, Undo
from engine.buckets.pyramid import EACH, SIZE, Pyramid, built_for
from engine.buckets.state import Building, Playing, Site
from engine.core import Seat
from engine.errors import IllegalMove

MOST_TAKEN_BACK: Final = 5 * SIZE
"""How many buckets a player may take back in a round. The rules set no limit; without one a single
player could let the log grow for ever. It is enough to tear down five whole pyramids."""

MOST_MOVES: Final = SIZE + 2 + 3 * MOST_TAKEN_BACK
"""A round's building moves of one seat do not exceed this: fifteen are placed, one `auto` and one
`confirm` made; each bucket taken back costs at most an `undo`, a `place` and another `auto`."""


def to_act(stage: Building) -> tuple[Seat, ...]:
    """Everybody who has not confirmed."""
    return tuple(seat for seat, site in enumerate(stage.sites) if not site.ready)


def moves(stage: Building, seat: Seat) -> list[Move]:
    """Every legal move of a seat that has not confirmed."""
    site = stage.sites[seat]
    built = site.built
    height = len(built)
    found: list[Move] = []
    if height < SIZE:
        found += [Place(height, colour) for colour in COLOURS if built.count(colour) < EACH]
    else:
        found.append(Confirm())
    if height < SIZE or built != built_for(stage.hands[seat]):
        found.append(Auto())
    left = MOST_TAKEN_BACK - site.taken_back
    if height and left:
        found.append(Undo(height - 1))
    if height and left >= height:
        found.append(Clear())
    return found


def apply(stage: Building, seat: Seat, move: Move, first: Seat) -> Building | Playing:
    """The stage after a move of a seat that has not confirmed; the last `confirm` starts play.

    Raises:
        IllegalMove: the move does not fit the pyramid as it is.
    """
    site = _after(stage.sites[seat], stage.hands[seat], move)
    sites = (*stage.sites[:seat], site, *stage.sites[seat + 1 :])
    if all(one.ready for one in sites):
        pyramids = tuple(one.built for one in sites)
        return Playing(stage.hands, stage.pile, (), pyramids, turn=first)
    return Building(stage.hands, stage.pile, sites)


def _after(site: Site, hand: Cards, move: Move) -> Site:
    match move:
        case Place(box, colour):
            return Site(_placed(site.built, box, colour), taken_back=site.taken_back)
        case Undo(box):
            if box != len(site.built) - 1:
                raise IllegalMove("undo: that is not the bucket you placed last")
            return _taken_back(site, 1)
        case Clear():
            if not site.built:
                raise IllegalMove("clear: there is nothing to take back")
            return _taken_back(site, len(site.built))
        case Auto():
            return Site(_built_anew(site.built, hand), taken_back=site.taken_back)
        case Confirm():
            if len(site.built) < SIZE:
                raise IllegalMove("confirm: the pyramid is not finished")
            return Site(site.built, ready=True, taken_back=site.taken_back)
        case _:
            raise IllegalMove("the pyramids are still being built")


def _placed(built: Pyramid, box: int, colour: str) -> Pyramid:
    if box != len(built):
        raise IllegalMove("place: that is not the next box")
    if built.count(colour) == EACH:
        raise IllegalMove("place: no bucket of that colour is left")
    return built + colour


def _built_anew(built: Pyramid, hand: Cards) -> Pyramid:
    wanted = built_for(hand)
    if built == wanted:
        raise IllegalMove("auto: the pyramid is built like that already")
    return wanted


def _taken_back(site: Site, count: int) -> Site:
    taken_back = site.taken_back + count
    if taken_back > MOST_TAKEN_BACK:
        raise IllegalMove(f"no more than {MOST_TAKEN_BACK} buckets are taken back in a round")
    return Site(site.built[: len(site.built) - count], taken_back=taken_back)
