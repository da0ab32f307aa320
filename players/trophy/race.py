"""What banked totals are worth in Trophy Buck: the chance to win, where a tie counts by halves.

The last round and the tiebreak follow from the exact chance to catch up in one turn; where several
hunters are still to come, they are taken as hunting each for himself. Before that the race is
estimated: everybody's later turns bank points as `TURN` says.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Final

from engine.trophy.hunt import GOAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.trophy.view import View
    from players.core import Knowledge

TURN: Final = (
    0.358542, 0.01188, 0.107494, 0.09544, 0.08812, 0.07691, 0.069633, 0.058413, 0.045552, 0.03271,
    0.02162, 0.013514, 0.007784, 0.004667, 0.00265, 0.001675, 0.001084, 0.000756, 0.000776,
    0.000413, 0.000224, 8.9e-05, 3.3e-05, 1.9e-05,
)  # fmt: skip
"""The chances of 0, 2, 4, ... points in a turn that is played for the most points."""

CATCH_UP: Final = (
    0.938148, 0.781373, 0.667983, 0.563591, 0.467181, 0.381236, 0.307363, 0.245168, 0.193837,
    0.152061, 0.11844, 0.09156, 0.070722, 0.054634, 0.042265, 0.032716, 0.025121, 0.019105,
    0.014371, 0.01078, 0.008066, 0.006032, 0.004501, 0.00335, 0.002487,
)  # fmt: skip
"""The best chance of one turn to bank more than 0, 2, 4, ... points, where as many count half."""

_ROUNDS: Final = 16
"""After so many more rounds hardly any race is open."""


def worths(view: View, seat: int) -> tuple[float, ...]:
    """Return the chance to win for 0, 2, 4, ... points banked in this turn."""
    if view.tiebreak:
        tried = {each.seat: each.points for each in view.tiebreak if each.seat != seat}
        done = [points for points in tried.values() if points is not None]
        return _catch(0, done, [0] * (len(tried) - len(done)))
    seats, total = len(view.totals), view.totals[seat]
    place = (seat - (view.first or 0)) % seats
    order = [((view.first or 0) + step) % seats for step in range(seats)]
    before = [view.totals[other] for other in order[:place]]
    after = [view.totals[other] for other in order[place + 1 :]]
    if max(view.totals) >= GOAL:
        return _catch(total, before, after)
    return race(total, tuple(before), tuple(after))


def weigh_loss(known: Knowledge) -> float:
    """Return the chance to win with nothing banked in this turn."""
    return worths(known.view, known.seat)[0]


@lru_cache(maxsize=64)
def race(total: int, before: tuple[int, ...], after: tuple[int, ...]) -> tuple[float, ...]:
    """Estimate the chance to win before the last round, for 0, 2, 4, ... points banked now.

    It is the same for all choices of a turn. The arguments are those of `hold`.
    """
    behind = _leave_behind(before, after)
    short = tuple(_win(banked, behind) for banked in range(total, GOAL, 2))
    reached = range(max(total, GOAL), GOAL + _MARGIN + 1, 2)
    return (*short, *(hold(banked, before, after) for banked in reached))


_MARGIN: Final = 12
"""So far beyond the goal another point is hardly worth anything."""


def is_exact(view: View, seat: int) -> bool:
    """Return whether the chances of `worths` are exact: nobody hunts after this seat.

    All who tie are taken to win the tiebreak alike.
    """
    if view.tiebreak:
        return all(each.points is not None for each in view.tiebreak if each.seat != seat)
    last = ((view.first or 0) - 1) % len(view.totals)
    return view.final_round and seat == last


def _catch(total: int, before: Sequence[int], after: Sequence[int]) -> tuple[float, ...]:
    """Return the chances in a last round."""
    top = max([*before, *after, total]) + _MARGIN
    return tuple(hold(banked, before, after) for banked in range(total, top + 1, 2))


def hold(total: int, before: Sequence[int], after: Sequence[int]) -> float:
    """Return the chance to stay ahead with a total until the last round ends.

    Args:
        total: what this seat has banked.
        before: the totals of those who have hunted in this round.
        after: the totals of those who have not.
    """
    best = max(before, default=0)
    if best > total:
        return 0.0
    share = 1 / (1 + before.count(total))
    return share * prod(1 - catch_up(total - other) for other in after)


def catch_up(missing: int) -> float:
    """Return the chance of one turn to bank more than is missing, where as much counts half."""
    return 1.0 if missing < 0 else CATCH_UP[min(missing // 2, len(CATCH_UP) - 1)]


def _win(total: int, behind: Sequence[Sequence[float]]) -> float:
    """Return the chance to win with a total, with what `_leave_behind` says of the others."""
    win = 0.0
    for rounds, chances in enumerate(behind, start=1):
        for chance, others in zip(_reaches(total, rounds), chances, strict=True):
            win += chance * others
    return win


def _leave_behind(before: Sequence[int], after: Sequence[int]) -> list[list[float]]:
    """Return the chances that all others are behind the goal and 0, 2, 4, ... points more.

    There is a list for each number of rounds in which the goal is reached, from one on.
    """
    behind: list[list[float]] = []
    for rounds in range(1, _ROUNDS):
        others = [(other, rounds) for other in before] + [(other, rounds + 1) for other in after]
        behind.append(
            [
                prod(_behind(other, turns, GOAL // 2 + half) for other, turns in others)
                for half in range(len(TURN))
            ]
        )
    return behind


@cache
def _spread(total: int, turns: int) -> tuple[float, ...]:
    """Return the chances of 0, 2, 4, ... points after so many turns, all below the goal before.

    What is at or beyond the goal was reached in the last of these turns.
    """
    size = GOAL // 2 + len(TURN)
    spread = [0.0] * size
    if turns == 0:
        spread[total // 2] = 1.0
        return tuple(spread)
    for half, chance in enumerate(_spread(total, turns - 1)[: GOAL // 2]):
        if chance:
            for gained, likely in enumerate(TURN):
                spread[half + gained] += chance * likely
    return tuple(spread)


@cache
def _sums(total: int, turns: int) -> tuple[float, ...]:
    """Return the chances of at most 0, 2, 4, ... points after so many turns."""
    return tuple(accumulate(_spread(total, turns)))


def _reaches(total: int, turns: int) -> tuple[float, ...]:
    """Return the chances to reach the goal and 0, 2, 4, ... points more in just so many turns."""
    return _spread(total, turns)[GOAL // 2 :]


def _behind(total: int, turns: int, half: int) -> float:
    """Return the chance to have less than twice `half` after so many turns, and as many by half.

    Nobody of them had reached the goal a turn before.
    """
    sums = _sums(total, turns)
    return (sums[half] + sums[half - 1]) / 2
