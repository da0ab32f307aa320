"""Sends the transcript of a table."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord

from cogs.display.words.table_text import table_name

if TYPE_CHECKING:
    from cogs.interactions.responder import Responder
    from tables.model.table import Table
    from tables.service import Tables


async def send_transcript(responder: Responder, tables: Tables, table: Table) -> None:
    """Send a table's transcript as a file; raises WrongPhase if there is none yet."""
    transcript = await tables.transcripts.text(table.id)
    file = discord.File(io.BytesIO(transcript.encode()), f"table-{table.id}.txt")
    await responder.send_file(f"The transcript of {table_name(table)}.", file)
