"""The review of a finished game, by a button on its final board and in its replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from cogs.commands.records.review_page import ReviewPage, render_pending
from cogs.display.controls.paging import REVIEW, read_number
from cogs.interactions.errors import UnknownControl
from cogs.interactions.permissions import require_reader
from tables.model.errors import ReviewPending

if TYPE_CHECKING:
    from cogs.app.client import DucksClient
    from cogs.app.services import Services
    from cogs.display.controls.components import Texts
    from cogs.interactions.content import MessageContent
    from cogs.interactions.responder import Responder
    from engine.core import Seat
    from tables.model.table import Table


class ReviewCog(commands.Cog):
    """The pages of reviews, each private to who asks."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.page_handlers[REVIEW] = self.show_page

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Open a review; show another seat, a page of all decisions, or one on the board."""
        match args, values:
            case ("open", table_id), ():
                await responder.send_page(await self._open(responder, table_id))
            case (("who", table_id), (seat,)) | (("seat", table_id, seat), ()):
                await responder.send_page(await self._open(responder, table_id, seat))
            case (_, "all", table_id, seat, page), ():
                await responder.send_page(await self._open(responder, table_id, seat, page=page))
            case (_, "worst", table_id, seat, number), ():
                await responder.send_page(await self._open(responder, table_id, seat, worst=number))
            case _:
                raise UnknownControl

    async def _open(
        self,
        responder: Responder,
        table_id: str,
        seat: str = "",
        *,
        page: str = "",
        worst: str = "",
    ) -> MessageContent:
        """Return a page of a seat: of all decisions, one of the worst, or the summary."""
        click, services = responder.interaction, self._services
        table = await services.permissions.find_table(click, read_number(table_id))
        place = table.id, table.server_id
        replay = await services.records.history.replay(*place)
        await require_reader(click, table)
        shown = read_number(seat) if seat else _find_own(table, click.user.id)
        if shown not in range(len(table.seats)):
            raise UnknownControl
        renderer = services.renderers[table.game.info.key]
        try:
            found = await services.tables.reviews.get(*place)
        except ReviewPending:
            return render_pending(renderer, table, shown)
        if found is None:
            raise UnknownControl
        pages = ReviewPage(renderer, replay, found, shown, services.emojis)
        if page:
            return pages.render_decisions(read_number(page))
        return pages.render_decision(read_number(worst)) if worst else pages.render_summary()


def _find_own(table: Table, person_id: int) -> Seat:
    """Return the seat of a person, or the first of those who won."""
    seat = table.seat_of(person_id)
    if seat is not None:
        return seat
    return table.outcome.winners[0] if table.outcome else 0


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(ReviewCog(client.services))
