"""Which table a command is about: suggested while it is typed, asked where it was not said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.display.controls.paging import select
from cogs.display.words.table_text import describe_table, fit_lines, table_link
from cogs.interactions.content import MessageContent, say
from cogs.interactions.names import cut, plain_name
from cogs.interactions.parts import rows, text
from tables.model.table import Status, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.interactions.interaction import Interaction
    from tables.service import Tables

PAGES = "tables"

OPTIONS = 25
"""How many options a select or a completion has at most, by Discord's rules."""

SUGGESTED = 5
"""How many finished games are suggested for a check of their dice."""

ROOM = 3500
"""Characters for the tables that are named; Discord takes 4,000 in all."""

Choices = list[app_commands.Choice[int]]


async def complete_live(interaction: Interaction, typed: str) -> Choices:
    """Suggest the live tables of this channel."""
    tables: Tables = interaction.client.services.tables
    return _make_choices(await tables.lookup.live_in(interaction.channel_id or 0), typed)


async def complete_table(interaction: Interaction, typed: str) -> Choices:
    """Suggest the live tables of this channel, and the newest one that is over."""
    tables: Tables = interaction.client.services.tables
    return _make_choices(await list_shown(tables, interaction.channel_id or 0), typed)


async def list_shown(tables: Tables, channel_id: int) -> list[Table]:
    """Return the live tables of a channel, and the newest one where that is over."""
    newest = await tables.lookup.newest_in(channel_id)
    over = [newest] if newest is not None and newest.status.over else []
    return [*await tables.lookup.live_in(channel_id), *over]


async def complete_played(interaction: Interaction, typed: str) -> Choices:
    """Suggest the newest tables of this channel that are over, then those being played."""
    tables: Tables = interaction.client.services.tables
    channel_id = interaction.channel_id or 0
    live = await tables.lookup.live_in(channel_id)
    playing = [table for table in live if table.status is Status.PLAYING]
    return _make_choices([*await tables.lookup.played_in(channel_id, SUGGESTED), *playing], typed)


def _make_choices(tables: list[Table], typed: str) -> Choices:
    """Return the tables that match the typed text, as many as Discord takes."""
    choices = [
        app_commands.Choice(name=cut(describe_table(table), 100), value=table.id)
        for table in tables
    ]
    return [choice for choice in choices if str(typed).lower() in choice.name.lower()][:OPTIONS]


def render_choice(
    action: str, tables: Sequence[Table], person_id: int, question: str = "Which table?"
) -> MessageContent:
    """Return the question which table a command is about.

    Those at which the person sits come first, then the newest; there is room for 25.
    """
    order = sorted(tables, key=lambda t: (t.seat_of(person_id) is None, -t.id))[:OPTIONS]
    options = [(str(table.id), describe_table(table)) for table in order]
    rest = len(tables) - len(order)
    more = f"\n-# {rest} more are open here: name one by `/table {action} table:`" if rest else ""
    menu = select(f"Which table to {action}", options, "", PAGES, action)
    return MessageContent([text(f"{question}{more}"), *rows([menu])])


def render_list(tables: Sequence[Table], person_id: int) -> MessageContent:
    """Return the open tables of a channel with links, and the choice which one to show again."""
    live = [table for table in tables if not table.status.over]
    lines = [f"- {plain_name(describe_table(table))}: {table_link(table)}" for table in live]
    words = fit_lines(["### Tables in this channel", *lines], ROOM)
    words = words if live else "No table is open in this channel. `/play` opens one."
    if not tables:
        return say(words)
    return render_choice("show", tables, person_id, words)
