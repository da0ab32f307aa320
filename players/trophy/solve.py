"""Computes how games of Trophy Buck end, and a race of two, and writes the chances to win.

    python -m players.trophy.solve

takes twenty minutes. Everybody plays each turn as well as can be for the own win. A tie leads to a
round like this one, and two who bank nothing to the same totals again: such chances are computed
again and again until they stay the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from players.trophy.best import FRESH, BestTurn
from players.trophy.race import ENDS, FAR, FILE, SEATS, TOTALS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from players.trophy.best import Values

NUDGE: Final = 2.0**-24
"""Worths of others are added by so much: the play stays the best one, and shows what they get."""

SAME: Final = 1e-8
"""What changes by less stays the same."""


class Ends:
    """The chances in a round that decides the game, where all who are to come need as much."""

    def __init__(self) -> None:
        self._ties: dict[int, Values] = {1: np.ones(1)}
        self._found: dict[tuple[int, int, int], Values] = {}

    def find(self, leaders: int, later: int, points: int) -> Values:
        """Return the chance of each seat that is not beaten, in order; arguments as `find_end`."""
        if not later:
            return self._ties[leaders]
        state = leaders, later, points
        if state not in self._found:
            self._found[state] = _hunt(np.array(list(self._list_worths(*state))), leaders)
        return self._found[state]

    def _list_worths(self, leaders: int, later: int, points: int) -> Iterator[Values]:
        """Yield the same for what the next hunter can bank: 0, 2, 4, ... points."""
        if points > 0:
            missed = np.insert(self.find(leaders, later - 1, points), leaders, 0.0)
            yield from [missed] * (points // 2)
        if points >= 0:
            yield self.find(leaders + 1, later - 1, points)
        beaten = np.zeros(leaders)
        for more in range(points + 2, max(FAR, points + 2) + 1, 2):
            yield np.concatenate([beaten, self.find(1, later - 1, more)])

    def settle(self, seats: int) -> None:
        """Find the chances of a tie of so many; those of fewer are known."""
        tie = np.full(seats, 1 / seats)
        changed = 1.0
        while changed > SAME:
            self._ties[seats] = tie
            for state in [state for state in self._found if sum(state[:2]) == seats]:
                del self._found[state]
            tie = self.find(0, seats, -2)
            changed = abs(tie - self._ties[seats]).max()


def _hunt(worths: Values, hunter: int) -> Values:
    """Return what a turn is worth to each seat, if it is played best for one of them.

    Args:
        worths: of 0, 2, 4, ... banked points, for each seat.
        hunter: for whom.
    """
    own = worths[:, hunter]
    best = BestTurn(own).roll(FRESH)
    nudged = (BestTurn(own + NUDGE * seat).roll(FRESH) for seat in worths.T)
    seen = (np.array(list(nudged)) - best) / NUDGE
    seen[hunter] = best
    return seen


def race(held: Sequence[float]) -> Values:
    """Return the chances of `find_race` by turn, own total and the other one, halved.

    Args:
        held: the chance to stay ahead by 2, 4, 6, ... points while the other hunts.
    """
    chances = np.full((2, TOTALS, TOTALS), 0.5)
    pairs = sorted(np.ndindex(TOTALS, TOTALS), key=sum, reverse=True)
    for first, second in pairs:
        changed = 1.0
        while changed > SAME:
            before = chances[0, first, second]
            later = 1 - chances[1, second, first:]
            reached = held[TOTALS - second - 1 :]
            chances[0, first, second] = BestTurn([*later, *reached]).roll(FRESH)
            later = 1 - chances[0, first, second:]
            chances[1, second, first] = BestTurn([*later, 1.0]).roll(FRESH)
            changed = abs(chances[0, first, second] - before)
    return chances


def main() -> None:
    """Solve all, and write the file."""
    ends = Ends()
    for seats in range(2, SEATS + 1):
        ends.settle(seats)
    last = [
        ends.find(leaders, later, points)[leaders - 1] if leaders + later <= SEATS else 0.0
        for leaders, later in ENDS
        for points in range(0, FAR + 1, 2)
    ]
    held = [ends.find(1, 1, points)[0] for points in range(2, FAR + 1, 2)]
    values = np.array([*last, *race(held).ravel()], dtype="<f4")
    FILE.write_bytes(values.tobytes())


if __name__ == "__main__":
    main()
