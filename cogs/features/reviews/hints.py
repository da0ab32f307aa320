"""Hints: who may have one, and the values of a person's legal moves, computed in another process.

A hint uses only the seat's knowledge. Hints are counted, and the end of the game shows the counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from db.errors import asked_again
from engine.core import NotYourTurn
from players.core import know
from players.games import can_hint, find_hint
from tables.model.errors import NoAdvice, whose_turn
from tables.play.computers import read_seen
from tables.play.lobby import require_lobby
from tables.play.playing import require_game
from tables.storage.act import Act, Answer, require_seat
from tables.thinking.advice import Adviser

if TYPE_CHECKING:
    from engine.core import Seat
    from players.core import Assessed, Knowledge
    from tables.model.table import Person, SeatedPlayer, Table
    from tables.service import Tables
    from tables.storage.act import Moment


def gives_hints(table: Table) -> bool:
    """Return whether hints are allowed: one person plays, or all agree. A challenge has none."""
    if table.challenge is not None:
        return False
    return len(table.people) == 1 or all(player.agrees for player in table.people)


@dataclass(frozen=True, slots=True)
class TurnHints(Act):
    """Notes that a person agrees to hints or no longer does; raises NotSeated or WrongPhase."""

    person: Person

    def apply(self, stored: Table, at: Moment) -> Table:
        """Return the table with the person's consent, or without."""
        require_lobby(stored)
        own = require_seat(stored, self.person)
        return stored.with_seat(replace(own, agrees=not own.agrees)).changed(at.now)


@dataclass(frozen=True, slots=True)
class CountHint(Act):
    """Counts a hint that a person has seen; raises NotSeated."""

    person: Person
    answer = Answer.PAGE

    def apply(self, stored: Table, at: Moment) -> Table:  # noqa: ARG002 - the signature of an `Act`
        """Return the table with one hint more."""
        seat = require_seat(stored, self.person)
        return stored.with_seat(replace(seat, hints=seat.hints + 1))


@dataclass(frozen=True, slots=True)
class Hint:
    """The value of each move of a seat.

    Attributes:
        table: the table in the state that the hint is for.
        seat: the seat that is to move.
        moves: the moves with their values, best first.
    """

    table: Table
    seat: Seat
    moves: tuple[Assessed, ...]


class Hints(Adviser):
    """Gives hints."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.shared, tables.thinking)

    async def give(
        self, table_id: int, person: Person, *, seen: int | None = None, click: int | None = None
    ) -> Hint:
        """Return the values of a person's moves; if there is a choice, count that as a hint.

        Args:
            table_id: of the table.
            person: who asks.
            seen: the number of the board whose hint the person has already seen; it counts once.
            click: the interaction by which the person asks.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for this person.
            NotYourTurn: it is somebody else's turn.
            NoAdvice: this table has no hints, or none was found in time.
        """
        table, known = await self._read(table_id, person)
        found = await self._weigh(find_hint, table.game.info.key, known)
        if found is None:
            raise NoAdvice("No hint was found in time. Ask once more.")
        if len(known.moves) > 1 and seen != table.drawn_for(known.seat):
            await self._writer.do(table_id, CountHint(person), click=click)
        return Hint(table, known.seat, found)

    @asked_again
    async def _read(self, table_id: int, person: Person) -> tuple[Table, Knowledge]:
        """Return the table and the person's knowledge; raises unless a hint is allowed now."""
        async with self._database.read() as store:
            stored = await self._repository.load(store, table_id, even_broken=True)
            seat = _require_hint(stored, person).seat
            seen = read_seen(stored, await store.moves(table_id), seat)
        table = stored
        return table, know(table.game, table.options, table.state, seat, seen)


def _require_hint(stored: Table, person: Person) -> SeatedPlayer:
    """Return the player's row; raises unless the person may see a hint now."""
    seat = require_seat(stored, person)
    require_game(stored)
    if not (can_hint(stored.game.info.key) and gives_hints(stored)):
        words = "There are no hints at this table: not everybody agreed to them in the lobby."
        raise NoAdvice(words)
    if seat.seat not in stored.to_act:
        raise NotYourTurn(whose_turn([stored.seats[each].name for each in stored.to_act]))
    return seat
