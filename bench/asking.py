"""Figures beside their limit: how long an answer takes, and whether the house holds to a second."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    T = TypeVar("T")

LIMIT = 1000.0
"""The house's limit: milliseconds in which anything is answered, however large the server."""


class Questions:
    """Times answers and prints them; `late` names those beyond the limit."""

    def __init__(self) -> None:
        self.late: list[str] = []
        self._asked = 0

    def head(self, of: str) -> None:
        """Print what the columns are."""
        print(f"\n{of}\n{'milliseconds':<52} {'median':>9} {'worst':>9}")

    async def ask(
        self,
        what: str,
        question: Callable[[], Awaitable[T]],
        times: int = 5,
        *,
        waited_for: bool = True,
    ) -> T:
        """Ask so often; prints the median and the worst; returns the last answer."""
        spent: list[float] = []
        answer = None
        for _ in range(times):
            start = time.perf_counter()
            answer = await question()
            spent.append(1000 * (time.perf_counter() - start))
        self.note(what, spent, waited_for=waited_for)
        return answer  # type: ignore[return-value] - asked at least once

    def note(self, what: str, spent: list[float], *, waited_for: bool = True) -> None:
        """Print what was measured, and whether the limit is held where somebody waits for it."""
        said = "nobody waits"
        if waited_for:
            self._asked += 1
            said = "held" if max(spent) <= LIMIT else "NOT HELD"
        if said == "NOT HELD":
            self.late.append(what)
        print(f"{what:<52} {statistics.median(spent):9.1f} {max(spent):9.1f}  {said}")

    def verdict(self) -> int:
        """Print how many figures hold; returns an exit status."""
        held = self._asked - len(self.late)
        print(f"\nlimit {LIMIT:g} ms: {held} of {self._asked} figures held")
        for what in self.late:
            print(f"NOT HELD: {what}")
        return int(bool(self.late))
