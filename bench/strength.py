"""Measures the strength of the computer players in games, and writes it to docs/strength.md.

    python -m bench.strength [--games N] [key ...]

Without keys, the program plays all games whose moves can be valued. It replaces their tables in the
document. One seat has the level to measure, and all other seats have the level to compare with.
A trial is a series of games with the same source of dice, in which the measured level takes each
seat once. A comparison ends when its mean is more than four standard errors from a fair share, or
after N games (default 20,000).

`strength.jsonl` keeps all trials, with the versions of the players. So an interrupted run continues
where it stopped, and unchanged players do not play again.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import time
from dataclasses import astuple, dataclass, replace
from itertools import chain
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.core import CHANCE
from players.core import Level, Player, SeededSource, know, watch
from players.games import GAMES, RANDOM, can_hint, find_player, game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.core import Game, Outcome, Source
    from players.core import Knowledge

DOCUMENT: Final = Path(__file__).parents[1] / "docs/strength.md"
KEPT: Final = Path("strength.jsonl")
FEWEST: Final = 12
"""Least number of trials in a comparison."""
DECIDED: Final = 4.0
ALONE: Final = 1000
"""Number of games that each level plays alone."""

SEATS: Final = (2, 3, 4, 6)
"""Numbers of seats to measure, if the rules allow them."""

PAIRS: Final = (
    ("easy", "random"),
    ("normal", "random"),
    ("normal", "easy"),
    ("hard", "random"),
    ("hard", "normal"),
)


class Timed:
    """Wraps a player's `choose`, and notes the longest decision, in seconds of processor time."""

    def __init__(self, choose: Callable[[Knowledge, Source], Any]) -> None:
        self._choose = choose
        self.slowest = 0.0

    def __call__(self, known: Knowledge, source: Source) -> Any:  # noqa: ANN401 - any game's move
        begun = time.process_time()
        move = self._choose(known, source)
        self.slowest = max(self.slowest, time.process_time() - begun)
        return move


@dataclass(frozen=True)
class Result:
    """The trials of a comparison.

    Attributes:
        mean: the mean of the trials.
        half: half the width of the 95 % interval.
        games: number of games.
        minutes: processor time of all games, in minutes.
        slowest: processor time of the longest decision, in seconds.
    """

    mean: float
    half: float
    games: int
    minutes: float
    slowest: float


@dataclass(frozen=True)
class Trial:
    """Games with one source of dice, in which the measured level takes each seat once.

    Attributes:
        mean: the mean result.
        seconds: processor time of all games.
        slowest: processor time of the longest decision, in seconds.
    """

    mean: float
    seconds: float
    slowest: float


class TrialFile:
    """Trials in a file, one per line; trials of other versions of the players are ignored."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._trials: dict[str, list[Trial]] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            name, *figures = json.loads(line)
            self._trials.setdefault(name, []).append(Trial(*figures))

    def find(self, name: str) -> list[Trial]:
        """Return the trials of a comparison, in the order of their seeds."""
        return list(self._trials.get(name, ()))

    def add(self, name: str, trial: Trial) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([name, *astuple(trial)]) + "\n")


def find(name: str, key: str) -> Player:
    """Return the player of a level, or the player who moves at random."""
    return RANDOM if name == "random" else find_player(key, Level(name))


def find_options(rules: Game[Any, Any, Any], seats: int) -> dict[str, str] | None:
    """Return options that allow this number of seats, with at most one option changed; or None."""
    each = ({option.key: one.value} for option in rules.info.options for one in option.choices)
    return next((options for options in ({}, *each) if seats in rules.seat_range(options)), None)


def play(rules: Game[Any, Any, Any], players: Sequence[Player], seed: int) -> Outcome:
    """Play one game; the dice and the players have separate sources of random numbers."""
    seats = len(players)
    dice, thoughts = SeededSource(seed), SeededSource(~seed)
    options = find_options(rules, seats) or {}
    state, told = rules.start(seats, options), [()] * seats
    while acting := rules.to_act(state):
        seat = acting[0]
        if seat == CHANCE:
            move = rules.chance(state).sample(dice)
        else:
            known = know(rules, options, state, seat, told[seat])
            move = players[seat].choose(known, thoughts)
        if rules.info.hidden:
            step = [(state, seat, move)]
            told = [old + watch(rules, step, viewer) for viewer, old in enumerate(told)]
        state = rules.apply(state, seat, move)
    outcome = rules.outcome(state)
    assert outcome is not None  # noqa: S101 - nobody is to act
    return outcome


def compare(key: str, seats: int, level: str, other: str, *, most: int, kept: TrialFile) -> Result:
    """Return the share of wins of `level` while all other seats play `other`.

    For a single seat, return its average points.
    """
    one, field = find(level, key), find(other, key)
    name = f"{key} {seats}: {level} {one.version}, {other} {field.version}"
    trials = kept.find(name)
    while len(trials) * seats < most and not is_decided(trials, seats):
        trials.append(try_out(key, seats, one, field, len(trials)))
        kept.add(name, trials[-1])
    return measure(trials, seats)


def try_out(key: str, seats: int, one: Player, field: Player, seed: int) -> Trial:
    """Play a trial: `one` takes each seat in turn, always with the same source of dice."""
    begun, timed = time.process_time(), Timed(one.choose)
    player = replace(one, choose=timed)
    means = [
        worth(play(game(key), [player if s == seat else field for s in range(seats)], seed), seat)
        for seat in range(seats)
    ]
    return Trial(statistics.fmean(means), time.process_time() - begun, timed.slowest)


def is_decided(trials: Sequence[Trial], seats: int) -> bool:
    """Return whether the mean differs from a fair share by more than four standard errors."""
    if seats == 1 or len(trials) < FEWEST:
        return False
    result = measure(trials, seats)
    return abs(result.mean - 1 / seats) > DECIDED / 1.96 * result.half


def worth(outcome: Outcome, seat: int) -> float:
    """Return a seat's share of the win, or the points of a player who plays alone."""
    if len(outcome.scores) == 1:
        return outcome.scores[0]
    return (seat in outcome.winners) / len(outcome.winners)


def measure(trials: Sequence[Trial], games: int = 1) -> Result:
    """Return the mean and the interval of trials with `games` games each."""
    means = [trial.mean for trial in trials]
    spread = statistics.stdev(means) if len(means) > 1 else 1.0
    return Result(
        statistics.fmean(means),
        1.96 * spread / sqrt(len(means)),
        games * len(means),
        sum(trial.seconds for trial in trials) / 60,
        max(trial.slowest for trial in trials),
    )


def write_chapter(key: str, most: int, kept: TrialFile) -> Iterator[str]:
    yield "| seats | level | against | games | wins | fair | minutes | slowest |"
    yield "|---|---|---|---|---|---|---|---|"
    for seats in SEATS:
        if find_options(game(key), seats) is None:
            continue
        for level, other in PAIRS:
            done = compare(key, seats, level, other, most=most, kept=kept)
            wins = f"{done.mean:.1%} ± {done.half:.1%}"
            yield (
                f"| {seats} | {level} | {other} | {done.games} | {wins} | {1 / seats:.1%} "
                f"| {done.minutes:.1f} | {done.slowest:.2f} s |"
            )


def write_alone(key: str, kept: TrialFile) -> Iterator[str]:
    """Yield the lines for games played alone."""
    yield from ("", "| alone | games | points | minutes | slowest |", "|---|---|---|---|---|")
    for level in ("random", *Level):
        done = compare(key, 1, level, level, most=ALONE, kept=kept)
        points = f"{done.mean:.2f} ± {done.half:.2f}"
        yield f"| {level} | {done.games} | {points} | {done.minutes:.1f} | {done.slowest:.2f} s |"


def replace_chapter(document: str, title: str, lines: Sequence[str]) -> str:
    """Replace the tables in a game's chapter of the document; the words before the tables stay."""
    chapter = re.compile(rf"(## {re.escape(title)}\n\n(?:(?!\||## ).*\n)*)[^#]*", re.MULTILINE)
    return chapter.sub(lambda found: found[1] + "\n".join(lines) + "\n\n", document).rstrip() + "\n"


def main() -> None:
    """Measure the named games, or all games for which the values of moves are known."""
    keys = [rules.info.key for rules in GAMES if can_hint(rules.info.key)]
    parser = argparse.ArgumentParser(description="Measure the computer players.")
    parser.add_argument("keys", nargs="*", default=keys)
    parser.add_argument("--games", type=int, default=20_000)
    chosen, kept = parser.parse_args(), TrialFile(KEPT)
    for key in chosen.keys:
        lines: list[str] = []
        alone = write_alone(key, kept) if 1 in game(key).seat_range({}) else ()
        for line in chain(write_chapter(key, chosen.games, kept), alone):
            print(key, line, flush=True)
            lines.append(line)
        text = DOCUMENT.read_text(encoding="utf-8")
        DOCUMENT.write_text(replace_chapter(text, game(key).info.title, lines), encoding="utf-8")


if __name__ == "__main__":
    main()
