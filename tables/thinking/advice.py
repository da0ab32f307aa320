"""What hints and positions to practise on share: moves are weighed in another process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from db.connection import Database
    from tables.storage.repository import TableRepository
    from tables.storage.writer import TableWriter
    from tables.thinking.moves import Thinking

T = TypeVar("T")

LIMIT: Final = 5.0
"""Seconds of processor time for an answer: on a slow machine it comes late, but it comes."""


class Adviser:
    """Says what moves are worth.

    Args:
        database: open; the caller closes it.
        repository: reads the tables, and has the games.
        writer: writes what a click has done.
        thinking: has the processes in which moves are weighed.
    """

    def __init__(
        self,
        database: Database,
        repository: TableRepository,
        writer: TableWriter,
        thinking: Thinking,
    ) -> None:
        self._database = database
        self._repository = repository
        self._writer = writer
        self._thinking = thinking

    async def _weigh(self, call: Callable[..., T], *args: object) -> T | None:
        """Return the result of a call in another process; None where its time runs out."""
        return await self._thinking.thinkers.run(call, *args, limit=LIMIT)
