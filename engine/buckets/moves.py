"""The moves and their notation.

    first 2             nature: seat 2 leads first
    deal 0 c1 c4 ...    nature: the twelve cards of seat 0
    card 0 h5           nature: the card that seat 0 draws
    deal 0, card 0      the same as other seats see them; can be read, but never played
    place 0 h           put a bucket of colour h into box 0, the next one
    undo 4              take back the bucket last placed, in box 4
    clear               take all of them back
    auto                have the rest of the pyramid built as is advised
    confirm             the pyramid stays as it is
    play h5 h7          lead, or defend, with one to three cards of one colour
    draw                draw by hand
    remove 7            decline: the bucket in box 7 goes
    keep left           after a split: which part stays

A move names its box, so that a click that arrives twice is illegal the second time. Cards are in
sorted order. No error quotes the whole text of a secret move, and no repr shows what it says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.buckets.pyramid import (
    COLOURS,
    HAND,
    MOST_PLAYED,
    SIZE,
    VALUES,
    Card,
    Cards,
    draw_cards,
    weigh_hands,
)
from engine.core import Chance, First, MalformedMove, Seat, Source, parse_int

if TYPE_CHECKING:
    from collections.abc import Iterator


MOST_SEATS: Final = 6

SIDES: Final = ("left", "right")


@dataclass(frozen=True, slots=True)
class Deal:
    """Nature deals these cards to a seat; none where they are hidden."""

    seat: Seat
    cards: Cards = field(default=(), repr=False)

    def __str__(self) -> str:
        return " ".join(("deal", str(self.seat), *self.cards))


@dataclass(frozen=True, slots=True)
class Drawn:
    """Nature draws this card for a seat; None where it is hidden."""

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
    """Have the rest of the pyramid built as is advised."""

    def __str__(self) -> str:
        return "auto"


@dataclass(frozen=True, slots=True)
class Confirm:
    """Leave the pyramid as it is, for good."""

    def __str__(self) -> str:
        return "confirm"


@dataclass(frozen=True, slots=True)
class Play:
    """Lead, or defend, with one to three cards; they are sorted."""

    cards: Cards

    def __str__(self) -> str:
        return f"play {' '.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card by hand."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Remove:
    """Decline, and lose the bucket in this box and all that it carries."""

    box: int

    def __str__(self) -> str:
        return f"remove {self.box}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Say which part of a split pyramid stays."""

    side: str

    def __str__(self) -> str:
        return f"keep {self.side}"


Move = First | Deal | Drawn | Place | Undo | Clear | Auto | Confirm | Play | Draw | Remove | Keep


def show_move(by: Seat, move: Move, viewer: Seat | None) -> str | None:
    """Return a move as `viewer` sees it: no cards of another seat, and no building at all (B12)."""
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
    """Read cards, which must be in order."""
    if not all(word in VALUES for word in words):
        raise MalformedMove("there is no such card")
    if words != sorted(words):
        raise MalformedMove("the cards are not in order")
    return tuple(words)


def _read_one_of(words: list[str], known: tuple[str, ...]) -> str:
    """Read one word, which must be known."""
    if len(words) != 1 or words[0] not in known:
        raise MalformedMove(f"wanted one of {', '.join(known)}")
    return words[0]


def _read_number(words: list[str], below: int) -> int:
    """Read one number from 0 to below - 1."""
    if len(words) != 1:
        raise MalformedMove("wanted one number")
    return parse_int(words[0], 0, below - 1)


def _read_deal(words: list[str]) -> Deal:
    """Read a seat and its hand, or a seat alone."""
    if len(words) not in (1, HAND + 1):
        raise MalformedMove(f"a deal is a seat and {HAND} cards, or none that are shown")
    return Deal(_read_number(words[:1], MOST_SEATS), _read_cards(words[1:]))


def _read_play(words: list[str]) -> Play:
    """Read one to three cards."""
    if not 1 <= len(words) <= MOST_PLAYED:
        raise MalformedMove(f"one to {MOST_PLAYED} cards are played")
    return Play(_read_cards(words))


def _read_drawn(words: list[str]) -> Drawn:
    """Read a seat and its card, or a seat alone."""
    seat = _read_number(words[:1], MOST_SEATS)
    return Drawn(seat, _read_one_of(words[1:], tuple(VALUES)) if words[1:] else None)


def _read_place(words: list[str]) -> Place:
    """Read a box and a colour."""
    return Place(_read_number(words[:1], SIZE), _read_one_of(words[1:], COLOURS))


def _make_reader(move: Move) -> Callable[[list[str]], Move]:
    """Return a reader for a move that is one word."""

    def read(words: list[str]) -> Move:
        if words:
            raise MalformedMove("nothing follows this word")
        return move

    return read


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
        MalformedMove: no move has this text. It quotes the first word and what is neither a card
            nor a colour: those may be secret.
    """
    word, *words = text.split(" ")
    reader = _READERS.get(word)
    if reader is None:
        raise MalformedMove(f"{word!r} is not a move of The Bucket King")
    try:
        return reader(words)
    except MalformedMove as refused:
        strange = [other for other in words if not (other in VALUES or other in COLOURS)]
        raise MalformedMove(f"{' '.join((word, *strange))!r}: {refused}") from None


# What nature draws after the first leader: hands and single cards.


@dataclass(frozen=True, slots=True)
class DealHand(Chance[Deal]):
    """Nature deals the hand of one seat."""

    seat: Seat
    pile: Cards = field(repr=False)
    size: int = HAND

    def sample(self, source: Source) -> Deal:
        """Draw any cards of the pile, each equally likely."""
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
        """Draw any card of the pile, each equally likely."""
        return Drawn(self.seat, self.pile[source.below(len(self.pile))])

    def outcomes(self) -> Iterator[tuple[Drawn, int]]:
        """Yield every distinct card, with how many of it are in the pile."""
        return ((Drawn(self.seat, card), many) for card, many in Counter(self.pile).items())
