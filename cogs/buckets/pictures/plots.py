"""The contents of a picture of pyramids. Drawing happens in another process."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.buckets.pyramid import Boxes, Pyramid

AIR: Final = 24
ROOM: Final = AIR + 168
"""Pixels of sky above the highest bucket: a little (`AIR`), or enough for an attacker (`ROOM`)."""


class Plot(NamedTuple):
    """One pyramid and its marks; `engine.buckets.pyramid` numbers the boxes.

    Plots are sent to the process that draws, and named tuples are cheap to send.

    Attributes:
        label: the text of the sign below; characters that the font lacks are left out.
        pyramid: the buckets; shorter than a whole pyramid while it is being built.
        before: the pyramid before the fall.
        fallen: the boxes that fell from it, drawn as dashed outlines.
        chosen: the box that was given up.
        numbers: boxes that show their number, by which players choose them.
        parts: the two parts of a split pyramid, else empty.
        attacker: the letter of the animal that attacks it.
        turn: whether its owner is to act.
        slots: whether empty boxes are drawn, as while it is being built.
    """

    label: str
    pyramid: Pyramid
    before: Pyramid = ""
    fallen: Boxes = ()
    chosen: int | None = None
    numbers: Boxes = ()
    parts: tuple[Boxes, ...] = ()
    attacker: str | None = None
    turn: bool = False
    slots: bool = False
