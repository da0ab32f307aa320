"""The project's own drawings, made by code: application emojis and pictures.

An emoji has 128 by 128 pixels on a transparent background, and is the same on every machine.
`canvas` has the drawings that several games share. A game's own drawings are in its package, in
`drawings.py`.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class Drawing:
    """An emoji, which fits into text.

    Attributes:
        key: its name: lower case words and numbers with underscores between them. Screen
            readers read it.
        plain: the characters shown while Discord does not have the emoji yet.
        draw: returns it as an RGBA image.
    """

    key: str
    plain: str
    draw: Callable[[], Image] = field(repr=False, compare=False)

    def render(self) -> RenderedDrawing:
        """Return the finished picture, which is drawn only once."""
        return _render(self)

    def png(self) -> bytes:
        return self.render().png


@dataclass(frozen=True, slots=True)
class RenderedDrawing:
    """A finished picture.

    Attributes:
        key: as in `Drawing`.
        digest: two letters of a hash of the pixels.
        png: the file.
    """

    key: str
    digest: str
    png: bytes = field(repr=False)


DIGEST_LETTERS: Final = "bcdfghjklmnpqrstvwxz"
"""Letters of a digest: two consonants never form a word that a screen reader would speak."""


@cache
def _render(drawing: Drawing) -> RenderedDrawing:
    image = drawing.draw()
    file = io.BytesIO()
    image.save(file, "PNG")
    hashed = hashlib.sha256(image.tobytes()).digest()
    digest = "".join(DIGEST_LETTERS[byte % len(DIGEST_LETTERS)] for byte in hashed[:2])
    return RenderedDrawing(drawing.key, digest, file.getvalue())
