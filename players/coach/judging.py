"""What a decision costs: what the best move is worth more than the one that was made."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from players import assess, buckets, is_searched

if TYPE_CHECKING:
    from engine.core import Seat
    from players.core import Assessed, Knowledge

SMALL: Final = 1e-4
"""What differs by less is worth the same: tables have six digits, and what breaks ties is less."""

CLEAR: Final = 2.0
"""By so many standard errors a cost must be above nothing, where it is no exact one."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A move of a seat, with what it and the best one are worth.

    Attributes:
        seq: the number of the move in the log.
        seat: who moved.
        made: the move, and what it is worth.
        best: the best move; the one that was made, if none is better.
        cost: what `best` is worth more than `made`, in the unit of the game. Where a round of Ducks
            in a Bucket decides the game, a win counts as many points as there are seats. An
            estimate can be below 0.
        at_random: what a move at random would have cost on average.
        choices: how many moves there were.
        error: the standard error of `cost`; 0 where it is exact.
    """

    seq: int
    seat: Seat
    made: Assessed
    best: Assessed
    cost: float
    at_random: float
    choices: int
    error: float = 0.0

    @property
    def is_clear(self) -> bool:
        """Whether the cost is more than noise."""
        return self.cost > CLEAR * self.error


def judge(
    game_key: str, known: Knowledge, move: object, seq: int = 0, effort: float = 1
) -> Decision | None:
    """Return what a move costs; None where nothing is known of it.

    Args:
        game_key: of the game.
        known: what the seat knows that is to move.
        move: one of its legal moves.
        seq: the number that the move has in its log.
        effort: as of `buckets.weigh_decision`, where moves are searched.
    """
    if is_searched(game_key):
        return _judge_by_search(known, move, seq, effort)
    found = assess(game_key, known)
    made = next((each for each in found if each.move == move), None)
    if made is None:
        return None
    win = count_win(game_key, known, made)
    best = max(found, key=lambda each: each.worth)
    cost = win * (best.worth - made.worth)
    at_random = win * (best.worth - fmean(each.worth for each in found))
    if cost < SMALL:
        best, cost = made, 0.0
    return Decision(seq, known.seat, made, best, cost, max(at_random, 0.0), len(found))


def count_win(game_key: str, known: Knowledge, made: Assessed) -> int:
    """Return for how many of what is counted a win counts, where that decides a move."""
    return len(known.view.totals) if game_key == "ducks" and made.win is not None else 1


def _judge_by_search(
    known: Knowledge,
    move: Any,  # noqa: ANN401 - a move of any game
    seq: int,
    effort: float,
) -> Decision | None:
    """Return what a move costs in play-outs."""
    found = buckets.weigh_decision(known, move, effort)
    if found is None:
        return None
    made, best, at_random, error = found
    cost = best.worth - made.worth
    return Decision(seq, known.seat, made, best, cost, at_random, len(known.moves), error)
