"""Strips in any order make a valid PNG."""

from __future__ import annotations

import io
import struct
import zlib
from itertools import permutations

import pytest
from PIL import Image

from cogs.display.art.card import join_strips, pack_strip

PALETTE = [part for shade in range(256) for part in (shade, 255 - shade, 7)]


def strip(first: int, rows: int) -> Image.Image:
    """Return rows in which no pixel equals its neighbours."""
    image = Image.new("P", (300, rows))
    image.putdata([(first + 7 * i) % 256 for i in range(300 * rows)])
    return image


PARTS = [strip(0, 40), strip(255, 1), strip(90, 94), Image.new("P", (300, 20), 255)]
ORDERS = list(permutations(PARTS, 3))


@pytest.mark.parametrize("parts", ORDERS)
def test_strips_make_one_picture_in_their_order(parts):
    whole = Image.new("P", (300, sum(part.height for part in parts)))
    top = 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    whole.putpalette(PALETTE)
    png = join_strips(300, PALETTE, [pack_strip(part) for part in parts])
    assert Image.open(io.BytesIO(png)).convert("RGB").tobytes() == whole.convert("RGB").tobytes()


@pytest.mark.parametrize("parts", ORDERS)
def test_every_checksum_in_a_file_is_right(parts):
    png = join_strips(300, PALETTE, [pack_strip(part) for part in parts])
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = {}, 8
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        data, (checksum,) = png[at + 8 :][:size], struct.unpack_from(">I", png, at + 8 + size)
        assert checksum == zlib.crc32(kind + data)
        found[kind] = data
        at += 12 + size
    rows = sum(part.height for part in parts)
    assert list(found) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert len(zlib.decompress(found[b"IDAT"])) == rows * 301  # a wrong checksum raises
