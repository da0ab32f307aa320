"""Positions to practise on, and the program that makes the positions shipped with the bot."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from functools import cache
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Final

from engine.core import CHANCE, Match
from players.core import Level, SeededSource, know, rank
from players.games import KITS, assess, find_player, find_worth, game
from players.review import is_mistake

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.core import Seat
    from players.core import Assessed, Knowledge


@dataclass(frozen=True, slots=True)
class Position:
    """A point of a game at which one seat has to choose.

    Attributes:
        game: the key of the game.
        seats: number of players.
        options: the complete options.
        first: the seat that starts, as in `Game.start`.
        moves: the texts of all moves before this point.
    """

    game: str
    seats: int
    options: Mapping[str, str]
    first: Seat | None
    moves: tuple[str, ...]

    def know(self) -> Knowledge:
        """Return the knowledge of the seat that has to choose."""
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
    names = ("game", "seats", "options", "first")
    return Position(*(line[name] for name in names), moves=tuple(line["moves"]))


def weigh(position: Position) -> tuple[Assessed, ...]:
    """Return the worth of the choices in a position, best first."""
    return rank(assess(position.game, position.know()))


# The program that makes the shipped positions: `python -m players.practice`.

CLOSE_WIN: Final = 0.1
"""Highest cost of the second best move in a hard choice, if worth is the chance to win."""

CLOSE_POINTS: Final = 2.0
"""Highest cost of the second best move in a hard choice, if worth is in points."""

LOOKED_AT: Final = 5
"""One choice in this many is examined, so that positions come from all parts of a game."""


def find_positions(key: str, seats: int, number: int) -> Iterator[Position]:
    """Yield `number` hard choices, each from a separate playthrough, the same in every run.

    At most about half of them have the same kind of best move.
    """
    kinds = Counter[str]()
    for seed in count():
        for position, best in _play(key, seats, SeededSource(f"{key} {seats} {seed}")):
            kind = str(best.move).split()[0]
            if kinds[kind] <= number // 2:
                kinds[kind] += 1
                yield position
                break
        if kinds.total() == number:
            return


def _play(key: str, seats: int, source: SeededSource) -> Iterator[tuple[Position, Assessed]]:
    """Play a game of normal players, and yield its hard choices, each with the best move."""
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
    """Return whether the second best move costs little, by exact worths.

    A move that costs too little to be a mistake counts as equal to the best move.
    """
    best, second = found[0], next((m for m in found if is_mistake(found[0], m)), None)
    if second is None:
        return False
    worth = find_worth(key)
    if worth and worth.exact_points:
        return worth.exact_points[0] < best.points - second.points < worth.exact_points[1]
    limit = CLOSE_POINTS if best.win is None else CLOSE_WIN
    return best.exact and best.worth - second.worth < limit


def main() -> None:
    """Write the positions of each game."""
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
