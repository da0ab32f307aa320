"""Dice that follow from a committed secret and from contributions that the bot does not choose.

A table draws a secret when it opens. Before anybody else can act, it shows the commitment, which is
the SHA-256 of the secret. Then come contributions, in the order in which the bot received them:

    seat SNOWFLAKE    a person sits down for the first time. The snowflake is Discord's number
                      of the click. Leaving the table removes no contribution, and coming
                      back adds none.
    start SNOWFLAKE   the click that starts the game, always the last

Secret and contributions make the key of the table. The key and the seq of a move (its number in the
log) determine all randomness of that move:

    commitment = SHA-256(secret)
    key        = HMAC-SHA256(secret, contributions joined by line feeds)
    stream     = HMAC-SHA256(key, "seq:0"), HMAC-SHA256(key, "seq:1"), ... end to end

`below(n)` takes as many bytes of the stream as n - 1 needs, reads them as one number with the most
significant byte first, and drops the bits above the highest bit of n - 1. If the number is not
below n, `below` tries again with the next bytes.

The first throw of a daily is the same for everybody. Its key is public and is used for move 0
alone:

    key of move 0 = SHA-256("daily DAY FORMAT VERSION"), the daily's line in the transcript

The random numbers of computer players come in the same way from another key:

    computers' key = HMAC-SHA256(key, "computers")

When the table is over, the bot shows the secret, and anybody can compute all random numbers again.

docs/fair-dice.md says what this proves, and what a host who reads the secret can still do.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Source


SHOWN_DIGITS: Final = 32
"""Hex digits of a hash shown in a channel; docs/fair-dice.md says why 32 are enough."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """A value that is mixed into the dice and that the bot does not choose.

    `str` gives its line, as in the module's docstring.

    Attributes:
        kind: "seat" or "start".
        snowflake: Discord's number of the interaction.
    """

    kind: str
    snowflake: int

    def __str__(self) -> str:
        return f"{self.kind} {self.snowflake}"


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of the secret in hex. Once it is shown, the secret cannot be replaced."""
    return hashlib.sha256(secret).hexdigest()


def table_key(secret: bytes, contributions: Iterable[Contribution]) -> bytes:
    """Return the key of a table from its secret and its contributions, in order."""
    text = "\n".join(map(str, contributions))
    return hmac.digest(secret, text.encode("ascii"), "sha256")


def computers_key(key: bytes) -> bytes:
    """Return the key for computer players, derived from the key of their table.

    Because of the separate key, computer players never see the random numbers of the dice.
    """
    return hmac.digest(key, b"computers", "sha256")


def link(lines: Iterable[str], previous: str = "") -> str:
    """Hash lines into a chain and return its last hash in hex.

    The hash of a line is the SHA-256 of the previous hash in hex, a line feed, and the line.

    Args:
        lines: lines without line feeds.
        previous: the last hash of the chain so far; empty at its beginning.
    """
    for line in lines:
        previous = hashlib.sha256(f"{previous}\n{line}".encode()).hexdigest()
    return previous


class HmacSource:
    """The randomness of one move: the same key and seq always give the same numbers.

    Args:
        key: the key of the table; see `table_key`.
        seq: the number of the move in the log.
    """

    __slots__ = ("_block", "_bytes", "_key", "_seq")

    def __init__(self, key: bytes, seq: int) -> None:
        self._key = key
        self._seq = seq
        self._block = 0
        self._bytes = b""

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1; all are exactly equally likely, for n of any size.

        Raises:
            ValueError: n is below 1.
        """
        if n < 1:
            raise ValueError(f"n must be at least 1, not {n}")
        bits = (n - 1).bit_length()
        size, mask = (bits + 7) // 8, (1 << bits) - 1
        # All numbers with this many bits are equally likely, so the first one that is below n does
        # not favour any value. More than half of the numbers are below n, so the loop is short.
        while (number := int.from_bytes(self._take(size), "big") & mask) >= n:
            pass
        return number

    def _take(self, size: int) -> bytes:
        while len(self._bytes) < size:
            message = f"{self._seq}:{self._block}"
            self._bytes += hmac.digest(self._key, message.encode("ascii"), "sha256")
            self._block += 1
        taken, self._bytes = self._bytes[:size], self._bytes[size:]
        return taken


def source_of(key: bytes, seq: int, daily: str = "") -> HmacSource:
    """Return the randomness of a move.

    `daily` is the day, format and version of a daily, such as `2026-11-24 pond 1`; else empty. The
    first move of a daily depends on this text alone.
    """
    if daily and seq == 0:
        key = hashlib.sha256(f"daily {daily}".encode()).digest()
    return HmacSource(key, seq)


@dataclass(slots=True)
class RecordingSource:
    """A source that records the draws of another source.

    Attributes:
        draws: each number with its bound, in order.
    """

    source: Source
    draws: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def below(self, n: int) -> int:
        number = self.source.below(n)
        self.draws.append((number, n))
        return number
