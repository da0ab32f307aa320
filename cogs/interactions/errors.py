"""Exceptions as one sentence for the player."""

from __future__ import annotations

import discord

from cogs.interactions.names import plain_name
from engine.core import IllegalMove, RuleError
from tables.model.errors import UNSURE, TableError, Unsure, is_away

UNEXPECTED = "Something went wrong on my side. Nothing is lost: please try again in a moment."

COUNTS = "What you did counts. I cannot show it just now: it is shown in a moment."
"""Answer if something was committed, but could not be shown."""

QUOTED = 900
"""Most characters of a refusal: it may quote anything, and a message has 2,000 characters."""


class Declined(Exception):
    """A request that is not possible here, or not for this person. The text is markdown."""


class UnknownControl(Declined):
    """A click on a control that no message of this bot has."""

    def __init__(self) -> None:
        super().__init__("Nobody knows any more what this was for.")


class UnknownGame(Declined):
    """A click on a message of a table that this database lacks, or hides from this person."""

    def __init__(self) -> None:
        super().__init__("I do not know this game any more: my database does not have it.")


class SwitchedOff(Declined):
    """A click or a command for a switched-off feature."""

    def __init__(self) -> None:
        super().__init__("That is switched off here.")


def is_refusal(error: BaseException) -> bool:
    """Return whether an error is a normal refusal in play, not a fault."""
    return isinstance(error, RuleError | TableError | Declined | Unsure)


def sentence(error: BaseException) -> str:
    """Return the sentence for the person who clicked.

    Sentences of tables and rules are not markdown, but contain names of people.
    """
    if isinstance(error, IllegalMove):
        return f"The rules do not allow that now. {plain_name(str(error)[:QUOTED])}"
    if isinstance(error, Declined):
        return str(error)
    if is_refusal(error):
        return plain_name(str(error)[:QUOTED])
    if isinstance(error, discord.Forbidden):
        return "I am not allowed to post in this channel any more. Please tell an admin."
    return UNSURE if is_away(error) else UNEXPECTED
