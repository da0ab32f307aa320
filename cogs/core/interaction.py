"""What Discord hands over with each click and each command."""

from __future__ import annotations

from typing import Any

import discord

from tables.model import Person

Interaction = discord.Interaction[Any]


def person_of(interaction: Interaction) -> Person:
    """Return who clicked or typed."""
    return Person(interaction.user.id, interaction.user.display_name)
