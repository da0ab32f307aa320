"""What can be wrong with a move or with the way a game is set up.

    RuleError
        BadSetup        an option or a number of seats that the game does not know
        BadPosition     a text that is not a position of the game
        BadTranscript   a text that is not a transcript of a table
        MalformedMove   a text that is not a move of the game at all
        IllegalMove     a move of the game, but the rules do not allow it now
        NotYourTurn     another seat, or nobody, is to act

An error quotes the input that it refuses, so that a line of a log is enough to understand it. Only
what is secret in a move is never quoted.
"""

from __future__ import annotations


class RuleError(Exception):
    """Any input that the rules refuse."""


class BadSetup(RuleError):
    """An option, a value of an option, or a number of seats that the game does not know."""


class BadPosition(RuleError):
    """A text that does not describe a position of the game."""


class BadTranscript(RuleError):
    """A text that is not a transcript of a table."""


class MalformedMove(RuleError):
    """A text that is not in the notation of the game's moves."""


class IllegalMove(RuleError):
    """A well-formed move that the rules do not allow in this state."""


class NotYourTurn(RuleError):
    """A move by a seat that is not to act."""
