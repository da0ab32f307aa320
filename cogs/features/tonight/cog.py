"""Another game beside Rematch, and from the third game in a row the card of the evening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.app.feature_cog import FeatureCog
from cogs.app.games import open_next
from cogs.display.components import ActionButton, PageButton, read_number
from cogs.display.pages.more import Spot
from cogs.features.tonight.evening import Evenings
from cogs.features.tonight.pages import PAGES, render_choice, render_evening
from cogs.interactions.failures import UnknownControl
from cogs.interactions.interaction import require_sharer
from engine.core import N_
from tables.model.errors import NotSeated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.app.client import DucksClient
    from cogs.app.services import Action, Show
    from cogs.display.components import Texts
    from cogs.display.pages.more import Tell
    from cogs.interactions.parts import Items
    from cogs.interactions.responder import Responder
    from tables.model.table import Table

FEWEST = 3
"""Number of games in a row from which an evening has a card."""


class TonightCog(FeatureCog):
    switch = N_("Another game, and a card of the evening")

    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._evenings = Evenings(self._services.records.shared)

    def _list_tells(self) -> Mapping[str, Tell]:
        return {Spot.NEXT: self.offer_next}

    def _list_actions(self) -> Mapping[str, Action]:
        return {"another": self.show_choice}

    def _list_pages(self) -> Mapping[str, Show]:
        return {PAGES: self.show_page}

    async def offer_next(self, table: Table) -> Items:
        """Return the buttons to another game and, after enough games, to the card."""
        if table.private is not None or len(table.people) < 2:
            return []
        if table.guild_id is not None and not await self.is_on(table.guild_id):
            return []
        _ = self._services.languages.of(table.language)
        buttons = [ActionButton.of(table.id, "another", _("Another game"))]
        if table.rematch_of is not None and len(await self._list_games(table)) >= FEWEST:
            buttons.append(PageButton.of(PAGES, "show", table.id, label=_("Tonight")))
        return buttons

    async def _list_games(self, table: Table) -> list[int]:
        """Return the games that these people have played in a row, up to this one."""
        series = await self._services.tables.endings.series(table)
        return [*reversed(series.together if series else ()), table.id]

    async def show_choice(self, responder: Responder, table_id: int, *, number: int | None) -> None:
        """Show which other games fit; raise NotSeated for somebody who has not played."""
        if number is not None:
            raise UnknownControl
        table = await self._services.permissions.find_table(responder.interaction, table_id)
        await self._services.publisher.recognise(table, responder)
        if table.seat_of(responder.person.id) is None:
            raise NotSeated(
                "Only those who played can ask for a rematch; you can open a table of your own."
            )
        page = render_choice(responder.language, table, self._services.offered)
        await responder.send_page(page)

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Open another game, or show or share the card of an evening."""
        match args, values:
            case ("open", table_id, key), () if key in self._services.renderers:
                number = read_number(table_id)
                await self._services.permissions.find_table(responder.interaction, number)
                await open_next(self._services, responder, number, key)
            case ("show" | "share" as how, table_id), ():
                await self._show(responder, read_number(table_id), shared=how == "share")
            case _:
                raise UnknownControl

    async def _show(self, responder: Responder, table_id: int, *, shared: bool) -> None:
        click, services, _ = responder.interaction, self._services, responder.language
        table = await services.permissions.find_table(click, table_id)
        if shared:
            require_sharer(click, table)
            _ = await services.find_language(click)
        games = await self._evenings.read(await self._list_games(table), table.server_id)
        page = render_evening(
            _, table_id, games, services.renderers, services.emojis, shared=shared
        )
        await responder.send_page(page, shared=shared)


COG = TonightCog
