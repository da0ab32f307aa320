"""Whether play decides in a daily, and not luck: which formats are admitted.

    python -m bench.daily [--dailies N]

Computer players of each level play so many dailies of each candidate (400 unless told), with
sources that are the same in every run, and reviews grade them as they grade people. It is admitted
if

- at most 5 % of the dailies of the normal player are perfect,
- half of the dailies of the hard player, who plays them out, have 15 decisions with a cost,
- in 95 of 100 weeks hard has more than normal, and normal more than easy, in the sum of the best
  five of seven dailies,
- nobody needs more than 60 presses,
- what its moves are worth is exact: nobody is ranked by an estimate.

What it prints is in docs/strength.md.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bench.strength import Seeded
from engine import game as find_game
from engine.core import CHANCE
from engine.replay import Match
from players import find_player
from players.coach.review import review_log
from players.core import Level, know
from records.daily.boards import BEST
from records.daily.formats import POND
from records.model.boards import Period
from tables.thinking.reviews import grade

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tables.model.advice import Grade

PERFECT: Final = 0.05
DECISIONS: Final = 15
WEEKS: Final = 95
PRESSES: Final = 60


class Candidate(NamedTuple):
    """What a daily could be: a game, its options that are not the usual ones, and hard ducks.

    `exact`: whether reviews know what its moves are worth, or estimate it.
    """

    game: str
    words: str
    options: Mapping[str, str] = {}
    ducks: int = 0
    exact: bool = True


CANDIDATES: Final = (
    Candidate(POND.game, POND.words),
    Candidate("ducks", "against two hard ducks", {"circuits": "2"}, 2),
    Candidate("ducks", "against three hard ducks", {"circuits": "2"}, 3, exact=False),
    Candidate("trophy", "against a hard duck", {"two_hunters": "on"}, 1),
)
"""The daily, and what was wanted and is none: luck wins it too often, or it is estimated."""


@dataclass(frozen=True, slots=True)
class Played:
    """A daily: how well it was played, and how many presses that took."""

    grade: Grade
    presses: int


@dataclass(frozen=True, slots=True)
class Admission:
    """What the dailies of a candidate say.

    Attributes:
        perfect: the part of the normal player's dailies that are perfect.
        decisions: with a cost, in half of the hard player's dailies at least.
        weeks: of 100, in how many the better player has more.
        presses: the most that a daily took.
        exact: whether its moves are not only estimated.
    """

    perfect: float
    decisions: float
    weeks: int
    presses: int
    exact: bool

    @property
    def admitted(self) -> bool:
        """Whether it may be the daily."""
        luck = self.perfect <= PERFECT and self.weeks >= WEEKS
        enough = self.decisions >= DECISIONS and self.presses <= PRESSES
        return luck and enough and self.exact


def play(chosen: Candidate, level: Level, seed: int) -> Played:
    """Play a daily at a level, and grade it."""
    rules = find_game(chosen.game)
    options, dice, thoughts = rules.options(chosen.options), Seeded(seed), Seeded(~seed)
    levels = (level, *[Level.HARD] * chosen.ducks)
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
    (found,) = review_log(chosen.game, len(players), options, None, log)
    assert found is not None  # noqa: S101 - the log is one of these rules
    return Played(grade(found.seats[0], log), presses)


def examine(chosen: Candidate, number: int) -> Admission:
    """Play so many dailies at each level, and say what follows."""
    played = {level: [play(chosen, level, seed) for seed in range(number)] for level in Level}
    perfect = sum(each.grade.perfect for each in played[Level.NORMAL]) / number
    decisions = median(len(each.grade.ranked) for each in played[Level.HARD])
    presses = max(each.presses for dailies in played.values() for each in dailies)
    return Admission(perfect, decisions, count_weeks(played), presses, chosen.exact)


def count_weeks(played: dict[Level, list[Played]]) -> int:
    """Draw 100 weeks of seven dailies, and count those in which the better player has more."""
    chance = random.Random(1)  # noqa: S311 - a measurement keeps no secret

    def add_up(dailies: Sequence[Played]) -> int:
        week = chance.sample(dailies, 7)
        return sum(sorted(each.grade.accuracy or 0 for each in week)[-BEST[Period.WEEK] :])

    sums = ([add_up(played[level]) for level in Level] for _ in range(100))
    return sum(easy < normal < hard for easy, normal, hard in sums)


def write_table(number: int) -> Iterator[str]:
    """Yield a line for each candidate."""
    yield "| candidate | perfect, normal | decisions, hard | weeks in order | presses | admitted |"
    yield "|---|---|---|---|---|---|"
    for chosen in CANDIDATES:
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
