"""Compares models of skill on played games: how well each tells who will end before whom.

    python -m bench.ratings [games]

Twelve people of different skill play so many games (600 unless told) of each kind, at tables of
every size: a move is the caretaker's as often as the person's skill says, and else one at random.
Two more kinds are drawn from a latent skill, without and with shared places. Before each game every
model says for each pair who will end first, from what it has seen of that kind so far.

- loss: the mean logarithmic loss over pairs, in bits. A coin has 1; less is better. A shared place
  is half a win.
- off: by how many percentage points what was said differs from what came, over ten bins.
- unfair: of how many place patterns of two to seven newcomers it is true that somebody gains less
  than somebody with a worse place, or not the same as somebody with the same.
"""

from __future__ import annotations

import itertools
import math
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any, Final

from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

from bench.engine import Seeded
from engine import GAMES
from engine.core import CHANCE, Game
from records.facts.ratings import CAUTION, NEWCOMER, Skill, rate

if TYPE_CHECKING:
    from collections.abc import Iterator

PEOPLE: Final = 12
SEED: Final = 3
LUCK: Final = 0.4
"""The deviation of a drawn score; skills go from 0 to 1."""

BETA: Final = 25 / 6
"""The deviation of one player's score in one game, as openskill assumes unless told."""

Rate = Callable[[Sequence[Skill], Sequence[float]], Sequence[Skill]]


@dataclass(frozen=True, slots=True)
class Played:
    """Who played one game, and their places."""

    people: tuple[int, ...]
    places: tuple[int, ...]


def by(model: Any) -> Rate:  # noqa: ANN401 - openskill's models share no type
    """Return a model of openskill as a function."""

    def rate_all(skills: Sequence[Skill], places: Sequence[float]) -> Sequence[Skill]:
        teams = [[model.create_rating(list(skill))] for skill in skills]
        return [(one.mu, one.sigma) for (one,) in model.rate(teams, ranks=list(places))]

    return rate_all


def both_ways(rate_all: Rate) -> Rate:
    """Return a model in which a shared place is the mean of its order and of the reverse."""

    def rate_twice(skills: Sequence[Skill], places: Sequence[float]) -> Sequence[Skill]:
        step = 1 / (1 + len(skills))
        ways = [
            rate_all(skills, [place + sign * step * seat for seat, place in enumerate(places)])
            for sign in (1, -1)
        ]
        return [_mean(pair) for pair in zip(*ways, strict=True)]

    return rate_twice


def over_pairs(rate_all: Rate) -> Rate:
    """Return a model in which a skill is the mean over games of two with each opponent."""

    def rate_pairs(skills: Sequence[Skill], places: Sequence[float]) -> Sequence[Skill]:
        found: list[list[Skill]] = [[] for _ in skills]
        for pair in itertools.permutations(range(len(skills)), 2):
            after = rate_all([skills[seat] for seat in pair], [places[seat] for seat in pair])
            found[pair[0]].append(after[0])
        return [_mean(after) for after in found]

    return rate_pairs


def _mean(skills: Sequence[Skill]) -> Skill:
    return fmean(mu for mu, _ in skills), fmean(sigma for _, sigma in skills)


def _bot(skills: Sequence[Skill], places: Sequence[float]) -> Sequence[Skill]:
    return rate(skills, [int(place) for place in places])


MODELS: Final[dict[str, tuple[Rate, float]]] = {
    "Plackett-Luce": (by(PlackettLuce()), BETA),
    "Plackett-Luce both ways": (both_ways(by(PlackettLuce())), BETA),
    "Plackett-Luce, 2 beta": (by(PlackettLuce(beta=2 * BETA)), 2 * BETA),
    "Thurstone-Mosteller": (by(ThurstoneMostellerFull()), BETA),
    "Bradley-Terry": (by(BradleyTerryFull()), BETA),
    "Bradley-Terry, 2 beta": (by(BradleyTerryFull(beta=2 * BETA)), 2 * BETA),
    "the same, mean over pairs": (over_pairs(by(BradleyTerryFull())), BETA),
    "  2 beta: this bot's": (_bot, 2 * BETA),
    "  3 beta": (over_pairs(by(BradleyTerryFull(beta=3 * BETA))), 3 * BETA),
}
"""Each with the beta by which it says who will end first."""


def play(rules: Game[Any, Any, Any], skills: Sequence[float], source: Seeded) -> tuple[int, ...]:
    """Return the places of one game; a seat's skill is how often it moves as the caretaker does."""
    state = rules.start(len(skills), {})
    while acting := rules.to_act(state):
        seat = acting[0]
        if seat == CHANCE:
            move = rules.chance(state).sample(source)
        elif source.below(1000) < 1000 * skills[seat]:
            move = rules.default(state, seat)
        else:
            legal = [move for move in rules.moves(state, seat) if str(move) != "undo"]
            move = legal[source.below(len(legal))]
        state = rules.apply(state, seat, move)
    return rules.outcome(state).places


def played(rules: Game[Any, Any, Any], skills: Sequence[float], games: int) -> Iterator[Played]:
    """Yield games of people with these skills, in tables of every size."""
    choose, source = random.Random(SEED), Seeded(SEED)  # noqa: S311 - a measurement
    for _ in range(games):
        seats = choose.choice([n for n in rules.seat_range({}) if n > 1])
        people = tuple(choose.sample(range(PEOPLE), seats))
        yield Played(people, play(rules, [skills[one] for one in people], source))


def drawn(skills: Sequence[float], games: int, step: float) -> Iterator[Played]:
    """Yield games in which a score is skill and luck, rounded to a step: equals share a place."""
    choose = random.Random(SEED)  # noqa: S311 - a measurement
    for _ in range(games):
        people = tuple(choose.sample(range(PEOPLE), choose.randint(2, 8)))
        scores = [round((skills[one] + choose.gauss(0, LUCK)) / step) for one in people]
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        yield Played(people, places)


def expect(one: Skill, other: Skill, beta: float) -> float:
    """Return how likely the one ends before the other."""
    spread = math.sqrt(2 * beta**2 + one[1] ** 2 + other[1] ** 2)
    chance = NormalDist().cdf((one[0] - other[0]) / spread)
    return min(max(chance, 1e-6), 1 - 1e-6)


def judge(model: tuple[Rate, float], games: Sequence[Played]) -> tuple[float, float]:
    """Return loss and off of a model on these games."""
    rate_all, beta = model
    skills: list[Skill] = [NEWCOMER] * PEOPLE
    said = list[tuple[float, float]]()
    for game in games:
        for a, b in itertools.permutations(range(len(game.people)), 2):
            chance = expect(skills[game.people[a]], skills[game.people[b]], beta)
            said.append((chance, _won(game.places[a], game.places[b])))
        new = rate_all([skills[one] for one in game.people], game.places)
        for one, skill in zip(game.people, new, strict=True):
            skills[one] = skill
    loss = fmean(
        -came * math.log2(chance) - (1 - came) * math.log2(1 - chance) for chance, came in said
    )
    return loss, _off(said)


def _won(place: int, other: int) -> float:
    return (1 + (place < other) - (place > other)) / 2


def _off(said: Sequence[tuple[float, float]]) -> float:
    bins: dict[int, list[float]] = {}
    for chance, came in said:
        bins.setdefault(int(10 * chance), []).append(chance - came)
    return 100 * sum(abs(sum(wrong)) for wrong in bins.values()) / len(said)


def count_unfair(rate_all: Rate) -> str:
    """Return of how many place patterns of newcomers the gains do not follow the places."""
    unfair = patterns = 0
    for players in range(2, 8):
        for steps in itertools.product((0, 1), repeat=players - 1):
            places = [1 + sum(steps[:seat]) for seat in range(players)]
            after = [mu - CAUTION * sigma for mu, sigma in rate_all([NEWCOMER] * players, places)]
            patterns += 1
            unfair += any(
                b > a + 1e-6 or (step == 0 and b < a - 1e-6)
                for step, (a, b) in zip(steps, itertools.pairwise(after), strict=True)
            )
    return f"{unfair} of {patterns}"


def main(arguments: Sequence[str]) -> None:
    """Play all games once, and print a table for each kind."""
    games = int(arguments[0]) if arguments else 600
    skills = [one / (PEOPLE - 1) for one in range(PEOPLE)]
    kinds = {rules.info.key: list(played(rules, skills, games)) for rules in GAMES}
    kinds["drawn"] = list(drawn(skills, games, 0.001))
    kinds["drawn, with shared places"] = list(drawn(skills, games, 0.5))
    print(f"{'':<29}{'loss':>8}{'off':>8}")
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in MODELS}
    for kind, past in kinds.items():
        print(kind)
        for name, model in MODELS.items():
            found[name].append(judge(model, past))
            print("  {:<27}{:>8.3f}{:>8.1f}".format(name, *found[name][-1]), flush=True)
    print(f"{'mean':<37}{'unfair':>23}")
    for name, (rate_all, _) in MODELS.items():
        loss, off = (fmean(column) for column in zip(*found[name], strict=True))
        print(f"  {name:<27}{loss:>8.3f}{off:>8.1f}{count_unfair(rate_all):>15}")


if __name__ == "__main__":
    main(sys.argv[1:])
