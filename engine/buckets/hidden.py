"""How what a seat may not know is drawn anew (B12): other hands, the draw pile, pyramids."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.buckets.cards import COLOURS, Cards, draw_cards
from engine.buckets.pyramid import EACH, SIZE
from engine.buckets.state import MOST_TAKEN_BACK, Building, Site, State

if TYPE_CHECKING:
    from engine.core import Seat, Source


def resample(state: State, seat: Seat | None, source: Source) -> State:
    """Draw anew the other hands, the draw pile, and the unfinished pyramids of others.

    The discards stay: everybody has seen them. After a reshuffle a player who counts cards knows
    which cards are in no hand; this is ignored.
    """
    if state.stage is None:
        return state
    hands, pile = _redeal(state.stage.hands, state.stage.pile, seat, source)
    stage = replace(state.stage, hands=hands, pile=pile)
    if isinstance(stage, Building):
        sites = enumerate(stage.sites)
        built = tuple(site if owner == seat else _rebuild(site, source) for owner, site in sites)
        stage = replace(stage, sites=built)
    return replace(state, stage=stage)


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
