"""Editing, posting and deleting the message of a table, by whichever way Discord allows.

An edit goes by the response to a click on the message, else by the token of an earlier click, else
by the bot itself. A post goes by a follow-up of the click, else by the bot itself, with a nonce. So
most requests do not count against the bot's limit, and a post that is repeated after a crash is the
same message. Where the bot is a guest it can do nothing by itself: what has neither a click nor a
token waits for the next click.
"""

from __future__ import annotations

import asyncio
import logging
import time
from enum import Enum, auto
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, TypeVar

import aiohttp
import discord
from cachetools import LRUCache

from cogs.interactions.content import is_in_words
from cogs.interactions.interaction import is_kept_private
from cogs.interactions.responder import PATIENCE, SEND_ERRORS, UNKNOWN_MESSAGE, Responder, TooLate

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cogs.interactions.content import MessageContent
    from cogs.publishing.channel_log import ChannelLog
    from cogs.publishing.edit_tokens import EditTokens
    from tables.model.table import Table

log = logging.getLogger(__name__)

T = TypeVar("T")

UNKNOWN_CHANNEL: Final = 10003
THREAD_EXISTS: Final = 160004
TOO_MANY_EDITS: Final = 30046
THREAD_ARCHIVED: Final = 50083
"""Discord's error codes."""

TOO_MANY_REQUESTS: Final = 429
SERVER_ERROR: Final = 500
UNAVAILABLE: Final = 503
"""HTTP status codes; from the second on it is Discord that is in trouble."""

OLD: Final = 3600.0
"""Seconds after which Discord takes few edits of a message; how few, it keeps to itself."""

FAILURES: Final = (TooLate, *SEND_ERRORS)
"""What a request raises that Discord refuses, or that does not reach Discord in time."""


REMEMBERED: Final = 4096
"""Of how many messages it is known what they show; another is edited once more than needed."""


class ChannelGone(Exception):
    """The channel was deleted."""


class NotSent(OSError):
    """A message never left: what comes before it failed."""


class Outcome(Enum):
    """What has come of an edit or a post that did not succeed, or of an edit that did."""

    DONE = auto()
    FAILED = auto()  # for now: to be tried again
    IMPOSSIBLE = auto()  # for good, and a new message cannot help either
    GONE = auto()  # a new message is wanted


class Delivery:
    """Carries the message of a table to Discord.

    Attributes:
        rendered: the digests of what messages show, or in words are to show soon, as far as known.
    """

    def __init__(self, client: discord.Client, tokens: EditTokens, channel_log: ChannelLog) -> None:
        self._client = client
        self._tokens = tokens
        self._channels = channel_log
        self.rendered: LRUCache[int, bytes] = LRUCache(REMEMBERED)

    async def edit(
        self, table: Table, message_id: int, content: MessageContent, responder: Responder | None
    ) -> Outcome:
        """Replace the content of a message, unless it looks like that already.

        Raises:
            ChannelGone: the channel was deleted.
        """
        click = responder if responder is not None and responder.message_id == message_id else None
        # A click is answered anyway, and with an edit; but where moves are hidden that could tell.
        needed = click is not None and not table.game.info.hidden
        if not needed and self.rendered.get(message_id) == content.digest:
            return Outcome.DONE
        self.rendered.pop(message_id, None)
        try:
            shown = await self._edit(table, message_id, content, click)
        except FAILURES as error:
            return _judge(table, message_id, error, by_person=responder is not None)
        if shown is None:
            return Outcome.IMPOSSIBLE if responder is None else Outcome.GONE
        if not needed:
            self.rendered[message_id] = content.digest
        self._follow(table, message_id, content, in_words=shown.in_words)
        return Outcome.DONE

    def _follow(
        self, table: Table, message_id: int, content: MessageContent, *, in_words: bool
    ) -> None:
        """Have a message that shows this in words show it in full soon."""

        async def redo() -> bool:
            self.rendered.pop(message_id, None)
            edited = await self.edit(table, message_id, content, None)
            return edited in {Outcome.DONE, Outcome.FAILED}

        content.follow(message_id, redo, in_words=in_words)

    async def post(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> int | Outcome:
        """Post a new message and return its id; else whether to try again.

        Raises:
            ChannelGone: the channel was deleted.
        """
        posted: int | Outcome | None = await self._post_by_click(table, content, responder)
        if posted is None and table.guest is not None:
            return Outcome.IMPOSSIBLE
        if posted is None:
            posted = await self._post_as_bot(table, content)
        if isinstance(posted, int):
            self.note_posted(table, posted, content)
        return posted

    def note_posted(self, table: Table, message_id: int, content: MessageContent) -> None:
        """Note what a message of a table shows that has been posted."""
        self._channels.note_own(message_id)
        self.rendered[message_id] = content.digest
        self._follow(table, message_id, content, in_words=is_in_words(message_id))

    async def is_gone(self, table: Table, message_id: int) -> bool:
        """Return whether Discord says that it does not know a message; a guest may not ask."""
        if table.guest is not None:
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                await self._partial(table, message_id).fetch()
        except FAILURES as error:
            return getattr(error, "code", None) == UNKNOWN_MESSAGE
        return False

    async def delete(self, table: Table, message_id: int) -> None:
        """Delete a message of a table: a call, or a board that is not the live one any more."""
        self._channels.note_own(message_id)
        self.rendered.pop(message_id, None)
        try:
            if not await self._delete_by_token(message_id) and table.guest is None:
                async with asyncio.timeout(PATIENCE):
                    await self._partial(table, message_id).delete()
        except FAILURES as error:
            log.info("table %s: an old message was not deleted: %s", table.id, error)
        self._tokens.forget(message_id)

    async def _delete_by_token(self, message_id: int) -> bool:
        """Delete by the token of an earlier click; False where the message may still be there."""
        try:
            return await self._tokens.delete(message_id)
        except FAILURES as error:
            return getattr(error, "code", None) == UNKNOWN_MESSAGE

    async def _edit(
        self,
        table: Table,
        message_id: int,
        content: MessageContent,
        click: Responder | None,
    ) -> MessageContent | None:
        """Edit by a click, else as the bot; returns the message as it is shown.

        None where the bot is a guest, and nothing is left that can edit.
        """
        edited = await self._edit_by_token(message_id, content, click)
        if edited is not None or table.guest is not None:
            return edited
        async with asyncio.timeout(PATIENCE):
            return await content.rewrite(self._partial(table, message_id))

    async def _edit_by_token(
        self, message_id: int, content: MessageContent, click: Responder | None
    ) -> MessageContent | None:
        """Edit by the response to a click, or by the token of an earlier one; else None."""
        if click is not None:
            try:
                return await click.edit(content)
            except FAILURES as error:
                if getattr(error, "code", None) == UNKNOWN_MESSAGE:
                    raise
                log.info("message %s: edited without the click: %s", message_id, error)
        try:
            return await self._tokens.edit(message_id, content)
        except FAILURES as error:
            if getattr(error, "code", None) in (UNKNOWN_MESSAGE, TOO_MANY_EDITS, THREAD_ARCHIVED):
                raise
            log.info("message %s: edited without a token: %s", message_id, error)
            return None

    async def _post_by_click(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> int | None:
        """Post by a follow-up of a click in the channel; this works without permissions."""
        if responder is None or responder.interaction.channel_id != table.board_channel:
            return None
        if is_kept_private(responder.interaction):
            return None
        try:
            await responder.ensure_acknowledged()
            message_id = await responder.send(content, private=False)
        except FAILURES as error:
            log.info("table %s: not posted by the click: %s", table.id, error)
            return None
        self._tokens.keep(message_id, responder.interaction, responder.target_of(message_id))
        return message_id

    async def _post_as_bot(self, table: Table, content: MessageContent) -> int | Outcome:
        """Post with a nonce, by which Discord knows a post that is repeated after a crash."""
        drawn, files = await content.drawn()
        # What a deleted message is replaced by differs from it by what it replaces.
        nonce = nonce_of("board", table.board_channel, table.id, table.revision, table.message_id)
        try:
            async with asyncio.timeout(PATIENCE):
                message = await self._channel(table).send(**drawn.parts(files), nonce=nonce)
        except FAILURES as error:
            if getattr(error, "code", None) == UNKNOWN_CHANNEL:
                raise ChannelGone from error
            log.warning("table %s: no new message could be posted: %s", table.id, error)
            return Outcome.FAILED if passes(error) else Outcome.IMPOSSIBLE
        self._follow(table, message.id, content, in_words=drawn.in_words)
        return message.id

    def _partial(self, table: Table, message_id: int) -> discord.PartialMessage:
        return self._channel(table, message_id).get_partial_message(message_id)

    def _channel(self, table: Table, message_id: int | None = None) -> discord.PartialMessageable:
        """Return where a message of the table is, or where a new one is to be."""
        starter = table.thread_id is not None and message_id == table.thread_id
        channel_id = table.channel_id if starter else table.board_channel
        return self._client.get_partial_messageable(channel_id, guild_id=table.guild_id)


def passes(error: BaseException) -> bool:
    """Return whether a failure may be over soon: Discord in trouble, a limit, the network.

    A message that is not found is one that was posted with this nonce and has been deleted: Discord
    forgets nonces within minutes.
    """
    if isinstance(error, discord.HTTPException):
        passing = error.status == TOO_MANY_REQUESTS or error.status >= SERVER_ERROR
        return passing or error.code == UNKNOWN_MESSAGE
    return True


def is_untaken(error: BaseException) -> bool:
    """Return whether Discord certainly did not take a message, and may take it later.

    It turned the message away, or never heard of it. All else that `passes` may have been taken.
    """
    if isinstance(error, discord.HTTPException):
        return error.status in (TOO_MANY_REQUESTS, UNAVAILABLE)
    return isinstance(error, (discord.RateLimited, aiohttp.ClientConnectorError, NotSent))


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


def _judge(table: Table, message_id: int, error: BaseException, *, by_person: bool) -> Outcome:
    """Return what an edit that failed calls for; raises ChannelGone.

    Of a long limit discord.py tells no code: a message that is old has had too many edits.

    In an archived thread nothing can be edited. A new message brings the thread back, which is for
    those who play there: for the bot alone it sleeps on.
    """
    code = getattr(error, "code", None)
    if code == UNKNOWN_CHANNEL:
        raise ChannelGone from error
    old = time.time() - posted_at(message_id) > OLD
    too_many = code == TOO_MANY_EDITS or (old and isinstance(error, discord.RateLimited))
    if too_many or isinstance(error, discord.NotFound):
        log.info("table %s: a new message is wanted: %s", table.id, error)
        return Outcome.GONE
    if code == THREAD_ARCHIVED:
        return Outcome.GONE if by_person else Outcome.IMPOSSIBLE
    log.warning("table %s: its message could not be edited: %s", table.id, error)
    return Outcome.FAILED if passes(error) else Outcome.IMPOSSIBLE
