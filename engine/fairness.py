"""Dice that nobody can choose: neither who runs the bot nor who plays.

A table draws a secret when it opens. Before anybody joins, it shows the SHA-256 of the secret, the
commitment. Each seat adds the snowflake of the interaction by which its player sat down; the bot
does not choose it. Secret and snowflakes make the key of the table. The key and the seq of a move
(its number in the log) make all randomness of that move:

    commitment = SHA-256(secret)
    key        = HMAC-SHA256(secret, snowflakes in decimal, in order of seats, a blank between)
    stream     = HMAC-SHA256(key, "seq:0"), HMAC-SHA256(key, "seq:1"), ... end to end

`below(n)` takes as many whole bytes of the stream as n - 1 has, most significant first, and drops
the bits above the highest bit of n - 1. Where the number is not below n, it takes the next bytes.
When the table is over, the secret is shown, and anybody can compute all moves again.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of the secret in hex; shown first, it binds the table to the secret."""
    return hashlib.sha256(secret).hexdigest()


def table_key(secret: bytes, snowflakes: Sequence[int]) -> bytes:
    """Return the key of a table from its secret and the snowflakes in order of seats."""
    text = " ".join(map(str, snowflakes))
    return hmac.digest(secret, text.encode("ascii"), "sha256")


class HmacSource:
    """The randomness of one move: the same key and seq always give the same numbers.

    Args:
        key: of the table; see `table_key`.
        seq: the number of the move in the log.
    """

    __slots__ = ("_block", "_bytes", "_key", "_seq")

    def __init__(self, key: bytes, seq: int) -> None:
        self._key = key
        self._seq = seq
        self._block = 0
        self._bytes = b""

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1, each exactly equally likely; n may have any size.

        Raises:
            ValueError: n is below 1.
        """
        if n < 1:
            raise ValueError(f"nothing is below {n}")
        bits = (n - 1).bit_length()
        size, mask = (bits + 7) // 8, (1 << bits) - 1
        # Every number of so many bits is equally likely, and more than half of them are below n.
        # So the first one below n gives no number an advantage.
        while (number := int.from_bytes(self._take(size), "big") & mask) >= n:
            pass
        return number

    def _take(self, size: int) -> bytes:
        """Take the next bytes of the stream."""
        while len(self._bytes) < size:
            message = f"{self._seq}:{self._block}"
            self._bytes += hmac.digest(self._key, message.encode("ascii"), "sha256")
            self._block += 1
        taken, self._bytes = self._bytes[:size], self._bytes[size:]
        return taken
