"""What Discord hands over with each click and each command."""

from __future__ import annotations

from typing import Any

import discord

from cogs.core.errors import Declined
from cogs.core.names import clean_name
from tables.model import Person

Interaction = discord.Interaction[Any]


def person_of(interaction: Interaction) -> Person:
    """Return who clicked or typed."""
    return Person(interaction.user.id, clean_name(interaction.user.display_name))


def require_known(user: discord.abc.User | discord.Object | None) -> None:
    """Raise Declined for a user that Discord has not described: there is nobody of that id."""
    if isinstance(user, discord.Object):
        raise Declined("I do not know this person.")
