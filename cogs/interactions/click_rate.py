"""How fast one person may click: what is too fast is told so, and does no work."""

from __future__ import annotations

import time
from collections import Counter

from cogs.interactions.errors import Declined


class ClickRate:
    """Counts the clicks of each person in the present second.

    Args:
        most: how many clicks of one person are heard in a second.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._second = 0
        self._clicks: Counter[int] = Counter()

    def count(self, person_id: int) -> None:
        """Count a click; raises Declined for one that is too many."""
        second = int(time.monotonic())
        if second != self._second:
            self._second = second
            self._clicks.clear()
        self._clicks[person_id] += 1
        if self._clicks[person_id] > self._most:
            raise Declined("You click faster than I can follow: this click has done nothing.")
