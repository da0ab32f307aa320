"""`/turns`: all tables that wait for one person, and how that person is reminded of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.app.feature_cog import FeatureCog
from cogs.app.services import Chore
from cogs.display.controls.components import PageButton, Texts
from cogs.display.controls.paging import select
from cogs.display.words.table_text import link_first, list_lobbies, list_turns, sort_turns
from cogs.interactions.content import MessageContent
from cogs.interactions.errors import UnknownControl
from cogs.interactions.parts import rows, text
from cogs.interactions.responder import responding
from tables.clocks.reminders import Choice, Way
from tables.model.lobbies import count_missing
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.app.services import Show
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.responder import Responder
    from tables.model.table import Table

PAGES = "turns"

WAYS = {
    Way.CHANNEL: "🔔 Call me in the channel once more",
    Way.DIRECT: "✉️ Send me a direct message, at most one an hour",
    Way.NONE: "🔕 Do not remind me",
}
"""What a person reads of each way to be reminded."""

REFUSED = (
    "⚠️ Discord did not let me send you a direct message, so I call you in the channel again. "
    "Your privacy settings for the server decide about it."
)


class TurnsCog(FeatureCog):
    """The list of a person's turns."""

    def _list_pages(self) -> Mapping[str, Show]:
        return {PAGES: self.show_page}

    def _list_chores(self) -> Sequence[Chore]:
        return [Chore("reminding", self._remind)]

    async def _remind(self) -> None:
        self._services.publisher.remind(await self._services.tables.reminders.find_due())

    @app_commands.command(description="All tables that wait for you, on every server")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def turns(self, interaction: Interaction) -> None:
        """Show the list to the person alone."""
        async with responding(interaction) as responder:
            await self._show(responder)

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show the list as it is now, after a choice how to be reminded if there was one."""
        match args, values:
            case (), _:
                pass
            case ("remind",), (way,) if way in tuple(Way):
                person_id = responder.interaction.user.id
                await self._services.tables.reminders.choose(person_id, Way(way))
            case _:
                raise UnknownControl
        await self._show(responder)

    async def _show(self, responder: Responder) -> None:
        person_id = responder.interaction.user.id
        tables, reminders = self._services.tables, self._services.tables.reminders
        live = await self._services.publisher.restore(await tables.lookup.live_of(person_id))
        choice = await reminders.choice_of(person_id)
        await responder.send_page(render_turns(live, person_id, choice))
        if choice.refused:
            await reminders.note_told(person_id)


def render_turns(tables: Sequence[Table], person_id: int, choice: Choice) -> MessageContent:
    """Return the list of tables that wait for a person, and how the person is reminded.

    `tables`: those at which the person sits. A lobby waits for its opener, if nobody is missing.
    """
    order = sort_turns([t for t in tables if t.seat_of(person_id) in t.waiting_on], person_id)
    lobbies = [table for table in tables if _waits_for_start(table, person_id)]
    parts = [f"## Your turns\n{list_turns(order, person_id)}"] if order else []
    parts += (
        [f"### Lobbies that wait for your Start\n{list_lobbies(lobbies, person_id)}"]
        if lobbies
        else []
    )
    about = "-# Where a turn has an hour or more, and half of it is over:"
    return MessageContent(
        [
            *map(text, parts or ["No table waits for you."]),
            *rows([*link_first([*order, *lobbies]), PageButton.of(PAGES, label="Look again")]),
            *([text(REFUSED)] if choice.refused else []),
            text(about),
            *rows([select("Remind me", WAYS.items(), choice.way, PAGES, "remind")]),
        ]
    )


def _waits_for_start(table: Table, person_id: int) -> bool:
    """Return whether a person can begin a game now."""
    waits = table.status is Status.LOBBY and table.opener.id == person_id and table.daily is None
    return waits and not count_missing(table)


COG = TurnsCog
