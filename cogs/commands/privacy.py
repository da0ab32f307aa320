"""`/privacy`: see what is kept about you, get it as a file, be forgotten."""

from __future__ import annotations

import asyncio
import gzip
import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.services import Pages
from cogs.display.components import PageButton, Texts
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.failures import UnknownControl
from cogs.interactions.language import count, join_names
from cogs.interactions.parts import Items, rows, text
from cogs.interactions.responder import responding

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.responder import Responder
    from records.values import StoredCounts

PAGES = "privacy"

LARGEST = 9_500_000
"""Largest file in bytes that is sent uncompressed; Discord takes ten million."""

GREY, RED = 0x80848E, 0xDA373C


class PrivacyCog(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services
        services.pages.append(Pages(PAGES, self.show_page))

    @app_commands.command(
        description="What this bot keeps about you: see it, get it as a file, be forgotten"
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def privacy(self, interaction: Interaction) -> None:
        async with responding(interaction) as responder:
            await self._show(responder)

    async def show_page(self, responder: Responder, args: Texts, _values: Texts) -> None:
        acts: dict[Texts, Callable[[Responder], Awaitable[None]]] = {
            ("export",): self._export,
            ("delete",): self._ask,
            ("forget",): self._forget,
            ("show",): self._show,
        }
        if args not in acts:
            raise UnknownControl
        await acts[args](responder)

    async def _show(self, responder: Responder) -> None:
        privacy, person_id = self._services.records.privacy, responder.interaction.user.id
        counts, more = await privacy.counts(person_id), await privacy.tell_kept(person_id)
        await responder.send_page(render_stored(counts, more))

    async def _ask(self, responder: Responder) -> None:
        person_id = responder.interaction.user.id
        privacy = self._services.records.privacy
        counts, more = await privacy.counts(person_id), await privacy.tell_kept(person_id)
        await responder.send_page(render_question(counts, more, privacy.list_lost()))
        await privacy.read_ahead(person_id)  # while the person decides

    async def _export(self, responder: Responder) -> None:
        everything = await self._services.records.privacy.export(responder.interaction.user.id)
        file = await asyncio.to_thread(make_file, everything)
        await responder.send_file("All that is kept about you, on all servers.", file)

    async def _forget(self, responder: Responder) -> None:
        """Forget the person, then update the live tables that show the name."""
        tables = await self._services.records.privacy.forget(responder.interaction.user.id)
        try:
            await responder.send_page(render_forgotten())
        finally:  # the others go on even if the response came too late
            self._services.publisher.refresh(await self._services.tables.lookup.get_all(tables))
            await self._services.records.privacy.sweep()


def render_stored(counts: StoredCounts, more: Sequence[str] = ()) -> MessageContent:
    """Return a summary of what is kept; `more`: lines about the data of features."""
    if not (more or _has_any(counts)):
        return _render(GREY, "### 🔒 Your data", "Nothing is kept about you.")
    buttons = [
        PageButton.of(PAGES, "export", label="All of it as a file"),
        PageButton.of(PAGES, "delete", label="Forget me…", style=discord.ButtonStyle.danger),
    ]
    facts = (
        "Your Discord id and the name you had at each table, with:\n"
        f"- {count(counts.tables, 'seat')} at tables, on {count(counts.servers, 'server')}; "
        f"{count(counts.opened, 'table')} in your name\n"
        "- the interaction by which you sat down at each, and the moves that you made there\n"
        f"- {count(counts.finishes, 'result')}, with your rating after each"
        + "".join(f"\n- {line}" for line in more)
    )
    note = "-# No messages, no member lists, no e-mail address, no avatar."
    return _render(GREY, "### 🔒 What is kept about you", facts, note, buttons=buttons)


def render_question(
    counts: StoredCounts, more: Sequence[str] = (), lost_too: Sequence[str] = ()
) -> MessageContent:
    """Return what would be lost and what stays, with the button that confirms it.

    `more`: as in `render_stored`; `lost_too`: what features lose, as parts of a sentence.
    """
    if not (more or _has_any(counts)):
        return render_stored(counts)
    buttons = [
        PageButton.of(
            PAGES, "forget", label="Forget me for good", style=discord.ButtonStyle.danger
        ),
        PageButton.of(PAGES, "show", label="Keep everything"),
    ]
    also = f"- {join_names(lost_too)}\n" if lost_too else ""
    lost = (
        "**What goes, on all servers**\n"
        f"- your name and id, at {count(counts.tables, 'seat')}, in "
        f"{count(counts.finishes, 'result')} with your rating after each: all of it then belongs "
        "to Somebody, and nobody can trace it back to you, not even you\n"
        f"{also}"
        "- your seats in running games: a duck plays on, and they come last; a game without "
        "anybody else is lost\n"
        "- your seats in lobbies"
    )
    stays = (
        "**What stays**\n"
        "- the moves of games, without your name, so that the others can replay them\n"
        "- the results, ratings and statistics of the others\n"
        "- messages in channels: they belong to the channel"
    )
    note = "-# This cannot be undone. Export first if you want a copy."
    return _render(RED, "### 🔒 Be forgotten?", lost, stays, note, buttons=buttons)


def render_forgotten() -> MessageContent:
    """Return the page after everything is forgotten."""
    words = (
        "No table, no leaderboard and no statistics name you any more. If you sit down at a table "
        "again, you begin anew."
    )
    note = (
        "-# Copies left inside the database are overwritten within the hour; in a very large "
        "database, its host has to do that."
    )
    return _render(GREY, "### 🔒 You are forgotten", words, note)


def make_file(everything: bytes) -> discord.File:
    """Return an export as a file, compressed if it is too large for Discord."""
    if len(everything) <= LARGEST:
        return discord.File(io.BytesIO(everything), "my-data.json")
    return discord.File(io.BytesIO(gzip.compress(everything)), "my-data.json.gz")


def _has_any(counts: StoredCounts) -> bool:
    return any((counts.tables, counts.opened, counts.finishes))


def _render(colour: int, *parts: str, buttons: Items | None = None) -> MessageContent:
    items = [*(text(part) for part in parts), *rows(buttons or [])]
    return framed(colour, *items)


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(PrivacyCog(client.services))
