"""What a picture of The Bucket King's pyramids shows."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.buckets.pyramid import Boxes, Pyramid

AIR: Final = 24
ROOM: Final = AIR + 168
"""How much sky is shown above the highest bucket: a little, or enough for an attacker."""


class Plot(NamedTuple):
    """One pyramid and what is to be seen about it; `engine.buckets.pyramid` numbers its boxes.

    A named tuple, as it goes to the process that draws.

    Attributes:
        label: on the sign below; characters that the font lacks are left out.
        pyramid: what stands; shorter than a whole one while it is being built.
        before: the pyramid before the fall.
        fallen: the boxes that fell from it, drawn as dashed outlines.
        chosen: the box that was given up.
        numbers: boxes with the number by which they are chosen.
        parts: the two parts of a split pyramid, else empty.
        attacker: the letter of the animal that attacks it.
        turn: whether its owner is to act.
        slots: whether it is being built, so that empty boxes are drawn.
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
