"""The rules of the games, pure: no I/O, no clock, no randomness of their own.

`GAMES` lists all games. A new game is one package and one line here.
"""

from __future__ import annotations

from typing import Any, Final

from engine.buckdice import BuckDice
from engine.buckets import Buckets
from engine.core import BadSetup, Game
from engine.ducks import Ducks
from engine.pond import Pond
from engine.trophy import TrophyBuck

GAMES: Final[tuple[Game[Any, Any, Any], ...]] = (
    Ducks(),
    Pond(),
    TrophyBuck(),
    Buckets(),
    BuckDice(),
)
"""The games, in the order in which they are shown."""


def game(key: str) -> Game[Any, Any, Any]:
    """Return the game with this key; raises BadSetup where there is none."""
    for each in GAMES:
        if each.info.key == key:
            return each
    keys = ", ".join(each.info.key for each in GAMES)
    raise BadSetup(f"There is no game {key!r}; there are {keys}.")
