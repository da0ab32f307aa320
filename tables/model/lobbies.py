"""What follows from a table before its game: what one press adds, and how old a press is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

CLOCK: Final = "clock"

ODDS: Final = "odds"

OPTION: Final = "option."
"""What can be settled: the words of `Table.resettled`; of an option with its key behind."""

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Choice, Option
    from tables.model.table import Table


def count_missing(table: Table) -> int:
    """Return how many players a lobby lacks before its game can begin."""
    return max(0, table.game.seat_range(table.options)[0] - len(table.seats))


def count_free(table: Table) -> int:
    """Return how many seats are free, for ducks at least."""
    return max(0, table.game.seat_range(table.options)[-1] - len(table.seats))


def count_to_add(table: Table) -> int:
    """Return how many ducks one press adds: all that are missing, else one where a seat is free."""
    return count_missing(table) or min(1, count_free(table))


def tell_moment(table: Table) -> int:
    """Return when somebody last changed a table, in milliseconds: so old is what a button shows.

    The revision does not tell that: it also grows where only the message is noted.
    """
    return round(table.changed_at * 1000)


def list_other_choices(table: Table) -> Iterator[tuple[int, int, Option, Choice]]:
    """Yield what the game's options could be instead, with the numbers of option and choice."""
    for number, option in enumerate(table.game.info.options):
        for other, choice in enumerate(option.choices):
            if choice.value != table.options[option.key]:
                yield number, other, option, choice


def find_option_for_fewer(table: Table) -> Option | None:
    """Return the option by which those who sit there would be enough; None: they are, or none."""
    if count_missing(table):
        for _, _, option, choice in list_other_choices(table):
            options = {**table.options, option.key: choice.value}
            if len(table.seats) in table.game.seat_range(options):
                return option
    return None
