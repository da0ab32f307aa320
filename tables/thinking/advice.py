"""What hints and positions to practise on share: moves are weighed in another process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from tables.part import Part

if TYPE_CHECKING:
    from collections.abc import Callable

    from tables.part import Shared
    from tables.thinking.moves import Thinking

T = TypeVar("T")

LIMIT: Final = 5.0
"""Seconds of processor time for an answer: on a slow machine it comes late, but it comes."""


class Adviser(Part):
    """Says what moves are worth.

    Args:
        shared: what the parts of `Tables` share.
        thinking: has the processes in which moves are weighed.
    """

    def __init__(self, shared: Shared, thinking: Thinking) -> None:
        super().__init__(shared)
        self._thinking = thinking

    async def _weigh(self, call: Callable[..., T], *args: object) -> T | None:
        """Return the result of a call in another process; None where its time runs out."""
        return await self._thinking.thinkers.run(call, *args, limit=LIMIT)
