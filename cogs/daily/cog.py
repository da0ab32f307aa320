"""`/daily`: one short game a day, for one person, on one private page from Begin to the card."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.daily.pages import (
    Standing,
    day_of_daily,
    render_board,
    render_card,
    render_offer,
    render_share,
    render_streak,
)
from cogs.daily.reminders import send_reminders
from cogs.display.controls.paging import DAILY, read_number
from cogs.display.pages.board import render_board as render_game
from cogs.display.pages.context import render_context
from cogs.interactions.content import MessageContent
from cogs.interactions.errors import UnknownControl
from cogs.interactions.interaction import Interaction, home_of, person_of
from cogs.interactions.parts import text
from cogs.interactions.permissions import require_public
from cogs.interactions.responder import responding
from players.core import Level
from records.daily.boards import Span, days_of
from records.daily.formats import format_of, name_daily
from records.daily.streak import count_streak
from tables.model.advice import Grade
from tables.model.daily import day_of, is_closed
from tables.model.errors import StaleClick, WrongPhase
from tables.model.table import Status
from tables.thinking.reviews import grade

if TYPE_CHECKING:
    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.display.controls.components import Texts
    from cogs.interactions.responder import Responder
    from records.daily.service import Dailies
    from tables.model.table import Table

CLOSED = "The day of that daily is closed: it counts no more."

GRADED_AT_ONCE = 5
"""How many dailies are graded at a time whose process has ended before it could."""


class DailyCog(commands.Cog):
    """`/daily`."""

    def __init__(self, client: DucksClient, services: Services) -> None:
        self._client = client
        self._services = services
        self._tables = services.tables
        services.page_handlers[DAILY] = self.show_page
        services.chores += [self._grade_forgotten, self._remind]

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
        match args:
            case ():
                await self._open(responder)
            case ("begin", table_id):
                await self._begin(responder, read_number(table_id))
            case ("go", table_id):
                table = await self._services.permissions.find_table(
                    responder.interaction, read_number(table_id)
                )
                if table.daily is None:
                    raise UnknownControl
                await self._play(responder, table, "".join(values))
            case ("board", ("day" | "week" | "month") as span, day) if _is_day(day):
                await self._show_board(responder, Span(span), day)
            case ("streak",):
                await self._show_streak(responder)
            case ("remind",):
                await self._dailies.turn_reminder(responder.interaction.user.id)
                await self._open(responder)
            case ("share", day) if _is_day(day):
                await self._share(responder, day)
            case ("here", day) if _is_day(day):
                await self._put_here(responder, day)
            case _:
                raise UnknownControl

    async def _open(self, responder: Responder, notice: str = "") -> None:
        """Show the first page: the offer, or the card."""
        click = responder.interaction
        table = await self._tables.dailies.find(click.user.id)
        if table is None:
            name = name_daily(day_of(self._tables.now()))
            chosen = format_of(name[:10])
            levels = [Level(duck) for duck in chosen.ducks]
            table = await self._tables.dailies.offer(
                person_of(click), click.id, name, chosen.game, chosen.options, levels
            )
        if table.status is Status.FINISHED:
            await self._show_card(responder, table)
            return
        renderer = self._services.renderers[table.game.info.key]
        standing = await self._find_standing(responder, day_of_daily(table))
        await responder.send_page(render_offer(renderer, table, standing, notice))

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
        """Have the ducks move, and show what the person can do now, or the end."""
        closed = is_closed(day_of_daily(table), self._tables.now())
        if table.status is Status.PLAYING and not closed:
            table = await self._tables.thinking.finish_turns(table.id)
        if table.status is Status.FINISHED:
            await self._show_card(responder, table)
        elif table.status is not Status.PLAYING or closed:
            await self._open(responder, CLOSED if closed else "")
        else:
            renderer, emojis = self._services.renderers[table.game.info.key], self._services.emojis
            context = render_context(table, emojis, focus=focus)
            await responder.send_page(render_game(renderer, table, context, self._tables.now()))

    async def _show_card(self, responder: Responder, table: Table) -> None:
        """Show the end; as long as its grade is not there, without it, and then once more."""
        person_id, day = responder.interaction.user.id, day_of_daily(table)
        daily = await self._dailies.find(person_id, day)
        if daily is None:  # forgotten meanwhile
            raise UnknownControl
        renderer, emojis = self._services.renderers[table.game.info.key], self._services.emojis
        if daily.marks is None:
            standing = await self._find_standing(responder, day)
            await responder.send_page(render_card(renderer, table, daily, standing, emojis))
            await self._grade(table.id)
            daily = await self._dailies.find(person_id, day) or daily
        standing = await self._find_standing(responder, day, daily.guild_id)
        await responder.send_page(render_card(renderer, table, daily, standing, emojis))

    async def _find_standing(self, responder: Responder, day: str, board: int = 0) -> Standing:
        """Return what the first page says besides the table; `board`: on which it counts."""
        person_id, now = responder.interaction.user.id, self._tables.now()
        return Standing(
            count_streak(await self._dailies.days(person_id), day_of(now)),
            await self._dailies.reminder(person_id),
            home_of(responder.interaction),
            is_closed(day, now),
            await self._dailies.board(board, Span.DAY, day) if board else (),
        )

    async def _show_board(self, responder: Responder, span: Span, day: str) -> None:
        click, now = responder.interaction, self._tables.now()
        home = home_of(click)
        if home is None:
            raise UnknownControl
        lines = await self._dailies.board(home, span, day)
        closed = is_closed(days_of(span, day)[1], now)
        page = render_board(span, day, lines, click.user.id, closed=closed)
        await responder.send_page(page)

    async def _show_streak(self, responder: Responder) -> None:
        today = day_of(self._tables.now())
        days = await self._dailies.days(responder.interaction.user.id)
        await responder.send_page(render_streak(days, count_streak(days, today), today))

    async def _share(self, responder: Responder, day: str) -> None:
        """Write one line into the channel, once; that it is shared is noted before."""
        click = responder.interaction
        require_public(click)
        daily = await self._dailies.find(click.user.id, day)
        if daily is None or daily.marks is None:
            raise UnknownControl
        first = await self._dailies.share(click.user.id, day)
        table = await self._tables.lookup.get(daily.table_id)
        await self._show_card(responder, table)
        if first:
            streak = (await self._find_standing(responder, day)).streak
            grade = Grade(daily.marks, daily.accuracy)
            line = render_share(table, click.user.display_name, grade, streak)
            await responder.send(MessageContent([text(line)]), private=False)

    async def _put_here(self, responder: Responder, day: str) -> None:
        """Have a daily count on the board of this server."""
        click, home = responder.interaction, home_of(responder.interaction)
        daily = await self._dailies.find(click.user.id, day)
        if home is None or daily is None:
            raise UnknownControl
        await self._dailies.put_on(click.user.id, day, home)
        await self._play(responder, await self._tables.lookup.get(daily.table_id))

    async def _grade(self, table_id: int) -> None:
        """Review a finished daily, and note how well it was played."""
        found = await self._tables.reviews.get(table_id, None)
        if found is not None:
            await self._dailies.grade(table_id, grade(found.seats[0]))

    async def _grade_forgotten(self) -> None:
        """Grade dailies whose process has ended before it could."""
        for table_id in await self._dailies.ungraded(GRADED_AT_ONCE):
            await self._grade(table_id)

    async def _remind(self) -> None:
        await send_reminders(self._client, self._dailies)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(DailyCog(client, client.services))
