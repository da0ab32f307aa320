"""Each drawing is compared with a small copy, so that no part or outline gets lost.

The copies are in `drawings.txt`: 16 by 16 shades of grey each. After you have changed a drawing on
purpose, `python -m tests.cogs.display.art.test_drawings` writes them again.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.cogs.pictures import DRAWINGS

COPIES = Path(__file__).parent / "drawings.txt"
SIDE = 16
NEAR = 6  # allowed difference of a shade (0 to 255): versions of Pillow round differently


def small_copy(key: str) -> bytes:
    """Return the drawing as 16 by 16 shades of grey, one byte each."""
    shown = Image.new("RGBA", (128, 128), "#808080")
    shown.alpha_composite(DRAWINGS[key].draw())
    return shown.convert("L").resize((SIDE, SIDE), Image.Resampling.BOX).tobytes()


def read_copies() -> dict[str, bytes]:
    lines = COPIES.read_text(encoding="utf-8").splitlines()
    return {key: bytes.fromhex(shades) for key, shades in (line.split() for line in lines)}


@pytest.mark.parametrize("key", DRAWINGS)
def test_a_drawing_has_all_its_parts(key):
    copy = read_copies().get(key)
    assert copy is not None, "a drawing without a copy: write it as this module's docstring says"
    drawn = small_copy(key)
    assert max(abs(a - b) for a, b in zip(drawn, copy, strict=True)) <= NEAR


if __name__ == "__main__":
    COPIES.write_text("".join(f"{key} {small_copy(key).hex()}\n" for key in DRAWINGS), "utf-8")
