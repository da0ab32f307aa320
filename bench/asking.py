"""Measures how long answers take, and compares them with the limit of one second."""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable

Question = tuple[str, Callable[[], Awaitable[object]]]
"""A name, and what asks."""

LIMIT = 1000.0
"""The limit in milliseconds for every answer, however large the server is."""


class Questions:
    """Measures answers and prints the figures, each with its median and its worst."""

    def __init__(self) -> None:
        self._late: list[str] = []
        self._asked = 0

    async def ask(
        self, what: str, question: Callable[[], Awaitable[object]], times: int = 5
    ) -> None:
        """Ask a question several times, and print the figures."""
        spent: list[float] = []
        for _ in range(times):
            start = time.perf_counter()
            await question()
            spent.append(1000 * (time.perf_counter() - start))
        self.note(what, spent)

    def note(self, what: str, spent: list[float]) -> None:
        """Print the median and the worst figure, and whether they keep the limit."""
        self._asked += 1
        said = "held" if max(spent) <= LIMIT else "NOT HELD"
        if said == "NOT HELD":
            self._late.append(what)
        print(f"{what:<52} {statistics.median(spent):9.1f} {max(spent):9.1f} ms  {said}")

    def verdict(self) -> int:
        """Print how many figures keep the limit, and return an exit status."""
        held = self._asked - len(self._late)
        print(f"\nlimit {LIMIT:g} ms: {held} of {self._asked} figures held")
        for what in self._late:
            print(f"NOT HELD: {what}")
        return int(bool(self._late))
