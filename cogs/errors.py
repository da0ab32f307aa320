"""From an exception to one sentence for the player."""

from __future__ import annotations

import discord

from engine.errors import IllegalMove, RuleError
from tables.errors import TableError

UNEXPECTED = "Something went wrong on my side. Nothing is lost: please try again in a moment."


class Declined(Exception):
    """Something that is not done here, or not for this person; the text is a sentence for them."""


def expected(error: BaseException) -> bool:
    """Whether an error is a refusal that is part of play, and no fault to look into."""
    return isinstance(error, RuleError | TableError | Declined)


def sentence(error: BaseException) -> str:
    """What to tell the person who clicked."""
    if isinstance(error, IllegalMove):
        return f"The rules do not allow that now. {error}"
    if expected(error):
        return str(error)
    if isinstance(error, discord.Forbidden):
        return "I am not allowed to post in this channel any more. Please tell an admin."
    return UNEXPECTED
