"""The values of moves, computed in another process: for hints and positions to practise on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from tables.part import Part

if TYPE_CHECKING:
    from collections.abc import Callable

    from tables.part import Shared
    from tables.thinking.moves import Thinking

T = TypeVar("T")

LIMIT: Final = 5.0
"""Seconds of processor time for an answer, enough on a slow machine, too."""


class Adviser(Part):
    """Computes values of moves in another process.

    Args:
        shared: the services of all parts.
        thinking: has the processes.
    """

    def __init__(self, shared: Shared, thinking: Thinking) -> None:
        super().__init__(shared)
        self._thinking = thinking

    async def _weigh(self, call: Callable[..., T], *args: object) -> T | None:
        """Return the result of a call in another process; None if its time runs out."""
        return await self._thinking.thinkers.run(call, *args, limit=LIMIT)
