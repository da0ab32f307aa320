"""The drawings that several games or all of them use."""

from __future__ import annotations

from functools import partial
from typing import Final

from cogs.core.art import Drawing, dice, things

_VALUES: Final = range(1, 7)

COMMON: Final = (
    # As plain characters dice look like keys of a keyboard.
    *(Drawing(f"white_{value}", f"`{value}`", partial(dice.white, value)) for value in _VALUES),
    *(Drawing(f"boss_{value}", f"👑`{value}`", partial(dice.boss, value)) for value in _VALUES),
    *(Drawing(f"gold_{value}", f"⭐`{value}`", partial(dice.gold, value)) for value in _VALUES),
    Drawing("duck", "🦆", dice.duck),
    Drawing("thrown", "✖️", dice.thrown),
    Drawing("empty", "▫️", dice.empty),
    Drawing("bucket", "🪣", things.bucket),
    Drawing("button", "🔴", things.button),
    Drawing("crown", "👑", things.crown),
    Drawing("goose_egg", "🥚", things.goose_egg),
    Drawing("bag", "🎒", things.bag),
)
