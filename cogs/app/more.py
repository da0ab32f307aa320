"""What the page behind ⋯ shows, and what it leads to; nothing is changed here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.app.services import Pages
from cogs.display.controls.components import Texts, WordsForm
from cogs.display.controls.paging import read_number
from cogs.display.pages.fair_dice import render_fair_dice
from cogs.display.pages.hints import render_hint
from cogs.display.pages.how_to_play import PAGES as HOW_TO_PLAY
from cogs.display.pages.how_to_play import render_how_to_play
from cogs.display.pages.more import render_leaving, render_odds
from cogs.interactions.errors import UnknownControl
from cogs.interactions.interaction import person_of
from cogs.publishing.private import Kind, clicked_kind
from tables.model.daily import is_offer
from tables.model.table import Status

if TYPE_CHECKING:
    from cogs.app.services import Services
    from cogs.interactions.responder import Responder
    from tables.model.advice import Hint
    from tables.model.table import Table


class MorePages:
    """The private pages of a person at a table, besides a hand."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.pages.append(Pages(HOW_TO_PLAY, self.show_how_to_play))
        self._tables = services.tables
        self._publisher = services.publisher

    async def show(self, responder: Responder, table_id: int) -> None:
        """Show the page as it is now."""
        table = await self._read(responder, table_id)
        if table.daily is not None:
            await self._services.daily.show_more(responder)
        else:
            await self._publisher.show_more(responder, table)

    async def refuse(self, table_id: int, responder: Responder, words: str) -> None:
        """Say why something was refused: on the page behind ⋯ that was clicked, or in a line."""
        table = await self._tables.lookup.get(table_id)
        if table.daily is None and clicked_kind(responder) is Kind.MORE:
            await self._publisher.show_more(responder, table, notice=words)
        else:
            await responder.refuse(words)

    async def show_hint(self, responder: Responder, table_id: int) -> None:
        """Show a hint on the page."""
        click = responder.interaction
        hint = await self._tables.hints.give(table_id, person_of(click), click=click.id)
        await self._show_hint(responder, hint)

    async def compare_moves(self, responder: Responder, table_id: int, number: int) -> None:
        """Compare all moves on the page of the hint that was drawn when `number` was."""
        click = responder.interaction
        person = person_of(click)
        hint = await self._tables.hints.give(table_id, person, seen=number, click=click.id)
        await self._show_hint(responder, hint, compared=True)

    async def _show_hint(self, responder: Responder, hint: Hint, *, compared: bool = False) -> None:
        renderer = self._services.renderers[hint.table.game.info.key]
        shown = render_hint(renderer, hint, self._services.emojis, compared=compared)
        await self._publisher.show_private(responder, hint.table, shown)

    async def show_fair_dice(self, responder: Responder, table_id: int) -> None:
        """Show all that can be known of the dice."""
        table = await self._read(responder, table_id)
        following = None
        if table.status is Status.FINISHED and len(table.people) == 1:
            following = await self._tables.endings.next_commitment(table_id)
        seat = table.seat_of(responder.interaction.user.id)
        page = render_fair_dice(table, seat, following)
        await self._publisher.show_private(responder, table, page)

    async def show_odds(self, responder: Responder, table_id: int) -> None:
        """Show the exact odds, and the switch for those on the board."""
        table = await self._read(responder, table_id)
        renderer, emojis = self._services.renderers[table.game.info.key], self._services.emojis
        await self._publisher.show_private(responder, table, render_odds(renderer, table, emojis))

    async def ask_for_words(self, responder: Responder, table_id: int) -> None:
        """Open the form for words that are mixed into the dice."""
        await responder.ask(WordsForm(table_id))

    async def ask_to_leave(self, responder: Responder, table_id: int) -> None:
        """Ask a player whether to leave a game."""
        table = await self._read(responder, table_id)
        await self._publisher.show_private(responder, table, render_leaving(table))

    async def show_how_to_play(self, responder: Responder, args: Texts, _values: Texts) -> None:
        """Show a page: the game's key, the number of the page, and of a table to lead back to."""
        key, number, *tables = args if len(args) in {2, 3} else ("", "")
        renderer, emojis = self._services.renderers.get(key), self._services.emojis
        if renderer is None or number not in map(str, range(1 + len(renderer.rules(emojis)))):
            raise UnknownControl
        table_id = read_number(tables[0]) if tables else 0
        if not tables or is_offer(table_id):
            await responder.send_page(render_how_to_play(renderer, emojis, int(number), table_id))
            return
        permissions = self._services.permissions
        table = await permissions.find_table(responder.interaction, table_id)
        back = table.status is not Status.LOBBY  # there the lobby itself has opened it
        page = render_how_to_play(renderer, emojis, int(number), table.id, back=back)
        await self._publisher.show_private(responder, table, page)

    async def _read(self, responder: Responder, table_id: int) -> Table:
        """Return the table of a click for somebody who may see its moves."""
        table = await self._services.permissions.find_table(responder.interaction, table_id)
        await self._publisher.recognise(table, responder)
        return table
