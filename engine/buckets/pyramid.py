"""The pyramid: fifteen boxes, what stands on what, and what falls.

Boxes are numbered from the bottom left to the top, row by row:

            14
          12  13
         9  10  11
       5   6   7   8
     0   1   2   3   4

A pyramid is a text of fifteen characters, one for each box: the letter of a colour, or a dot where
no bucket stands. Players build in the order of the boxes, so an unfinished pyramid is a shorter
text: the boxes filled so far.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from engine.core import Source


# The 110 cards of the five animals, and how a handful of them is counted and divided.

Card = str
Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Animal:
    """One of the five animals: its letter in every text, its name, and its colour."""

    letter: str
    name: str
    colour: str


ANIMALS: Final = (
    Animal("c", "cow", "red"),
    Animal("d", "duck", "yellow"),
    Animal("h", "horse", "blue"),
    Animal("p", "pig", "violet"),
    Animal("s", "sheep", "green"),
)
"""The only place that names them. No letter of an animal begins the name of a colour."""

COLOURS: Final = tuple(animal.letter for animal in ANIMALS)

COPIES: Final = (2, 3, 3, 3, 3, 3, 3, 2)
"""How many cards of each value from 1 to 8 every colour has (ruling B1)."""

DECK: Final[Cards] = tuple(
    f"{colour}{value}"
    for colour in COLOURS
    for value, copies in enumerate(COPIES, start=1)
    for _ in range(copies)
)
"""All 110 cards, sorted."""

VALUES: Final[dict[Card, int]] = {card: int(card[1]) for card in DECK}

HAND: Final = 12
"""How many cards each player is dealt."""

MOST_PLAYED: Final = 3
"""How many cards one lead or defence may show (ruling B4)."""


def total(cards: Iterable[Card]) -> int:
    """Add up the values."""
    return sum(VALUES[card] for card in cards)


def of_colour(cards: Cards, colour: str) -> Cards:
    """Return those of one colour."""
    return tuple(card for card in cards if card[0] == colour)


def join(cards: Cards, more: Iterable[Card]) -> Cards:
    """Return both together, sorted."""
    return tuple(sorted((*cards, *more)))


def draw_cards(pile: list[Card], size: int, source: Source) -> Cards:
    """Take `size` cards out of `pile`, which shrinks, each choice equally likely."""
    return tuple(sorted(pile.pop(source.below(len(pile))) for _ in range(size)))


@lru_cache(maxsize=256)
def list_plays(cards: Cards) -> tuple[tuple[Cards, int], ...]:
    """Return every distinct choice of 1 to 3 of these cards of one colour, each with its sum."""
    return tuple(
        (choice, total(choice))
        for size in range(1, MOST_PLAYED + 1)
        for choice in dict.fromkeys(combinations(cards, size))
    )


def weigh_hands(cards: Cards, size: int) -> Iterator[tuple[Cards, int]]:
    """Yield every distinct hand of `size` from these, with the number of ways to draw it.

    The weights are those of the multivariate hypergeometric distribution; they add up to
    "len(cards) choose size". There are very many hands of twelve.
    """
    kinds = tuple(Counter(cards).items())
    return _weigh_hands(kinds, size, sum(count for _, count in kinds))


def _weigh_hands(
    kinds: tuple[tuple[Card, int], ...], size: int, left: int
) -> Iterator[tuple[Cards, int]]:
    """Yield the hands from these kinds of cards with their counts, `left` cards in all."""
    if size == 0:
        yield (), 1
        return
    if size > left:
        return
    (card, count), rest = kinds[0], kinds[1:]
    ways = 1
    for taken in range(min(count, size) + 1):
        for others, weight in _weigh_hands(rest, size - taken, left - count):
            yield (card,) * taken + others, ways * weight
        ways = ways * (count - taken) // (taken + 1)


Pyramid = str
Boxes = tuple[int, ...]

ROWS: Final = (5, 4, 3, 2, 1)
"""How many boxes each row has, from the bottom (ruling B2)."""

NO_BUCKET: Final = "."

BOXES: Final = tuple((row, column) for row, width in enumerate(ROWS) for column in range(width))
"""Row (0 is the bottom) and column (0 is left) of every box."""

SIZE: Final = len(BOXES)

EACH: Final = SIZE // len(COLOURS)
"""How many buckets of each colour a player has."""

BARE: Final[Pyramid] = NO_BUCKET * SIZE
"""A dismantled pyramid."""

COLUMNS: Final = ((1, 2, 6), (3, 7, 10), (0, 5, 9), (4, 8, 13), (11, 12, 14))
"""The boxes of each colour as is advised, from the strongest to the weakest; found by play-outs."""

_NUMBER: Final = {place: box for box, place in enumerate(BOXES)}

SUPPORTS: Final[tuple[Boxes, ...]] = tuple(
    () if row == 0 else (_NUMBER[row - 1, column], _NUMBER[row - 1, column + 1])
    for row, column in BOXES
)
"""For every box the two boxes that it stands on; none for the bottom row."""


def buckets(pyramid: Pyramid) -> int:
    """Count the buckets that stand."""
    return len(pyramid) - pyramid.count(NO_BUCKET)


def falling(pyramid: Pyramid, box: int) -> Boxes:
    """Return the boxes that become empty when the bucket in `box` goes, `box` included."""
    gone = {box}
    for above in range(max(box + 1, ROWS[0]), SIZE):
        if pyramid[above] != NO_BUCKET and not gone.isdisjoint(SUPPORTS[above]):
            gone.add(above)
    return tuple(sorted(gone))


def cleared(pyramid: Pyramid, gone: Collection[int]) -> Pyramid:
    """Return the pyramid with these boxes empty."""
    return "".join(NO_BUCKET if box in gone else bucket for box, bucket in enumerate(pyramid))


def find_runs(pyramid: Pyramid) -> tuple[Boxes, ...]:
    """Return the rows of neighbouring buckets at the bottom, from the left."""
    found: list[list[int]] = []
    for box in range(ROWS[0]):
        if pyramid[box] == NO_BUCKET:
            continue
        if box and pyramid[box - 1] != NO_BUCKET:
            found[-1].append(box)
        else:
            found.append([box])
    return tuple(map(tuple, found))


def parts(pyramid: Pyramid) -> tuple[Boxes, ...]:
    """Return the parts of the pyramid: each run of the bottom row with what it carries (B6)."""
    return tuple(
        tuple(
            box
            for box, (row, column) in enumerate(BOXES)
            if pyramid[box] != NO_BUCKET and run[0] <= column and column + row <= run[-1]
        )
        for run in find_runs(pyramid)
    )


def removable(pyramid: Pyramid, colour: str) -> Boxes:
    """Return the boxes that may be given up: of that colour, or any where there is none (B6)."""
    matching = tuple(box for box in range(SIZE) if pyramid[box] == colour)
    return matching or tuple(box for box in range(SIZE) if pyramid[box] != NO_BUCKET)


def count_loss(pyramid: Pyramid, box: int) -> int:
    """Count the buckets that go with this one; after a split the larger part stays."""
    gone = falling(pyramid, box)
    apart = parts(cleared(pyramid, gone))
    return len(gone) + (min(map(len, apart)) if len(apart) > 1 else 0)


def rank_colours(hand: Cards) -> tuple[str, ...]:
    """Return the colours from the strongest: a higher sum, then the order of their letters."""
    return tuple(sorted(COLOURS, key=lambda colour: -total(of_colour(hand, colour))))


def build_for(hand: Cards, built: Pyramid = "") -> Pyramid:
    """Return what stands so far with the rest as is advised for a hand: each colour in a column.

    So the first bucket of any colour takes few others along. A box whose colour is used up gets the
    strongest that is left.
    """
    ranked = rank_colours(hand)
    wanted = {box: c for c, boxes in zip(ranked, COLUMNS, strict=True) for box in boxes}
    for box in range(len(built), SIZE):
        left = [colour for colour in ranked if built.count(colour) < EACH]
        built += wanted[box] if wanted[box] in left else left[0]
    return built
