"""The moves and their notation.

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

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.buckets.cards import (
    COLOURS,
    HAND,
    MOST_PLAYED,
    VALUES,
    Card,
    Cards,
)
from engine.buckets.pyramid import SIZE
from engine.core import (
    First,
    MalformedMove,
    Seat,
    parse_int,
)

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
