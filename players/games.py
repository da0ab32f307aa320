"""The games of the bot: its own, and those installed beside it.

A distribution adds a game by an entry point of the group `ducks.games`. The entry point is named
after the game's key and refers to its `Kit`. A game that cannot be loaded is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final

from engine.core import BadSetup, Match
from players.core import Kit, Player, choose_randomly, rank
from players.installed import NAME, list_installed

if TYPE_CHECKING:
    from engine.core import AnyGame
    from players.core import Assessed, Knowledge, Level, Worth

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


@dataclass(frozen=True, slots=True)
class Loaded:
    """The games that were found.

    Attributes:
        kits: by key, in the order of menus.
        reasons: why a game could not be loaded, by the name of its entry point.
        notices: sentences about packages that cannot be read, or that have the game of another.
    """

    kits: dict[str, Kit] = field(default_factory=dict[str, Kit])
    reasons: dict[str, str] = field(default_factory=dict[str, str])
    notices: list[str] = field(default_factory=list[str])


def load() -> Loaded:
    """Find the bot's own games and the installed ones; a game that fails its check is left out."""
    found, packages = Loaded(), dict[str, str]()
    own = ((each.rpartition(".")[2], "the bot", f"{each}:KIT") for each in BUILT_IN)
    for name, package, place in (*own, *sorted(list_installed(GROUP, found.notices))):
        if (first := packages.setdefault(name, package)) != package:
            found.notices.append(
                f"{name} is the game of {first}; {package} has the same name, and is off"
            )
            continue
        try:
            found.kits[name] = _check(name, resolve_name(place))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever one game raises, the others stay playable
            found.reasons[name] = f"{type(error).__name__}: {error}"
    return found


def _check(name: str, kit: object) -> Kit:
    """Return the kit if it is valid.

    Raises TypeError, ValueError, or any error that the game raises when it begins.
    """
    if not isinstance(kit, Kit):
        raise TypeError("it is not a Kit")
    if kit.key != name or not NAME.fullmatch(name):
        raise ValueError(
            f"its key {kit.key!r} must be the name of its entry point, in letters a to z"
        )
    _ = Match.begin(kit.rules, kit.rules.seat_range({})[0], kit.rules.options({})).to_act
    return kit


LOADED: Final = load()

KITS: Final[tuple[Kit, ...]] = tuple(LOADED.kits.values())
"""The games, in the order of menus."""

GAMES: Final[tuple[AnyGame, ...]] = tuple(kit.rules for kit in KITS)
"""Rules of the kits, in the same order."""

RANDOM: Final = Player(1, quick=True, choose=choose_randomly)
"""A player that makes random legal moves."""


def find_kit(key: str) -> Kit | None:
    """Return the kit of a game; None if the bot has no such game (any more)."""
    return LOADED.kits.get(key)


def game(key: str) -> AnyGame:
    """Return the rules of a game; raises BadSetup if there is none."""
    if kit := find_kit(key):
        return kit.rules
    raise BadSetup(
        "There is no game {key}; there are {keys}.", key=repr(key), keys=tuple(LOADED.kits)
    )


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


def find_hint(key: str, known: Knowledge, effort: float = 1) -> tuple[Assessed, ...]:
    """Return the worth of moves, best first; one move alone if none needs a search.

    `effort`: as for `Search.estimate`, if moves are searched.
    """
    worth = find_worth(key)
    if worth and worth.search:
        return worth.search.estimate(known, effort)
    return rank(assess(key, known))
