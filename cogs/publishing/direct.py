"""Direct messages to those who asked for them: that half of the time of a turn is over."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import discord

from cogs.display.words.turn_list import link_first, list_turns, sort_turns
from cogs.interactions.content import MessageContent
from cogs.interactions.parts import rows, text
from cogs.interactions.responder import PATIENCE
from cogs.publishing.delivery import FAILURES
from cogs.publishing.work_queue import WorkQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tables.model.table import Table
    from tables.service import Tables

log = logging.getLogger(__name__)


class DirectMessages:
    """Sends direct messages, each channel's on its own.

    Args:
        client: asks Discord.
        tables: the use cases of live tables.
        call: calls those in the channel whom some tables wait for.
    """

    def __init__(
        self, client: discord.Client, tables: Tables, call: Callable[[Iterable[Table]], None]
    ) -> None:
        self._client = client
        self._tables = tables
        self._call = call
        self.queue = WorkQueue(self._remind)

    async def _remind(self, table_id: int) -> None:
        """Remind those whom a table waits for."""
        table = await self._tables.lookup.get(table_id)
        for seat in table.waiting_on:
            await self._remind_person(table.seats[seat].person.id)

    async def _remind_person(self, person_id: int) -> None:
        """Remind a person of all turns that are half over, where a direct message is due.

        If Discord refuses it, the person is reminded in the channels, now and from now on.
        """
        reminders = self._tables.reminders
        waiting, due = await reminders.begin_direct(person_id)
        if not due:
            return
        try:
            await send_direct(self._client, person_id, render_reminder(waiting, person_id))
        except discord.Forbidden as error:
            log.info("a direct message was refused: %s", error)
            await reminders.give_up(person_id)
            self._call(due)
        except FAILURES as error:
            log.warning("a direct message could not be sent: %s", error)
        else:
            await reminders.note_sent(person_id, due)


async def send_direct(
    client: discord.Client,
    person_id: int,
    content: MessageContent,
    **more: Any,  # noqa: ANN401 - any of them
) -> None:
    """Send a direct message, with `more` that discord.py takes; raises one of FAILURES."""
    async with asyncio.timeout(PATIENCE):
        channel = await client.create_dm(discord.Object(person_id))
        await channel.send(**await content.parts(), **more)


def render_reminder(tables: Sequence[Table], person_id: int) -> MessageContent:
    """Return the message that lists all tables that wait for a person."""
    order = sort_turns(tables, person_id)
    where = f" at {len(order)} tables" if len(order) > 1 else ""
    words = f"## ⏰ Your turn{where}\n{list_turns(order, person_id)}"
    note = "-# You asked for these messages in `/turns`, and can change it there."
    return MessageContent([text(words), *rows(link_first(order)), text(note)])
