"""Where a table is shown: its live message, its thread, the message that calls its players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tables.part import Part
from tables.storage.act import Act

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core import Seat
    from tables.model.table import Table
    from tables.storage.act import Moment


@dataclass(frozen=True, slots=True)
class SetThread(Act):
    """Stores in which thread the table is played; None: in none, though it was to be.

    In a thread it has no live message yet: the one from which it was opened is none.
    """

    thread_id: int | None

    def apply(self, stored: Table, at: Moment) -> Table:
        if self.thread_id is None:
            return stored.with_columns(threaded=False)
        live = stored.message_id
        live = None if live == self.thread_id else live
        return stored.with_columns(thread_id=self.thread_id, message_id=live)


@dataclass(frozen=True, slots=True)
class MoveToPost(Act):
    """Stores that the lobby is the first message of a forum's post."""

    post_id: int

    def apply(self, stored: Table, at: Moment) -> Table:
        post = self.post_id
        return stored.with_columns(channel_id=post, threaded=True, thread_id=post, message_id=post)


@dataclass(frozen=True, slots=True)
class SetCall(Act):
    """Stores the message that calls these seats; None and no seats: there is none.

    `reminded`: those of them whom it calls once more.
    """

    call_id: int | None = None
    seats: tuple[Seat, ...] = ()
    reminded: tuple[Seat, ...] = ()

    def apply(self, stored: Table, at: Moment) -> Table:
        called = {seat: seat in self.reminded for seat in self.seats}
        return stored.with_columns(call_id=self.call_id, called=called)


@dataclass(frozen=True, slots=True)
class _SetMessage(Act):
    """Stores the newer one of two live messages, and tells which one was stored before."""

    message_id: int
    tell: Callable[[int | None], None]

    def apply(self, stored: Table, at: Moment) -> Table:
        before = stored.message_id
        self.tell(before)
        return stored.with_columns(message_id=max(before or 0, self.message_id))


class Messages(Part):
    """Stores the live messages of tables."""

    async def set_message(self, table_id: int, message_id: int) -> tuple[Table, int | None]:
        """Store the live message, unless another process has stored a newer one.

        Returns the table, and the message that is of no use any more: the older one; None: none.

        Raises:
            NoSuchTable: no table has that number.
        """
        told: list[int | None] = []
        table = await self._writer.do(table_id, _SetMessage(message_id, told.append))
        before = told[-1]
        return table, None if before is None or before == message_id else min(before, message_id)
