"""The games that the same people have played in a row, and the awards for them."""

from __future__ import annotations

import math
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.errors import asked_again
from players.luck import measure_luck, measures
from records.recorder import replay_finished_game
from records.values import RecordsService
from tables.model.table import find_winners
from tables.storage.finished import read_finished

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from db.store import SeatedPlayer
    from players.core import FinishedGame

MOST: Final = 10
"""Limit on the games of a card; earlier ones are left out."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game; its log is None if it breaks the current rules.

    Attributes:
        game: the key.
        seats: the players, with places and scores.
        winners: the ids of those who won.
        log: all its moves.
    """

    game: str
    seats: tuple[SeatedPlayer, ...]
    winners: tuple[int, ...]
    log: FinishedGame | None

    @property
    def ranked(self) -> list[SeatedPlayer]:
        return sorted(self.seats, key=lambda seat: seat.place or 0)


def find_luckiest(games: Iterable[Played]) -> str | None:
    """Return the name of the person whose dice fell best against their expectation.

    The figure of a person is the mean deviation over all measures and games, in sigmas.
    """
    off, names = defaultdict[int, list[float]](list), dict[int, str]()
    for each in games:
        lucky = {measure.key: measure.lucky for measure in measures(each.game)}
        for sums in measure_luck(each.log) if each.log else ():
            seat = each.seats[sums.seat]
            if seat.level or sums.variance <= 0:
                continue
            sigmas = (sums.actual - sums.expected) / math.sqrt(sums.variance)
            off[seat.person_id].append(sigmas if lucky[sums.measure] else -sigmas)
            names[seat.person_id] = seat.name
    means = {person: sum(each) / len(each) for person, each in off.items()}
    best = max(means, key=means.__getitem__, default=None)
    return None if best is None or means[best] <= 0 else names[best]


@dataclass(frozen=True, slots=True)
class Comeback:
    """A win after the winner had been behind; `behind` is in points of the game."""

    name: str
    game: str
    behind: int


def find_comeback(games: Iterable[tuple[Played, Sequence[Sequence[int]]]]) -> Comeback | None:
    """Return the win from furthest behind, as a share of the final score; None without any.

    Each game comes with the scores by seat after each of its moves.
    """
    found: list[tuple[float, Comeback]] = []
    for game, course in games:
        for seat in game.seats:
            if seat.person_id not in game.winners or seat.level or not seat.score:
                continue
            behind = max((max(each) - each[seat.seat] for each in course), default=0)
            share = behind / abs(seat.score)
            found.append((share, Comeback(seat.name, game.game, behind)))
    share, best = max(found, key=lambda each: each[0], default=(0.0, None))
    return best if share > 0 else None


class Evenings(RecordsService):
    @asked_again
    async def read(self, numbers: Sequence[int], guild_id: int | None) -> tuple[Played, ...]:
        """Return finished tables of a server by their numbers, in this order; `MOST` at most.

        Raises NoSuchTable or WrongPhase as `read_finished` does.
        """
        found: list[Played] = []
        async with self._database.read_slow() as store:
            for number in numbers[-MOST:]:
                table = await read_finished(store, number, guild_id)
                ends = [(seat.person_id, seat.place, seat.caretaker) for seat in table.seats]
                game, log = self._games.get(table.row.game), None
                with suppress(Exception):  # old moves may break new rules in any way
                    log = replay_finished_game(game, table) if game else None
                played = Played(table.row.game, table.seats, tuple(find_winners(ends)), log)
                found.append(played)
        return tuple(found)
