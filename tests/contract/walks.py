"""All setups of the games, and random games that hypothesis chooses."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import strategies as st

from engine.core import Game, Match, Transition
from engine.playthrough import play_randomly
from players.games import GAMES


@dataclass(frozen=True)
class Setup:
    """A game with its number of seats and its options."""

    game: Game[Any, Any, Any]
    seats: int
    options: dict[str, str]

    def __str__(self):
        return "-".join([self.game.info.key, str(self.seats), *self.options.values()])

    def start(self):
        return self.game.start(self.seats, self.options)

    @property
    def bound(self):
        return self.game.bound(self.seats, self.options)


def setups(game) -> list[Setup]:
    """Return every combination of options with every number of seats that it allows."""
    keys = [option.key for option in game.info.options]
    values = [[choice.value for choice in option.choices] for option in game.info.options]
    chosen = [dict(zip(keys, combination, strict=True)) for combination in product(*values)]
    return [Setup(game, seats, options) for options in chosen for seats in game.seat_range(options)]


each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
each_setup = pytest.mark.parametrize(
    "setup", [setup for game in GAMES for setup in setups(game)], ids=str
)


@dataclass(frozen=True)
class Choices:
    """The choices in a game: first those that hypothesis lists, then random ones from a seed.

    A failing game shrinks to few listed choices and the seed 0.
    """

    listed: list[int]
    seed: int
    source: random.Random = field(init=False, repr=False, compare=False)
    left: Iterator[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self):
        object.__setattr__(self, "source", random.Random(self.seed))
        object.__setattr__(self, "left", iter(self.listed))

    def below(self, n: int) -> int:
        """Return the next choice below n. This makes `Choices` a `Source` of the engine."""
        listed = next(self.left, None)
        return self.source.randrange(n) if listed is None else listed % n

    def pick(self, many):
        return many[self.below(len(many))]

    def now_and_then(self, often: int = 10) -> bool:
        """Return true once in `often` calls on average, for checks too slow for every state."""
        return self.source.randrange(often) == 0


choices = st.builds(
    Choices, st.lists(st.integers(0, 10**6), max_size=30), st.integers(0, 2**32 - 1)
)


def walk(setup: Setup, choices: Choices) -> Iterator[Transition]:
    """Play until the game is over, but at most one move beyond its bound."""
    match = Match.at(setup.game, setup.start())
    return islice(play_randomly(match, choices), setup.bound + 1)


def states(setup: Setup, choices: Choices) -> Iterator[Any]:
    """Yield every state of a game, from the start to the end."""
    yield setup.start()
    for step in walk(setup, choices):
        yield step.after


def written_out(value: Any) -> Any:
    """Return a copy of the value with all its parts, hidden ones too, as immutable tuples."""
    if dataclasses.is_dataclass(value):
        parts = [written_out(getattr(value, f.name)) for f in dataclasses.fields(value)]
        return type(value).__name__, *parts
    if isinstance(value, dict):
        return "dict", *((written_out(k), written_out(v)) for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return type(value).__name__, *map(written_out, value)
    if isinstance(value, (set, frozenset)):
        return type(value).__name__, *sorted(map(written_out, value))
    assert value is None or isinstance(value, (int, str)), f"{value!r} cannot be part of a state"
    return value
