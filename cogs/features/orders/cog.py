"""The private page on which a player at a slow table gives a standing order."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cogs.app.feature_cog import FeatureCog
from cogs.display.components import PageButton, PageSelect, Texts, back_button, read_number
from cogs.display.pages.more import Scene, Spot
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.failures import UnknownControl, tell
from cogs.interactions.interaction import person_of
from cogs.interactions.parts import Component, Items, menu, menu_option, row, rows, text
from players.games import find_order, list_orders
from tables.model.errors import NO_SEAT, NoOrder, NotSeated
from tables.model.table import Status
from tables.play.playing import GiveOrder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.app.services import Show
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from engine.core import Seat
    from players.core import StandingOrder
    from tables.model.table import Table

PAGES = "orders"
"""Name of these pages in button ids."""

NONE = "none"
"""Value of the menu option for no order."""


def offer_order(scene: Scene) -> Items:
    """Return the button to a player's standing order, if the table takes orders."""
    table, seat = scene.table, scene.seat
    if seat is None or not table.time_control.slow or table.seats[seat].caretaker:
        return []
    if not list_orders(table.game.info.key):
        return []
    label = f"📋 {scene.language('Standing order')}"
    return [PageButton.of(PAGES, table.id, label=label)]


class OrdersCog(FeatureCog):
    """The pages of standing orders, one for each player at a slow table."""

    offers: ClassVar = {Spot.MORE: offer_order}

    def _list_pages(self) -> Mapping[str, Show]:
        return {PAGES: self.show_page}

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Show a player's page, or give the order that was chosen on it."""
        if len(args) != 1 or len(values) > 1:
            raise UnknownControl
        permissions = self._services.permissions
        table = await permissions.find_table(responder.interaction, read_number(args[0]))
        if values:
            await self._give(responder, table.id, values[0])
            return
        if table.status is not Status.PLAYING or not table.time_control.slow:
            raise NoOrder("You cannot give a standing order at this table now.")
        await self._show(responder, table)

    async def _give(self, responder: Responder, number: int, chosen: str) -> None:
        """Give or withdraw an order; then update the page and the table's message."""
        click, tables = responder.interaction, self._services.tables
        order = "" if chosen == NONE else chosen
        table = await tables.do(number, GiveOrder(person_of(click), order), click=click.id)
        try:
            await self._show(responder, table)
        finally:  # the order may have made moves even if the page cannot be shown
            await self._services.publisher.publish(number)

    async def _show(self, responder: Responder, table: Table) -> None:
        """Show the page of the person who clicked; raises NotSeated for a spectator."""
        seat = table.seat_of(responder.interaction.user.id)
        if seat is None:
            raise NotSeated(NO_SEAT)
        renderer = self._services.renderers[table.game.info.key]
        _ = responder.language
        await self._services.publisher.show_private(
            responder, table, lambda newest: render_order(_, renderer, newest, seat)
        )


def render_order(_: Language, renderer: Renderer, table: Table, seat: Seat) -> MessageContent:
    """Return the page of a seat: its order, and the orders that could replace it."""
    key, given = table.game.info.key, table.seats[seat].standing_order
    order = find_order(key, given)
    if order:
        now = f"**{tell(_.of(key), order.said)}**"
        now += f"\n-# {_.of(key)(order.detail)}" * bool(order.detail)
    else:
        now = _("You have none: you make every move yourself.")
    options = [
        menu_option(_("None"), NONE, _("I make every move myself"), default=not given),
        *(_offer(_.of(key), each, default=each.text == given) for each in list_orders(key)),
    ]
    own, game = _("Your standing order"), _.title(table.game.info)
    at = _("table #{number}", number=table.id)
    return framed(
        renderer.accent,
        text(f"### 📋 {own}\n-# {game} · {at}"),
        text(now),
        row(menu(PageSelect.of(PAGES, table.id), options, own)),
        text(
            _(
                "-# The order moves for you at once, whenever it is your turn, until you change it "
                "or the game ends. If the order does not apply, I call you as usual. The others "
                "see that an order moved, but not which one."
            )
        ),
        *rows([back_button(_, table.id)]),
    )


def _offer(_: Language, order: StandingOrder, *, default: bool) -> Component:
    label = tell(_, order.said).rstrip(".。")
    return menu_option(label, order.text, _(order.detail), default=default)


COG = OrdersCog
