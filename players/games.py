"""The games of the bot: its own, and those installed beside it.

A distribution adds a game by an entry point of the group `ducks.games`. The entry point is named
after the game's key and refers to its `Kit`. A game that cannot be loaded is left out.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.core import BadSetup, Match
from players.core import Kit, Late, Player, choose_randomly, rank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.core import AnyGame
    from players.core import Assessed, Knowledge, Level, StandingOrder, Worth

BUILT_IN: Final = (
    "players.ducks",
    "players.pond",
    "players.trophy",
    "players.buckets",
    "players.buckdice",
)
"""Packages with the kits of the bot's own games, in the order of menus."""

GROUP: Final = "ducks.games"
"""The group of the entry points that add games."""

_KEY: Final = re.compile(r"[a-z]{2,20}")


def _list_installed() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield name and loader of each entry point.

    `importlib.metadata` takes 3 MB of memory. So it is imported only if a distribution adds a game.
    """
    files = (file for each in sys.path for file in Path(each).glob("*-info/entry_points.txt"))
    if any(f"[{GROUP}]" in file.read_text("utf-8") for file in files):
        from importlib.metadata import entry_points  # noqa: PLC0415

        yield from sorted((each.name, each.load) for each in entry_points(group=GROUP))


def _check(name: str, kit: object) -> Kit:
    """Return the kit if it is valid.

    Raises TypeError, ValueError, or any error that the game raises when it begins.
    """
    if not isinstance(kit, Kit):
        raise TypeError("it is not a Kit")
    if kit.key != name or not _KEY.fullmatch(name):
        raise ValueError(
            f"its key {kit.key!r} must be the name of its entry point, in letters a to z"
        )
    if name in _KITS:
        raise ValueError("another game has this key")
    _ = Match.begin(kit.rules, kit.rules.seat_range({})[0], kit.rules.options({})).to_act
    return kit


_KITS: Final[dict[str, Kit]] = {}
UNLOADED: Final[dict[str, str]] = {}
"""Reasons why games could not be loaded, by the names of their entry points."""

for _name, _load in (
    *((each.rpartition(".")[2], Late(f"{each}.KIT").load) for each in BUILT_IN),
    *_list_installed(),
):
    try:
        _KITS[_name] = _check(_name, _load())
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever one game raises, the others stay playable
        UNLOADED[_name] = f"{type(error).__name__}: {error}"

KITS: Final[tuple[Kit, ...]] = tuple(_KITS.values())
"""The games, in the order of menus."""

GAMES: Final[tuple[AnyGame, ...]] = tuple(kit.rules for kit in KITS)
"""Rules of the kits, in the same order."""

RANDOM: Final = Player(1, quick=True, choose=choose_randomly)
"""A player that makes random legal moves."""


def find_kit(key: str) -> Kit | None:
    """Return the kit of a game; None if the bot has no such game (any more)."""
    return _KITS.get(key)


def game(key: str) -> AnyGame:
    """Return the rules of a game; raises BadSetup if there is none."""
    if kit := find_kit(key):
        return kit.rules
    raise BadSetup("There is no game {key}; there are {keys}.", key=repr(key), keys=tuple(_KITS))


def find_player(key: str, level: Level) -> Player:
    """Return the player of a game at a level; `RANDOM` if there is none."""
    kit = find_kit(key)
    return kit.players.get(level, RANDOM) if kit else RANDOM


def find_worth(key: str) -> Worth | None:
    """Return the worth of a game's moves; None if it is unknown."""
    kit = find_kit(key)
    return kit.worth if kit else None


def can_assess(key: str) -> bool:
    """Return whether a game can weigh its moves without play-outs."""
    worth = find_worth(key)
    return worth is not None and worth.assess is not None


def is_searched(key: str) -> bool:
    """Return whether a game weighs its moves by play-outs, which are slow and have an error."""
    worth = find_worth(key)
    return worth is not None and worth.search is not None


def assess(key: str, known: Knowledge) -> tuple[Assessed, ...]:
    """Return the worth of the legal moves; empty if `can_assess` is false."""
    worth = find_worth(key)
    return worth.assess(known) if worth and worth.assess else ()


def can_hint(key: str) -> bool:
    """Return whether a game has hints and reviews."""
    return find_worth(key) is not None


def find_hint(key: str, known: Knowledge) -> tuple[Assessed, ...]:
    """Return the worth of moves, best first; one move alone if none needs a search."""
    worth = find_worth(key)
    if worth and worth.search:
        return worth.search.estimate(known)
    return rank(assess(key, known))


def list_orders(key: str) -> tuple[StandingOrder, ...]:
    kit = find_kit(key)
    return kit.orders if kit else ()


def find_order(key: str, text: str) -> StandingOrder | None:
    """Return the order with this text; None if the game has no such order (any more)."""
    return next((each for each in list_orders(key) if each.text == text), None)
