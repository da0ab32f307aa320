"""The bot's requests, so that tests can read them. They never hold the token."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sandbox.protocol.json_values import Json

KEPT: Final = 5000


class Record:
    """The newest requests, oldest first."""

    def __init__(self) -> None:
        self._entries: deque[Json] = deque(maxlen=KEPT)

    def add(self, entry: Json) -> None:
        self._entries.append(entry)

    def entries(self) -> list[Json]:
        return list(self._entries)
