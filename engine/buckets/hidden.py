"""Who may know what (ruling B12): moves as others see them, and hidden things drawn anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.buckets.building import MOST_TAKEN_BACK
from engine.buckets.cards import COLOURS, Cards
from engine.buckets.moves import Auto, Clear, Deal, Drawn, Move, Place, Undo
from engine.buckets.nature import drawn_from
from engine.buckets.pyramid import EACH, SIZE
from engine.buckets.state import Building, Dealing, Playing, Site, Stage, State

if TYPE_CHECKING:
    from engine.core import Seat, Source


def seen(by: Seat, move: Move, viewer: Seat | None) -> str | None:
    """A move as `viewer` sees it: of a deal or a draw only whose it is, of building nothing."""
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
    """Draw anew the other hands, the draw pile, and what others have built but not shown.

    What lies on the discards was seen by all. It is not taken into account that somebody who counts
    cards knows, after a reshuffle, which cards were in no hand.
    """
    if state.stage is None:
        return state
    hands, pile = _redealt(state.stage.hands, state.stage.pile, seat, source)
    return State(
        state.setup, state.first, _with_cards(state.stage, hands, pile, seat, source), state.results
    )


def _with_cards(
    stage: Stage, hands: tuple[Cards, ...], pile: Cards, seat: Seat | None, source: Source
) -> Stage:
    match stage:
        case Dealing():
            return Dealing(hands, pile)
        case Building():
            sites = tuple(
                site if owner == seat else _rebuilt(site, source)
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


def _redealt(
    hands: tuple[Cards, ...], pile: Cards, seat: Seat | None, source: Source
) -> tuple[tuple[Cards, ...], Cards]:
    unknown = list(pile)
    for owner, hand in enumerate(hands):
        if owner != seat:
            unknown += hand
    redealt = tuple(
        hand if owner == seat else drawn_from(unknown, len(hand), source)
        for owner, hand in enumerate(hands)
    )
    return redealt, tuple(sorted(unknown))


def _rebuilt(site: Site, source: Source) -> Site:
    """Any pyramid that says as little: finished where it is confirmed, else of any height."""
    stock = [colour for colour in COLOURS for _ in range(EACH)]
    height = SIZE if site.ready else source.below(SIZE + 1)
    built = "".join(stock.pop(source.below(len(stock))) for _ in range(height))
    return Site(built, site.ready, source.below(MOST_TAKEN_BACK + 1))
