"""Measures how long answers take, and compares them with the limit of one second."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    T = TypeVar("T")

LIMIT = 1000.0
"""The limit in milliseconds for every answer, however large the server is."""


class Questions:
    """Measures answers and prints the figures.

    Attributes:
        late: the names of the answers that took longer than the limit.
    """

    def __init__(self) -> None:
        self.late: list[str] = []
        self._asked = 0

    def head(self, of: str) -> None:
        """Print a heading and the names of the columns."""
        print(f"\n{of}\n{'milliseconds':<52} {'median':>9} {'worst':>9}")

    async def ask(
        self,
        what: str,
        question: Callable[[], Awaitable[T]],
        times: int = 5,
        *,
        waited_for: bool = True,
    ) -> T:
        """Ask a question several times, print the figures, and return the last answer."""
        spent: list[float] = []
        answer = None
        for _ in range(times):
            start = time.perf_counter()
            answer = await question()
            spent.append(1000 * (time.perf_counter() - start))
        self.note(what, spent, waited_for=waited_for)
        return answer  # type: ignore[return-value] - asked at least once

    def note(self, what: str, spent: list[float], *, waited_for: bool = True) -> None:
        """Print the median and the worst figure, and whether they keep the limit if people wait."""
        said = "nobody waits"
        if waited_for:
            self._asked += 1
            said = "held" if max(spent) <= LIMIT else "NOT HELD"
        if said == "NOT HELD":
            self.late.append(what)
        print(f"{what:<52} {statistics.median(spent):9.1f} {max(spent):9.1f}  {said}")

    def verdict(self) -> int:
        """Print how many figures keep the limit, and return an exit status."""
        held = self._asked - len(self.late)
        print(f"\nlimit {LIMIT:g} ms: {held} of {self._asked} figures held")
        for what in self.late:
            print(f"NOT HELD: {what}")
        return int(bool(self.late))
