"""What can be wrong with what a person asks of a table.

    TableError
        NothingThere     there is nothing of what was asked for
            NoSuchTable  there is no table of this number here
        NotSeated        the person has no seat at it
        AlreadySeated    the person has one already
        TableFull        no seat is free
        TooManyTables    the person or the channel has as many tables as may be open at once
        AlreadyContributed
                         the person has added words to the dice already
        TooFewSeats      the game cannot start with so few
        NotOpener        only the person who opened the table may do this
        WrongPhase       the table is not in the lobby, not being played, or not over
        StaleClick       the board was drawn for an earlier state, or another click was faster
        SeatBack         the person has the seat back, but somebody else is to act
        NoHint           there are no hints at this table, or none was found in time
        ReviewPending    a review is still being computed
        NoOrder          this table takes no standing orders, or not this one
        NotYours         only whoever has made a move can take it back
        NotIdle          the seat's owner has not been idle for long enough
        TableClosed      the table can no longer be played; the message says why
    AlreadyHandled       another process has done what this click asks for: it answers, too
    Unsure               the database has gone away meanwhile: nobody knows yet whether it counts

The errors of the engine's rules pass through unchanged. Every message is a sentence for the person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from db.errors import DatabaseUnreachable

if TYPE_CHECKING:
    from collections.abc import Sequence

UNREADABLE: Final = "The log of this game could not be read back."
"""What is said of a log that somebody or a disk has changed while the game is on."""

NO_SEAT: Final = "You have no seat at this table."
"""The answer to a spectator who tries to do what only players may do."""


UNSURE: Final = (
    "My database has gone away just now, and I do not know yet whether that counts. Please look at "
    "the board in a moment."
)


def whose_turn(names: Sequence[str]) -> str:
    """Return a sentence that names the players who are to act."""
    if not names:
        return "It is nobody's turn just now."
    if len(names) == 1:
        return f"It is {names[0]}'s turn."
    return f"It is the turn of {', '.join(names[:-1])} and {names[-1]}."


class TableError(Exception):
    """Anything that a table refuses."""


class NothingThere(TableError):
    """There is nothing of what was asked for: no table in a channel, no such position."""


class NoSuchTable(NothingThere):
    """There is no table of this number, or it belongs to another server."""

    def __init__(self, number: int) -> None:
        super().__init__(f"There is no table #{number} here.")


class NotSeated(TableError):
    """The person has no seat at this table."""


class AlreadySeated(TableError):
    """The person has a seat at this table already."""


class AlreadyContributed(TableError):
    """The person has added words to the dice of this table already."""


class TableFull(TableError):
    """No seat is free."""


class TooManyTables(TableError):
    """The person or the channel has as many tables as may be open at once."""


class TooFewSeats(TableError):
    """The game cannot start with so few players."""


class NotOpener(TableError):
    """Only the person who opened the table may do this."""


class WrongPhase(TableError):
    """The table is in another phase of its life than this needs."""


class StaleClick(TableError):
    """The board was drawn for an earlier state, or another click was faster."""


class SeatBack(TableError):
    """The click took the seat back from the caretaker, but somebody else is to act."""


class NoHint(TableError):
    """There are no hints at this table, or none was found in time."""


class ReviewPending(TableError):
    """A review is still being computed; it is there when one looks again."""


class NoOrder(TableError):
    """This table takes no standing orders, or not this one."""


class NotYours(TableError):
    """Only whoever has made a move can take it back."""


class NotIdle(TableError):
    """The seat's owner has not been idle for long enough."""


class TableClosed(TableError):
    """The table can no longer be played."""


class AlreadyHandled(Exception):
    """Another process, or this one before, has done what the click asks for: nobody is told."""


class Unsure(Exception):
    """The database has gone away meanwhile: nobody knows yet whether it counts."""


def is_away(error: BaseException) -> bool:
    """Return whether the database cannot be reached: another process may yet do what was asked."""
    return isinstance(error, DatabaseUnreachable)
