"""The review of a finished game, by a button on its final board and in its replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from cogs.app.services import Pages
from cogs.commands.records.review_page import ReviewPage, render_pending
from cogs.display.controls.paging import REVIEW, read_number
from cogs.interactions.errors import UnknownControl
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
        services.pages.append(Pages(REVIEW, self.show_page))

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Open a review; show another seat, a page of all decisions, or one on the board."""
        match args, values:
            case ("open", table_id, way), ():
                shown = await self._open(responder, table_id, way)
            case (("who", table_id, way), (seat,)) | (("seat", table_id, seat, way), ()):
                shown = await self._open(responder, table_id, way, seat)
            case (_, "all", table_id, seat, way, page), ():
                shown = await self._open(responder, table_id, way, seat, page=page)
            case (_, "worst", table_id, seat, way, number), ():
                shown = await self._open(responder, table_id, way, seat, worst=number)
            case _:
                raise UnknownControl
        await responder.send_page(shown)

    async def _open(
        self,
        responder: Responder,
        table_id: str,
        way: str,
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
        shown = read_number(seat) if seat else _find_own(table, click.user.id)
        if shown not in range(len(table.seats)):
            raise UnknownControl
        renderer = services.renderers[table.game.info.key]
        try:
            found = await services.tables.reviews.get(*place)
            graded = await services.tables.reviews.grade(table.id) if table.daily else None
        except ReviewPending:
            return render_pending(
                renderer, table, way, *_name_page(table.id, shown, way, page, worst)
            )
        if found is None:
            raise UnknownControl
        person = click.user.id
        pages = ReviewPage(renderer, replay, found, shown, services.emojis, person, way, graded)
        if page:
            return pages.render_decisions(read_number(page))
        return pages.render_decision(read_number(worst)) if worst else pages.render_summary()


def _name_page(table_id: int, seat: Seat, way: str, page: str, worst: str) -> tuple[str | int, ...]:
    """Return what the button to a page holds: of all decisions, one of the worst, the summary."""
    if page:
        return "to", "all", table_id, seat, way, read_number(page)
    if worst:
        return "to", "worst", table_id, seat, way, read_number(worst)
    return "seat", table_id, seat, way


def _find_own(table: Table, person_id: int) -> Seat:
    """Return the seat of a person, or the first of those who won."""
    seat = table.seat_of(person_id)
    if seat is not None:
        return seat
    return table.outcome.winners[0] if table.outcome else 0


async def setup(client: DucksClient) -> None:
    """Add the cog; discord.py calls this when it loads the extension."""
    await client.add_cog(ReviewCog(client.services))
