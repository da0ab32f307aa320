"""What the decisions of a finished game cost, and how well each seat played.

A decision is a move where there was more than one. It costs what the best move is worth more than
the one that was made, both as `players.assess` says.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Final

from engine.core import CHANCE
from engine.pond.moves import Undo
from players import assess
from players.core import know

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.core import Seat
    from engine.replay import AnyGame, Transition
    from players.core import Assessed, Knowledge

_SMALL: Final = 1e-5
"""What differs by less is worth the same: the tables have seven digits."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A move that a seat chose among several.

    Attributes:
        seq: the number of the move in the log.
        seat: who moved.
        made: the move, and what it is worth.
        best: the best move; the one that was made, if none is better.
        cost: what `best` is worth more than `made`: a chance to win where `made.win` is known,
            else points.
        at_random: what a move at random would have cost on average.
    """

    seq: int
    seat: Seat
    made: Assessed
    best: Assessed
    cost: float
    at_random: float


def judge(game_key: str, known: Knowledge, move: object, seq: int = 0) -> Decision | None:
    """Return what a move costs; None where nothing was to decide, or nothing is known of it.

    Args:
        game_key: of the game.
        known: what the seat knows that is to move.
        move: one of its legal moves.
        seq: the number that the move has in its log.
    """
    found = assess(game_key, known) if len(known.moves) > 1 else ()
    made = next((each for each in found if each.move == move), None)
    if made is None or len(found) == 1:
        return None
    best = max(found, key=worth)
    cost = worth(best) - worth(made)
    if cost < _SMALL:
        best, cost = made, 0.0
    at_random = worth(best) - fmean(map(worth, found))
    return Decision(seq, known.seat, made, best, cost, max(at_random, 0.0))


def worth(assessed: Assessed) -> float:
    """Return what counts of a move: the chance to win where it is known, else points."""
    return assessed.points if assessed.win is None else assessed.win


def find_decisions(
    game: AnyGame, options: Mapping[str, str], made: Iterable[Transition]
) -> tuple[Decision, ...]:
    """Return all decisions of a game, in order; a move that was taken back is none.

    Args:
        game: the rules.
        options: of the game.
        made: every move of the log with the states around it.
    """
    found: list[Decision | None] = []
    for seq, step in enumerate(made):
        if step.seat == CHANCE:
            continue
        if isinstance(step.move, Undo):
            found.pop()
            continue
        known = know(game, options, step.before, step.seat)
        found.append(judge(game.info.key, known, step.move, seq))
    return tuple(each for each in found if each is not None)
