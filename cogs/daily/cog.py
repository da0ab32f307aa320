"""`/daily`: one short game a day, for one person, on one private page from Begin to the card."""

from __future__ import annotations

import logging
from datetime import date
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.daily import pages
from cogs.display.controls.paging import DAILY, read_number
from cogs.display.pages.board import render_board as render_game
from cogs.display.pages.context import render_context
from cogs.interactions.content import say
from cogs.interactions.errors import UnknownControl
from cogs.interactions.interaction import Interaction, home_of, person_of
from cogs.interactions.permissions import require_public
from cogs.interactions.responder import responding
from cogs.publishing.delivery import FAILURES
from cogs.publishing.direct import send_direct
from records.daily.boards import BEST, days_of
from records.daily.formats import name_daily
from records.model.boards import Period
from tables.model.daily import day_of, is_closed
from tables.model.errors import StaleClick, WrongPhase
from tables.model.table import Status
from tables.thinking.reviews import grade

if TYPE_CHECKING:
    from cogs.app.client import DucksClient
    from cogs.display.controls.components import Texts
    from cogs.interactions.responder import Responder
    from records.daily.service import Dailies, Standing
    from tables.model.table import Table

log = logging.getLogger(__name__)

CLOSED = "The day of that daily is closed: it counts no more."


class DailyCog(commands.Cog):
    """`/daily`."""

    def __init__(self, client: DucksClient) -> None:
        self._client = client
        self._services = client.services
        self._tables = client.services.tables
        self._services.page_handlers[DAILY] = self.show_page
        self._services.chores += [self._grade_forgotten, self._remind]

    @property
    def _dailies(self) -> Dailies:
        return self._services.records.dailies

    @app_commands.command(description="One short game a day, ranked by how well you choose")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def daily(self, interaction: Interaction) -> None:
        """Show the daily of today, or of yesterday as long as that can be finished."""
        async with responding(interaction) as responder:
            await self._open(responder)

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Do what a button of these pages is for."""
        person_id = responder.interaction.user.id
        match args:
            case ():
                await self._open(responder)
            case ("begin", table_id):
                await self._begin(responder, read_number(table_id))
            case ("go", table_id):
                permissions = self._services.permissions
                table = await permissions.find_table(responder.interaction, read_number(table_id))
                await self._play(responder, table, "".join(values))
            case ("board", period, day) if period in BEST and _is_day(day):
                await self._show_board(responder, Period(period), day)
            case ("streak",):
                standing = await self._dailies.standing(person_id, day_of(self._tables.now()))
                await responder.send_page(pages.render_streak(standing, day_of(self._tables.now())))
            case ("remind",):
                await self._dailies.turn_reminder(person_id)
                await self._open(responder)
            case ("share", day):
                await self._share(responder, day)
            case ("here", day) if (home := home_of(responder.interaction)) is not None:
                await self._dailies.put_on(person_id, day, home)
                await self._play(responder, (await self._find(person_id, day))[0])
            case _:
                raise UnknownControl

    async def _open(self, responder: Responder, notice: str = "") -> None:
        """Show the first page."""
        click, name = responder.interaction, name_daily(day_of(self._tables.now()))
        table = await self._tables.dailies.offer(person_of(click), click.id, name)
        await self._show_first(responder, table, notice)

    async def _begin(self, responder: Responder, table_id: int) -> None:
        click = responder.interaction
        try:
            table = await self._tables.dailies.begin(
                table_id, person_of(click), click.id, home_of(click) or 0, click=click.id
            )
        except (StaleClick, WrongPhase) as error:
            await self._open(responder, str(error))
        else:
            await self._play(responder, table)

    async def _play(self, responder: Responder, table: Table, focus: str = "") -> None:
        """Show what the person can do now, or the end."""
        if table.daily is None:
            raise UnknownControl
        if table.status is Status.FINISHED:
            await self._show_first(responder, table)
        elif is_closed(table.daily, self._tables.now()):
            await self._open(responder, CLOSED)
        elif table.status is not Status.PLAYING:
            await self._open(responder)
        else:
            renderer, emojis = self._services.renderers[table.game.info.key], self._services.emojis
            context = render_context(table, emojis, focus=focus)
            await responder.send_page(render_game(renderer, table, context, self._tables.now()))

    async def _show_first(self, responder: Responder, table: Table, notice: str = "") -> None:
        """Show the offer, or the end; as long as its grade is not there, without it, and again."""
        click, day = responder.interaction, pages.day_of_daily(table)
        standing = await self._dailies.standing(click.user.id, day)
        renderer, home = self._services.renderers[table.game.info.key], home_of(click)
        await responder.send_page(pages.render_first(renderer, table, standing, home, notice))
        if table.status is Status.FINISHED and standing.grade is None:
            await self._grade(table.id)
            standing = await self._dailies.standing(click.user.id, day)
            await responder.send_page(pages.render_first(renderer, table, standing, home))

    async def _show_board(self, responder: Responder, period: Period, day: str) -> None:
        click = responder.interaction
        lines = await self._dailies.board(home_of(click) or 0, period, day)
        closed = is_closed(days_of(period, day)[1], self._tables.now())
        await responder.send_page(
            pages.render_board(period, day, lines, click.user.id, closed=closed)
        )

    async def _share(self, responder: Responder, day: str) -> None:
        """Write one line into the channel, once; that it is shared is noted before."""
        click = responder.interaction
        require_public(click)
        table, standing = await self._find(click.user.id, day)
        first = standing.grade is not None and await self._dailies.share(click.user.id, day)
        await self._show_first(responder, table)
        if first:
            line = pages.render_share(table, click.user.display_name, standing)
            await responder.send(say(line), private=False)

    async def _find(self, person_id: int, day: str) -> tuple[Table, Standing]:
        """Return the daily of a person and day, and how it stands; raises UnknownControl."""
        standing = await self._dailies.standing(person_id, day)
        if standing.daily is None:
            raise UnknownControl
        return await self._tables.lookup.get(standing.daily.table_id), standing

    async def _grade(self, table_id: int) -> None:
        """Review a finished daily, and note how well it was played."""
        found = await self._tables.reviews.get(table_id, None)
        if found is not None:
            await self._dailies.grade(table_id, grade(found.seats[0]))

    async def _grade_forgotten(self) -> None:
        """Grade dailies whose process has ended before it could."""
        for table_id in await self._dailies.ungraded():
            await self._grade(table_id)

    async def _remind(self) -> None:
        for person_id, in_vain in (await self._dailies.claim_due()).items():
            try:
                await send_direct(self._client, person_id, pages.render_reminder(in_vain))
            except discord.Forbidden as error:
                log.info("a reminder of the daily was refused: %s", error)
                await self._dailies.end_reminders(person_id)
            except FAILURES as error:
                log.warning("a reminder of the daily could not be sent: %s", error)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(DailyCog(client))
