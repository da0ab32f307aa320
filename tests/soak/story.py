"""One game drawn from a seed: its players, options, dice and moves.

The same seed gives the same log, whatever the time and whatever happens to the process. So a
disturbed game can be compared with the undisturbed one, step by step.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from players.games import game
from tables.model.errors import NoSuchTable
from tables.model.table import Person, Status
from tables.play.playing import Move
from tables.play.seating import Join, Start

if TYPE_CHECKING:
    from engine.core import AnyGame
    from tables.model.table import Table
    from tables.service import Tables

GUILD, CHANNEL = 7, 70
FIRST_PERSON, FIRST_SNOWFLAKE = 1000, 5000

Position = tuple[int, int]
"""Progress of a table: the number of taken seats, and of steps in its log (-1 in the lobby)."""

NOWHERE: Position = (0, -1)


def position(table: Table) -> Position:
    """Return a table's progress, which grows with everything that happens there."""
    return len(table.seats), -1 if table.status is Status.LOBBY else table.seq


@dataclass(frozen=True)
class Story:
    """A game drawn from a seed.

    Attributes:
        key: the game's key.
        seed: the seed of the options, the number of players, the dice and the moves.
    """

    key: str
    seed: int

    @property
    def game(self) -> AnyGame:
        return game(self.key)

    def entropy(self, count: int) -> bytes:
        """Return the secret of the table."""
        return self._chance("secret").randbytes(count)

    async def find(self, tables: Tables) -> Table | None:
        """Return the table; None before it is opened."""
        try:
            return await tables.lookup.get(1)
        except NoSuchTable:
            return None

    async def act(self, tables: Tables, table: Table | None) -> Table | None:
        """Do the next act, and return the table; None if the game is over."""
        people = self._people()
        if table is None:
            options, opener = self._options(), people[0]
            return await tables.lobbies.open(
                self.key, options, GUILD, CHANNEL, opener, FIRST_SNOWFLAKE
            )
        if table.status is Status.PLAYING:
            return await self._move(tables, table)
        if table.status.over:
            return None
        if (sitting := len(table.seats)) == len(people):
            return await tables.do(table.id, Start(people[0], FIRST_SNOWFLAKE + len(people)))
        return await tables.do(table.id, Join(people[sitting], FIRST_SNOWFLAKE + sitting))

    async def _move(self, tables: Tables, table: Table) -> Table:
        """Make the move that the seed draws at this step."""
        chance = self._chance(str(table.seq))
        seat = chance.choice(table.waiting_on)
        text = str(chance.choice(table.game.moves(table.state, seat)))
        return await tables.do(
            table.id, Move(table.seats[seat].person, table.drawn_for(seat), text)
        )

    def _options(self) -> dict[str, str]:
        chance, options = self._chance("options"), self.game.info.options
        return {option.key: chance.choice(option.choices).value for option in options}

    def _people(self) -> list[Person]:
        count = self._chance("seats").choice(self.game.seat_range(self._options()))
        return [Person(FIRST_PERSON + number, f"Guest {number}") for number in range(count)]

    def _chance(self, what: str) -> random.Random:
        """Return the source for one choice; it gives the same numbers each time."""
        return random.Random(f"{self.key} {self.seed} {what}")
