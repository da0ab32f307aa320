"""Where a table is shown: its live message, its thread, the message that calls its players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tables.part import Part

if TYPE_CHECKING:
    from engine.core import Seat
    from tables.model.table import Table
    from tables.storage.stored import StoredTable


class Messages(Part):
    """Stores the messages of tables."""

    async def set_message(self, table_id: int, message_id: int) -> tuple[Table, int | None]:
        """Store the live message, unless another process has stored a newer one.

        Returns the table, and the message that is of no use any more: the older one; None: none.

        Raises:
            NoSuchTable: no table has that number.
        """
        before: int | None = None

        def set_message(stored: StoredTable) -> StoredTable:
            nonlocal before
            before = stored.row.message_id
            newest = message_id if before is None else max(before, message_id)
            return stored.with_columns(message_id=newest)

        table = await self._writer.change(table_id, set_message)
        useless = None if before in (None, message_id) else min(before, message_id)
        return table, useless

    async def set_thread(self, table_id: int, thread_id: int | None) -> Table:
        """Store in which thread the table is played; None: in none, though it was to be.

        In a thread it has no live message yet: the one from which it was opened is none. Raises
        NoSuchTable.
        """

        def set_thread(stored: StoredTable) -> StoredTable:
            if thread_id is None:
                return stored.with_columns(threaded=False)
            live = stored.row.message_id
            live = None if live == thread_id else live
            return stored.with_columns(thread_id=thread_id, message_id=live)

        return await self._writer.change(table_id, set_thread)

    async def move_to_post(self, table_id: int, post_id: int) -> Table:
        """Store that the lobby is the first message of a forum's post; or raise NoSuchTable."""
        return await self._writer.change(
            table_id,
            lambda stored: stored.with_columns(
                channel_id=post_id, threaded=True, thread_id=post_id, message_id=post_id
            ),
        )

    async def set_call(
        self,
        table_id: int,
        call_id: int | None,
        seats: tuple[Seat, ...],
        reminded: tuple[Seat, ...] = (),
    ) -> Table:
        """Store the message that calls these seats, or that there is none; raises NoSuchTable.

        `reminded`: those of them whom it calls once more.
        """
        called = " ".join(f"{seat}!" if seat in reminded else str(seat) for seat in seats)

        def set_call(stored: StoredTable) -> StoredTable:
            return stored.with_columns(call_id=call_id, called=called)

        return await self._writer.change(table_id, set_call)
