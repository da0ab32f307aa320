"""The drawings that several games or all of them use."""

from __future__ import annotations

from functools import partial
from typing import Final

from cogs.display.art import Drawing, dice, things
from cogs.display.art.faces import FACES

_VALUES: Final = range(1, 7)
PIECE: Final = 3
"""The cells of a piece of a bar."""

COMMON: Final = (
    # As plain characters dice look like keys of a keyboard.
    *(
        Drawing(f"white_{value}", f"`{value}`", partial(dice.draw_white, value))
        for value in _VALUES
    ),
    *(
        Drawing(f"boss_{value}", f"👑`{value}`", partial(dice.draw_boss, value))
        for value in _VALUES
    ),
    *(
        Drawing(f"gold_{value}", f"⭐`{value}`", partial(dice.draw_gold, value))
        for value in _VALUES
    ),
    Drawing("duck", "🦆", dice.draw_duck),
    Drawing("thrown", "✖️", dice.draw_thrown),
    Drawing("empty", "▫️", dice.draw_empty),
    Drawing("bucket", "🪣", things.draw_bucket),
    Drawing("crown", "👑", things.draw_crown),
    Drawing("goose_egg", "🥚", things.draw_goose_egg),
    *(
        Drawing(f"bar_{n}", "▰" * n + "▱" * (PIECE - n), partial(things.draw_piece, n))
        for n in range(PIECE + 1)
    ),
    *FACES,
)


def name_pieces(full: int, cells: int) -> list[str]:
    """Return the keys of the drawings of a bar of so many cells, of which some are full."""
    return [f"bar_{min(max(full - at, 0), PIECE)}" for at in range(0, cells, PIECE)]
