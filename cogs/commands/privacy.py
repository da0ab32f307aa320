"""`/privacy`: people see what is kept about them, get it as a file, and can be forgotten."""

from __future__ import annotations

import asyncio
import gzip
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.services import Pages
from cogs.display.components import PageButton, Texts
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.failures import UnknownControl
from cogs.interactions.letter import File
from cogs.interactions.parts import Items, rows, text
from cogs.interactions.responder import responding

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from records.values import StoredCounts

PAGES = "privacy"

LARGEST = 9_500_000
"""Largest file in bytes that is sent uncompressed. Discord accepts ten million bytes."""

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
        await responder.send_page(render_stored(responder.language, counts, more))

    async def _ask(self, responder: Responder) -> None:
        person_id = responder.interaction.user.id
        privacy = self._services.records.privacy
        counts, more = await privacy.counts(person_id), await privacy.tell_kept(person_id)
        await responder.send_page(render_question(responder.language, counts, more))
        await privacy.read_ahead(person_id)  # while the person reads, so that forgetting is quick

    async def _export(self, responder: Responder) -> None:
        everything = await self._services.records.privacy.export(responder.interaction.user.id)
        file = await asyncio.to_thread(make_file, everything)
        words = responder.language("All that is kept about you, on all servers.")
        await responder.send_private(words, file)

    async def _forget(self, responder: Responder) -> None:
        """Forget the person, then update the live tables that show the name."""
        tables = await self._services.records.privacy.forget(responder.interaction.user.id)
        try:
            await responder.send_page(render_forgotten(responder.language))
        finally:  # tables drop the name even if the response came too late
            self._services.publisher.refresh(await self._services.tables.lookup.get_all(tables))
            await self._services.records.privacy.sweep()


def render_stored(_: Language, counts: StoredCounts, more: Mapping[str, int]) -> MessageContent:
    """Return a summary of a person's data; `more`: features' numbers of rows, by description."""
    if not (more or _has_any(counts)):
        return _render(GREY, _("### 🔒 Your data"), _("Nothing is kept about you."))
    forget, danger = _("Forget me…"), discord.ButtonStyle.danger
    buttons = [
        PageButton.of(PAGES, "export", label=_("All of it as a file")),
        PageButton.of(PAGES, "delete", label=forget, style=danger),
    ]
    facts = [
        _("Your Discord id and the name you had at each table, with:"),
        _(
            "- seats at tables: {seats} · servers: {servers} · tables in your name: {opened}",
            seats=_.number(counts.tables),
            servers=_.number(counts.servers),
            opened=_.number(counts.opened),
        ),
        _("- the interaction by which you sat down at each, and the moves that you made there"),
        _("- results, with your rating after each: {number}", number=_.number(counts.finishes)),
        *_list_more(_, more),
    ]
    note = _("-# No messages, no member lists, no e-mail address, no avatar.")
    head = _("### 🔒 What is kept about you")
    return _render(GREY, head, "\n".join(facts), note, buttons=buttons)


def _list_more(_: Language, more: Mapping[str, int]) -> list[str]:
    """Return a line for each feature with data.

    A single row is often a setting, which needs no number.
    """
    return [
        f"- {_.label(_(words), _.number(rows)) if rows > 1 else _(words)}"
        for words, rows in more.items()
    ]


def render_question(_: Language, counts: StoredCounts, more: Mapping[str, int]) -> MessageContent:
    """Ask whether to forget the person, and say what goes and what stays.

    `more`: as in `render_stored`.
    """
    if not (more or _has_any(counts)):
        return render_stored(_, counts, more)
    forget, danger = _("Forget me for good"), discord.ButtonStyle.danger
    buttons = [
        PageButton.of(PAGES, "forget", label=forget, style=danger),
        PageButton.of(PAGES, "show", label=_("Keep everything")),
    ]
    lost = [
        _("**What goes, on all servers**"),
        _(
            "- your name and id, at all seats ({seats}) and in all results ({results}), with your "
            "rating after each: all of it then belongs to {somebody}, and nobody can trace it back "
            "to you, not even you",
            seats=_.number(counts.tables),
            results=_.number(counts.finishes),
            somebody=_("Somebody"),
        ),
        *_list_more(_, more),
        _(
            "- your seats in running games: a duck plays on, and they come last; a game without "
            "anybody else is lost"
        ),
        _("- your seats in lobbies"),
    ]
    stays = [
        _("**What stays**"),
        _("- the moves of games, without your name, so that the others can replay them"),
        _("- the results, ratings and statistics of the others"),
        _("- messages in channels: they belong to the channel"),
    ]
    note = _("-# This cannot be undone. Export first if you want a copy.")
    parts = _("### 🔒 Be forgotten?"), "\n".join(lost), "\n".join(stays), note
    return _render(RED, *parts, buttons=buttons)


def render_forgotten(_: Language) -> MessageContent:
    words = _(
        "No table, no leaderboard and no statistics name you any more. If you sit down at a table "
        "again, you begin anew."
    )
    note = _(
        "-# Copies left inside the database are overwritten within the hour; in a very large "
        "database, its host has to do that."
    )
    return _render(GREY, _("### 🔒 You are forgotten"), words, note)


def make_file(everything: bytes) -> File:
    """Return an export as a file, compressed if it is too large for Discord."""
    if len(everything) <= LARGEST:
        return File("my-data.json", everything)
    return File("my-data.json.gz", gzip.compress(everything))


def _has_any(counts: StoredCounts) -> bool:
    return any((counts.tables, counts.opened, counts.finishes))


def _render(colour: int, *parts: str, buttons: Items | None = None) -> MessageContent:
    items = [*(text(part) for part in parts), *rows(buttons or [])]
    return framed(colour, *items)


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(PrivacyCog(client.services))
