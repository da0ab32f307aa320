"""The games that the bot has: the list of the kits, and what generic code asks by a game's key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core import BadSetup
from players import buckdice, buckets, ducks, pond, trophy
from players.core import Player, choose_randomly, rank

if TYPE_CHECKING:
    from engine.core import AnyGame
    from players.core import Assessed, Kit, Knowledge, Level, StandingOrder, Worth

KITS: Final[tuple[Kit, ...]] = (ducks.KIT, pond.KIT, trophy.KIT, buckets.KIT, buckdice.KIT)
"""The games, in the order in which they are shown. A new game is its packages and one word here."""

GAMES: Final[tuple[AnyGame, ...]] = tuple(kit.rules for kit in KITS)
"""Their rules."""

_KITS: Final = {kit.key: kit for kit in KITS}

RANDOM: Final = Player(1, quick=True, choose=choose_randomly)
"""Plays anything that is legal."""


def find_kit(key: str) -> Kit | None:
    """Return the kit of a game; None where the bot has no such game (any more)."""
    return _KITS.get(key)


def game(key: str) -> AnyGame:
    """Return the rules of a game; raises BadSetup where there is none."""
    if kit := find_kit(key):
        return kit.rules
    raise BadSetup(f"There is no game {key!r}; there are {', '.join(_KITS)}.")


def find_player(key: str, level: Level) -> Player:
    """Return the player of a game at a level; a random one where nobody has written any."""
    kit = find_kit(key)
    return kit.players.get(level, RANDOM) if kit else RANDOM


def find_worth(key: str) -> Worth | None:
    """Return what the moves of a game are worth; None where that is not known."""
    kit = find_kit(key)
    return kit.worth if kit else None


def can_assess(key: str) -> bool:
    """Return whether moves can be weighed one by one, without play-outs."""
    worth = find_worth(key)
    return worth is not None and worth.assess is not None


def is_searched(key: str) -> bool:
    """Return whether moves are weighed by play-outs: slowly, and with an error."""
    worth = find_worth(key)
    return worth is not None and worth.search is not None


def assess(key: str, known: Knowledge) -> tuple[Assessed, ...]:
    """Return what the legal moves are worth; nothing where that is not solved."""
    worth = find_worth(key)
    return worth.assess(known) if worth and worth.assess else ()


def can_hint(key: str) -> bool:
    """Return whether there are hints in a game, and reviews."""
    return find_worth(key) is not None


def find_hint(key: str, known: Knowledge) -> tuple[Assessed, ...]:
    """Return what moves are worth, the best first; one alone where none is weighed."""
    worth = find_worth(key)
    if worth and worth.search:
        return worth.search.estimate(known)
    return rank(assess(key, known))


def list_orders(key: str) -> tuple[StandingOrder, ...]:
    """Return the standing orders of a game."""
    kit = find_kit(key)
    return kit.orders if kit else ()


def find_order(key: str, text: str) -> StandingOrder | None:
    """Return the order with this text; None where the game has no such order (any more)."""
    return next((each for each in list_orders(key) if each.text == text), None)
