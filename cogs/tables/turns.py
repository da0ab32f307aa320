"""`/turns`: all tables that wait for one person, on all servers and in direct messages."""

from __future__ import annotations

import math
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from discord import app_commands, ui
from discord.ext import commands

from cogs.core.components import PageButton
from cogs.core.content import MessageContent, rows, text
from cogs.core.errors import UnknownControl
from cogs.core.interaction import Interaction
from cogs.core.responder import responding
from cogs.core.table_text import live_message_url, name_with_company, table_link

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.core.client import DucksClient
    from cogs.core.responder import Responder
    from cogs.core.services import Services
    from tables.model import Table

PAGES = "turns"

ROOM = 3500
"""Characters for the tables that the page names; Discord takes 4,000 in all."""


class TurnsCog(commands.Cog):
    """The list of a person's turns."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        services.page_handlers[PAGES] = self.show_page

    @app_commands.command(description="All tables that wait for you, on every server")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def turns(self, interaction: Interaction) -> None:
        """Show the list to the person alone."""
        async with responding(interaction) as responder:
            await self._show(responder)

    async def show_page(
        self, responder: Responder, args: tuple[str, ...], _values: tuple[str, ...]
    ) -> None:
        """Show the list as it is now."""
        if args:
            raise UnknownControl
        await self._show(responder)

    async def _show(self, responder: Responder) -> None:
        person_id = responder.interaction.user.id
        waiting = await self._tables.lookup.waiting_for(person_id)
        await responder.send_page(render_turns(waiting, person_id))


def render_turns(tables: Sequence[Table], person_id: int) -> MessageContent:
    """Return the list of tables that wait for a person: by their clocks, then by how long."""
    order = sorted(tables, key=lambda table: (_ends(table, person_id), _since(table, person_id)))
    lines = [_describe(table, person_id) for table in order]
    ends = accumulate(1 + len(line) for line in lines)
    fitting = sum(end <= ROOM for end in ends)
    if fitting < len(lines):
        lines[fitting:] = [f"-# and {len(lines) - fitting} more"]
    words = "\n".join(["## Your turns", *lines] if lines else ["No table waits for you."])
    buttons: list[ui.Item[Any]] = [PageButton.of(PAGES, label="Look again")]
    url = next((url for table in order if (url := live_message_url(table))), None)
    if url is not None:
        buttons.insert(0, ui.Button(label="Go to the first", url=url))
    return MessageContent([text(words), *rows(buttons)])


def _describe(table: Table, person_id: int) -> str:
    """Return a line: the game, the others, since when it waits, a link."""
    since, ends = _since(table, person_id), _ends(table, person_id)
    when = f", since <t:{since:.0f}:R>" if since < math.inf else ""
    clock = f", ⏱ until <t:{ends:.0f}:R>" if ends < math.inf else ""
    return f"- {name_with_company(table, person_id)}{clock or when}: {table_link(table)}"


def _ends(table: Table, person_id: int) -> float:
    """Return when the person's time runs out, in Unix seconds; endless where no clock runs."""
    seat = table.seat_of(person_id)
    end = None if seat is None else table.deadline(seat)
    return math.inf if end is None else end


def _since(table: Table, person_id: int) -> float:
    """Return when the person's turn began, in Unix seconds; endless where that is not known."""
    seat = table.seat_of(person_id)
    since = None if seat is None else table.seats[seat].waiting_since
    return math.inf if since is None else since


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(TurnsCog(client.services))
