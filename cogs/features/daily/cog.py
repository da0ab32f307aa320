"""`/daily`: one short game a day for one person, on one private page from beginning to end."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, ClassVar, Final

import discord
from discord import app_commands

from cogs.app.feature_cog import FeatureCog
from cogs.app.services import Chore, OwnTables, StatRow, Winner
from cogs.display.components import ControlKind, PageButton, read_number
from cogs.display.pages.board import render_board as render_game
from cogs.display.pages.board import render_context
from cogs.display.pages.more import Scene, Spot
from cogs.display.routing import list_custom_ids
from cogs.display.table_text import MEDALS
from cogs.features.daily import pages
from cogs.features.daily.dailies import NEW_DAY, Choose, Dailies, name_daily
from cogs.features.daily.days import day_of, is_closed, is_preview, number_preview
from cogs.features.daily.pages import DAILY
from cogs.features.daily.standings import BEST, Standings, days_of, grade
from cogs.interactions.failures import (
    FAILURES,
    SwitchedOff,
    UnknownControl,
    UnknownGame,
    is_untaken,
    nonce_of,
    sentence,
)
from cogs.interactions.interaction import PRIVATE, Interaction, home_of, person_of, require_public
from cogs.interactions.parts import Component, Items, text
from cogs.interactions.raw import COMPONENTS
from cogs.interactions.responder import responding
from cogs.publishing.calls import send_direct
from engine.core import N_
from records.values import STEADY, Period
from tables.model.errors import (
    DoubleTap,
    NoSuchTable,
    SeatBack,
    StaleClick,
    TableClosed,
    WrongPhase,
)
from tables.model.table import Status
from tables.play.playing import Undo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Show
    from cogs.display.components import Texts
    from cogs.features.daily.standings import Grade, Line, Standing
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from tables.model.table import Table
    from tables.storage.act import Act

log = logging.getLogger(__name__)

_ANY: Final = 0
"""Table number for all presses on dailies, because the first choice makes a new table."""

CLOSED = N_("The day of that daily is over, so it does not count any more.")


def offer_daily(scene: Scene) -> Items:
    """Return the button to the daily, for a person who has just played alone."""
    if not scene.table.goes_on_alone:
        return []
    return [PageButton.of(DAILY, label=scene.language("See the daily"))]


def find_winners(_: Language, lines: Sequence[Line]) -> list[Winner]:
    """Return the first three places of a board, among people with at least `STEADY` dailies.

    If there are fewer than three such people, nobody wins.
    """
    steady = [each for each in lines if each.days >= STEADY and each.accuracy is not None]
    sums = [each.accuracy for each in steady]
    winners = [Winner(_("The daily"), 1 + sums.index(each.accuracy), each.name) for each in steady]
    return [each for each in winners if each.place <= len(MEDALS) <= len(steady)]


def greet(_: Language) -> tuple[str, Component]:
    words = _("The **Daily** is one short game a day.")
    return words, PageButton.of(DAILY, label=_("Daily"))


def _require_own_page(responder: Responder) -> None:
    """Raise UnknownGame unless a click came from a private page."""
    if not responder.on_private:
        raise UnknownGame


class DailyCog(FeatureCog):
    """The commands and pages of dailies, and the handler of the clicks on their boards."""

    offers: ClassVar = {Spot.FIRST: offer_daily}
    greetings = (greet,)
    goes_on = ("go",)
    link = "`/daily`"

    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._tables = client.services.tables
        self._publisher = client.services.publisher
        self._dailies = Dailies(self._tables)
        self._standings = Standings(self._services.records.shared)
        self._services.private = self

    async def switch_on(self) -> None:
        """Register the pages, and add dailies to statistics, monthly winners and history."""
        self._services.stat_rows.append(self._tell_days)
        self._services.winners.append(self._find_winners)
        own = OwnTables(
            DAILY, N_("Your dailies"), N_("🌅 **Daily**"), self._standings.list_finished
        )
        self._services.own_tables.append(own)
        await super().switch_on()

    async def _tell_days(
        self, _: Language, _guild_id: int | None, person_id: int
    ) -> Sequence[StatRow]:
        words = pages.tell_days(_, await self._standings.days(person_id))
        return [StatRow("🌅", _("Daily"), words)] if words else []

    async def _find_winners(self, _: Language, guild_id: int, season: str) -> list[Winner]:
        board = await self._standings.board(guild_id, Period.SEASON, f"{season}-01")
        return find_winners(_, board)

    def _list_pages(self) -> Mapping[str, Show]:
        return {DAILY: self._show_page}

    def _list_chores(self) -> Sequence[Chore]:
        return [
            Chore("grading forgotten dailies", self._grade_forgotten, once=True, ends=True),
            Chore("closing days", self._close_days, once=True, ends=True),
            Chore("reminding of the daily", self._remind, once=True),
        ]

    async def _close_days(self) -> None:
        await self._dailies.close_days()
        await self._standings.close_days()

    @app_commands.command(description="One short game a day, ranked by how well you choose")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def daily(self, interaction: Interaction) -> None:
        """Show today's daily, or yesterday's while it can still be finished."""
        async with responding(interaction) as responder:
            await self._open(responder)

    async def _show_page(self, responder: Responder, args: Texts, _values: Texts) -> None:
        person_id = responder.interaction.user.id
        match args:
            case ():
                await self._open(responder)
            case ("begin", day) if self._is_past(day):
                await self._look(responder, number_preview(day))
            case ("go", table_id):
                permissions = self._services.permissions
                table = await permissions.find_table(responder.interaction, read_number(table_id))
                await self.play(responder, table)
            case ("board", period, day) if period in BEST and self._is_past(day):
                await self._show_board(responder, Period(period), day)
            case ("more",):
                await self.show_more(responder)
            case ("streak",):
                today = day_of(self._tables.now())
                standing = await self._standings.standing(person_id, today)
                page = pages.render_streak(responder.language, standing, today)
                await self._publisher.show_own(responder, page)
            case ("remind",):
                await self._standings.turn_reminder(person_id, responder.language.code)
                await self.show_more(responder)
            case ("share", day):
                await self._share(responder, day)
            case ("here", day) if (home := home_of(responder.interaction)) is not None:
                await self._standings.put_on(person_id, day, home)
                await self.play(responder, (await self._find(person_id, day))[0])
            case _:
                raise UnknownControl

    def _is_past(self, day: str) -> bool:
        """Return whether a text is an ISO day after 1970-01-01 and not after today."""
        try:
            written = date.fromisoformat(day).isoformat()
        except ValueError:
            return False
        return day_of(0.0) < written == day <= day_of(self._tables.now())

    async def _open(self, responder: Responder, notice: str = "") -> None:
        """Show the game while it is being played, otherwise the offer or the end."""
        table = await self.offer(responder)
        if table.status is Status.PLAYING and not is_preview(table.id):
            await self.play(responder, table, notice=notice)
        else:
            await self._show_first(responder, table, notice)

    async def offer(self, responder: Responder) -> Table:
        name = name_daily(day_of(self._tables.now()))
        table = await self._dailies.offer(responder.person, name)
        if self.off and is_preview(table.id):
            raise SwitchedOff
        return table

    async def find_unstored(self, responder: Responder, table_id: int) -> Table | None:
        """Return today's preview; None for any other table. Raises WrongPhase for an older one."""
        if not is_preview(table_id):
            return None
        table = await self.offer(responder)
        if table.id != table_id:
            raise WrongPhase(NEW_DAY)
        return table

    async def show_more(self, responder: Responder) -> None:
        """Show the page behind ⋯.

        Back leads to a board that has not begun only from there, and otherwise to the offer, whose
        only own control is ⋯.
        """
        click, table = responder.interaction, await self.offer(responder)
        standing = await self._standings.standing(click.user.id, pages.day_of_daily(table))
        renderer = self._services.renderers[table.game.info.key]
        _ = responder.language
        added = self._services.offers.at(Spot.PRIVATE, Scene(renderer, table, 0, language=_))
        own = [each for each in list_custom_ids(click.extras[COMPONENTS]) if PRIVATE in each]
        await self._publisher.show_own(
            responder,
            pages.render_more(_, table, standing, home_of(click), added, at_board=len(own) > 1),
        )

    async def make_move(
        self, interaction: Interaction, table_id: int, seq: int, move: str, focus: str = ""
    ) -> None:
        async with responding(interaction) as responder:
            _require_own_page(responder)
            hasty = self._services.presses.is_hasty(interaction, _ANY)
            choice = Choose(responder.person, seq, move, hasty)
            if is_preview(table_id):
                await self._begin(responder, table_id, choice, focus)
            else:
                await self._do(responder, table_id, choice, focus)

    async def show_focus(
        self,
        interaction: Interaction,
        table_id: int,
        seq: int,  # noqa: ARG002 - an old page shows the present board
        focus: str,
    ) -> None:
        async with responding(interaction) as responder:
            _require_own_page(responder)
            self._services.presses.note(interaction, _ANY)
            if is_preview(table_id):
                await self._look(responder, table_id, focus)
            else:
                await self.play(responder, await self._read(responder, table_id), focus)

    async def change_table(
        self, interaction: Interaction, table_id: int, action: str, arg: int | None
    ) -> None:
        async with responding(interaction) as responder:
            _require_own_page(responder)
            if action == ControlKind.MORE:
                await self.show_more(responder)
            elif action == ControlKind.UNDO and arg is not None:
                await self._do(responder, table_id, Undo(responder.person, arg))
            else:
                raise UnknownControl

    async def show_page(
        self, interaction: Interaction, pages: str, args: Texts, values: Texts
    ) -> None:
        await self._client.clicks.show_page(interaction, pages, args, values)

    async def _do(self, responder: Responder, table_id: int, act: Act, focus: str = "") -> None:
        """Do an act at a begun daily, and show the newest state, even if the act came too late."""
        table = await self._read(responder, table_id)
        try:
            table = await self._tables.do(table.id, act, click=responder.interaction.id)
            self._services.presses.note(responder.interaction, _ANY)
        except DoubleTap:
            await responder.ensure_acknowledged()
            return
        except (StaleClick, SeatBack, WrongPhase, TableClosed):
            table, focus = await self._tables.lookup.get(table_id), ""
        await self.play(responder, table, focus)

    async def _read(self, responder: Responder, table_id: int) -> Table:
        """Return a person's own daily; raises UnknownGame for any other table."""
        try:
            table = await self._services.permissions.find_table(responder.interaction, table_id)
        except NoSuchTable:
            raise UnknownGame from None
        if table.private is None:
            raise UnknownGame
        return table

    async def _look(self, responder: Responder, number: int, focus: str = "") -> None:
        """Show the board of a daily that has not begun; write nothing."""
        table = await self.offer(responder)
        if table.id == number:
            await self.play(responder, table, focus)
        else:
            _ = responder.language
            await self._open(responder, _(NEW_DAY) if is_preview(table.id) else "")

    async def _begin(self, responder: Responder, number: int, choice: Choose, focus: str) -> None:
        """Make the first choice, which begins the daily."""
        if self.off:
            raise SwitchedOff
        click, today = responder.interaction, day_of(self._tables.now())
        if number != number_preview(today):
            _ = responder.language
            await self._open(responder, _(NEW_DAY))
            return
        try:
            table = await self._dailies.begin(
                person_of(click),
                click.id,
                name_daily(today),
                home_of(click) or 0,
                seq=choice.seq,
                text=choice.text,
                hasty=choice.hasty,
                click=click.id,
            )
        except DoubleTap:
            await responder.ensure_acknowledged()
        except (StaleClick, WrongPhase) as error:
            await self._open(responder, sentence(error, responder.language))
        else:
            self._services.presses.note(click, _ANY)
            await self.play(responder, table, focus)

    async def play(
        self, responder: Responder, table: Table, focus: str = "", notice: str = ""
    ) -> None:
        """Show the person's next choice, or the end. `notice` is a sentence above the board."""
        if table.private is None:
            raise UnknownControl
        if table.status is Status.FINISHED:
            await self._show_first(responder, table)
        elif is_closed(table.private, self._tables.now()):
            _ = responder.language
            await self._open(responder, _(CLOSED))
        elif table.status is not Status.PLAYING:
            await self._open(responder)
        else:
            renderer, emojis = self._services.renderers[table.game.info.key], self._services.emojis
            context = render_context(table, emojis, focus=focus, language=responder.language)
            page = render_game(renderer, table, context, self._tables.now())
            above = [text(notice)] if notice else []
            items = [*above, *map(pages.claim, page.items)]
            await self._publisher.show_own(responder, replace(page, items=items))

    async def _show_first(self, responder: Responder, table: Table, notice: str = "") -> None:
        """Show the offer or the end.

        An end without a grade is shown at once, and again as soon as the grade is computed.
        """
        click, day = responder.interaction, pages.day_of_daily(table)
        standing = await self._standings.standing(click.user.id, day, home_of(click) or 0)
        renderer, emojis = self._services.renderers[table.game.info.key], self._services.emojis
        place = responder.language, renderer, emojis, table, home_of(click)
        await self._publisher.show_own(responder, pages.render_first(*place, standing, notice))
        if table.status is Status.FINISHED and standing.grade is None:
            await self._grade(table.id)
            standing = await self._standings.standing(click.user.id, day)
            await self._publisher.show_own(responder, pages.render_first(*place, standing))

    async def _show_board(self, responder: Responder, period: Period, day: str) -> None:
        click = responder.interaction
        lines = await self._standings.board(home_of(click) or 0, period, day)
        closed = is_closed(days_of(period, day)[1], self._tables.now())
        _ = responder.language
        page = pages.render_board(_, period, day, lines, click.user.id, closed=closed)
        await self._publisher.show_own(responder, page)

    async def _share(self, responder: Responder, day: str) -> None:
        """Post the squares in the channel; the sharing is stored first, so it happens only once."""
        click = responder.interaction
        require_public(click)
        table, standing = await self._find(click.user.id, day)
        first = standing.grade is not None and await self._standings.share(click.user.id, day)
        await self._show_first(responder, table)
        if first:
            _ = await self._services.find_language(click)
            post = pages.render_share(_, table, click.user.display_name, standing)
            await responder.send(post, private=False)

    async def _find(self, person_id: int, day: str) -> tuple[Table, Standing]:
        """Return the table and standing of a daily; raises UnknownControl if there is none."""
        standing = await self._standings.standing(person_id, day)
        if standing.daily is None:
            raise UnknownControl
        return await self._tables.lookup.get(standing.daily.table_id), standing

    async def _grade(self, table_id: int) -> None:
        """Review a finished daily and store its grade."""
        if (found := await self._find_grade(table_id)) is not None:
            await self._standings.grade(table_id, found)

    async def _find_grade(self, table_id: int) -> Grade | None:
        """Return the grade of a finished daily; None until it is known."""
        table, review = await self._tables.reviews.find(table_id, None, waiting=True)
        moves = [(move.seat, move.text) for move in table.log]
        return None if review is None else grade(review.seats[0], moves)

    async def find_accuracy(self, table_id: int) -> float | None:
        """Return the accuracy by which a finished daily is ranked."""
        found = await self._find_grade(table_id)
        return None if found is None else found.accuracy

    async def _grade_forgotten(self) -> None:
        """Grade finished dailies whose process ended before it could grade them."""
        for table_id in await self._standings.ungraded():
            await self._grade(table_id)

    async def _remind(self) -> None:
        for person_id, in_vain, language in await self._standings.claim_due():
            try:
                _ = await self._services.languages.when_loaded(language)
                content = pages.render_reminder(_, in_vain)
                nonce = nonce_of("daily", person_id, in_vain)
                await send_direct(self._services.messages, person_id, content, nonce)
            except discord.Forbidden as error:
                log.info("a reminder of the daily was refused: %s", error)
                await self._standings.end_reminders(person_id)
            except FAILURES as error:
                if is_untaken(error):
                    await self._standings.put_off_reminder(person_id)
                log.warning("a reminder of the daily could not be sent: %s", error)


COG = DailyCog
