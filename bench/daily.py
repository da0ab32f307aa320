"""Whether play decides in a daily, and not luck: which formats are admitted.

    python -m bench.daily [--dailies N]

Computer players of each level play so many dailies of each format (400 unless told), with sources
that are the same in every run, and reviews grade them as they grade people. A format is admitted if

- at most 5 % of the dailies of the normal player are perfect,
- half of the dailies of the hard player, who plays them out, have 15 decisions with a cost,
- in 95 of 100 weeks hard has more than normal, and normal more than easy, in the sum of the best
  five of seven dailies,
- nobody needs more than 60 presses.

What it prints of today's formats, and of those that it has refused, is in docs/strength.md.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from bench.strength import Seeded
from engine import game as find_game
from engine.core import CHANCE
from engine.replay import Match
from players import find_player
from players.core import Level, know
from records.daily.boards import BEST, Span
from records.daily.formats import DUCKS, POND, Format
from tables.thinking.reviews import grade_log

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tables.model.advice import Grade

PERFECT: Final = 0.05
DECISIONS: Final = 15
WEEKS: Final = 95
PRESSES: Final = 60

REFUSED: Final = (
    Format("two", 1, "ducks", "against two hard ducks", {"circuits": "2"}, ("hard",) * 2),
    Format("trophy", 1, "trophy", "against a hard duck", {"two_hunters": "on"}, ("hard",)),
)
"""Formats that were wanted, and are no dailies: luck wins them too often."""


@dataclass(frozen=True, slots=True)
class Played:
    """A daily: how well it was played, and how many presses that took."""

    grade: Grade
    presses: int


@dataclass(frozen=True, slots=True)
class Admission:
    """What the dailies of a format say.

    Attributes:
        perfect: the part of the normal player's dailies that are perfect.
        decisions: with a cost, in half of the hard player's dailies at least.
        weeks: of 100, in how many the better player has more.
        presses: the most that a daily took.
    """

    perfect: float
    decisions: float
    weeks: int
    presses: int

    @property
    def admitted(self) -> bool:
        """Whether the format may be a daily."""
        luck = self.perfect <= PERFECT and self.weeks >= WEEKS
        return luck and self.decisions >= DECISIONS and self.presses <= PRESSES


def play(chosen: Format, level: Level, seed: int) -> Played:
    """Play a daily at a level, and grade it."""
    rules = find_game(chosen.game)
    options, dice, thoughts = rules.options(chosen.options), Seeded(seed), Seeded(~seed)
    levels = (level, *map(Level, chosen.ducks))
    players = [find_player(chosen.game, each) for each in levels]
    match = Match(rules, rules.start(len(players), options))
    log, presses = list[tuple[int, str]](), 0
    while acting := match.to_act:
        seat, move = acting[0], rules.forced(match.state)
        if seat == CHANCE:
            move = rules.chance(match.state).sample(dice)
        elif move is None:
            presses += seat == 0
            move = players[seat].choose(know(rules, options, match.state, seat), thoughts)
        match.push(seat, move)
        log.append((seat, str(move)))
    grade = grade_log(chosen.game, len(players), options, None, log)
    assert grade is not None  # noqa: S101 - the log is one of these rules
    return Played(grade, presses)


def examine(chosen: Format, number: int) -> Admission:
    """Play so many dailies at each level, and say what follows."""
    played = {level: [play(chosen, level, seed) for seed in range(number)] for level in Level}
    perfect = sum(each.grade.perfect for each in played[Level.NORMAL]) / number
    decisions = median(len(each.grade.marks) for each in played[Level.HARD])
    presses = max(each.presses for dailies in played.values() for each in dailies)
    return Admission(perfect, decisions, count_weeks(played), presses)


def count_weeks(played: dict[Level, list[Played]]) -> int:
    """Draw 100 weeks of seven dailies, and count those in which the better player has more."""
    chance = random.Random(1)  # noqa: S311 - a measurement keeps no secret

    def add_up(dailies: Sequence[Played]) -> int:
        week = chance.sample(dailies, 7)
        return sum(sorted(each.grade.accuracy or 0 for each in week)[-BEST[Span.WEEK] :])

    sums = ([add_up(played[level]) for level in Level] for _ in range(100))
    return sum(easy < normal < hard for easy, normal, hard in sums)


def write_table(number: int) -> Iterator[str]:
    """Yield a line for each format."""
    yield "| daily | perfect, normal | decisions, hard | weeks in order | presses | admitted |"
    yield "|---|---|---|---|---|---|"
    for chosen in (POND, DUCKS, *REFUSED):
        found, title = examine(chosen, number), find_game(chosen.game).info.title
        yield (
            f"| {title}, {chosen.words} | {found.perfect:.1%} | {found.decisions:g} "
            f"| {found.weeks} of 100 | {found.presses} | {'yes' if found.admitted else 'no'} |"
        )


def main(arguments: Any = None) -> None:  # noqa: ANN401 - as argparse takes them
    """Print the table."""
    parser = argparse.ArgumentParser(description="Ask which formats may be dailies.")
    parser.add_argument("--dailies", type=int, default=400)
    for line in write_table(parser.parse_args(arguments).dailies):
        print(line, flush=True)


if __name__ == "__main__":
    main()
