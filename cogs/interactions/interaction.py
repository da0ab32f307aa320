"""What Discord hands over with each click and each command, and how many are heard."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import discord

from cogs.interactions.errors import Declined
from cogs.interactions.names import clean_name
from tables.model.table import Person

Interaction = discord.Interaction[Any]


def person_of(interaction: Interaction) -> Person:
    """Return who clicked or typed."""
    return Person(interaction.user.id, clean_name(interaction.user.display_name))


def is_guest(interaction: Interaction) -> bool:
    """Return whether the bot is no member of this place: a person has brought it by user install.

    Then it can answer what people click and type, for 15 minutes each, and do nothing by itself.
    """
    if interaction.guild_id is None:
        return bool(interaction.context.private_channel)
    return not interaction.is_guild_integration()


def home_of(interaction: Interaction) -> int | None:
    """Return the server, where the bot is a member of it; None in messages of any kind."""
    return None if is_guest(interaction) else interaction.guild_id


def guest_of(interaction: Interaction) -> int | None:
    """Return where the bot is a guest, as `Table.guest` says it; None where it is a member."""
    return interaction.guild_id or 0 if is_guest(interaction) else None


def is_kept_private(interaction: Interaction) -> bool:
    """Return whether only this person would see an answer: so some servers want it of guests."""
    in_server = interaction.guild_id is not None
    return in_server and is_guest(interaction) and not interaction.permissions.use_external_apps


def require_known(user: discord.abc.User | discord.Object | None) -> None:
    """Raise Declined for a user that Discord has not described: there is nobody of that id."""
    if isinstance(user, discord.Object):
        raise Declined("I do not know this person.")


class ClickRate:
    """Counts the clicks of each person in the present second: one too many does no work.

    Args:
        most: how many clicks of one person are heard in a second.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._second = 0
        self._clicks: Counter[int] = Counter()

    def count(self, person_id: int) -> None:
        """Count a click; raises Declined for one that is too many."""
        second = int(time.monotonic())
        if second != self._second:
            self._second = second
            self._clicks.clear()
        self._clicks[person_id] += 1
        if self._clicks[person_id] > self._most:
            raise Declined("You click faster than I can follow: this click has done nothing.")
