"""Direct messages to those who asked for them: that half of the time of a turn is over."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

import discord

from cogs.display.words.turn_list import link_first, list_turns, sort_turns
from cogs.interactions.content import MessageContent, edit_as_bot
from cogs.interactions.failures import (
    FAILURES,
    PATIENCE,
    NotSent,
    is_untaken,
    nonce_of,
    passes,
    send_once,
)
from cogs.interactions.parts import rows, text
from cogs.publishing.work_queue import WorkQueue

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from tables.model.table import Table
    from tables.service import Tables

log = logging.getLogger(__name__)


class DirectMessages:
    """Sends direct messages, each channel's on its own.

    Args:
        client: asks Discord.
        tables: the use cases of live tables.
        call: calls those in the channel whom some tables wait for.
        restore: posts messages anew that were deleted, and returns the tables.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        call: Callable[[Iterable[Table]], None],
        restore: Callable[[Iterable[Table]], Awaitable[list[Table]]],
    ) -> None:
        self._client = client
        self._tables = tables
        self._call = call
        self._restore = restore
        self.queue = WorkQueue(self._remind)

    async def _remind(self, table_id: int) -> None:
        """Remind those whom a table waits for."""
        table = await self._tables.lookup.get(table_id)
        for seat in table.waiting_on:
            await self._remind_person(table.seats[seat].person_id)

    async def _remind_person(self, person_id: int) -> None:
        """Remind a person of all turns that are half over, where a direct message is due.

        If Discord refuses it, the person is reminded in the channels, now and from now on. What
        Discord may have taken counts as sent.
        """
        reminders = self._tables.reminders
        waiting, due = await reminders.begin_direct(person_id)
        if not due:
            return
        try:
            content = render_reminder(await self._restore(waiting), person_id)
            nonce = nonce_of("turns", person_id, [(table.id, table.revision) for table in due])
            await send_direct(self._client, person_id, content, nonce)
        except discord.Forbidden as error:
            log.info("a direct message was refused: %s", error)
            await reminders.give_up(person_id)
            self._call(due)
            return
        except FAILURES as error:
            untaken = is_untaken(error)
            if untaken:
                await reminders.put_off(person_id)
            log.warning("a direct message could not be sent: %s", error)
            if untaken:
                return
        await reminders.note_sent(person_id, due)


async def send_direct(
    client: discord.Client, person_id: int, content: MessageContent, nonce: str
) -> None:
    """Send a direct message as `send_once` does; raises one of FAILURES."""
    try:
        async with asyncio.timeout(PATIENCE):
            channel = await client.create_dm(discord.Object(person_id))
    except FAILURES as error:
        raise (NotSent(str(error)) if passes(error) else error) from error

    async def send() -> None:
        drawn, files = await content.drawn()
        async with asyncio.timeout(PATIENCE):
            message = await channel.send(**drawn.parts(files), nonce=nonce)
        content.follow(message.id, partial(edit_as_bot, message), in_words=drawn.in_words)

    await send_once(send)


def render_reminder(tables: Sequence[Table], person_id: int) -> MessageContent:
    """Return the message that lists all tables that wait for a person."""
    order = sort_turns(tables, person_id)
    where = f" at {len(order)} tables" if len(order) > 1 else ""
    words = f"## ⏰ Your turn{where}\n{list_turns(order, person_id)}"
    note = "-# You asked for these messages in `/turns`, and can change it there."
    return MessageContent([text(words), *rows(link_first(order)), text(note)])
