"""`/privacy`: what is kept about the asker, all of it as a file, and forgetting it."""

from __future__ import annotations

import asyncio
import gzip
import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.core.components import PageButton
from cogs.core.content import MessageContent, rows, text
from cogs.core.interaction import Interaction
from cogs.core.names import count
from cogs.core.responder import responding

if TYPE_CHECKING:
    from cogs.core.client import DucksClient
    from cogs.core.responder import Responder
    from cogs.core.services import Services
    from records.model import StoredCounts

PAGES = "privacy"

LARGEST = 9_500_000
"""Bytes of a file that is sent as it is; a larger one is compressed. Discord takes ten million."""

GREY, RED = 0x80848E, 0xDA373C


@app_commands.allowed_contexts(guilds=True, dms=True)
class PrivacyCog(
    commands.GroupCog, group_name="privacy", group_description="What this bot keeps about you"
):
    """`/privacy`."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        services.page_handlers[PAGES] = self.show_page

    @app_commands.command(description="What is kept about you, on all servers")
    async def show(self, interaction: Interaction) -> None:
        """Say how much of what is kept."""
        async with responding(interaction) as responder:
            await self._show(responder)

    @app_commands.command(description="All that is kept about you, as a file")
    async def export(self, interaction: Interaction) -> None:
        """Hand it out as JSON."""
        async with responding(interaction) as responder:
            await self._export(responder)

    @app_commands.command(description="Be forgotten: your name and id are removed everywhere")
    async def delete(self, interaction: Interaction) -> None:
        """Say what would be lost, and ask."""
        async with responding(interaction) as responder:
            await self._ask(responder)

    async def show_page(
        self, responder: Responder, args: tuple[str, ...], _values: tuple[str, ...]
    ) -> None:
        """A button of these pages."""
        match args[0]:
            case "export":
                await self._export(responder)
            case "delete":
                await self._ask(responder)
            case "forget":
                await self._forget(responder)
            case _:
                await self._show(responder)

    async def _show(self, responder: Responder) -> None:
        counts = await self._services.records.privacy.counts(responder.interaction.user.id)
        await responder.send_page(kept_page(counts))

    async def _ask(self, responder: Responder) -> None:
        person_id = responder.interaction.user.id
        await responder.send_page(ask_page(await self._services.records.privacy.counts(person_id)))
        await self._services.records.privacy.read_ahead(
            person_id
        )  # while the person thinks about it

    async def _export(self, responder: Responder) -> None:
        everything = await self._services.records.privacy.export(responder.interaction.user.id)
        file = await asyncio.to_thread(as_file, everything)
        await responder.send_file("All that is kept about you, on all servers.", file)

    async def _forget(self, responder: Responder) -> None:
        """Forget first; then bring the live tables up to date on which the name stood."""
        tables = await self._services.records.privacy.forget(responder.interaction.user.id)
        try:
            await responder.send_page(forgotten_page())
        finally:  # the others go on, also where the click came too late to answer
            self._services.publisher.refresh(
                [await self._services.tables.get(number) for number in tables]
            )
            await self._services.records.privacy.sweep()


def kept_page(kept: StoredCounts) -> MessageContent:
    """How much of what is kept."""
    if not any(_numbers(kept)):
        return _page(GREY, "### 🔒 Your data", "Nothing is kept about you.")
    buttons = [
        PageButton.of(PAGES, "export", label="All of it as a file"),
        PageButton.of(PAGES, "delete", label="Forget me…", style=discord.ButtonStyle.danger),
    ]
    facts = (
        "Your Discord id and the name you had at each table, with:\n"
        f"- {count(kept.tables, 'seat')} at tables, on {count(kept.servers, 'server')}; "
        f"{count(kept.opened, 'table')} in your name\n"
        "- the interaction by which you sat down at each, and the moves that you made there\n"
        f"- {count(kept.finishes, 'result')}, with your rating after each\n"
        f"- {count(kept.standings, 'row')} on leaderboards, {count(kept.ratings, 'rating')}\n"
        f"- {count(kept.luck, 'row')} of dice statistics, "
        f"{count(kept.achievements, 'achievement')}"
    )
    note = "-# No messages, no member lists, no e-mail address, no avatar."
    return _page(GREY, "### 🔒 What is kept about you", facts, note, buttons=buttons)


def ask_page(kept: StoredCounts) -> MessageContent:
    """What is lost and what stays, before it is done."""
    if not any(_numbers(kept)):
        return kept_page(kept)
    buttons = [
        PageButton.of(
            PAGES, "forget", label="Forget me for good", style=discord.ButtonStyle.danger
        ),
        PageButton.of(PAGES, "show", label="Keep everything"),
    ]
    lost = (
        "**What goes, on all servers**\n"
        f"- your name and id, at {count(kept.tables, 'seat')}, in "
        f"{count(kept.standings, 'row')} of leaderboards, with {count(kept.ratings, 'rating')} "
        f"and {count(kept.achievements, 'achievement')}: all of it is Somebody's then, and "
        "nobody can trace it back to you, you included\n"
        "- your seats at tables that are being played: the caretaker plays on; lobbies are left"
    )
    stays = (
        "**What stays**\n"
        "- the moves of games, without your name, so that the others can replay them\n"
        "- the results, ratings and statistics of the others\n"
        "- messages in channels: they belong to the channel"
    )
    note = "-# This cannot be undone. Export first if you want a copy."
    return _page(RED, "### 🔒 Be forgotten?", lost, stays, note, buttons=buttons)


def forgotten_page() -> MessageContent:
    """It is done."""
    words = (
        "Your name and id are removed everywhere. If you sit down at a table again, you begin anew."
    )
    return _page(GREY, "### 🔒 You are forgotten", words)


def as_file(everything: bytes) -> discord.File:
    """An export to be sent; compressed where it is too large for Discord."""
    if len(everything) <= LARGEST:
        return discord.File(io.BytesIO(everything), "my-data.json")
    return discord.File(io.BytesIO(gzip.compress(everything)), "my-data.json.gz")


def _numbers(kept: StoredCounts) -> tuple[int, ...]:
    return (kept.tables, kept.opened, kept.standings, kept.ratings, kept.achievements)


def _page(colour: int, *parts: str, buttons: list[PageButton] | None = None) -> MessageContent:
    items = [*(text(part) for part in parts), *rows(buttons or [])]
    return MessageContent([ui.Container(*items, accent_colour=colour)])


async def setup(client: DucksClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(PrivacyCog(client.services))
