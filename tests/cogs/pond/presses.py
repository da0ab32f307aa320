"""Counts the presses of a game of Ducks in the Pond that the normal duck plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.core import CHANCE
from engine.pond.moves import Change, EndDay, Feed, Reroll
from players.core import Level, know
from players.games import find_player, game
from tables.model.progress import PRESS
from tests.cogs.scene import focuses, offered, scene
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
        taps = find_taps(state, move, dice)
        yield taps
        state = _make(state, taps[-1])


def find_taps(state: Any, move: Any, dice: Dice) -> list[str]:
    """Return the fewest taps that make the duck's move; the last item is the text of its moves."""
    if isinstance(move, EndDay):
        asks = str(move) not in offered(scene("pond", 1, state=state))
        return [*(["the question"] * asks), str(move)]
    first = after = POND.apply(state, 0, move)
    ways = [(after, ()), (after, move.dice)]
    if isinstance(move, Reroll):  # the picked dice are enough: another die is spent on them
        ways.insert(1, (after, [*map(str, move.values)]))
    if isinstance(move, Feed):  # the press places the die, too
        ways = [(_follow(after, dice), move.dice)]
    if isinstance(move, Change):
        ones, others = ["1"], [str(move.value)]
        last, made = move, {str(move.to)}
        while isinstance(last := DUCK.choose(know(POND, {}, after, 0, ()), dice), Change):
            ones.append("1")
            others += [str(last.value)] if str(last.value) not in made else []
            made.add(str(last.to))
            after = POND.apply(after, 0, last)
        ways.insert(0, (POND.apply(after, 0, last), [*ones, *others]))
        ways.append((POND.apply(after, 0, last), others))
        ways.append((first, [str(move.value)]))
    return min(filter(None, (_find(state, wanted, tokens) for wanted, tokens in ways)), key=len)


def _follow(state: Any, dice: Dice) -> Any:
    """Return the state after the duck's next move."""
    return POND.apply(state, 0, DUCK.choose(know(POND, {}, state, 0, ()), dice))


def _find(state: Any, wanted: Any, tokens: Sequence[str]) -> list[str]:
    """Return the taps on these dice and on a button that lead to a state; empty if no button does.

    If the move claims a set, a wild die of another number is right, too.
    """
    left = list(map(str, state.free))
    places: list[int] = []
    for token in tokens:
        if token not in left:
            return []
        places.append(left.index(token))
        left[places[-1]] = ""
    focus = " ".join(["dice", *map(str, sorted(places))]) if places else ""
    at = scene("pond", 1, state=state)
    opening = _find_opening(at, places) if places else []
    if places and not opening:
        return []
    for text in offered(at, focus):
        made = _make(state, text)
        if made == wanted or (made.sets == wanted.sets != state.sets and "w" in text):
            return [*opening, text]
    return []


def _find_opening(at: Any, places: Sequence[int]) -> list[str]:
    """Return the fewest taps that pick these dice; empty if no button shows the dice."""
    ways = (
        [focus, *(f"die {place}" for place in sorted({*places} ^ {*map(int, picked)}))]
        for focus in focuses(at)
        for name, *picked in [focus.split(" ")]
        if name == "dice"
    )
    return min(ways, key=len, default=[])


def _make(state: Any, text: str) -> Any:
    """Return the state after a press."""
    for each in text.split(PRESS):
        state = POND.apply(state, 0, POND.parse(each))
    return state
