"""The pictures of pyramids, for who asks for them: what draws them is read where that is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckets.pictures.plots import ROOM

if TYPE_CHECKING:
    from cogs.buckets.pictures.plots import Plot


def draw_scene(plots: tuple[Plot, ...], *, wide: bool = False, sky: int = ROOM) -> bytes:
    """Return a PNG of one or two plots.

    Args:
        plots: from the left.
        wide: whether one plot is as wide as two.
        sky: how much of it is shown above the highest bucket, in pixels, where there is so much.
    """
    from cogs.buckets.pictures.pyramids import paint  # noqa: PLC0415 - only who draws needs Pillow

    return paint(plots, wide=wide, sky=sky)
