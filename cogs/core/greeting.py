"""Tells who sits down at a game for the first time how it is played, once and privately."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from cogs.core.how_to_play import render_how_to_play
from cogs.core.responder import SEND_ERRORS, TooLate

if TYPE_CHECKING:
    from cogs.core.responder import Responder
    from cogs.core.services import Services
    from tables.model import Table

log = logging.getLogger(__name__)


async def greet(services: Services, responder: Responder, table: Table) -> None:
    """Send the page to a person who has just sat down at a first table of this game."""
    click = responder.interaction
    seat = table.seat_of(click.user.id)
    if seat is None or table.seats[seat].snowflake != click.id:
        return
    if await services.tables.lookup.has_sat_elsewhere(table, click.user.id):
        return
    page = render_how_to_play(services.renderers[table.game.info.key], services.emojis)
    try:
        await responder.send(page, private=True)
    except (TooLate, *SEND_ERRORS) as error:
        log.info("table %s: nobody was told how to play: %s", table.id, error)
