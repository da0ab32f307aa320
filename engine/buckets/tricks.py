"""The play of a round: tricks, cards drawn, buckets removed, and the end of the round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.buckets.cards import (
    COLOURS,
    MOST_PLAYED,
    VALUES,
    Cards,
    join,
    list_plays,
    of_colour,
    total,
)
from engine.buckets.moves import SIDES, Draw, Drawn, Keep, Play, Remove
from engine.buckets.pyramid import BARE, cleared, count_loss, falling, parts, removable
from engine.buckets.state import Fallen, Playing, Setup, Shown, Trick
from engine.core import (
    CHANCE,
    IllegalMove,
    Seat,
    remove_items,
    replace_item,
)

if TYPE_CHECKING:
    from engine.buckets.moves import Move


def to_act(stage: Playing) -> tuple[Seat, ...]:
    """Return nature, or the seat on turn followed by the seat that may still draw by hand."""
    if stage.drawing is not None:
        return (CHANCE,)
    if stage.may_draw is None:
        return (stage.turn,)
    return (stage.turn, stage.may_draw)


def list_moves(stage: Playing, seat: Seat, setup: Setup) -> list[Move]:
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
    """Return the move if only one seat may move and has only one move; else None.

    The result is also None if a forced move would reveal something about hidden cards.

    Everybody knows the size of each hand. A leader without cards must draw, and a leader with one
    card must play it. A defender without cards must give up a bucket, and this move is forced if
    the rules let only one bucket go. A defender with cards never has a forced move, because it
    would reveal that the cards are too low.
    """
    if to_act(stage) != (stage.turn,):
        return None
    known = 1 if stage.trick is None else 0
    if len(stage.hands[stage.turn]) > known:
        return None
    moves = list_moves(stage, stage.turn, setup)
    return moves[0] if len(moves) == 1 else None


def list_defences(stage: Playing, seat: Seat, setup: Setup) -> list[Cards]:
    """Return every choice of cards with which `seat` beats the sum of the trick."""
    trick = stage.trick
    if trick is None:
        return []
    needed = trick.beat - trick.carried(seat, setup)
    choices = list_plays(of_colour(stage.hands[seat], trick.colour))
    return [cards for cards, value in choices if value > needed]


def choose_default(stage: Playing, seat: Seat, setup: Setup) -> Move:
    """Return the caretaker's move for an absent player.

    The caretaker draws whenever it may, keeps the larger part, leads the lowest card, defends with
    the lowest sum, and otherwise loses as few buckets as possible.
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
    """Return the stage after a move of a seat that may move now, or of nature.

    The move may end the round; `is_round_over` says whether it did.

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
            raise IllegalMove("It is not your turn to do that.")


def is_round_over(stage: Playing, setup: Setup) -> bool:
    """Return whether enough pyramids are gone to end the round (ruling B9)."""
    return stage.pyramids.count(BARE) == setup.most_gone


def _show_cards(stage: Playing, seat: Seat, cards: Cards, setup: Setup) -> Playing:
    hand = remove_items(stage.hands[seat], cards)
    if hand is None:
        raise IllegalMove("You do not hold all of those cards.")
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
    """Add cards to the trick: a lead, or a defence that is high enough."""
    if not 1 <= len(shown.cards) <= MOST_PLAYED:
        raise IllegalMove("You may play one to {most} cards.", most=MOST_PLAYED)
    colour = shown.cards[0][0]
    if any(card[0] != colour for card in shown.cards):
        raise IllegalMove("The cards are not all of one animal.")
    value = total(shown.cards)
    if trick is None:
        return Trick(colour, (shown,), value)
    if colour != trick.colour:
        raise IllegalMove("Another animal attacks.")
    value += trick.carried(shown.seat, setup)
    if value <= trick.beat:
        raise IllegalMove("{sum} does not beat {beat}.", sum=value, beat=trick.beat)
    return Trick(colour, (*trick.plays, shown), value)


def _refill(pile: Cards, discards: Cards) -> tuple[Cards, Cards]:
    """Return pile and discards before a draw; an empty pile takes the discards (ruling B7).

    Pile and discards are never both empty, because six hands and the longest trick have at most
    6 * 12 + 22 of the 110 cards.
    """
    return (pile, discards) if pile else (discards, ())


def _ask_for_card(stage: Playing, seat: Seat) -> Playing:
    """Let a player draw by hand, after showing cards or without a card to lead (ruling B11)."""
    leads = seat == stage.turn and stage.trick is None and not stage.split
    if seat != stage.may_draw and not (leads and not stage.hands[seat]):
        raise IllegalMove("There is no card for you to draw now.")
    pile, discards = _refill(stage.pile, stage.discards)
    return replace(stage, pile=pile, discards=discards, may_draw=None, drawing=seat)


def _take_card(stage: Playing, move: Drawn) -> Playing:
    card = () if move.card is None else (move.card,)
    pile = remove_items(stage.pile, card)
    if not card or pile is None or move.seat != stage.drawing:
        raise IllegalMove("Nature cannot draw that now.")
    hands = replace_item(stage.hands, move.seat, join(stage.hands[move.seat], card))
    return replace(stage, hands=hands, pile=pile, drawing=None)


def _remove_bucket(stage: Playing, seat: Seat, box: int, setup: Setup) -> Playing:
    """Decline: the bucket falls with everything standing on it, and the trick ends."""
    trick, before = stage.trick, stage.pyramids[seat]
    if trick is None or box not in removable(before, trick.colour):
        raise IllegalMove("You cannot give up bucket {number} now.", number=box + 1)
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
    """Discard the hand of a seat without buckets; the next seat to the left leads (ruling B8)."""
    return replace(
        stage,
        hands=replace_item(stage.hands, seat, ()),
        discards=join(stage.discards, stage.hands[seat]),
        turn=seat if is_round_over(stage, setup) else stage.next_seat(seat),
    )


def _keep_part(stage: Playing, seat: Seat, side: str) -> Playing:
    """Keep one part of a split pyramid and give up the other."""
    if not stage.split or stage.fallen is None:
        raise IllegalMove("No pyramid is split.")
    fallen, pyramid = stage.fallen, stage.pyramids[seat]
    given_up = parts(pyramid)[1 - SIDES.index(side)]
    boxes = tuple(sorted((*fallen.boxes, *given_up)))
    return replace(
        stage,
        pyramids=replace_item(stage.pyramids, seat, cleared(pyramid, given_up)),
        split=False,
        fallen=replace(fallen, boxes=boxes),
    )
