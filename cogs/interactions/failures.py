"""Failures: sentences for players, the meaning of Discord's answers, and requests worth repeating.

FAILURES                failures of a request to Discord
    SEND_ERRORS         Discord refuses it, or cannot be reached
        NotSent         the request was not sent, because an earlier step failed
        NoToken         no token that can edit the message is known
    TooLate             Discord accepts no first response any more
        AnsweredElsewhere
ChannelGone             failure of an edit or a post: the channel was deleted
"""

from __future__ import annotations

import logging
import time
from enum import Enum, auto
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, TypeVar

import aiohttp
import discord

from cogs.interactions.language import plain_name
from engine.core import N_, IllegalMove, RuleError, Told
from tables.model.errors import UNSURE, TableError, Unsure, is_away

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cogs.interactions.language import Language
    from engine.core import Field

log = logging.getLogger(__name__)

UNEXPECTED = N_("Something went wrong on my side. Nothing is lost: please try again in a moment.")

COUNTS = N_("What you did counts. I cannot show it right now, but it will appear in a moment.")
"""Answer when an act was committed but could not be shown."""

BROKEN = N_("This game's board is broken: please tell the host.")
"""Answer when Discord refuses what a game shows."""

QUOTED = 900
"""Limit on characters of a refusal. Escaping may double them, and a message has room for 2,000."""


class Declined(Told):
    """A request that is not possible here, or not for this person. The text is markdown."""


class UnknownControl(Declined):
    """A click on a control that no message of this bot has."""

    def __init__(self) -> None:
        super().__init__("This does nothing any more.")


class UnknownGame(Declined):
    """A click on a message of a table that is not in the database, or hidden from this person."""

    def __init__(self) -> None:
        super().__init__("I do not know this game any more: my database does not have it.")


class SwitchedOff(Declined):
    """A click or a command for a switched-off feature."""

    def __init__(self) -> None:
        super().__init__("That is switched off here.")


def is_refusal(error: BaseException) -> bool:
    """Return whether an error is a normal refusal in play, not a fault."""
    return isinstance(error, RuleError | TableError | Declined | Unsure)


def sentence(error: BaseException, _: Language) -> str:
    """Return the sentence for the person who clicked.

    Sentences of tables and rules are escaped, because they are not markdown and may contain names.
    """
    if isinstance(error, Told):
        told = tell(_, error)
        if isinstance(error, Declined):
            return told
        told = plain_name(told[:QUOTED])
        ruled = isinstance(error, IllegalMove)
        return f"{_('The rules do not allow that now.')} {told}" if ruled else told
    if is_broken(error):
        return _(BROKEN)
    if isinstance(error, discord.Forbidden):
        return _("I am not allowed to post in this channel any more. Please tell an admin.")
    return _(UNSURE if is_away(error) else UNEXPECTED)


def tell(_: Language, told: Told) -> str:
    """Return a sentence with its fields in a language."""
    _ = _.of(told.game) if told.game else _
    return _(told.sentence, **{name: _fill(_, field) for name, field in told.fields.items()})


def _fill(_: Language, field: Field) -> str | float:
    if isinstance(field, Told):
        return tell(_, field)
    if isinstance(field, tuple):
        return _.join([str(_fill(_, each)) for each in field])
    return _("Somebody") if field == "" else field


T = TypeVar("T")

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_WEBHOOK: Final = 10015
UNKNOWN_INTERACTION: Final = 10062
TOO_MANY_EDITS: Final = 30046
ALREADY_ACKNOWLEDGED: Final = 40060
INVALID_TOKEN: Final = 50027
INVALID_FORM: Final = 50035
THREAD_ARCHIVED: Final = 50083
THREAD_EXISTS: Final = 160004
"""Discord's error codes. An edit that keeps a deleted attachment also gets `INVALID_FORM`."""

TOO_MANY_REQUESTS: Final = 429
SERVER_ERROR: Final = 500
UNAVAILABLE: Final = 503
"""HTTP status codes. From 500 on, Discord itself has failed."""

PATIENCE: Final = 10.0
"""Seconds allowed for each request after the first response; discord.py alone may retry for 30."""

OLD: Final = 3600.0
"""Age of a message, in seconds, from which Discord allows few edits; how few is not published."""

SEND_ERRORS: Final = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
)
"""Errors of a request that Discord refuses, or that does not reach Discord."""


class TooLate(Exception):
    """Discord accepts no first response any more: it came late or twice, or Discord failed."""


class AnsweredElsewhere(TooLate):
    """Another process has answered or deferred, or this answer was already accepted."""


class NotSent(OSError):
    """A message was not sent, because an earlier step failed."""


class NoToken(OSError):
    """No token that can edit the message is known."""


class ChannelGone(Exception):
    pass


FAILURES: Final = (TooLate, *SEND_ERRORS)
"""Errors of a request that Discord refuses, or that does not reach Discord in time."""


class Outcome(Enum):
    """The result of an edit, or of a post that failed."""

    DONE = auto()
    FAILED = auto()  # a later try may succeed
    IMPOSSIBLE = auto()  # a new try or a new message would fail, or is not wanted
    BROKEN = auto()  # Discord refuses the content, wherever it is sent
    GONE = auto()  # a new message is needed


def code_of(error: BaseException) -> int | None:
    """Return Discord's code in an error, or None."""
    return getattr(error, "code", None)


def passes(error: BaseException) -> bool:
    """Return whether a failure may pass soon: a fault of Discord or the network, or a rate limit.

    "Unknown message" may pass soon, too. It means that a message with the same nonce was posted
    and deleted, and Discord forgets nonces within minutes.
    """
    if isinstance(error, discord.HTTPException):
        passing = error.status == TOO_MANY_REQUESTS or error.status >= SERVER_ERROR
        return passing or error.code == UNKNOWN_MESSAGE
    return not isinstance(error, (TooLate, NoToken))


def is_untaken(error: BaseException) -> bool:
    """Return whether Discord certainly did not accept a message, but may later.

    This is so if Discord refused the message for now or never received it. After other failures
    that pass, Discord may have accepted the message.
    """
    if isinstance(error, discord.HTTPException):
        return error.status in (TOO_MANY_REQUESTS, UNAVAILABLE)
    return isinstance(error, (discord.RateLimited, aiohttp.ClientConnectorError, NotSent))


def is_of_message(error: BaseException) -> bool:
    """Return whether an edit failed because of the message itself, so any other edit fails, too."""
    return code_of(error) in (UNKNOWN_MESSAGE, TOO_MANY_EDITS, THREAD_ARCHIVED)


def judge_edit(message_id: int, error: BaseException, *, by_person: bool) -> Outcome:
    """Return the outcome of a failed edit; raise ChannelGone for an unknown channel.

    discord.py gives no code for a long rate limit. On an old message, that limit means too many
    edits.

    In an archived thread nothing can be edited. A new message would reopen the thread, so the bot
    posts one only for a person.
    """
    code = code_of(error)
    if code == UNKNOWN_CHANNEL:
        raise ChannelGone from error
    old = time.time() - posted_at(message_id) > OLD
    too_many = code == TOO_MANY_EDITS or (old and isinstance(error, discord.RateLimited))
    if too_many or isinstance(error, discord.NotFound):
        return Outcome.GONE
    if is_broken(error):
        return Outcome.BROKEN
    if code == THREAD_ARCHIVED:
        return Outcome.GONE if by_person else Outcome.IMPOSSIBLE
    return Outcome.FAILED if passes(error) else Outcome.IMPOSSIBLE


def judge_post(error: BaseException) -> Outcome:
    """Return the outcome of a failed post; raise ChannelGone for an unknown channel."""
    if code_of(error) == UNKNOWN_CHANNEL:
        raise ChannelGone from error
    if is_broken(error):
        return Outcome.BROKEN
    return Outcome.FAILED if passes(error) else Outcome.IMPOSSIBLE


def is_broken(error: BaseException) -> bool:
    """Return whether Discord refuses the content of a message, such as a label that is too long."""
    return code_of(error) == INVALID_FORM


async def send_once(send: Callable[[], Awaitable[T]]) -> T:
    """Send a message with a nonce. If it is unknown whether the message arrived, send it again.

    The nonce prevents a duplicate: Discord recognises it for some minutes. Raises one of FAILURES.
    """
    try:
        return await send()
    except FAILURES as error:
        if is_untaken(error) or not passes(error):
            raise
        return await send()


def nonce_of(*what: object) -> str:
    """Return the nonce of a message, from values that identify it.

    Discord treats two posts of a bot with the same nonce as one message, even in different
    channels. A nonce has at most 25 characters.
    """
    return blake2b(repr(what).encode(), digest_size=12).hexdigest()


def posted_at(snowflake: int) -> float:
    """Return the time of a message or a click, in Unix seconds, from its id."""
    return discord.utils.snowflake_time(snowflake).timestamp()
