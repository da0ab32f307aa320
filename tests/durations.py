"""Measure how many clicks a game takes: `python -m tests.durations`.

Computer players of the level "normal" play games with every number of seats, with the defaults and
with each single change of an option. Nature and forced moves cost no click.
"""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING, Any, Final

from bench.strength import Seeded
from engine.core import CHANCE
from players.core import Level, know, watch
from players.games import GAMES, find_player

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.core import Game

PLAYED: Final = 60
"""Games played of each setup: enough for a mean that is right within a tenth."""


def count_clicks(
    rules: Game[Any, Any, Any], seats: int, options: Mapping[str, str], seed: int
) -> float:
    """Play one game, and return the number of clicks that it takes in sequence.

    While n players may act at once, a click counts as 1/n.
    """
    dice, thoughts = Seeded(seed), Seeded(~seed)
    player = find_player(rules.info.key, Level.NORMAL)
    state, told, clicks = rules.start(seats, options), [()] * seats, 0.0
    while acting := rules.to_act(state):
        seat, forced = acting[0], rules.forced(state)
        if seat == CHANCE:
            move = rules.chance(state).sample(dice)
        elif forced is not None:
            move = forced
        else:
            clicks += 1 / len(acting)
            move = player.choose(know(rules, options, state, seat, told[seat]), thoughts)
        if rules.info.hidden:
            step = [(state, seat, move)]
            told = [old + watch(rules, step, viewer) for viewer, old in enumerate(told)]
        state = rules.apply(state, seat, move)
    return clicks


def list_setups(rules: Game[Any, Any, Any]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield each number of seats with the default options, and with each single change."""
    others = (
        {option.key: choice.value} for option in rules.info.options for choice in option.choices[1:]
    )
    for chosen in ({}, *others):
        options = rules.options(chosen)
        yield from ((seats, options) for seats in rules.seat_range(options))


def main() -> None:
    """Print one line for each setup."""
    for rules in GAMES:
        for seats, options in list_setups(rules):
            clicks = mean(count_clicks(rules, seats, options, seed) for seed in range(PLAYED))
            named = " ".join(f"{key}={value}" for key, value in options.items())
            print(f"{rules.info.key:9} {seats} {clicks:6.1f} a seat {clicks / seats:5.1f} {named}")


if __name__ == "__main__":
    main()
