"""Positions to practise on, and those that are shipped: `players.practice` makes these."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import asdict, dataclass
from functools import cache
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Final

from engine.core import CHANCE, Match
from players.core import Level, know, rank
from players.games import KITS, assess, find_player, find_worth, game

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.core import Seat
    from players.core import Assessed, Knowledge


WIN: Final = 0.01
"""What a mistake costs at least of the chance to win, where that decides."""

POINTS: Final = 0.1
"""What a mistake costs at least elsewhere."""


@dataclass(frozen=True, slots=True)
class Position:
    """A point of a game at which one seat is to choose.

    Attributes:
        game: its key.
        seats: how many play.
        options: complete.
        first: the seat that starts, as in `Game.start`.
        moves: all before, as texts.
    """

    game: str
    seats: int
    options: Mapping[str, str]
    first: Seat | None
    moves: tuple[str, ...]

    def know(self) -> Knowledge:
        """Return what the seat knows that is to choose."""
        rules = game(self.game)
        match = Match.begin(rules, self.seats, self.options, self.first)
        for text in self.moves:
            match, _ = match.read(match.to_act[0], text)
        return know(rules, self.options, match.state, match.to_act[0])


@cache
def load_positions() -> tuple[Position, ...]:
    """Return the shipped positions of all games."""
    files = [kit.worth.positions for kit in KITS if kit.worth and kit.worth.positions]
    lines = (line for file in files for line in file.read_text(encoding="utf-8").splitlines())
    return tuple(map(_read, map(json.loads, lines)))


def _read(line: Mapping[str, Any]) -> Position:
    """Return the position of a line."""
    names = ("game", "seats", "options", "first")
    return Position(*(line[name] for name in names), moves=tuple(line["moves"]))


def weigh(position: Position) -> tuple[Assessed, ...]:
    """Return what the choices in a position are worth, the best first."""
    return rank(assess(position.game, position.know()))


def is_mistake(best: Assessed, made: Assessed) -> bool:
    """Return whether a move gives something away that can be seen."""
    return best.worth - made.worth >= (POINTS if best.win is None else WIN)


# Makes the shipped positions to practise on: `python -m players.practice`.

CLOSE_WIN: Final = 0.1
"""What the second best move costs at most of the chance to win, where that decides."""

CLOSE_POINTS: Final = 2.0
"""What it costs at most elsewhere."""

LOOKED_AT: Final = 5
"""One of so many choices is looked at, so that positions are from all parts of a game."""


class Chance(random.Random):
    """Draws as a `Source`."""

    def below(self, n: int) -> int:
        """Return a number below n."""
        return self.randrange(n)


def find_positions(key: str, seats: int, number: int) -> Iterator[Position]:
    """Yield so many hard choices, each of another game, the same in every run.

    Of no kind of move is more than half of them best.
    """
    kinds = Counter[str]()
    for seed in count():
        for position, best in _play(key, seats, Chance(f"{key} {seats} {seed}")):
            kind = str(best.move).split()[0]
            if kinds[kind] <= number // 2:
                kinds[kind] += 1
                yield position
                break
        if kinds.total() == number:
            return


def _play(key: str, seats: int, source: Chance) -> Iterator[tuple[Position, Assessed]]:
    """Play a game of normal players, and yield hard choices in it with the best move."""
    rules, normal, moves = game(key), find_player(key, Level.NORMAL), list[str]()
    options = rules.options({})
    match = Match.begin(rules, seats, options)
    while acting := match.to_act:
        if acting[0] == CHANCE:
            move = match.chance().sample(source)
        else:
            known = know(rules, options, match.state, acting[0])
            move = normal.choose(known, source)
            if len(known.moves) > 1 and source.below(LOOKED_AT) == 0:
                found = rank(assess(key, known))
                if is_hard(key, found):
                    yield Position(key, seats, options, None, tuple(moves)), found[0]
        match = match.push(acting[0], move)
        moves.append(str(move))


def is_hard(key: str, found: tuple[Assessed, ...]) -> bool:
    """Return whether the second of these moves costs little, and what they are worth is exact."""
    best, second = found[0], next((m for m in found if is_mistake(found[0], m)), None)
    if second is None:
        return False
    worth = find_worth(key)
    if worth and worth.exact_points:
        return worth.exact_points[0] < best.points - second.points < worth.exact_points[1]
    limit = CLOSE_POINTS if best.win is None else CLOSE_WIN
    return best.exact and best.worth - second.worth < limit


def main() -> None:
    """Write the set of each game."""
    for kit in KITS:
        if kit.worth and kit.worth.positions:
            found = (
                find_positions(kit.key, seats, number)
                for seats, number in kit.worth.practice.items()
            )
            lines = [json.dumps(asdict(each), separators=(",", ":")) for each in chain(*found)]
            kit.worth.positions.write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main()
