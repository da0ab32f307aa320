"""Computer players: what a seat may know and a source of randomness in, a move out.

A player never gets a state, has no clock, and moves alike for equal knowledge and source. So a
transcript can prove each of its moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from players import buckets, ducks, pond, trophy
from players.core import (
    Assessed,
    Knowledge,
    Level,
    Player,
    StandingOrder,
    choose_randomly,
    draw_nothing,
    rank,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.core import Source

__all__ = [
    "ORDERS",
    "PLAYERS",
    "RANDOM",
    "Assessed",
    "Knowledge",
    "Level",
    "Player",
    "assess",
    "can_assess",
    "can_hint",
    "find_hint",
    "find_order",
    "find_player",
    "is_searched",
]

RANDOM: Final = Player(1, quick=True, choose=choose_randomly)
"""Plays anything that is legal."""


def throw(known: Knowledge, source: Source) -> Any:  # noqa: ANN401, ARG001 - there is one move
    """Return the only move of Buck Dice, where nothing is decided: computers are company."""
    return known.moves[0]


_THROWER: Final = Player(1, quick=True, choose=throw)

PLAYERS: Final[dict[tuple[str, Level], Player]] = {
    ("ducks", Level.EASY): Player(1, quick=True, choose=ducks.choose_easy),
    ("ducks", Level.NORMAL): Player(1, quick=True, choose=ducks.choose_normal),
    ("ducks", Level.HARD): Player(3, quick=False, choose=ducks.choose_hard),
    ("pond", Level.EASY): Player(1, quick=True, choose=pond.choose_easy),
    ("pond", Level.NORMAL): Player(1, quick=True, choose=pond.choose_normal),
    ("pond", Level.HARD): Player(1, quick=False, choose=pond.choose_hard),
    ("trophy", Level.EASY): Player(1, quick=True, choose=trophy.choose_easy),
    ("trophy", Level.NORMAL): Player(1, quick=True, choose=trophy.choose_normal),
    ("trophy", Level.HARD): Player(3, quick=False, choose=trophy.choose_hard),
    ("buckets", Level.EASY): Player(1, quick=True, choose=buckets.choose_easy),
    ("buckets", Level.NORMAL): Player(1, quick=True, choose=buckets.choose_normal),
    ("buckets", Level.HARD): Player(3, quick=False, choose=buckets.choose_hard),
    ("buckdice", Level.EASY): _THROWER,
    ("buckdice", Level.NORMAL): _THROWER,
    ("buckdice", Level.HARD): _THROWER,
}
"""The levels by the key of their game."""


def find_player(game_key: str, level: Level) -> Player:
    """Return the player of a game at a level; a random one where nobody has written any."""
    return PLAYERS.get((game_key, level), RANDOM)


_ASSESSORS: Final[dict[str, Callable[[Knowledge], tuple[Assessed, ...]]]] = {
    "ducks": ducks.assess,
    "pond": pond.assess,
    "trophy": trophy.assess,
}


def can_assess(game_key: str) -> bool:
    """Return whether it is known what the moves of a game are worth."""
    return game_key in _ASSESSORS


def assess(game_key: str, known: Knowledge) -> tuple[Assessed, ...]:
    """Return what the legal moves are worth; nothing where that is not solved.

    The points are those of this round in Ducks in a Bucket and of this turn in Trophy Buck; in the
    pond the final score of who plays alone, and for two the points ahead at the end. It may take
    a second of one core.
    """
    return _ASSESSORS[game_key](known) if can_assess(game_key) else ()


def is_searched(game_key: str) -> bool:
    """Return whether the moves of a game are weighed by play-outs: slowly, and with an error."""
    return game_key == "buckets"


def can_hint(game_key: str) -> bool:
    """Return whether there are hints in a game, and reviews."""
    return can_assess(game_key) or is_searched(game_key)


def find_hint(game_key: str, known: Knowledge) -> tuple[Assessed, ...]:
    """Return what moves are worth, the best first: exactly or, in The Bucket King, in play-outs.

    There it is one move alone where none is weighed: as long as everybody builds.
    """
    if is_searched(game_key):
        return buckets.estimate(known)
    return rank(assess(game_key, known))


# Standing orders: what a player settles in advance for a game that takes days. An order is a pure
# function of what its seat may know, and leaves nothing to luck.

ORDERS: Final[Mapping[str, tuple[StandingOrder, ...]]] = {
    "ducks": ducks.ORDERS,
    "pond": pond.ORDERS,
    "trophy": trophy.ORDERS,
    "buckets": buckets.ORDERS,
    "buckdice": (StandingOrder("throw", "Throw for me.", draw_nothing(throw)),),
}
"""The orders that there are, by the key of their game, in the order in which they are offered."""


def find_order(game_key: str, text: str) -> StandingOrder | None:
    """Return the order with this text; None where the game has no such order (any more)."""
    return next((each for each in ORDERS.get(game_key, ()) if each.text == text), None)
