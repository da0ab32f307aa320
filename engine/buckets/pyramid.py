"""The pyramid of fifteen boxes, where buckets fall with those below them.

Boxes are numbered from the bottom left to the top, row by row:

            14
          12  13
         9  10  11
       5   6   7   8
     0   1   2   3   4

A pyramid is a text of fifteen characters, one for each box: a colour's letter, or a dot for an
empty box. Players build in the order of the boxes, so an unfinished pyramid is a shorter text: the
colours of the boxes filled so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.buckets.cards import COLOURS, of_colour, total

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.buckets.cards import Cards


Pyramid = str

Boxes = tuple[int, ...]

ROWS: Final = (5, 4, 3, 2, 1)
"""Boxes in each row, from the bottom (ruling B2)."""

NO_BUCKET: Final = "."

BOXES: Final = tuple((row, column) for row, width in enumerate(ROWS) for column in range(width))
"""Row (0 is the bottom) and column (0 is left) of every box."""

SIZE: Final = len(BOXES)

EACH: Final = SIZE // len(COLOURS)
"""Buckets of each colour that a player has."""

BARE: Final[Pyramid] = NO_BUCKET * SIZE
"""A pyramid without buckets."""

COLUMNS: Final = ((1, 2, 6), (3, 7, 10), (0, 5, 9), (4, 8, 13), (11, 12, 14))
"""Advised boxes for each colour, the strongest colour first; found by simulating games."""

_NUMBER: Final = {place: box for box, place in enumerate(BOXES)}

SUPPORTS: Final[tuple[Boxes, ...]] = tuple(
    () if row == 0 else (_NUMBER[row - 1, column], _NUMBER[row - 1, column + 1])
    for row, column in BOXES
)
"""The two boxes under each box; none for the bottom row."""


def buckets(pyramid: Pyramid) -> int:
    return len(pyramid) - pyramid.count(NO_BUCKET)


def falling(pyramid: Pyramid, box: int) -> Boxes:
    """Return the boxes emptied when the bucket in `box` is removed, `box` included."""
    gone = {box}
    for above in range(max(box + 1, ROWS[0]), SIZE):
        if pyramid[above] != NO_BUCKET and not gone.isdisjoint(SUPPORTS[above]):
            gone.add(above)
    return tuple(sorted(gone))


def cleared(pyramid: Pyramid, gone: Collection[int]) -> Pyramid:
    return "".join(NO_BUCKET if box in gone else bucket for box, bucket in enumerate(pyramid))


def find_runs(pyramid: Pyramid) -> tuple[Boxes, ...]:
    """Return the runs of neighbouring buckets in the bottom row, from the left."""
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
    """Return each run of the bottom row with the buckets standing on it (B6)."""
    return tuple(
        tuple(
            box
            for box, (row, column) in enumerate(BOXES)
            if pyramid[box] != NO_BUCKET and run[0] <= column and column + row <= run[-1]
        )
        for run in find_runs(pyramid)
    )


def removable(pyramid: Pyramid, colour: str) -> Boxes:
    """Return the boxes a player may give up (B6).

    These are the boxes with buckets of `colour`, or all filled boxes if no bucket has this colour.
    """
    matching = tuple(box for box in range(SIZE) if pyramid[box] == colour)
    return matching or tuple(box for box in range(SIZE) if pyramid[box] != NO_BUCKET)


def count_loss(pyramid: Pyramid, box: int) -> int:
    """Count the buckets lost by removing the one in `box`; after a split the larger part stays."""
    gone = falling(pyramid, box)
    apart = parts(cleared(pyramid, gone))
    return len(gone) + (min(map(len, apart)) if len(apart) > 1 else 0)


def rank_colours(hand: Cards) -> tuple[str, ...]:
    """Return the colours, strongest first: by sum, then by the order of their letters."""
    return tuple(sorted(COLOURS, key=lambda colour: -total(of_colour(hand, colour))))


def build_for(hand: Cards, built: Pyramid = "") -> Pyramid:
    """Finish a pyramid as advised for this hand, each colour in its boxes of `COLUMNS`.

    Such a pyramid loses few other buckets when the first bucket of a colour falls. If the advised
    colour of a box is used up, the box gets the strongest colour left.
    """
    ranked = rank_colours(hand)
    wanted = {box: c for c, boxes in zip(ranked, COLUMNS, strict=True) for box in boxes}
    for box in range(len(built), SIZE):
        left = [colour for colour in ranked if built.count(colour) < EACH]
        built += wanted[box] if wanted[box] in left else left[0]
    return built
