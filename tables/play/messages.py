"""Stores the Discord ids of a table's live message, thread and call to players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tables.storage.act import Act
from tables.storage.lookup import TableService

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core import Seat
    from tables.model.table import Table
    from tables.storage.act import Moment


@dataclass(frozen=True, slots=True)
class SetThread(Act):
    """Stores the thread of the table; None means that no thread could be opened.

    The live message will be in the thread, so the thread's starter message is no longer live.
    """

    thread_id: int | None

    def apply(self, stored: Table, at: Moment) -> Table:
        if self.thread_id is None:
            return stored.with_columns(threaded=False)
        live = stored.message_id
        live = None if live == self.thread_id else live
        return stored.with_columns(thread_id=self.thread_id, message_id=live)


@dataclass(frozen=True, slots=True)
class LoseThread(Act):
    """Stores that the thread was deleted; its starter message is the live message again.

    `newest`: whether the table is the newest of its thread, which the starter message shows.
    """

    newest: bool

    def apply(self, stored: Table, at: Moment) -> Table:
        starter = stored.thread_id if self.newest else None
        return stored.with_columns(threaded=False, thread_id=None, message_id=starter)


@dataclass(frozen=True, slots=True)
class MoveToPost(Act):
    """Stores that the lobby is the first message of a post in a forum."""

    post_id: int

    def apply(self, stored: Table, at: Moment) -> Table:
        post = self.post_id
        return stored.with_columns(channel_id=post, threaded=True, thread_id=post, message_id=post)


@dataclass(frozen=True, slots=True)
class SetCall(Act):
    """Stores which seats are called, and by which message; without seats, the call is over.

    `call_id`: the message; None if it is unknown. `reminded`: the seats that are called a second
    time.
    """

    call_id: int | None = None
    seats: tuple[Seat, ...] = ()
    reminded: tuple[Seat, ...] = ()

    def apply(self, stored: Table, at: Moment) -> Table:
        called = {seat: seat in self.reminded for seat in self.seats}
        return stored.with_columns(call_id=self.call_id, called=called)


@dataclass(frozen=True, slots=True)
class _SetMessage(Act):
    """Stores a live message, unless a newer message is stored already.

    `tell` gets the id that was stored before, or None.
    """

    message_id: int
    tell: Callable[[int | None], None]

    def apply(self, stored: Table, at: Moment) -> Table:
        before = stored.message_id
        self.tell(before)
        return stored.with_columns(message_id=max(before or 0, self.message_id))


class Messages(TableService):
    """Stores the live messages of tables."""

    async def set_message(self, table_id: int, message_id: int) -> tuple[Table, int | None]:
        """Store the live message, unless another process has stored a newer message.

        Returns the table and the id of the older message, which can be deleted. The id is None if
        there is no older message.

        Raises:
            NoSuchTable: no table has that number.
        """
        told: list[int | None] = []
        table = await self._writer.do(table_id, _SetMessage(message_id, told.append))
        before = told[-1]
        return table, None if before is None or before == message_id else min(before, message_id)
