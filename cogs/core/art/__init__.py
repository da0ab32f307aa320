"""The project's own drawings: dice, ducks, bucks, buckets and weather, as application emojis.

Each is 128 by 128 pixels on a transparent ground, drawn by code, and the same on every machine.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Final

from PIL.Image import Image

from cogs.core.art import buckets, dice, pond, things, trophy

Draw = Callable[[], Image]


def _all() -> dict[str, Draw]:
    drawings: dict[str, Draw] = {}
    for name, die in (("white", dice.white), ("boss", dice.boss), ("gold", dice.gold)):
        drawings |= {f"{name}_{value}": partial(die, value) for value in range(1, 7)}
    drawings |= {"duck": dice.duck, "thrown": dice.thrown, "empty": dice.empty}
    drawings |= {"bucket": things.bucket, "button": things.button, "crown": things.crown}
    drawings |= {"goose_egg": things.goose_egg, "bag": things.bag}
    for colour, coat in trophy.COATS.items():
        for draw in (trophy.points, trophy.startle, trophy.tracks):
            drawings[f"{colour}_{draw.__name__}"] = partial(draw, coat)
    drawings |= {name: partial(pond.drake, kind) for name, kind in pond.DRAKES.items()}
    for sky in (pond.sunny, pond.partly_cloudy, pond.cloudy, pond.drizzly, pond.rainy, pond.stormy):
        drawings[sky.__name__] = sky
    drawings |= {f"bucket_{n}": partial(buckets.pail, kind) for n, kind in buckets.PAILS.items()}
    return drawings


_DRAWINGS: Final = MappingProxyType(_all())

KEYS: Final = tuple(_DRAWINGS)
"""What can be drawn, by name: `white_1` to `white_6`, `boss_1`, `duck`, `bucket`, ..."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished drawing.

    Attributes:
        key: its name in `KEYS`.
        digest: eight hexadecimal digits that change when, and only when, a pixel does.
        png: the file.
    """

    key: str
    digest: str
    png: bytes = field(repr=False)


def draw(key: str) -> Image:
    """Draw one, as an RGBA image; raises KeyError for an unknown name."""
    return _DRAWINGS[key]()


def drawing(key: str) -> Drawing:
    """Draw one, as a file; raises KeyError for an unknown name."""
    image = draw(key)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return Drawing(key, hashlib.sha256(image.tobytes()).hexdigest()[:8], file.getvalue())
