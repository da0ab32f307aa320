"""Playing: attack, defence, the fall, and the draw (rulings B4 to B9 and B11)."""

from __future__ import annotations

from typing import TypeVar

from engine.buckets.cards import (
    COLOURS,
    MOST_PLAYED,
    Cards,
    joined,
    of_colour,
    showings,
    total,
    without,
)
from engine.buckets.moves import SIDES, Draw, Drawn, Keep, Move, Play, Remove
from engine.buckets.pyramid import BARE, cleared, falling, parts, removable
from engine.buckets.state import Fallen, Playing, Setup, Shown, Trick
from engine.core import CHANCE, Seat
from engine.errors import IllegalMove

T = TypeVar("T")


def to_act(stage: Playing) -> tuple[Seat, ...]:
    """Nature, or whose turn it is and then who may still draw by hand."""
    if stage.drawing is not None:
        return (CHANCE,)
    if stage.may_draw is None:
        return (stage.turn,)
    return (stage.turn, stage.may_draw)


def moves(stage: Playing, seat: Seat, setup: Setup) -> list[Move]:
    """Every legal move of a seat that is to act."""
    if seat != stage.turn:
        return [Draw()]
    if stage.split:
        return [Keep(side) for side in SIDES]
    hand = stage.hands[seat]
    if stage.trick is None:
        if not hand:
            return [Draw()]
        return [Play(cards) for colour in COLOURS for cards, _ in showings(of_colour(hand, colour))]
    removals = [Remove(box) for box in removable(stage.pyramids[seat], stage.trick.colour)]
    return [*map(Play, defences(stage, seat, setup)), *removals]


def defences(stage: Playing, seat: Seat, setup: Setup) -> list[Cards]:
    """The cards of `seat` that beat the sum of the trick."""
    trick = stage.trick
    if trick is None:
        return []
    needed = trick.beat - trick.carried(seat, setup)
    choices = showings(of_colour(stage.hands[seat], trick.colour))
    return [cards for cards, value in choices if value > needed]


def apply(stage: Playing, seat: Seat, move: Move, setup: Setup) -> Playing:
    """The stage after a move of a seat that is to act, or of nature.

    When `round_over` says so of the result, the round has ended with it.

    Raises:
        IllegalMove: the rules do not allow the move now.
    """
    match move:
        case Drawn():
            return _drawn(stage, move)
        case Draw():
            return _draw(stage, seat)
        case Play() if seat == stage.turn and not stage.split:
            return _play(stage, seat, move.cards, setup)
        case Remove() if seat == stage.turn:
            return _remove(stage, seat, move.box, setup)
        case Keep():
            return _keep(stage, seat, move.side)
        case _:
            raise IllegalMove(f"seat {seat} cannot do that now")


def round_over(stage: Playing, setup: Setup) -> bool:
    """Whether so many pyramids are gone that the round has ended (ruling B9)."""
    return stage.pyramids.count(BARE) == setup.most_gone


def _play(stage: Playing, seat: Seat, cards: Cards, setup: Setup) -> Playing:
    hand = without(stage.hands[seat], cards)
    if hand is None:
        raise IllegalMove("play: those cards are not all in the hand")
    trick = _shown(stage.trick, Shown(seat, cards), setup)
    pile, discards = stage.pile, stage.discards
    if not setup.by_hand:
        pile, discards = _with_a_card(pile, discards)
    return Playing(
        hands=_with(stage.hands, seat, hand),
        pile=pile,
        discards=discards,
        pyramids=stage.pyramids,
        turn=stage.after(seat),
        trick=trick,
        may_draw=seat if setup.by_hand else None,
        drawing=None if setup.by_hand else seat,
        fallen=stage.fallen,
    )


def _shown(trick: Trick | None, shown: Shown, setup: Setup) -> Trick:
    """The trick with these cards laid down: a lead, or a defence that is high enough."""
    if not 1 <= len(shown.cards) <= MOST_PLAYED:
        raise IllegalMove(f"play: one to {MOST_PLAYED} cards are shown")
    colour = shown.cards[0][0]
    if any(card[0] != colour for card in shown.cards):
        raise IllegalMove("play: the cards are not of one colour")
    value = total(shown.cards)
    if trick is None:
        return Trick(colour, (shown,), value)
    if colour != trick.colour:
        raise IllegalMove(f"play: the attack is of colour {trick.colour}")
    value += trick.carried(shown.seat, setup)
    if value <= trick.beat:
        raise IllegalMove(f"play: a sum of {value} does not beat {trick.beat}")
    return Trick(colour, (*trick.plays, shown), value)


def _with_a_card(pile: Cards, discards: Cards) -> tuple[Cards, Cards]:
    """Pile and discards when a card is needed: an empty pile is made of the discards (ruling B7).

    They are never both empty: six hands and the 22 cards that a trick can have are not all cards.
    """
    return (pile, discards) if pile else (discards, ())


def _draw(stage: Playing, seat: Seat) -> Playing:
    """Draw by hand: for cards just shown, or (ruling B11) to have something to lead."""
    leads = seat == stage.turn and stage.trick is None and not stage.split
    if seat != stage.may_draw and not (leads and not stage.hands[seat]):
        raise IllegalMove("draw: there is no card for you to draw now")
    pile, discards = _with_a_card(stage.pile, stage.discards)
    return Playing(
        hands=stage.hands,
        pile=pile,
        discards=discards,
        pyramids=stage.pyramids,
        turn=stage.turn,
        trick=stage.trick,
        drawing=seat,
        fallen=stage.fallen,
    )


def _drawn(stage: Playing, move: Drawn) -> Playing:
    card = () if move.card is None else (move.card,)
    pile = without(stage.pile, card)
    if not card or pile is None or move.seat != stage.drawing:
        raise IllegalMove("card: nature cannot draw that now")
    hand = joined(stage.hands[move.seat], card)
    return Playing(
        hands=_with(stage.hands, move.seat, hand),
        pile=pile,
        discards=stage.discards,
        pyramids=stage.pyramids,
        turn=stage.turn,
        trick=stage.trick,
        fallen=stage.fallen,
    )


def _remove(stage: Playing, seat: Seat, box: int, setup: Setup) -> Playing:
    trick, before = stage.trick, stage.pyramids[seat]
    if trick is None or box not in removable(before, trick.colour):
        raise IllegalMove(f"remove {box}: that bucket is not yours to remove now")
    gone = falling(before, box)
    pyramid = cleared(before, gone)
    declined = Playing(
        hands=stage.hands,
        pile=stage.pile,
        discards=joined(stage.discards, trick.cards),
        pyramids=_with(stage.pyramids, seat, pyramid),
        turn=seat,
        split=len(parts(pyramid)) > 1,
        fallen=Fallen(seat, box, before, gone),
    )
    return _out(declined, seat, setup) if pyramid == BARE else declined


def _out(stage: Playing, seat: Seat, setup: Setup) -> Playing:
    """The last bucket is lost: the hand is discarded, the next to the left leads (ruling B8)."""
    return Playing(
        hands=_with(stage.hands, seat, ()),
        pile=stage.pile,
        discards=joined(stage.discards, stage.hands[seat]),
        pyramids=stage.pyramids,
        turn=seat if round_over(stage, setup) else stage.after(seat),
        fallen=stage.fallen,
    )


def _keep(stage: Playing, seat: Seat, side: str) -> Playing:
    if not stage.split or stage.fallen is None:
        raise IllegalMove(f"keep {side}: no pyramid is split")
    fallen, pyramid = stage.fallen, stage.pyramids[seat]
    given_up = parts(pyramid)[1 - SIDES.index(side)]
    boxes = tuple(sorted((*fallen.boxes, *given_up)))
    return Playing(
        hands=stage.hands,
        pile=stage.pile,
        discards=stage.discards,
        pyramids=_with(stage.pyramids, seat, cleared(pyramid, given_up)),
        turn=seat,
        fallen=Fallen(seat, fallen.box, fallen.before, boxes),
    )


def _with(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
