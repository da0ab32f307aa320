"""Reminders of the daily: by direct message, at the minute of the day that somebody has chosen."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from cogs.interactions.content import MessageContent
from cogs.interactions.parts import text
from cogs.publishing.delivery import FAILURES
from cogs.publishing.direct import send_direct
from records.daily.service import IN_VAIN

if TYPE_CHECKING:
    from records.daily.service import Dailies

log = logging.getLogger(__name__)


async def send_reminders(client: discord.Client, dailies: Dailies) -> None:
    """Remind those who are due: each is claimed first, so that there is one a day at most."""
    for person_id in await dailies.find_due():
        in_vain = await dailies.begin_reminder(person_id)
        if in_vain is not None:
            await _send(client, dailies, person_id, in_vain)


async def _send(client: discord.Client, dailies: Dailies, person_id: int, in_vain: int) -> None:
    try:
        await send_direct(client, person_id, render_reminder(in_vain))
    except discord.Forbidden as error:
        log.info("a reminder of the daily was refused: %s", error)
        await dailies.end_reminders(person_id)
    except FAILURES as error:
        log.warning("a reminder of the daily could not be sent: %s", error)


def render_reminder(in_vain: int) -> MessageContent:
    """Return the message; the last of those that may lead to nothing says so."""
    last = " This is the last reminder, unless you play." if in_vain >= IN_VAIN else ""
    words = (
        "📅 Your daily waits: type `/daily` on the server on whose board it is to count.\n"
        f"-# You asked for this there, and can end it there.{last}"
    )
    return MessageContent([text(words)])
