"""Counts the presses of a game of Ducks in the Pond that the normal duck plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogs.display.pages.presses import count_steps
from cogs.pond.board import RENDERER
from engine.core import CHANCE
from engine.pond.moves import Feed
from players.core import Level, know
from players.games import find_player, game
from tables.model.progress import PRESS
from tests.cogs.scene import context_of, focuses, offered, scene
from tests.tabletop import Dice

POND = game("pond")
DUCK = find_player("pond", Level.NORMAL)


def count_presses(seed: int) -> int:
    """Count the presses of a game for one player after the first roll, on every kind of button."""
    return sum(len(taps) for taps in presses(seed))


def presses(seed: int) -> Iterator[list[str]]:
    """Yield the taps for each step of a game: picked dice, then their use."""
    dice = Dice(seed)
    state = POND.start(1, {})
    while acting := POND.to_act(state):
        if acting == (CHANCE,):
            state = POND.apply(state, CHANCE, POND.chance(state).sample(dice))
            continue
        move = DUCK.choose(know(POND, {}, state, 0, ()), dice)
        taps = find_taps(state, move)
        yield taps
        state = _make(state, taps[-1])


def find_taps(state: Any, move: Any) -> list[str]:
    """Return taps that make the duck's move; the last item is the text of its moves."""
    at, wanted = scene("pond", 1, state=state), POND.apply(state, 0, move)
    taps, focus, seen = list[str](), "", {""}
    aim = RENDERER.find_focus(context_of(at), move).split(" ")
    while True:
        for text in offered(at, focus):
            begins = isinstance(move, Feed) and text.startswith(f"{move}{PRESS}")
            if begins or _make(state, text) == wanted:  # a press on a wild die places it, too
                return [*taps, text]
        onward = [each for each in focuses(at, focus) if each not in seen]
        focus = min(onward, key=lambda each: count_steps(each.split(" "), aim))
        seen.add(focus)
        taps.append(focus)


def _make(state: Any, text: str) -> Any:
    """Return the state after a press."""
    for each in text.split(PRESS):
        state = POND.apply(state, 0, POND.parse(each))
    return state
