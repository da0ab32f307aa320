"""Starts the drawing of pyramids. Only the process that draws them imports Pillow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckets.pictures.drawings import ROOM

if TYPE_CHECKING:
    from cogs.buckets.pictures.drawings import Plot


def draw_scene(plots: tuple[Plot, ...], *, wide: bool = False, sky: int = ROOM) -> bytes:
    """Return a PNG of one or two plots.

    Args:
        plots: from left to right.
        wide: whether a single plot gets the width of two.
        sky: pixels of sky above the highest bucket, at most.
    """
    from cogs.buckets.pictures.pyramids import paint  # noqa: PLC0415 - only drawing needs Pillow

    return paint(plots, wide=wide, sky=sky)
