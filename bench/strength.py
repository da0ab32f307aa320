"""How strong the computer players are: games until it is decided, written to docs/strength.md.

    python -m bench.strength [--games N] [key ...]

plays every game, or those named, and replaces their tables there. One seat has the level in
question, all others the one it is compared with. Each trial is played once from every seat, with
the same source of dice. A comparison ends when its mean is four standard errors from a fair share,
or after N games (400 unless told).
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine import game
from engine.core import CHANCE
from players import RANDOM, Level, Player, find_player
from players.core import know, watch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core import Game, Outcome

DOCUMENT: Final = Path(__file__).parents[1] / "docs/strength.md"
FEWEST: Final = 12
"""Trials before a comparison may end."""
DECIDED: Final = 4.0

SEATS: Final = {"ducks": (2, 3, 4), "pond": (1, 2), "trophy": (3,), "buckets": (3, 4, 6)}
PAIRS: Final = (("easy", "random"), ("normal", "easy"), ("hard", "normal"), ("hard", "random"))


class Seeded:
    """A source that is the same on every run."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a measurement keeps no secret

    def below(self, n: int) -> int:
        """Return 0 to n - 1."""
        return self._random.randrange(n)


@dataclass(frozen=True)
class Result:
    """The trials of a comparison: their mean, half of the 95 % interval, and the games."""

    mean: float
    half: float
    games: int


def find(name: str, key: str) -> Player:
    """Return the player of a level, or the random one."""
    return RANDOM if name == "random" else find_player(key, Level(name))


def play(rules: Game[Any, Any, Any], players: Sequence[Player], seed: int) -> Outcome:
    """Play one game; dice and players have sources of their own."""
    seats = len(players)
    dice, thoughts = Seeded(seed), Seeded(~seed)
    state, told = rules.start(seats, {}), [()] * seats
    while acting := rules.to_act(state):
        seat = acting[0]
        if seat == CHANCE:
            move = rules.chance(state).sample(dice)
        else:
            known = know(rules, {}, state, seat, told[seat])
            move = players[seat].choose(known, thoughts)
        if rules.info.hidden:
            step = [(state, seat, move)]
            told = [old + watch(rules, step, viewer) for viewer, old in enumerate(told)]
        state = rules.apply(state, seat, move)
    outcome = rules.outcome(state)
    assert outcome is not None  # noqa: S101 - nobody is to act
    return outcome


def compare(key: str, seats: int, level: str, other: str, most: int) -> Result:
    """Return the share of wins of a level that sits alone among others."""
    rules, one, field = game(key), find(level, key), find(other, key)
    trials: list[float] = []
    while len(trials) * seats < most:
        shares = [
            share(
                play(rules, [one if s == seat else field for s in range(seats)], len(trials)), seat
            )
            for seat in range(seats)
        ]
        trials.append(statistics.fmean(shares))
        result = measure(trials, seats)
        if len(trials) >= FEWEST and abs(result.mean - 1 / seats) > DECIDED / 1.96 * result.half:
            break
    return measure(trials, seats)


def share(outcome: Outcome, seat: int) -> float:
    """Return a seat's part of the win."""
    return (seat in outcome.winners) / len(outcome.winners)


def measure(trials: Sequence[float], games: int = 1) -> Result:
    """Return mean and interval of trials of so many games each."""
    spread = statistics.stdev(trials) if len(trials) > 1 else 1.0
    return Result(statistics.fmean(trials), 1.96 * spread / sqrt(len(trials)), games * len(trials))


def score_alone(level: str, most: int) -> Result:
    """Return the points of a level alone in the pond."""
    player = find(level, "pond")
    return measure([play(game("pond"), [player], seed).scores[0] for seed in range(most)])


def write_chapter(key: str, most: int) -> Iterator[str]:
    """Yield the lines of a game's chapter."""
    yield from ("| seats | level | against | games | wins | fair |", "|---|---|---|---|---|---|")
    for seats in SEATS[key]:
        for level, other in PAIRS if seats > 1 else ():
            done = compare(key, seats, level, other, most)
            wins = f"{done.mean:.1%} ± {done.half:.1%}"
            yield f"| {seats} | {level} | {other} | {done.games} | {wins} | {1 / seats:.1%} |"
    if 1 in SEATS[key]:
        yield from ("", "| alone | games | points |", "|---|---|---|")
        for level in ("random", *Level):
            done = score_alone(level, most)
            yield f"| {level} | {done.games} | {done.mean:.2f} ± {done.half:.2f} |"


def replace_chapter(document: str, title: str, lines: Sequence[str]) -> str:
    """Return the document with other tables in a game's chapter; its words before them stay."""
    chapter = re.compile(rf"(## {re.escape(title)}\n\n(?:(?!\||## ).*\n)*)[^#]*", re.MULTILINE)
    return chapter.sub(lambda found: found[1] + "\n".join(lines) + "\n\n", document).rstrip() + "\n"


def main() -> None:
    """Measure the games named, or all of them."""
    parser = argparse.ArgumentParser(description="Measure the computer players.")
    parser.add_argument("keys", nargs="*", default=list(SEATS))
    parser.add_argument("--games", type=int, default=400)
    chosen = parser.parse_args()
    for key in chosen.keys or SEATS:
        lines: list[str] = []
        for line in write_chapter(key, chosen.games):
            print(key, line, flush=True)
            lines.append(line)
        text = DOCUMENT.read_text(encoding="utf-8")
        DOCUMENT.write_text(replace_chapter(text, game(key).info.title, lines), encoding="utf-8")


if __name__ == "__main__":
    main()
