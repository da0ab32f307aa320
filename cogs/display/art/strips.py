"""A PNG in strips: each is compressed once and kept, so that a picture costs what is new in it.

A file's pixels are one stream of zlib's. Parts of it that refer to nothing before them can be put
together in another order; the stream's checksum follows from theirs (Adler-32, RFC 1950).
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from isal import isal_zlib

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_WITH_PALETTE: Final = bytes((8, 3, 0, 0, 0))
_BEGIN, _END = b"\x78\x01", b"\x03\x00"  # zlib's head, and an empty last block


class Strip(NamedTuple):
    """Some rows of pixels: how many, compressed, and the checksum and size of what they were."""

    rows: int
    packed: bytes
    checksum: int
    size: int


def pack_strip(image: Image.Image) -> Strip:
    """Compress rows of a picture with a palette."""
    # A row begins with a byte that says that it has no filter: the padding of the row before.
    raw = b"\0" + image.tobytes("raw", "P", image.width + 1, 1)[:-1]
    packer: Any = isal_zlib.compressobj(1, wbits=-zlib.MAX_WBITS)  # type: ignore[reportUnknownMemberType]
    packed: bytes = packer.compress(raw) + packer.flush(zlib.Z_SYNC_FLUSH)
    return Strip(image.height, packed, zlib.adler32(raw), len(raw))


def join_strips(width: int, palette: Sequence[int], strips: Sequence[Strip]) -> bytes:
    """Return a PNG of strips, from top to bottom; `palette`: red, green, blue, red, ..."""
    low, high = 1, 0
    for strip in strips:
        high += (strip.checksum >> 16) + strip.size * (low - 1)
        low += (strip.checksum & 0xFFFF) - 1
    checksum = struct.pack(">HH", high % 65521, low % 65521)
    head = struct.pack(">2I", width, sum(strip.rows for strip in strips)) + _WITH_PALETTE
    pixels = b"".join([_BEGIN, *(strip.packed for strip in strips), _END, checksum])
    parts = ((b"IHDR", head), (b"PLTE", bytes(palette)), (b"IDAT", pixels), (b"IEND", b""))
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
