"""`/table`: show, leave, cancel."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.services import Pages
from cogs.display.components import CANCEL, PageButton, Texts, back_button, read_number, select
from cogs.display.pages.more import describe_leaving, render_leaving, tell_loss
from cogs.display.table_text import (
    describe_table,
    fit_lines,
    list_missing,
    table_link,
    table_name,
)
from cogs.interactions.content import MessageContent, say
from cogs.interactions.failures import SEND_ERRORS, Declined, UnknownControl
from cogs.interactions.interaction import Interaction, person_of, require_public
from cogs.interactions.language import cut, plain_name
from cogs.interactions.parts import rows, text
from cogs.interactions.responder import responding
from engine.core import N_
from tables.model.errors import GameMissing, NothingThere
from tables.model.table import Status, Table
from tables.play.seating import Cancel, Leave

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from tables.service import Tables


# Choosing the table for a command: suggestions while typing, and a question if several fit.

PAGES = "tables"

OPTIONS = 25
"""Discord's limit on the options of a select, and on suggestions."""

ROOM = 3500
"""Limit on characters of the list of tables; Discord accepts 4,000 in a message."""

Choices = list[app_commands.Choice[int]]


async def complete_live(interaction: Interaction, typed: str) -> Choices:
    """Suggest the live tables of this channel."""
    tables: Tables = interaction.client.services.tables
    live = await tables.lookup.live_in(interaction.channel_id or 0)
    return _make_choices(interaction, live, typed)


async def complete_table(interaction: Interaction, typed: str) -> Choices:
    """Suggest the live tables of this channel, and its newest table even if that is over."""
    tables: Tables = interaction.client.services.tables
    found = await list_shown(tables, interaction.channel_id or 0)
    return _make_choices(interaction, found, typed)


async def list_shown(tables: Tables, channel_id: int) -> list[Table]:
    """Return the live tables of a channel, and its newest table even if that is over."""
    newest = await tables.lookup.newest_in(channel_id)
    over = [newest] if newest is not None and newest.status.over else []
    return [*await tables.lookup.live_in(channel_id), *over]


def _make_choices(interaction: Interaction, tables: list[Table], typed: str) -> Choices:
    """Return the tables that match the typed text, as many as Discord accepts."""
    _ = interaction.client.services.languages.of(interaction.locale)
    choices = [
        app_commands.Choice(name=cut(describe_table(_, table), 100), value=table.id)
        for table in tables
    ]
    return [choice for choice in choices if str(typed).lower() in choice.name.lower()][:OPTIONS]


def render_choice(
    _: Language, action: str, tables: Sequence[Table], person_id: int, question: str = ""
) -> MessageContent:
    """Ask which table a command is about.

    The person's own tables come first, then the others, up to `OPTIONS` in all.
    """
    order = sorted(tables, key=lambda t: (t.seat_of(person_id) is None, -t.id))[:OPTIONS]
    options = [(str(table.id), describe_table(_, table)) for table in order]
    lines, rest = [question or _("Which table?")], len(tables) - len(order)
    if rest:
        command = f"`/table {action} table:`"
        told = _(
            "-# More tables are open here ({number}): choose one with {command}",
            number=rest,
            command=command,
        )
        lines.append(told)
    menu = select(_(ACTIONS[action]), options, "", PAGES, action)
    return MessageContent([text("\n".join(lines)), *rows([menu])])


def render_list(
    _: Language, tables: Sequence[Table], person_id: int, missing: Sequence[int] = ()
) -> MessageContent:
    """Return the open tables of a channel with links, and a select to show a table again.

    `missing`: open tables whose game is not installed.
    """
    live = [table for table in tables if not table.status.over]
    lines = [
        f"- {_.label(plain_name(describe_table(_, table)), table_link(_, table))}" for table in live
    ]
    lines += [list_missing(_, missing)] if missing else []
    words = fit_lines([_("### Tables in this channel"), *lines], ROOM)
    words = words if lines else _("No table is open in this channel. `/play` opens one.")
    if not tables:
        return say(words)
    return render_choice(_, "show", tables, person_id, words)


log = logging.getLogger(__name__)

ACTIONS = {
    "show": N_("Which table to show"),
    "leave": N_("Which table to leave"),
    CANCEL: N_("Which table to cancel"),
}
"""Actions for which a person picks a table in a select, each with the select's placeholder."""


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class TableCog(commands.GroupCog, group_name="table", group_description="The tables here"):
    """`/table`: commands about tables of any game."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        services.pages.append(Pages(CANCEL, self.show_page))
        services.pages.append(Pages(PAGES, self.take_choice))

    @app_commands.command(description="List the tables in this channel, or show one of them again")
    @app_commands.describe(
        table="Show this table again, at the bottom; all tables are listed if you leave this out"
    )
    @app_commands.autocomplete(table=complete_table)
    async def show(self, interaction: Interaction, table: int | None = None) -> None:
        """List the tables of the channel, or post the live message of the named table again."""
        async with responding(interaction, private=table is None) as responder:
            if table is not None:
                found = await self._services.permissions.find_table(interaction, table)
                await self._show(responder, found)
                return
            found = await list_shown(self._services.tables, interaction.channel_id or 0)
            found = await self._services.publisher.restore(found)
            missing = [each.row.id for each in await self._list_missing(interaction)]
            _, own = responder.language, interaction.user.id
            await responder.send_page(render_list(_, found, own, missing))

    async def _show(self, responder: Responder, table: Table) -> None:
        if table.board_channel != responder.interaction.channel_id:
            # People who read this channel may not be allowed to read the table's channel.
            (table,) = await self._services.publisher.restore([table])
            link = self._services.link(responder.language, table)
            raise Declined("Table #{number} is elsewhere: {link}", number=table.id, link=link)
        require_public(responder.interaction)
        await self._services.publisher.show_again(table, responder)

    @app_commands.command(description="Leave a table; in a game a duck plays on for you")
    @app_commands.describe(table="Which table; yours in this channel if you leave this out")
    @app_commands.autocomplete(table=complete_live)
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Give up a seat in a lobby; in a game, hand the seat to the caretaker."""
        async with responding(interaction) as responder:
            if found := await self._find_own(responder, "leave", table):
                await self._leave(responder, found)

    async def _leave(self, responder: Responder, table: Table) -> None:
        """Leave a lobby at once; ask before leaving a running game, which may then be lost."""
        click = responder.interaction
        seat = table.seat_of(click.user.id)
        if table.status is Status.PLAYING and seat is not None and not table.seats[seat].departed:
            person_id, _ = click.user.id, responder.language
            await self._services.publisher.show_private(
                responder, table, lambda newest: render_leaving(_, newest, person_id)
            )
            return
        person = person_of(click)
        left = await self._services.tables.do(table.id, Leave(person), click=click.id)
        try:
            await responder.send_page(say(describe_leaving(responder.language, left, person.id)))
        finally:  # the board shows who left even if the response came too late
            await self._services.publisher.publish(left.id)

    @app_commands.command(description="Cancel a table: your own, or any if you are allowed to")
    @app_commands.describe(table="Which table; yours in this channel if you leave this out")
    @app_commands.autocomplete(table=complete_live)
    async def cancel(self, interaction: Interaction, table: int | None = None) -> None:
        """End a table before the end of its game."""
        async with responding(interaction) as responder:
            if found := await self._find_own(responder, CANCEL, table):
                await self._ask_to_cancel(responder, found)

    async def _ask_to_cancel(self, responder: Responder, table: Table) -> None:
        """Cancel a lobby at once; ask before cancelling or ending a running game."""
        click = responder.interaction
        (table,) = await self._services.publisher.restore([table])
        lone = _plays_alone(table, click.user.id)
        if table.status is Status.PLAYING and (lone or await self._may_cancel(click)):
            await self._show_question(responder, table)
        elif table.player_of(click.user.id) in table.deciding:
            await self._show_ending(responder, table)
        else:
            await self._cancel(responder, table)

    async def take_choice(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Carry out a command on the table that was chosen."""
        if len(args) != 1 or args[0] not in ACTIONS or len(values) != 1:
            raise UnknownControl
        number = read_number(values[0])
        table = await self._services.permissions.find_table(
            responder.interaction, number, to_cancel=args[0] == CANCEL
        )
        if args[0] == "show":
            await self._show(responder, table)
        elif args[0] == "leave":
            await self._leave(responder, table)
        else:
            await self._ask_to_cancel(responder, table)

    async def show_page(self, responder: Responder, args: Texts, _values: Texts) -> None:
        """Handle the buttons below the questions about cancelling and ending."""
        match args:
            case ("do" | "keep" | "ask" | "agree" as how, number):
                table_id = read_number(number)
            case _:
                raise UnknownControl
        found = await self._services.permissions.find_table(
            responder.interaction, table_id, to_cancel=True
        )
        if how == "keep" and found.status.over:
            await self._services.publisher.show_more(responder, found)
        elif how == "keep":
            _ = responder.language
            words = _("Nothing is cancelled: {link}", link=table_link(_, found))
            page = _lead_back(_, found, words)
            await self._services.publisher.show_private(responder, found, lambda _: page)
        elif how == "do":
            await self._cancel(responder, found)
        elif how == "ask":
            await self._ask_to_end(responder, found)
        else:
            await self._agree(responder, found)

    async def _ask_to_end(self, responder: Responder, table: Table) -> None:
        """Ask a player whether to end a game, or say that this player cannot end it."""
        person_id = responder.interaction.user.id
        if table.player_of(person_id) in table.deciding:
            await self._show_ending(responder, table)
        elif table.status is Status.PLAYING and _plays_alone(table, person_id):
            await self._show_question(responder, table)
        else:
            await self._agree(responder, table)

    async def _show_question(self, responder: Responder, table: Table) -> None:
        """Ask whether to cancel a running game, as long as it runs."""
        person_id, _ = responder.interaction.user.id, responder.language

        def draw(newest: Table) -> MessageContent | None:
            runs = newest.status is Status.PLAYING
            return _render_question(_, newest, person_id) if runs else None

        await self._services.publisher.show_private(responder, table, draw)

    async def _show_ending(self, responder: Responder, table: Table) -> None:
        """Ask whether to end a game together, as long as the person has a say in that."""
        person_id, _ = responder.interaction.user.id, responder.language

        def draw(newest: Table) -> MessageContent | None:
            return (
                render_ending(_, newest) if newest.player_of(person_id) in newest.deciding else None
            )

        await self._services.publisher.show_private(responder, table, draw)

    async def _agree(self, responder: Responder, table: Table) -> None:
        """Note that a person agrees to end a game, which ends once all agree.

        Raises the errors of `Cancel` if the person has no say in this.
        """
        click, _ = responder.interaction, responder.language
        agreed = await self._services.tables.do(table.id, Cancel(person_of(click)), click=click.id)
        seat = agreed.seat_of(click.user.id)

        def draw(newest: Table) -> MessageContent | None:
            words = _("Table #{number} ends when all agree.", number=table.id)
            if newest.status.over:
                words = _("Table #{number} is cancelled.", number=table.id)
            agrees = newest.status.over or (seat is not None and newest.seats[seat].ends)
            return _lead_back(_, newest, words) if agrees else None

        try:
            await self._services.publisher.show_private(responder, agreed, draw)
        finally:
            await self._services.publisher.publish(table.id)

    async def _cancel(self, responder: Responder, table: Table) -> None:
        force = await self._may_cancel(responder.interaction)
        click = responder.interaction
        if not force and table.player_of(click.user.id) in table.deciding:
            await self._show_ending(responder, table)
            return
        over = await self._services.tables.do(
            table.id, Cancel(person_of(click), force=force), click=click.id
        )
        try:
            done = responder.language("Table #{number} is cancelled.", number=table.id)
            await self._services.publisher.show_private(responder, over, lambda _: say(done))
            if table.status is Status.PLAYING and len(table.people) > 1:
                await self._announce_cancel(responder, table)
        finally:  # last, because the announcement reopens an archived thread
            await self._services.publisher.publish(table.id)

    async def _announce_cancel(self, responder: Responder, table: Table) -> None:
        """Say publicly who cancelled a game, if it was cancelled in its own channel."""
        if table.board_channel != responder.interaction.channel_id:
            return
        _ = self._services.languages.of(table.language)
        name = _.plain(responder.interaction.user.display_name)
        told = _("{name} cancels this: {table}", name=name, table=table_name(_, table))
        try:
            await responder.send(say(told), private=False)
        except SEND_ERRORS as error:  # for example, the thread is locked
            log.info("table %s: the channel was not told who cancelled it: %s", table.id, error)

    async def _may_cancel(self, interaction: Interaction) -> bool:
        return await self._services.permissions.may_cancel(interaction)

    async def _find_own(
        self, responder: Responder, action: str, table_id: int | None
    ) -> Table | None:
        """Return the named table, or the channel's only live table at which the person sits.

        People who may cancel any table can also mean a table at which they do not sit. If there
        are several such tables, ask which one and return None; if there is none, raise
        NothingThere.
        """
        click = responder.interaction
        if table_id is not None:
            return await self._services.permissions.find_table(
                click, table_id, to_cancel=action == CANCEL
            )
        live = await self._live_in(click)
        meant = [table for table in live if table.seat_of(click.user.id) is not None]
        if not meant and action == CANCEL and await self._may_cancel(click):
            meant = live
        if not meant:
            for missing in await self._list_missing(click, click.user.id):
                raise missing
            raise NothingThere("You sit at no table in this channel.")
        return await self._pick(responder, action, meant)

    async def _list_missing(
        self, interaction: Interaction, person_id: int | None = None
    ) -> list[GameMissing]:
        """Return the live tables here whose game is not installed, of one person or of all."""
        return await self._services.tables.lookup.list_missing(
            channel_id=interaction.channel_id or 0, person_id=person_id
        )

    async def _live_in(self, interaction: Interaction) -> list[Table]:
        return await self._services.tables.lookup.live_in(interaction.channel_id or 0)

    async def _pick(
        self, responder: Responder, action: str, tables: Sequence[Table]
    ) -> Table | None:
        """Return the only table; if there are several, ask which one and return None."""
        if len(tables) == 1:
            return tables[0]
        page = render_choice(responder.language, action, tables, responder.interaction.user.id)
        await responder.clear_thinking()
        await responder.send(page, private=True)
        return None


def _lead_back(_: Language, table: Table, words: str) -> MessageContent:
    """Return a sentence with a button back to the page behind ⋯."""
    return MessageContent([text(words), *rows([back_button(_, table.id)])])


def _plays_alone(table: Table, person_id: int) -> bool:
    return [each.person_id for each in table.people] == [person_id]


def _render_question(_: Language, table: Table, person_id: int) -> MessageContent:
    """Ask whether to cancel a running game.

    The page names no player, because a person who may cancel the game may have no access to its
    channel.
    """
    label, danger = _("Cancel the game"), discord.ButtonStyle.danger
    buttons = [
        PageButton.of(CANCEL, "do", table.id, label=label, style=danger),
        PageButton.of(CANCEL, "keep", table.id, label=_("Let it go on")),
    ]
    seated = table.seat_of(person_id) is not None
    lines = [
        _("### Cancel this game? {table}", table=table_name(_, table)),
        _("It is being played: {link}.", link=table_link(_, table)),
        tell_loss(_, table) if seated else _("It counts for nobody."),
        _("It cannot be brought back."),
    ]
    return MessageContent([text("\n".join(lines)), *rows(buttons)])


def render_ending(_: Language, table: Table) -> MessageContent:
    """Ask whether a person agrees to end a game together with all others who still play."""
    label, danger = _("End it together"), discord.ButtonStyle.danger
    buttons = [
        PageButton.of(CANCEL, "agree", table.id, label=label, style=danger),
        PageButton.of(CANCEL, "keep", table.id, label=_("Let it go on")),
    ]
    lines = [
        _("### End this game together? {table}", table=table_name(_, table)),
        _("It is being played: {link}.", link=table_link(_, table)),
        _(
            "The game ends once all who still play agree: {agree} of {all} so far. Whoever makes a "
            "move no longer agrees.",
            agree=table.agreeing,
            all=len(table.deciding),
        ),
        _("It counts for nobody."),
        _("It cannot be brought back."),
    ]
    return MessageContent([text("\n".join(lines)), *rows(buttons)])


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(TableCog(client.services))
