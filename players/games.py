"""The games of the bot: its own, and those installed beside it.

A distribution adds a game by an entry point of the group `ducks.games`. The entry point is named
after the game's key and refers to its `Kit`. A game that cannot be loaded is left out.
"""

from __future__ import annotations

import re
import sys
from configparser import ConfigParser
from configparser import Error as ConfigError
from os.path import isdir
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final

from engine.core import BadSetup, Match
from players.core import Kit, Player, choose_randomly, rank

if TYPE_CHECKING:
    from collections.abc import Iterator

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

_KEY: Final = re.compile(r"[a-z]{2,20}")


def _list_installed() -> Iterator[tuple[str, str, str]]:
    """Yield key, package and place of each installed game.

    Each package is read by itself, so that one that cannot be read takes no game away. If a package
    is there twice, the first counts, as for imports. `importlib.metadata` would read all packages
    at once, and take 3 MB of memory.
    """
    seen: set[str] = set()
    places = filter(isdir, sys.path)  # without those that this user may not enter
    for folder in (each for path in places for each in sorted(Path(path).glob("*-info"))):
        package = folder.stem.partition("-")[0].replace("_", "-").lower()
        if package in seen:
            continue
        seen.add(package)
        entries = ConfigParser(delimiters="=", interpolation=None, strict=False)
        try:
            entries.read_string((folder / "entry_points.txt").read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError, ConfigError) as error:
            reason = " ".join(str(error).split())
            NOTICES.append(f"{package} cannot be read, so a game in it would be off: {reason}")
            continue
        for key, place in entries[GROUP].items() if GROUP in entries else ():
            yield key, package, place.partition("[")[0].strip()


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
    _ = Match.begin(kit.rules, kit.rules.seat_range({})[0], kit.rules.options({})).to_act
    return kit


NOTICES: Final[list[str]] = []
"""Sentences about packages that cannot be read or have the same game as another."""

_KITS: Final[dict[str, Kit]] = {}
UNLOADED: Final[dict[str, str]] = {}
"""Reasons why games could not be loaded, by the names of their entry points."""

_packages: dict[str, str] = {}
for _name, _package, _place in (
    *((each.rpartition(".")[2], "the bot", f"{each}:KIT") for each in BUILT_IN),
    *sorted(_list_installed()),
):
    if (_first := _packages.setdefault(_name, _package)) != _package:
        NOTICES.append(f"{_name} is the game of {_first}; {_package} has the same name, and is off")
        continue
    try:
        _KITS[_name] = _check(_name, resolve_name(_place))
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
