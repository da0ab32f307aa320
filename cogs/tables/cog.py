"""`/table`: list, show, leave, cancel, verify, log."""

from __future__ import annotations

import logging
from itertools import accumulate
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.components import PageButton
from cogs.core.content import MessageContent, rows, text
from cogs.core.errors import Declined, UnknownControl
from cogs.core.interaction import Interaction, person_of
from cogs.core.names import plain_name
from cogs.core.paging import read_number
from cogs.core.permissions import require_reader
from cogs.core.responder import SEND_ERRORS, responding
from cogs.core.services import Services
from cogs.core.table_text import describe_table, table_link, table_name
from cogs.core.transcripts import send_transcript
from tables.errors import NoSuchTable
from tables.model import Status, Table

if TYPE_CHECKING:
    from cogs.core.client import DucksClient
    from cogs.core.responder import Responder
    from tables.service import Tables

log = logging.getLogger(__name__)

PAGES = "cancel"

SUGGESTED = 5
"""How many finished games are suggested for a check of their dice."""

MESSAGE = 2000
"""Characters that Discord allows in a message."""

Choices = list[app_commands.Choice[int]]


async def complete_live(interaction: Interaction, typed: str) -> Choices:
    """Suggest the live tables of this channel."""
    return _make_choices(
        await _get_tables(interaction).lookup.live_in(interaction.channel_id or 0), typed
    )


async def complete_table(interaction: Interaction, typed: str) -> Choices:
    """Suggest the live tables of this channel, and the newest one that is over."""
    tables, channel_id = _get_tables(interaction), interaction.channel_id or 0
    newest = await tables.lookup.newest_in(channel_id)
    over = [newest] if newest is not None and newest.status.over else []
    return _make_choices([*await tables.lookup.live_in(channel_id), *over], typed)


async def complete_played(interaction: Interaction, typed: str) -> Choices:
    """Suggest the newest tables of this channel that are over, then those being played."""
    tables, channel_id = _get_tables(interaction), interaction.channel_id or 0
    live = await tables.lookup.live_in(channel_id)
    playing = [table for table in live if table.status is Status.PLAYING]
    return _make_choices([*await tables.lookup.played_in(channel_id, SUGGESTED), *playing], typed)


def _get_tables(interaction: Interaction) -> Tables:
    """Return the use cases of live tables."""
    client: DucksClient = interaction.client  # type: ignore[assignment] - Discord's client is ours
    return client.services.tables


def _make_choices(tables: list[Table], typed: str) -> Choices:
    """Return the tables that match the typed text, as many as Discord takes."""
    choices = [
        app_commands.Choice(name=describe_table(table)[:100], value=table.id) for table in tables
    ]
    return [choice for choice in choices if str(typed).lower() in choice.name.lower()][:25]


@app_commands.allowed_contexts(guilds=True, dms=True)
class TableCog(commands.GroupCog, group_name="table", group_description="The tables here"):
    """Commands about tables of any game."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        services.page_handlers[PAGES] = self.show_page

    @app_commands.command(name="list", description="The tables in this channel")
    async def list_(self, interaction: Interaction) -> None:
        """List every live table of the channel, with a link."""
        async with responding(interaction) as responder:
            tables = await self._services.tables.lookup.live_in(interaction.channel_id or 0)
            lines = [f"{plain_name(describe_table(t))} · {table_link(t)}" for t in tables]
            await responder.send_private(_fit_lines(lines) or "No table is open in this channel.")

    @app_commands.command(description="Show a table's board again, at the bottom of the channel")
    @app_commands.describe(table="Which one; the newest in this channel if you do not say")
    @app_commands.autocomplete(table=complete_table)
    async def show(self, interaction: Interaction, table: int | None = None) -> None:
        """Post the live message again."""
        async with responding(interaction, private=False) as responder:
            found = await self._find(interaction, table)
            if found.channel_id != interaction.channel_id:
                # Not everybody who reads this channel may read that one.
                verb = "was" if found.status.over else "is"
                raise Declined(f"Table #{found.id} {verb} played elsewhere: {table_link(found)}")
            await self._services.publisher.show_again(found.id, responder)

    @app_commands.command(description="Leave a table; in a game the caretaker plays on for you")
    @app_commands.describe(table="Which one; yours in this channel if you do not say")
    @app_commands.autocomplete(table=complete_live)
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Give the seat up, or hand it to the caretaker."""
        async with responding(interaction) as responder:
            found = await self._find_own(interaction, table)
            left = await self._services.tables.leave(
                found.id, person_of(interaction), click=interaction.id
            )
            try:
                await responder.send_private(_describe_leaving(left, interaction.user.id))
            finally:  # the others see it, also where the command came too late for a response
                await self._services.publisher.publish(left.id)

    @app_commands.command(description="Cancel a table: your own, or any if you are allowed to")
    @app_commands.describe(table="Which one; yours in this channel if you do not say")
    @app_commands.autocomplete(table=complete_live)
    async def cancel(self, interaction: Interaction, table: int | None = None) -> None:
        """End a table without a result."""
        async with responding(interaction) as responder:
            found = await self._find_own(interaction, table)
            lone = [seat.person.id for seat in found.seats] == [interaction.user.id]
            if found.status is Status.PLAYING and (lone or await self._may_cancel(interaction)):
                await responder.send(_render_question(found, lone=lone), private=True)
            else:
                await self._cancel(responder, found)

    async def show_page(
        self, responder: Responder, args: tuple[str, ...], _values: tuple[str, ...]
    ) -> None:
        """Cancel a game that is being played, or not: the reply to the question before."""
        how, *numbers = args
        if how not in ("do", "keep") or len(numbers) != 1:
            raise UnknownControl
        number = read_number(numbers[0])
        found = await self._services.permissions.find_table(responder.interaction, number)
        if how == "keep":
            await responder.send_page(
                MessageContent([text(f"You cancelled nothing: {table_link(found)}")])
            )
        else:
            await self._cancel(responder, found)

    async def _cancel(self, responder: Responder, table: Table) -> None:
        force = await self._may_cancel(responder.interaction)
        click = responder.interaction
        await self._services.tables.cancel(table.id, person_of(click), force=force, click=click.id)
        try:
            await responder.send_page(MessageContent([text(f"Table #{table.id} is cancelled.")]))
            if table.status is Status.PLAYING and len(table.seats) > 1:
                await self._announce_cancel(responder, table)
        finally:  # as in `leave`; the announcement also reopens an archived thread before the edit
            await self._services.publisher.publish(table.id)

    async def _announce_cancel(self, responder: Responder, table: Table) -> None:
        """Say who has cancelled a game, if that was done where it was played."""
        if table.channel_id != responder.interaction.channel_id:
            return
        name = plain_name(responder.interaction.user.display_name)
        try:
            await responder.send(
                MessageContent([text(f"{name} has cancelled {table_name(table)}.")]), private=False
            )
        except SEND_ERRORS as error:  # a locked thread takes no message
            log.info("table %s: nobody was told who has cancelled it: %s", table.id, error)

    async def _may_cancel(self, interaction: Interaction) -> bool:
        return await self._services.permissions.may_cancel(interaction)

    @app_commands.command(description="Check the dice and the log of a finished table")
    @app_commands.describe(table="Which one; the newest finished one here if you do not say")
    @app_commands.autocomplete(table=complete_played)
    async def verify(self, interaction: Interaction, table: int | None = None) -> None:
        """Say whether the dice are fair, whether the log is whole, and what cannot be proven."""
        async with responding(interaction) as responder:
            found = await self._find_played(interaction, table)
            await require_reader(interaction, found)
            verification = await self._services.tables.transcripts.verify(found.id)
            lines = [f"**{title}**: {sentence}" for title, sentence in verification.parts]
            await responder.send_private("\n".join([f"About {table_name(found)}:", *lines]))

    @app_commands.command(description="The transcript of a table as a file")
    @app_commands.describe(table="Which one; the newest finished one here if you do not say")
    @app_commands.autocomplete(table=complete_played)
    async def log(self, interaction: Interaction, table: int | None = None) -> None:
        """Send a file that can be checked offline."""
        async with responding(interaction) as responder:
            found = await self._find_played(interaction, table)
            await send_transcript(responder, self._services.tables, found)

    async def _find(self, interaction: Interaction, table_id: int | None) -> Table:
        """Return the table that was named, or the newest of the channel; raises NoSuchTable."""
        if table_id is not None:
            return await self._services.permissions.find_table(interaction, table_id)
        table = await self._services.tables.lookup.newest_in(interaction.channel_id or 0)
        if table is None:
            raise NoSuchTable("There is no table in this channel yet.")
        return table

    async def _find_played(self, interaction: Interaction, table_id: int | None) -> Table:
        """Return the table that was named, or the newest finished one here, or the newest."""
        if table_id is None:
            for finished in await self._services.tables.lookup.played_in(
                interaction.channel_id or 0, 1
            ):
                return finished
        return await self._find(interaction, table_id)

    async def _find_own(self, interaction: Interaction, table_id: int | None) -> Table:
        """Return the table that was named, or the only live one here at which the person sits.

        Raises:
            NoSuchTable: no table has this number here, or the person sits at none or at several.
        """
        if table_id is not None:
            return await self._services.permissions.find_table(interaction, table_id)
        live = await self._services.tables.lookup.live_in(interaction.channel_id or 0)
        mine = [t for t in live if t.seat_of(interaction.user.id) is not None]
        if not mine:
            raise NoSuchTable("You sit at no table in this channel.")
        if len(mine) > 1:
            which = ", ".join(f"#{table.id}" for table in mine)
            raise NoSuchTable(f"You sit at several tables here: {which}. Say which one.")
        return mine[0]


def _fit_lines(lines: list[str]) -> str:
    """Return as many whole lines as fit into one message."""
    ends = accumulate(len(line) + 1 for line in lines)
    return "\n".join(line for line, end in zip(lines, ends, strict=True) if end - 1 <= MESSAGE)


def _render_question(table: Table, *, lone: bool) -> MessageContent:
    """Return the question whether a game that is being played is to be cancelled.

    It names nobody: whoever may cancel a game need not be able to look into its channel.
    `lone` says that the person plays it alone.
    """
    danger = discord.ButtonStyle.danger
    buttons = [
        PageButton.of(PAGES, "do", table.id, label="Cancel the game", style=danger),
        PageButton.of(PAGES, "keep", table.id, label="Let it go on"),
    ]
    result = "unfinished, with 0 points in your average" if lone else "without a result"
    words = (
        f"### Cancel {table_name(table)}?\nIt is being played: {table_link(table)}. It ends "
        f"{result}, and cannot be brought back."
    )
    return MessageContent([text(words), *rows(buttons)])


def _describe_leaving(table: Table, person_id: int) -> str:
    """Say what leaving has done."""
    if table.status is Status.PLAYING and table.seat_of(person_id) is not None:
        return (
            f"You left table #{table.id}; the caretaker plays on for you. "
            "Click **I'm back** on the board to take your seat again: who is away when the game "
            "ends has lost it, whatever the caretaker wins."
        )
    return f"You left table #{table.id}."


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(TableCog(client.services))
