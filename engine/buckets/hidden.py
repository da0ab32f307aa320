"""Who may know what (B12): how others see a move, and how hidden things are drawn anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.buckets.building import MOST_TAKEN_BACK
from engine.buckets.cards import COLOURS, Cards
from engine.buckets.moves import Auto, Clear, Deal, Drawn, Move, Place, Undo
from engine.buckets.nature import draw_cards
from engine.buckets.pyramid import EACH, SIZE
from engine.buckets.state import Building, Dealing, Playing, Site, Stage, State

if TYPE_CHECKING:
    from engine.core import Seat, Source


def show_move(by: Seat, move: Move, viewer: Seat | None) -> str | None:
    """Return a move as `viewer` sees it: no cards of another seat, and no building at all."""
    match move:
        case Deal(seat) if seat != viewer:
            return str(Deal(seat))
        case Drawn(seat) if seat != viewer:
            return str(Drawn(seat))
        case Place() | Undo() | Clear() | Auto() if by != viewer:
            return None
        case _:
            return str(move)


def resample(state: State, seat: Seat | None, source: Source) -> State:
    """Draw anew the other hands, the draw pile, and the unfinished pyramids of others.

    The discards stay: everybody has seen them. After a reshuffle a player who counts cards knows
    which cards are in no hand; this is ignored.
    """
    if state.stage is None:
        return state
    hands, pile = _redeal(state.stage.hands, state.stage.pile, seat, source)
    stage = _replace_cards(state.stage, hands, pile, seat, source)
    return State(state.setup, state.first, stage, state.results)


def _replace_cards(
    stage: Stage, hands: tuple[Cards, ...], pile: Cards, seat: Seat | None, source: Source
) -> Stage:
    """Return the stage with other cards, and with other pyramids where they are hidden."""
    match stage:
        case Dealing():
            return Dealing(hands, pile)
        case Building():
            sites = tuple(
                site if owner == seat else _rebuild(site, source)
                for owner, site in enumerate(stage.sites)
            )
            return Building(hands, pile, sites)
        case Playing():
            return Playing(
                hands,
                pile,
                stage.discards,
                stage.pyramids,
                stage.turn,
                stage.trick,
                stage.may_draw,
                stage.drawing,
                stage.split,
                stage.fallen,
            )


def _redeal(
    hands: tuple[Cards, ...], pile: Cards, seat: Seat | None, source: Source
) -> tuple[tuple[Cards, ...], Cards]:
    """Deal other hands to all but `seat` from what it does not know; return them and the pile."""
    unknown = list(pile)
    for owner, hand in enumerate(hands):
        if owner != seat:
            unknown += hand
    redealt = tuple(
        hand if owner == seat else draw_cards(unknown, len(hand), source)
        for owner, hand in enumerate(hands)
    )
    return redealt, tuple(sorted(unknown))


def _rebuild(site: Site, source: Source) -> Site:
    """Return any pyramid that looks the same to others: finished if confirmed, or of any height."""
    stock = [colour for colour in COLOURS for _ in range(EACH)]
    height = SIZE if site.ready else source.below(SIZE + 1)
    built = "".join(stock.pop(source.below(len(stock))) for _ in range(height))
    return Site(built, site.ready, source.below(MOST_TAKEN_BACK + 1))
