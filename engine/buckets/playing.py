"""Playing: attack, defence, the fall, and the draw (rulings B4 to B9 and B11)."""

from __future__ import annotations

from dataclasses import replace

from engine.buckets.moves import SIDES, Draw, Drawn, Keep, Move, Play, Remove
from engine.buckets.pyramid import (
    BARE,
    COLOURS,
    MOST_PLAYED,
    VALUES,
    Cards,
    cleared,
    count_loss,
    falling,
    join,
    list_plays,
    of_colour,
    parts,
    removable,
    total,
)
from engine.buckets.state import Fallen, Playing, Setup, Shown, Trick
from engine.core import CHANCE, IllegalMove, Seat
from engine.tuples import remove_items, replace_item


def to_act(stage: Playing) -> tuple[Seat, ...]:
    """Return nature, or whose turn it is and then who may still draw by hand."""
    if stage.drawing is not None:
        return (CHANCE,)
    if stage.may_draw is None:
        return (stage.turn,)
    return (stage.turn, stage.may_draw)


def list_moves(stage: Playing, seat: Seat, setup: Setup) -> list[Move]:
    """Return every legal move of a seat that is to act."""
    if seat != stage.turn:
        return [Draw()]
    if stage.split:
        return [Keep(side) for side in SIDES]
    hand = stage.hands[seat]
    if stage.trick is None:
        if not hand:
            return [Draw()]
        return [
            Play(cards) for colour in COLOURS for cards, _ in list_plays(of_colour(hand, colour))
        ]
    removals = [Remove(box) for box in removable(stage.pyramids[seat], stage.trick.colour)]
    return [*map(Play, list_defences(stage, seat, setup)), *removals]


def find_forced(stage: Playing, setup: Setup) -> Move | None:
    """Return the only move of a seat that alone is to act; None where its cards leave doubt.

    Everybody knows how many cards a hand has: without a card a player can only draw one to lead, or
    give up the only bucket that may go, and the last card has to be led. That a defence is
    impossible for want of high cards is a secret.
    """
    if to_act(stage) != (stage.turn,):
        return None
    known = 1 if stage.trick is None else 0
    if len(stage.hands[stage.turn]) > known:
        return None
    moves = list_moves(stage, stage.turn, setup)
    return moves[0] if len(moves) == 1 else None


def list_defences(stage: Playing, seat: Seat, setup: Setup) -> list[Cards]:
    """Return every choice of cards by which `seat` beats the sum of the trick."""
    trick = stage.trick
    if trick is None:
        return []
    needed = trick.beat - trick.carried(seat, setup)
    choices = list_plays(of_colour(stage.hands[seat], trick.colour))
    return [cards for cards, value in choices if value > needed]


def choose_default(stage: Playing, seat: Seat, setup: Setup) -> Move:
    """Return what the caretaker does for somebody absent.

    He draws a card whenever he may, keeps the larger part, leads his lowest card, defends with the
    lowest sum, and loses as few buckets as possible where he cannot defend.
    """
    hand, pyramid = stage.hands[seat], stage.pyramids[seat]
    if seat != stage.turn:
        return Draw()
    if stage.split:
        left, right = parts(pyramid)
        return Keep(SIDES[len(right) > len(left)])
    if stage.trick is None:
        if not hand:
            return Draw()
        return Play((min(hand, key=lambda card: (VALUES[card], card)),))
    defences = list_defences(stage, seat, setup)
    if defences:
        return Play(min(defences, key=lambda cards: (total(cards), len(cards))))
    boxes = removable(pyramid, stage.trick.colour)
    return Remove(min(boxes, key=lambda box: (count_loss(pyramid, box), -box)))


def play(stage: Playing, seat: Seat, move: Move, setup: Setup) -> Playing:
    """Return the stage after a move of a seat that is to act, or of nature.

    The move may end the round: `is_round_over` tells.

    Raises:
        IllegalMove: the rules do not allow the move now.
    """
    match move:
        case Drawn():
            return _take_card(stage, move)
        case Draw():
            return _ask_for_card(stage, seat)
        case Play() if seat == stage.turn and not stage.split:
            return _show_cards(stage, seat, move.cards, setup)
        case Remove() if seat == stage.turn:
            return _remove_bucket(stage, seat, move.box, setup)
        case Keep():
            return _keep_part(stage, seat, move.side)
        case _:
            raise IllegalMove(f"seat {seat} cannot do that now")


def is_round_over(stage: Playing, setup: Setup) -> bool:
    """Return whether so many pyramids are gone that the round has ended (ruling B9)."""
    return stage.pyramids.count(BARE) == setup.most_gone


def _show_cards(stage: Playing, seat: Seat, cards: Cards, setup: Setup) -> Playing:
    """Lead or defend with these cards."""
    hand = remove_items(stage.hands[seat], cards)
    if hand is None:
        raise IllegalMove("play: those cards are not all in the hand")
    trick = _add_to_trick(stage.trick, Shown(seat, cards), setup)
    pile, discards = stage.pile, stage.discards
    if not setup.by_hand:
        pile, discards = _refill(pile, discards)
    return replace(
        stage,
        hands=replace_item(stage.hands, seat, hand),
        pile=pile,
        discards=discards,
        turn=stage.next_seat(seat),
        trick=trick,
        may_draw=seat if setup.by_hand else None,
        drawing=None if setup.by_hand else seat,
    )


def _add_to_trick(trick: Trick | None, shown: Shown, setup: Setup) -> Trick:
    """Return the trick with these cards: a lead, or a defence that is high enough."""
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


def _refill(pile: Cards, discards: Cards) -> tuple[Cards, Cards]:
    """Return pile and discards before a draw: the discards become an empty pile (ruling B7).

    They are never both empty: there are more cards than in six hands and in the longest trick (22).
    """
    return (pile, discards) if pile else (discards, ())


def _ask_for_card(stage: Playing, seat: Seat) -> Playing:
    """Draw by hand: after showing cards, or (ruling B11) to have a card to lead."""
    leads = seat == stage.turn and stage.trick is None and not stage.split
    if seat != stage.may_draw and not (leads and not stage.hands[seat]):
        raise IllegalMove("draw: there is no card for you to draw now")
    pile, discards = _refill(stage.pile, stage.discards)
    return replace(stage, pile=pile, discards=discards, may_draw=None, drawing=seat)


def _take_card(stage: Playing, move: Drawn) -> Playing:
    """Put the card that nature has drawn into the hand."""
    card = () if move.card is None else (move.card,)
    pile = remove_items(stage.pile, card)
    if not card or pile is None or move.seat != stage.drawing:
        raise IllegalMove("card: nature cannot draw that now")
    hands = replace_item(stage.hands, move.seat, join(stage.hands[move.seat], card))
    return replace(stage, hands=hands, pile=pile, drawing=None)


def _remove_bucket(stage: Playing, seat: Seat, box: int, setup: Setup) -> Playing:
    """Decline: the bucket falls with all that it carries, and the trick is over."""
    trick, before = stage.trick, stage.pyramids[seat]
    if trick is None or box not in removable(before, trick.colour):
        raise IllegalMove(f"remove {box}: that bucket is not yours to remove now")
    gone = falling(before, box)
    pyramid = cleared(before, gone)
    declined = replace(
        stage,
        discards=join(stage.discards, trick.cards),
        pyramids=replace_item(stage.pyramids, seat, pyramid),
        trick=None,
        may_draw=None,
        split=len(parts(pyramid)) > 1,
        fallen=Fallen(seat, box, before, gone),
    )
    return _leave_round(declined, seat, setup) if pyramid == BARE else declined


def _leave_round(stage: Playing, seat: Seat, setup: Setup) -> Playing:
    """Discard the hand of a seat without buckets; the next to the left leads (ruling B8)."""
    return replace(
        stage,
        hands=replace_item(stage.hands, seat, ()),
        discards=join(stage.discards, stage.hands[seat]),
        turn=seat if is_round_over(stage, setup) else stage.next_seat(seat),
    )


def _keep_part(stage: Playing, seat: Seat, side: str) -> Playing:
    """Give up the other part of a split pyramid."""
    if not stage.split or stage.fallen is None:
        raise IllegalMove(f"keep {side}: no pyramid is split")
    fallen, pyramid = stage.fallen, stage.pyramids[seat]
    given_up = parts(pyramid)[1 - SIDES.index(side)]
    boxes = tuple(sorted((*fallen.boxes, *given_up)))
    return replace(
        stage,
        pyramids=replace_item(stage.pyramids, seat, cleared(pyramid, given_up)),
        split=False,
        fallen=replace(fallen, boxes=boxes),
    )
