"""The errors that a table raises when it refuses a request.

    TableError
        NothingThere     the requested thing does not exist
            NoSuchTable  there is no table with this number here
        GameMissing      the table's game is not installed at the moment
        NotSeated        the person has no seat at the table
        AlreadySeated    the person has a seat already
        TableFull        no seat is free
        TooManyTables    the person or the channel has reached the limit of open tables
        TooFewSeats      the game needs more players
        NotOpener        only the opener of the table may do this
        WrongPhase       the act does not fit the table's phase: lobby, game or end
        StaleClick       the board shows an earlier state, or another click was faster
        SeatBack         the person has the seat back, but the move was refused
        NoAdvice         this table gives no values of moves, or computing them took too long
        ReviewPending    a review is still being computed
        NotYours         only the player who made a move can take it back
        NotIdle          the seat's owner has not been idle for long enough
        TableClosed      the table can no longer be played; the message says why
    AlreadyHandled       the click was carried out before, so it gets no answer
    DoubleTap            the move came too soon after another, so nobody can have meant it
    Unsure               the connection was lost during the commit, so the result is unknown

Errors of the engine's rules pass through unchanged. All these errors except AlreadyHandled and
DoubleTap are `Told`: the person who acted reads their messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from db.errors import DatabaseUnreachable
from engine.core import N_, NotYourTurn, Told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.store import TableRow

UNREADABLE: Final = N_("The log of this game could not be read.")
"""Message about a log that was damaged during the game, for example by a disk."""

NO_SEAT: Final = N_("You have no seat at this table.")
"""Message to a spectator who tries to act as a player."""


UNSURE: Final = N_(
    "I have just lost the connection to my database, so I do not know yet whether what you did "
    "counts. Please look at the board in a moment."
)


def not_your_turn(names: Sequence[str]) -> NotYourTurn:
    """Return the refusal that names the players whose turn it is."""
    if not names:
        return NotYourTurn("It is nobody's turn just now.")
    return NotYourTurn("It is not your turn. Waiting for: {names}", names=tuple(names))


class TableError(Told):
    """Base of all refusals of a table."""


class NothingThere(TableError):
    """The requested thing does not exist, such as a position or a table in a channel."""


class NoSuchTable(NothingThere):
    """There is no table with this number, or the table belongs to another server."""

    def __init__(self, number: int) -> None:
        super().__init__("There is no table #{number} here.", number=number)


NOT_INSTALLED: Final = N_("This game is not installed here at the moment. The table waits.")


class GameMissing(TableError):
    """The table's game is not installed, or cannot be loaded; `row` is the table's row."""

    def __init__(self, row: TableRow) -> None:
        super().__init__(NOT_INSTALLED)
        self.row = row


class NotSeated(TableError):
    """The person has no seat at this table."""


class AlreadySeated(TableError):
    """The person has a seat at this table already."""


class TableFull(TableError):
    """No seat is free."""


class TooManyTables(TableError):
    """The person or the channel has reached the limit of open tables."""


class TooFewSeats(TableError):
    """The game cannot start with so few players."""


class NotOpener(TableError):
    """Only the opener of the table may do this."""


class NotWelcome(TableError):
    """The opener has sent this person home."""


class WrongPhase(TableError):
    """The act does not fit the table's phase: lobby, game or end."""


class StaleClick(TableError):
    """The board shows an earlier state, or another click was faster."""


class SeatBack(TableError):
    """The person has the seat back from the caretaker, but the move was refused."""


class NoAdvice(TableError):
    """This table gives no values of moves, or computing them took too long."""


class ReviewPending(TableError):
    """A review is still being computed; a later request can get it."""


class NotYours(TableError):
    """Only the player who made a move can take it back."""


class NotIdle(TableError):
    """The seat's owner has not been idle for long enough."""


class TableClosed(TableError):
    """The table can no longer be played."""


class AlreadyHandled(Exception):
    """This process or another has carried out the click before, so it gets no answer."""


class DoubleTap(Exception):
    """The second tap of a double tap has hit the new board. The click gets no words."""


class Unsure(Told):
    """The connection to the database was lost during the commit, so the result is unknown."""


def is_away(error: BaseException) -> bool:
    """Return whether the error means that this process cannot reach the database."""
    return isinstance(error, DatabaseUnreachable)
