"""`/turns`: the tables that wait for one person, and that person's choice of reminders."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.app.feature_cog import FeatureCog
from cogs.app.services import Chore
from cogs.display.components import Texts
from cogs.features.turns.pages import PAGES, render_reminder, render_turns
from cogs.features.turns.reminders import Reminders, Way
from cogs.interactions.failures import FAILURES, UnknownControl, is_untaken, nonce_of
from cogs.interactions.responder import responding
from cogs.publishing.calls import send_direct
from cogs.publishing.queue import WorkQueue

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Show
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.responder import Responder

log = logging.getLogger(__name__)


class TurnsCog(FeatureCog):
    """The list of a person's turns, and direct messages to people who asked for them."""

    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._reminders = Reminders(client.services.tables)
        self._queue = WorkQueue()

    async def switch_on(self) -> None:
        """Register the pages; make the publisher call people as they wish."""
        self._services.publisher.call_as_wished(self._reminders)
        await super().switch_on()

    def _list_pages(self) -> Mapping[str, Show]:
        return {PAGES: self.show_page}

    def _list_chores(self) -> Sequence[Chore]:
        return [
            Chore("calling people again", self._call_again),
            Chore("sending reminders", self._remind),
        ]

    async def cog_unload(self) -> None:
        """Wait for direct messages that are being sent."""
        await self._queue.close()

    async def _call_again(self) -> None:
        self._services.publisher.call(await self._reminders.find_half_over())

    async def _remind(self) -> None:
        """Queue the direct messages that are due."""
        for table in await self._reminders.find_due():
            self._queue.add(table.channel_id, self._remind_table, table.id)

    async def _remind_table(self, table_id: int) -> None:
        """Send the direct messages that are due to people whom a table waits for."""
        table = await self._services.tables.lookup.get(table_id)
        for seat in table.waiting_on:
            await self._remind_person(table.seats[seat].person_id)

    async def _remind_person(self, person_id: int) -> None:
        """Remind a person of all turns that are half over, if a direct message is due.

        If Discord forbids the message, the person is reminded in the channels, now and later. If
        Discord certainly did not accept the message, the bot tries again in a minute. After any
        other failure, the message counts as sent.
        """
        reminders = self._reminders
        waiting, due = await reminders.begin_direct(person_id)
        if not due:
            return
        try:
            shown = await self._services.publisher.restore(waiting)
            language = (await reminders.choice_of(person_id)).language
            _ = await self._services.languages.when_loaded(language)
            content = render_reminder(_, shown, person_id, self._services.link)
            nonce = nonce_of("turns", person_id, [(table.id, table.revision) for table in due])
            await send_direct(self._services.messages, person_id, content, nonce)
        except discord.Forbidden as error:
            log.info("a direct message was refused: %s", error)
            await reminders.give_up(person_id)
            self._services.publisher.call(due)
            return
        except FAILURES as error:
            untaken = is_untaken(error)
            if untaken:
                await reminders.put_off(person_id)
            log.warning("a direct message could not be sent: %s", error)
            if untaken:
                return
        await reminders.note_sent(person_id, due)

    @app_commands.command(description="All tables that wait for you, on every server")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def turns(self, interaction: Interaction) -> None:
        async with responding(interaction) as responder:
            await self._show(responder)

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Store the choice of reminders, if one was made; then show the current list."""
        match args, values:
            case (), _:
                pass
            case ("remind",), (way,) if way in tuple(Way):
                person_id = responder.interaction.user.id
                await self._reminders.choose(person_id, Way(way), responder.language.code)
            case _:
                raise UnknownControl
        await self._show(responder)

    async def _show(self, responder: Responder) -> None:
        person_id = responder.interaction.user.id
        services, reminders = self._services, self._reminders
        live = await services.tables.lookup.live_of(person_id)
        shown = await services.publisher.restore(live)
        choice = await reminders.choice_of(person_id)
        missing = await services.tables.lookup.list_missing(person_id=person_id)
        _, numbers = responder.language, [each.row.id for each in missing]
        page = render_turns(_, shown, person_id, choice, services.link, numbers)
        await responder.send_page(page)
        if choice.refused:
            await reminders.note_told(person_id)


COG = TurnsCog
