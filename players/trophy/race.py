"""The worth of banked totals in Trophy Buck: the chance to win if all play well from then on.

The race is the part of a game before the last round. A race of two hunters, the tiebreak and most
last rounds are solved in advance (`best.py`). If hunters with different totals are still to play in
a last round, the model assumes that each of them hunts against this seat alone. A race of three or
more is estimated: later turns bank points with the chances of `TURN` until a hunter reaches the
goal, and then the last hunter who gets ahead wins.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.trophy.hunts import GOAL
from players.core import read_values

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence

    from engine.trophy.view import View
    from players.core import Knowledge


# Chances to win in Trophy Buck that are solved in advance: ends of a game, and the race of two.
#
# `best.py` computes these chances and writes them to `FILE` with seven digits.

SEATS: Final = 8
FAR: Final = 100
"""Largest lead in the file, in points.

The chance to bank more in one turn is below one in a million.
"""

ENDS: Final = tuple((leaders, later) for leaders in range(1, SEATS + 1) for later in range(SEATS))
POINTS: Final = FAR // 2 + 1
TOTALS: Final = GOAL // 2
RACE: Final = len(ENDS) * POINTS
"""Index in the file of the first chance of a race."""

FILE: Final = Path(__file__).with_name("values.bin")


def find_end(leaders: int, later: int, points: int) -> float:
    """Return the chance to win for the leader who hunted last, in a round that decides the game.

    Args:
        leaders: number of seats that share the lead; if they still do at the end, they play a
            tiebreak.
        later: number of seats still to hunt.
        points: points that each later seat needs to draw level.
    """
    place = (leaders - 1) * SEATS + later
    return _load()[place * POINTS + min(points, FAR) // 2]


def find_race(turn: int, own: int, other: int) -> float:
    """Return the next hunter's chance to win a race of two, with both totals below the goal.

    Args:
        turn: 0 if he hunts first in each round, 1 if second.
        own: his total.
        other: the other hunter's total.
    """
    return _load()[RACE + (turn * TOTALS + own // 2) * TOTALS + other // 2]


@cache
def _load() -> array[float]:
    """Read the file: ends, indexed by `ENDS` and points; then races, by turn and both totals."""
    return read_values(FILE)


TURN: Final = (
    0.358542, 0.01188, 0.107494, 0.09544, 0.08812, 0.07691, 0.069633, 0.058413, 0.045552, 0.03271,
    0.02162, 0.013514, 0.007784, 0.004667, 0.00265, 0.001675, 0.001084, 0.000756, 0.000776,
    0.000413, 0.000224, 8.9e-05, 3.3e-05, 1.9e-05,
)  # fmt: skip
"""Chances of 0, 2, 4, ... points in a turn that is played for the most points."""

_ROUNDS: Final = 16
"""Number of rounds after which almost every race is over."""

OFF: Final = 0.02
"""Typical error of an estimated chance to win.

Compared with the solved race of two, the typical error is 0.8 %, and the largest is 2.6 %. Compared
with a race of three that was solved for totals of 18 points or more, the typical error is 1.0 %,
and the largest is 3.0 %. In 400 games of six hard ducks, seats with an estimate of 8, 13, 17, 22
and 27 % at the start of a turn won 6, 12, 18, 22 and 27 % of the games.
"""

Totals = tuple[int, ...]


def worths(view: View, seat: int) -> tuple[float, ...]:
    """Return the chances to win for 0, 2, 4, ... points banked in this turn."""
    total, before, after = _read(view, seat)
    if view.tiebreak or max(view.totals) >= GOAL:
        return _end(total, before, after)
    return race(total, before, after)


def weigh_loss(known: Knowledge) -> float:
    """Return the chance to win with nothing banked in this turn."""
    return worths(known.view, known.seat)[0]


def find_error(view: View, seat: int) -> float:
    """Return the typical error of the chances that `worths` returns; 0 if they are exact."""
    _, _, after = _read(view, seat)
    ends = view.final_round or view.tiebreak
    return 0.0 if len(view.totals) == 2 or (ends and _is_solved(after)) else OFF


def _read(view: View, seat: int) -> tuple[int, Totals, Totals]:
    """Return a seat's total, the totals of seats that hunted in this round, and the other totals.

    In a tiebreak, the totals are the points of the tiebreak.
    """
    if view.tiebreak:
        tried = {each.seat: each.points for each in view.tiebreak if each.seat != seat}
        done = tuple(points for points in tried.values() if points is not None)
        return 0, done, (0,) * (len(tried) - len(done))
    seats, first = len(view.totals), view.first or 0
    totals = view.totals[first:] + view.totals[:first]
    place = (seat - first) % seats
    return totals[place], totals[:place], totals[place + 1 :]


@lru_cache(maxsize=64)
def race(total: int, before: Totals, after: Totals) -> tuple[float, ...]:
    """Return the chances to win for 0, 2, 4, ... points banked now, before the last round.

    The result is cached for all choices of a turn. The arguments are those of `hold`.
    """
    if len(before + after) == 1:
        (other,) = before + after
        short = [1 - find_race(len(after), other, banked) for banked in range(total, GOAL, 2)]
    else:
        short = estimate(total, before, after)
    return (*short, *_end(GOAL, before, after))


def estimate(total: int, before: Totals, after: Totals) -> list[float]:
    """Return estimates of the chance to win with 0, 2, 4, ... points banked, below the goal."""
    rounds = tuple(_look_ahead(before, after))
    return [_win(banked, rounds) for banked in range(total, GOAL, 2)]


@lru_cache(maxsize=64)
def _end(total: int, before: Totals, after: Totals) -> tuple[float, ...]:
    """Return the chances to win in a last round with totals of `total`, `total` + 2, ... points."""
    most = max(after) + FAR if after else max(before) + 2
    return tuple(hold(banked, before, after) for banked in range(total, max(most, total) + 1, 2))


def hold(total: int, before: Totals, after: Totals) -> float:
    """Return the chance to win for a seat that ends its turn of the last round with a total.

    Args:
        total: the banked points of this seat.
        before: the totals of the seats that have hunted in this round.
        after: the totals of the other seats.
    """
    if total < max(before, default=0):
        return 0.0
    leaders = 1 + before.count(total)
    if _is_solved(after):
        return find_end(leaders, len(after), total - max(after, default=0))
    return find_end(leaders, 0, 0) * prod(find_end(1, 1, total - other) for other in after)


def _is_solved(after: Totals) -> bool:
    """Return whether all seats still to hunt in a last round have the same total."""
    return len(set(after)) <= 1


class _Round(NamedTuple):
    """The chances of the other seats in a later round.

    An earlier seat hunts before this seat in each round, a later seat after it.

    Attributes:
        open: the chance that all earlier seats are still below the goal.
        led: the chances that an earlier seat reaches the goal first, 0, 2, 4, ... points beyond it.
        held: the chances that no later seat beats the goal plus 0, 2, 4, ... points.
    """

    open: float
    led: Sequence[float]
    held: Sequence[float]


def _look_ahead(before: Totals, after: Totals) -> Iterator[_Round]:
    """Yield the rounds after this one.

    All chances of a round include the condition that no seat reached the goal in a round before.
    """
    tops = range(len(TURN))
    for turns in range(1, _ROUNDS):
        still, led = 1.0, [0.0] * len(TURN)
        for place, other in enumerate(before):
            waiting = still * prod(_stay_behind(each, turns - 1) for each in before[place + 1 :])
            led = [led[top] + waiting * _spread(other, turns)[GOAL // 2 + top] for top in tops]
            still *= _stay_behind(other, turns)
        held = [prod(_fall_short(other, turns)[top] for other in after) for top in tops]
        yield _Round(still, led, held)


def _win(total: int, rounds: Sequence[_Round]) -> float:
    """Return the chance to win with a total.

    A seat wins if it reaches the goal first and stays ahead, or if it beats the seat that did.
    """
    win = 0.0
    for turns, now in enumerate(rounds, start=1):
        reached, behind = _spread(total, turns)[GOAL // 2 :], _stay_behind(total, turns - 1)
        missed = _fall_short(total, turns - 1)
        for chance, led, held, short in zip(reached, now.led, now.held, missed, strict=True):
            win += held * (now.open * chance + led * (behind - short))
    return win


@cache
def _spread(total: int, turns: int) -> tuple[float, ...]:
    """Return the chances that a total becomes 0, 2, 4, ... points after `turns` turns.

    Totals at or beyond the goal are counted only if the last of these turns reached the goal.
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
def _stay_behind(total: int, turns: int) -> float:
    """Return the chance that a total is below the goal after `turns` turns."""
    return sum(_spread(total, turns)[: GOAL // 2])


@cache
def _fall_short(total: int, turns: int) -> tuple[float, ...]:
    """Return the chances to be below the goal after `turns` turns and then not to beat a leader.

    The leader has the goal plus 0, 2, 4, ... points.
    """
    behind = _spread(total, turns)[: GOAL // 2]
    return tuple(
        sum(chance * find_end(1, 1, top - 2 * half) for half, chance in enumerate(behind))
        for top in range(GOAL, GOAL + 2 * len(TURN), 2)
    )
