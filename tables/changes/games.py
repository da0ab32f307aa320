"""What people ask of a table during its game: moves, seats of others, orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import RuleError
from tables.model.errors import SeatBack, StaleClick
from tables.part import Part
from tables.play import playing

if TYPE_CHECKING:
    from engine.core import Seat
    from tables.model.table import Gone, Person, Table
    from tables.storage.stored import StoredTable


class Games(Part):
    """Changes tables whose game is on."""

    async def act(
        self, table_id: int, person: Person, seq: int, text: str, *, click: int | None = None
    ) -> Table:
        """Make a move, and all moves of nature and the caretaker and forced ones after it.

        A person whose seat the caretaker plays gets it back first, even if the move is refused.

        Args:
            table_id: the table.
            person: who moves.
            seq: the number that the buttons of the board carry; see `Table.drawn_for`.
            text: the move, in the game's notation.
            click: the interaction; None where none asks for it.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for this person.
            NotYourTurn: it is the turn of somebody else; the message says whose.
            SeatBack: the move is refused, but the person has the seat back from the caretaker.
            StaleClick: the board was drawn for an earlier state.
            MalformedMove, IllegalMove: the rules refuse the move.
        """
        refusal: RuleError | StaleClick | None = None

        def act(stored: StoredTable) -> StoredTable:
            nonlocal refusal
            seat, refusal = stored.seat_of(person.id), None
            if seat is None or not seat.caretaker:
                after = playing.act(stored, person, seq, text, self._now())
                return playing.spend_bank(stored, after, person, self._aging())
            back = playing.take_back(stored, person, self._now())
            try:
                return playing.act(back, person, seq, text, self._now())
            except (RuleError, StaleClick) as error:
                refusal = error
                return back

        table = await self._writer.change(table_id, act, click=click)
        if refusal is not None:
            raise SeatBack(f"You have your seat back. {refusal}") from refusal
        return table

    async def hand_over(
        self, table_id: int, by: Person, seat: Seat, *, click: int | None = None
    ) -> Table:
        """Give the seat of another player to the caretaker after two minutes of silence.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for `by`.
            NotSilent: the game does not wait for this seat, or not for long enough.
        """
        return await self._writer.change(
            table_id,
            lambda stored: playing.hand_over(stored, by, seat, self._aging()),
            click=click,
        )

    async def take_over(self, table_id: int, seat: Seat, gone: Gone) -> Table:
        """Give the seat of somebody who cannot play to the caretaker, if the game waits for it.

        Where nobody else plays on, the table stays as it is. Raises NoSuchTable.
        """
        return await self._writer.change(
            table_id, lambda stored: playing.take_over(stored, seat, gone, self._now())
        )

    async def take_back(self, table_id: int, person: Person, *, click: int | None = None) -> Table:
        """Give a person's seat back, and end the absence that the person has stated there.

        Raises:
            NoSuchTable, NotSeated, AlreadySeated, WrongPhase
        """
        return await self._writer.change(
            table_id, lambda stored: playing.take_back(stored, person, self._now()), click=click
        )

    async def undo(
        self, table_id: int, person: Person, number: int, *, click: int | None = None
    ) -> Table:
        """Take a person's latest move back, as if it had never been made.

        Args:
            table_id: the table.
            person: who has made it.
            number: that the buttons of the board carry; see `Table.drawn_for`.
            click: the interaction; None where none asks for it.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for this person.
            NotYours: somebody else has made it.
            StaleClick: it has shown something new, or somebody has moved since.
        """
        return await self._writer.change(
            table_id,
            lambda stored: playing.undo(stored, person, number, self._now()),
            click=click,
        )

    async def give_order(
        self, table_id: int, person: Person, text: str, *, click: int | None = None
    ) -> Table:
        """Give a standing order, or take it away.

        Args:
            table_id: the table.
            person: whose seat follows it.
            text: one of the game's, as in `players.orders`; empty: every move is made by hand.
            click: the interaction; None where none asks for it.

        Raises:
            NoSuchTable, NotSeated, WrongPhase, TableClosed: there is no game for this person.
            NoOrder: this table takes no standing orders, or not this one.
        """

        def give_order(stored: StoredTable) -> StoredTable:
            after = playing.give_order(stored, person, text, self._now())
            return playing.spend_bank(stored, after, person, self._aging())

        return await self._writer.change(table_id, give_order, click=click)
