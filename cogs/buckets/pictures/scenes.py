"""Starts the drawing of pyramids. Only the process that draws them imports Pillow."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.buckets.pictures.drawings import Plot


def draw_scene(plots: tuple[Plot, ...]) -> bytes:
    """Return a PNG of pyramids.

    `plots`: the large one, its neighbours on the right and on the left, then others for a second
    row.
    """
    from cogs.buckets.pictures.pyramids import paint  # noqa: PLC0415 - only drawing needs Pillow

    return paint(plots)
