"""Hidden things drawn anew (B12): hands, the draw pile, and pyramids until all are built."""

from __future__ import annotations

from dataclasses import replace

from engine.buckets.cards import COLOURS, Cards, draw_cards
from engine.buckets.pyramid import EACH, SIZE
from engine.buckets.state import (
    MOST_TAKEN_BACK,
    Building,
    Site,
    State,
)
from engine.core import (
    Seat,
    Source,
)


def resample(state: State, seat: Seat | None, source: Source) -> State:
    """Draw anew the other seats' hands and the draw pile; during building, also their pyramids.

    The discards stay, because everybody has seen them. After a reshuffle, a player who has counted
    cards knows that some cards are in no hand. This function ignores such knowledge.
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
    """Deal the cards unknown to `seat` anew to the other hands; return hands and pile."""
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
    """Return a random site that looks the same to others.

    Others cannot see the height of an unfinished pyramid, so it gets a random height.
    """
    stock = [colour for colour in COLOURS for _ in range(EACH)]
    height = SIZE if site.ready else source.below(SIZE + 1)
    built = "".join(stock.pop(source.below(len(stock))) for _ in range(height))
    return Site(built, site.ready, source.below(MOST_TAKEN_BACK + 1))
