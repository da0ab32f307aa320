"""The moves, their notation, and how they are played.

    first 2             nature: seat 2 leads first
    deal 0 c1 c4 ...    nature: the twelve cards of seat 0
    card 0 h5           nature: the card that seat 0 draws
    deal 0, card 0      `deal` and `card` as other seats see them; `parse` reads them, but they are
                        never legal
    place 0 h           put a bucket of colour h into box 0, which must be the next box
    undo 4              take back the bucket last placed, in box 4
    clear               take back all buckets
    auto                build the rest of the pyramid as advised
    confirm             keep the pyramid as it is
    play h5 h7          lead or defend with one to three cards of one colour
    draw                draw by hand
    remove 7            decline: the bucket in box 7 falls
    keep left           after a split, keep the left part

`place` and `undo` name their box, so a click that arrives twice is illegal the second time. Cards
are sorted. No error and no `repr` shows the whole text of a secret move.

Playing follows rulings B4 to B9 and B11: attack, defence, the fall, and the draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from engine.buckets.pyramid import (
    BARE,
    COLOURS,
    HAND,
    MOST_PLAYED,
    SIZE,
    VALUES,
    Card,
    Cards,
    cleared,
    count_loss,
    draw_cards,
    falling,
    join,
    list_plays,
    of_colour,
    parts,
    removable,
    total,
    weigh_hands,
)
from engine.buckets.state import Fallen, Playing, Setup, Shown, Trick
from engine.core import (
    CHANCE,
    Chance,
    First,
    IllegalMove,
    MalformedMove,
    Seat,
    Source,
    parse_int,
    remove_items,
    replace_item,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_SEATS: Final = 6

SIDES: Final = ("left", "right")


@dataclass(frozen=True, slots=True)
class Deal:
    """Nature deals cards to a seat; `cards` is empty if they are hidden."""

    seat: Seat
    cards: Cards = field(default=(), repr=False)

    def __str__(self) -> str:
        return " ".join(("deal", str(self.seat), *self.cards))


@dataclass(frozen=True, slots=True)
class Drawn:
    """Nature draws a card for a seat; `card` is None if it is hidden."""

    seat: Seat
    card: Card | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"card {self.seat} {self.card}" if self.card else f"card {self.seat}"


@dataclass(frozen=True, slots=True)
class Place:
    """Put a bucket into the next box."""

    box: int = field(repr=False)
    colour: str = field(repr=False)

    def __str__(self) -> str:
        return f"place {self.box} {self.colour}"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the bucket placed last."""

    box: int = field(repr=False)

    def __str__(self) -> str:
        return f"undo {self.box}"


@dataclass(frozen=True, slots=True)
class Clear:
    """Take back every bucket placed."""

    def __str__(self) -> str:
        return "clear"


@dataclass(frozen=True, slots=True)
class Auto:
    """Build the rest of the pyramid as advised."""

    def __str__(self) -> str:
        return "auto"


@dataclass(frozen=True, slots=True)
class Confirm:
    """Keep the pyramid as it is, for good."""

    def __str__(self) -> str:
        return "confirm"


@dataclass(frozen=True, slots=True)
class Play:
    """Lead or defend with one to three sorted cards."""

    cards: Cards

    def __str__(self) -> str:
        return f"play {' '.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class Draw:
    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Remove:
    """Decline: lose the bucket in this box and everything standing on it."""

    box: int

    def __str__(self) -> str:
        return f"remove {self.box}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Choose the part of a split pyramid that stays."""

    side: str

    def __str__(self) -> str:
        return f"keep {self.side}"


Move = First | Deal | Drawn | Place | Undo | Clear | Auto | Confirm | Play | Draw | Remove | Keep


def show_move(by: Seat, move: Move, viewer: Seat | None) -> str | None:
    """Return a move as `viewer` sees it, without hidden cards; None for a hidden move (B12)."""
    match move:
        case Deal(seat) if seat != viewer:
            return str(Deal(seat))
        case Drawn(seat) if seat != viewer:
            return str(Drawn(seat))
        case Place() | Undo() | Clear() | Auto() if by != viewer:
            return None
        case _:
            return str(move)


def _read_cards(words: list[str]) -> Cards:
    """Read cards; they must be sorted."""
    if not all(word in VALUES for word in words):
        raise ValueError("there is no such card")
    if words != sorted(words):
        raise ValueError("the cards are not in order")
    return tuple(words)


def _read_one_of(words: list[str], known: tuple[str, ...]) -> str:
    if len(words) != 1 or words[0] not in known:
        raise ValueError(f"expected one of {', '.join(known)}")
    return words[0]


def _read_number(words: list[str], below: int) -> int:
    """Read one number from 0 to `below - 1`."""
    if len(words) != 1:
        raise ValueError("expected one number")
    return parse_int(words[0], 0, below - 1)


def _read_deal(words: list[str]) -> Deal:
    if len(words) not in (1, HAND + 1):
        raise ValueError(f"a deal names a seat and either {HAND} cards or none")
    return Deal(_read_number(words[:1], MOST_SEATS), _read_cards(words[1:]))


def _read_play(words: list[str]) -> Play:
    if not 1 <= len(words) <= MOST_PLAYED:
        raise ValueError(f"a player plays one to {MOST_PLAYED} cards")
    return Play(_read_cards(words))


def _read_drawn(words: list[str]) -> Drawn:
    seat = _read_number(words[:1], MOST_SEATS)
    return Drawn(seat, _read_one_of(words[1:], tuple(VALUES)) if words[1:] else None)


def _read_place(words: list[str]) -> Place:
    return Place(_read_number(words[:1], SIZE), _read_one_of(words[1:], COLOURS))


def _make_reader(move: Move) -> Callable[[list[str]], Move]:
    """Return a reader of a one-word move."""

    def read(words: list[str]) -> Move:
        if words:
            raise ValueError("nothing may follow this word")
        return move

    return read


def _refuse(words: list[str]) -> Move:  # noqa: ARG001 - the signature of all readers
    raise ValueError("no move begins with this word")


_READERS: Final[dict[str, Callable[[list[str]], Move]]] = {
    "first": lambda words: First(_read_number(words, MOST_SEATS)),
    "deal": _read_deal,
    "card": _read_drawn,
    "place": _read_place,
    "undo": lambda words: Undo(_read_number(words, SIZE)),
    "clear": _make_reader(Clear()),
    "auto": _make_reader(Auto()),
    "confirm": _make_reader(Confirm()),
    "play": _read_play,
    "draw": _make_reader(Draw()),
    "remove": lambda words: Remove(_read_number(words, SIZE)),
    "keep": lambda words: Keep(_read_one_of(words, SIDES)),
}


def parse(text: str) -> Move:
    """Read a move.

    Raises:
        MalformedMove: no move has this text. The error quotes the text without its cards and
            colours, which may be secret.
    """
    word, *words = text.split(" ")
    try:
        return _READERS.get(word, _refuse)(words)
    except (ValueError, MalformedMove) as refused:
        strange = [other for other in words if not (other in VALUES or other in COLOURS)]
        quoted = repr(" ".join((word, *strange)))
        raise MalformedMove("{move} is not a move of this game", move=quoted) from refused


# Nature's draws of cards: hands and single cards.


@dataclass(frozen=True, slots=True)
class DealHand(Chance[Deal]):
    """Nature deals the hand of one seat."""

    seat: Seat
    pile: Cards = field(repr=False)
    size: int = HAND

    def sample(self, source: Source) -> Deal:
        """Draw cards from the pile; each of its cards is equally likely."""
        return Deal(self.seat, draw_cards(list(self.pile), self.size, source))

    def outcomes(self) -> Iterator[tuple[Deal, int]]:
        """Yield every distinct hand, with the number of ways to deal it."""
        return ((Deal(self.seat, cards), ways) for cards, ways in weigh_hands(self.pile, self.size))


@dataclass(frozen=True, slots=True)
class DrawCard(Chance[Drawn]):
    """Nature draws one card for one seat."""

    seat: Seat
    pile: Cards = field(repr=False)

    def sample(self, source: Source) -> Drawn:
        """Draw a card from the pile; each of its cards is equally likely."""
        return Drawn(self.seat, self.pile[source.below(len(self.pile))])

    def outcomes(self) -> Iterator[tuple[Drawn, int]]:
        """Yield each distinct card, with its number of copies in the pile."""
        return ((Drawn(self.seat, card), many) for card, many in Counter(self.pile).items())


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
