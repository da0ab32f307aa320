"""What it means that Discord has not done what it was asked for, and what is tried again then.

FAILURES                what a request to Discord raises
    SEND_ERRORS         Discord refuses it, or cannot be reached
        NotSent         it never left: what comes before it failed
        NoToken         the token is gone by which it would go
    TooLate             Discord takes no first response any more
        AnsweredElsewhere
ChannelGone             what an edit or a post raises: nothing can be shown there any more
"""

from __future__ import annotations

import time
from enum import Enum, auto
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, TypeVar

import aiohttp
import discord

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

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
"""Discord's error codes. A form is invalid, too, that keeps an attachment which is gone."""

TOO_MANY_REQUESTS: Final = 429
SERVER_ERROR: Final = 500
UNAVAILABLE: Final = 503
"""HTTP status codes; from the second on it is Discord that is in trouble."""

PATIENCE: Final = 10.0
"""Seconds for a request that is no first response; discord.py would repeat it for half a minute."""

OLD: Final = 3600.0
"""Seconds after which Discord takes few edits of a message; how few, it keeps to itself."""

SEND_ERRORS: Final = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
)
"""What a request raises that Discord refuses, or that does not reach Discord."""


class TooLate(Exception):
    """Discord takes no first response any more: too late, delivered twice, or itself in trouble."""


class AnsweredElsewhere(TooLate):
    """Another process has answered or deferred already, or this answer was heard before."""


class NotSent(OSError):
    """A message never left: what comes before it failed."""


class NoToken(OSError):
    """No token is known any more by which a message could be edited."""


class ChannelGone(Exception):
    """The channel was deleted."""


FAILURES: Final = (TooLate, *SEND_ERRORS)
"""What a request raises that Discord refuses, or that does not reach Discord in time."""


class Outcome(Enum):
    """What has come of an edit or a post that did not succeed, or of an edit that did."""

    DONE = auto()
    FAILED = auto()  # for now: to be tried again
    IMPOSSIBLE = auto()  # for good, and a new message cannot help either
    GONE = auto()  # a new message is wanted


def code_of(error: BaseException) -> int | None:
    """Return Discord's code of an error, if it has one."""
    return getattr(error, "code", None)


def passes(error: BaseException) -> bool:
    """Return whether a failure may be over soon: Discord in trouble, a limit, the network.

    A message that is not found is one that was posted with this nonce and has been deleted: Discord
    forgets nonces within minutes.
    """
    if isinstance(error, discord.HTTPException):
        passing = error.status == TOO_MANY_REQUESTS or error.status >= SERVER_ERROR
        return passing or error.code == UNKNOWN_MESSAGE
    return not isinstance(error, (TooLate, NoToken))


def is_untaken(error: BaseException) -> bool:
    """Return whether Discord certainly did not take a message, and may take it later.

    It turned the message away, or never heard of it. All else that `passes` may have been taken.
    """
    if isinstance(error, discord.HTTPException):
        return error.status in (TOO_MANY_REQUESTS, UNAVAILABLE)
    return isinstance(error, (discord.RateLimited, aiohttp.ClientConnectorError, NotSent))


def is_of_message(error: BaseException) -> bool:
    """Return whether an edit has failed by the message itself: no other way helps."""
    return code_of(error) in (UNKNOWN_MESSAGE, TOO_MANY_EDITS, THREAD_ARCHIVED)


def judge_edit(message_id: int, error: BaseException, *, by_person: bool) -> Outcome:
    """Return what an edit that failed calls for; raises ChannelGone.

    Of a long limit discord.py tells no code: a message that is old has had too many edits.

    In an archived thread nothing can be edited. A new message brings the thread back, which is for
    those who play there: for the bot alone it sleeps on.
    """
    code = code_of(error)
    if code == UNKNOWN_CHANNEL:
        raise ChannelGone from error
    old = time.time() - posted_at(message_id) > OLD
    too_many = code == TOO_MANY_EDITS or (old and isinstance(error, discord.RateLimited))
    if too_many or isinstance(error, discord.NotFound):
        return Outcome.GONE
    if code == THREAD_ARCHIVED:
        return Outcome.GONE if by_person else Outcome.IMPOSSIBLE
    return Outcome.FAILED if passes(error) else Outcome.IMPOSSIBLE


def judge_post(error: BaseException) -> Outcome:
    """Return what a post that failed calls for; raises ChannelGone."""
    if code_of(error) == UNKNOWN_CHANNEL:
        raise ChannelGone from error
    return Outcome.FAILED if passes(error) else Outcome.IMPOSSIBLE


async def send_once(send: Callable[[], Awaitable[T]]) -> T:
    """Send a message that has a nonce; at once again, and never later, where it may be there.

    By the nonce Discord knows it for some minutes. Raises one of FAILURES.
    """
    try:
        return await send()
    except FAILURES as error:
        if is_untaken(error) or not passes(error):
            raise
        return await send()


def nonce_of(*what: object) -> str:
    """Return the nonce of the one message that all of this identifies.

    Discord takes two posts of a bot with one nonce for the same message, wherever they go. It takes
    25 characters.
    """
    return blake2b(repr(what).encode(), digest_size=12).hexdigest()


def posted_at(snowflake: int) -> float:
    """Return when a message was posted or a button clicked, in Unix seconds, as its id says."""
    return discord.utils.snowflake_time(snowflake).timestamp()
