"""What banked totals are worth in Trophy Buck: the chance to win, if all play well from there on.

A race of two, the tiebreak and most last rounds are solved in advance (`solve.py`). Where several
hunters with different totals are still to come, each is taken as hunting against this seat alone. A
race of three and more is estimated: later turns bank points as `TURN` says until somebody reaches
the goal, and then the last of those who get ahead wins.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.trophy.game import GOAL
from players.core import read_values

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence

    from engine.trophy.game import View
    from players.core import Knowledge


# Chances to win in Trophy Buck that are solved in advance: how a game ends, and a race of two.
#
# `solve.py` computes them and writes the file, with seven digits.

SEATS: Final = 8
FAR: Final = 100
"""Who needs more points than so many to win has a chance below a millionth."""

ENDS: Final = tuple((leaders, later) for leaders in range(1, SEATS + 1) for later in range(SEATS))
POINTS: Final = FAR // 2 + 1
TOTALS: Final = GOAL // 2
RACE: Final = len(ENDS) * POINTS
"""Where the chances of a race begin in the file."""

FILE: Final = Path(__file__).with_name("values.bin")


def find_end(leaders: int, later: int, points: int) -> float:
    """Return the chance of the last of some leaders when a round decides the game.

    Args:
        leaders: how many are equal at the top; if they stay there, they hunt the tiebreak.
        later: how many are still to hunt.
        points: what each of those needs to be equal, too.
    """
    place = (leaders - 1) * SEATS + later
    return _load()[place * POINTS + min(points, FAR) // 2]


def find_race(turn: int, own: int, other: int) -> float:
    """Return the chance of who is to hunt in a race of two, before a total reaches the goal.

    Args:
        turn: 0 for who hunts first in each round, 1 for the other.
        own: the total of who is to hunt.
        other: that of the other.
    """
    return _load()[RACE + (turn * TOTALS + own // 2) * TOTALS + other // 2]


@cache
def _load() -> array[float]:
    """Read the file: ends by `ENDS` and points, then the race by turn and both totals."""
    return read_values(FILE)


TURN: Final = (
    0.358542, 0.01188, 0.107494, 0.09544, 0.08812, 0.07691, 0.069633, 0.058413, 0.045552, 0.03271,
    0.02162, 0.013514, 0.007784, 0.004667, 0.00265, 0.001675, 0.001084, 0.000756, 0.000776,
    0.000413, 0.000224, 8.9e-05, 3.3e-05, 1.9e-05,
)  # fmt: skip
"""The chances of 0, 2, 4, ... points in a turn that is played for the most points."""

_ROUNDS: Final = 16
"""After so many more rounds hardly any race is open."""

OFF: Final = 0.02
"""How far estimates are off as a rule.

Beside the solved race of two it is 0.8 % and at most 2.6 %; beside one of three that was solved
from 18 points each on, 1.0 % and at most 3.0 %. In 400 games of six hard ducks those who were told
8, 13, 17, 22 and 27 % when a turn began won 6, 12, 18, 22 and 27 %.
"""

Totals = tuple[int, ...]


def worths(view: View, seat: int) -> tuple[float, ...]:
    """Return the chance to win for 0, 2, 4, ... points banked in this turn."""
    total, before, after = _read(view, seat)
    if view.tiebreak or max(view.totals) >= GOAL:
        return _end(total, before, after)
    return race(total, before, after)


def weigh_loss(known: Knowledge) -> float:
    """Return the chance to win with nothing banked in this turn."""
    return worths(known.view, known.seat)[0]


def find_error(view: View, seat: int) -> float:
    """Return how far the chances of `worths` are off as a rule; 0 where they are exact."""
    _, _, after = _read(view, seat)
    ends = view.final_round or view.tiebreak
    return 0.0 if len(view.totals) == 2 or (ends and _is_solved(after)) else OFF


def _read(view: View, seat: int) -> tuple[int, Totals, Totals]:
    """Return what a seat has, and those who have hunted in this round, and those who have not."""
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
    """Return the chance to win before the last round, for 0, 2, 4, ... points banked now.

    It is the same for all choices of a turn. The arguments are those of `hold`.
    """
    if len(before + after) == 1:
        (other,) = before + after
        short = [1 - find_race(len(after), other, banked) for banked in range(total, GOAL, 2)]
    else:
        short = estimate(total, before, after)
    return (*short, *_end(GOAL, before, after))


def estimate(total: int, before: Totals, after: Totals) -> list[float]:
    """Return estimates of the chance to win with 0, 2, 4, ... points banked, up to the goal."""
    rounds = tuple(_look_ahead(before, after))
    return [_win(banked, rounds) for banked in range(total, GOAL, 2)]


def _end(total: int, before: Totals, after: Totals) -> tuple[float, ...]:
    """Return the chances in a last round."""
    most = max(after) + FAR if after else max(before) + 2
    return tuple(hold(banked, before, after) for banked in range(total, max(most, total) + 1, 2))


def hold(total: int, before: Totals, after: Totals) -> float:
    """Return the chance to win with a total when the last round goes on.

    Args:
        total: what this seat has banked.
        before: the totals of those who have hunted in this round.
        after: the totals of those who have not.
    """
    if total < max(before, default=0):
        return 0.0
    leaders = 1 + before.count(total)
    if _is_solved(after):
        return find_end(leaders, len(after), total - max(after, default=0))
    return find_end(leaders, 0, 0) * prod(find_end(1, 1, total - other) for other in after)


def _is_solved(after: Totals) -> bool:
    """Return whether all who are to come in a last round have the same total."""
    return len(set(after)) <= 1


class _Round(NamedTuple):
    """What the others come to in a round to come, before this seat and after it.

    Attributes:
        open: the chance that all before are behind the goal.
        led: the chances that one before is the first to reach the goal, with 0, 2, 4, ... points
            more.
        held: the chances that nobody after beats the goal and 0, 2, 4, ... points more.
    """

    open: float
    led: Sequence[float]
    held: Sequence[float]


def _look_ahead(before: Totals, after: Totals) -> Iterator[_Round]:
    """Yield the rounds after this one, as far as nobody has reached the goal before them."""
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
    """Return the chance to win with a total: to reach the goal first, or to beat who has."""
    win = 0.0
    for turns, now in enumerate(rounds, start=1):
        reached, behind = _spread(total, turns)[GOAL // 2 :], _stay_behind(total, turns - 1)
        missed = _fall_short(total, turns - 1)
        for chance, led, held, short in zip(reached, now.led, now.held, missed, strict=True):
            win += held * (now.open * chance + led * (behind - short))
    return win


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
def _stay_behind(total: int, turns: int) -> float:
    """Return the chance to be behind the goal after so many turns."""
    return sum(_spread(total, turns)[: GOAL // 2])


@cache
def _fall_short(total: int, turns: int) -> tuple[float, ...]:
    """Return the chances to be behind the goal after so many turns, and not to win by the next one.

    The others have the goal and 0, 2, 4, ... points more.
    """
    behind = _spread(total, turns)[: GOAL // 2]
    return tuple(
        sum(chance * find_end(1, 1, top - 2 * half) for half, chance in enumerate(behind))
        for top in range(GOAL, GOAL + 2 * len(TURN), 2)
    )
