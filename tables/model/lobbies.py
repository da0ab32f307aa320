"""Facts about a table before its game: free seats, other options, the age of a button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

CLOCK: Final = "clock"

ODDS: Final = "odds"

OPTION: Final = "option."
"""Words of `Table.resettled` for settings; an option's key follows `OPTION`."""

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Choice, Option
    from tables.model.table import Table


def count_missing(table: Table) -> int:
    """Return how many more players the game needs to begin."""
    return max(0, table.game.seat_range(table.options)[0] - len(table.seats))


def count_free(table: Table) -> int:
    """Return how many seats are free for ducks; `Table.room` has those for people."""
    return max(0, table.game.seat_range(table.options)[-1] - len(table.seats))


def count_to_add(table: Table) -> int:
    """Return how many ducks one press adds: all missing players, or else one if a seat is free."""
    return count_missing(table) or min(1, count_free(table))


def tell_moment(table: Table) -> int:
    """Return the time of the last change by a person, in milliseconds; buttons carry it.

    The revision would not do: it also grows when only the message is noted.
    """
    return round(table.changed_at * 1000)


def list_other_choices(table: Table) -> Iterator[tuple[int, int, Option, Choice]]:
    """Yield each choice that is not the current one, behind the numbers of option and choice."""
    for number, option in enumerate(table.game.info.options):
        for other, choice in enumerate(option.choices):
            if choice.value != table.options[option.key]:
                yield number, other, option, choice


def find_option_for_fewer(table: Table) -> Option | None:
    """Return an option with which these players could begin; None if nobody is missing."""
    if count_missing(table):
        for _, _, option, choice in list_other_choices(table):
            options = {**table.options, option.key: choice.value}
            if len(table.seats) in table.game.seat_range(options):
                return option
    return None
