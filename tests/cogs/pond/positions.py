"""Tables of Ducks in the Pond at positions that are written as text."""

from __future__ import annotations

from players.games import game
from tests.cogs.scene import scene

DAY_1 = "roll 1 2 2 2 4 6"


def position(text, *moves, seats=1, **more):
    return scene("pond", seats, *moves, state=game("pond").from_position(text), **more)
