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
from typing import TYPE_CHECKING, Final

import discord
from cachetools import LRUCache

from cogs.interactions.interaction import is_kept_private
from cogs.interactions.responder import PATIENCE, SEND_ERRORS, UNKNOWN_MESSAGE, Responder, TooLate

if TYPE_CHECKING:
    from cogs.interactions.content import Attachments, MessageContent
    from cogs.publishing.channel_log import ChannelLog
    from cogs.publishing.edit_tokens import EditTokens
    from tables.model.table import Table

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL: Final = 10003
THREAD_EXISTS: Final = 160004
TOO_MANY_EDITS: Final = 30046
THREAD_ARCHIVED: Final = 50083
"""Discord's error codes."""

TOO_MANY_REQUESTS: Final = 429
SERVER_ERROR: Final = 500
"""HTTP status codes; from the second on it is Discord that is in trouble."""

OLD: Final = 3600.0
"""Seconds after which Discord takes few edits of a message; how few, it keeps to itself."""

NONCE_LENGTH: Final = 25
"""How many characters of a nonce Discord takes."""

FAILURES: Final = (TooLate, *SEND_ERRORS)
"""What a request raises that Discord refuses, or that does not reach Discord in time."""


REMEMBERED: Final = 4096
"""Of how many messages it is known what they show; another is edited once more than needed."""


class ChannelGone(Exception):
    """The channel was deleted."""


class Outcome(Enum):
    """What has come of an edit or a post that did not succeed, or of an edit that did."""

    DONE = auto()
    FAILED = auto()  # for now: to be tried again
    IMPOSSIBLE = auto()  # for good, and a new message cannot help either
    GONE = auto()  # a new message is wanted


class RenderedCache:
    """What messages show, as far as that is remembered: their digests and attachments."""

    def __init__(self) -> None:
        self._shown: LRUCache[int, tuple[bytes, Attachments]] = LRUCache(REMEMBERED)

    def is_same(self, message_id: int, content: MessageContent) -> bool:
        """Return whether the message is known to show the content already."""
        shown = self._shown.get(message_id)
        return shown is not None and shown[0] == content.digest

    def remember(
        self, message_id: int, content: MessageContent, attachments: Attachments = ()
    ) -> None:
        """Note that the message shows the content now, with these attachments if they are known."""
        self._shown[message_id] = content.digest, attachments

    def clear(self) -> None:
        """Note that nobody knows what any message shows."""
        self._shown.clear()

    def forget(self, message_id: int) -> Attachments:
        """Note that nobody knows what the message shows; returns the attachments that it had."""
        _, attachments = self._shown.pop(message_id, (b"", ()))
        return attachments


class Delivery:
    """Carries the message of a table to Discord.

    Attributes:
        rendered: what the messages show.
    """

    def __init__(self, client: discord.Client, tokens: EditTokens, channel_log: ChannelLog) -> None:
        self._client = client
        self._tokens = tokens
        self._channels = channel_log
        self.rendered = RenderedCache()

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
        if not needed and self.rendered.is_same(message_id, content):
            return Outcome.DONE
        shown = self.rendered.forget(message_id)
        try:
            shown = await self._edit(table, message_id, content, click, shown)
        except FAILURES as error:
            return _judge(table, message_id, error, by_person=responder is not None)
        if shown is None:
            return Outcome.IMPOSSIBLE if responder is None else Outcome.GONE
        if not needed:
            self.rendered.remember(message_id, content, shown)
        return Outcome.DONE

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
            self._channels.note_own(posted)
            self.rendered.remember(posted, content)
        return posted

    async def delete(self, table: Table, message_id: int) -> None:
        """Delete a message of a table: a call, or a board that is not the live one any more."""
        self._channels.note_own(message_id)
        self.rendered.forget(message_id)
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
        shown: Attachments,
    ) -> Attachments | None:
        """Edit by a click, else as the bot; returns the attachments then, none if not known.

        None where the bot is a guest, and nothing is left that can edit.
        """
        edited = await self._edit_by_token(message_id, content, click, shown)
        if edited is not None or table.guest is not None:
            return edited
        partial = self._partial(table, message_id)

        async def edit(
            drawn: MessageContent, attachments: list[discord.Attachment | discord.File]
        ) -> Attachments:
            return (await partial.edit(view=drawn.view(), attachments=attachments)).attachments

        async with asyncio.timeout(PATIENCE):
            return await content.update(shown, edit)

    async def _edit_by_token(
        self, message_id: int, content: MessageContent, click: Responder | None, shown: Attachments
    ) -> Attachments | None:
        """Edit by the response to a click, or by the token of an earlier one; else None."""
        if click is not None:
            try:
                await click.edit(content)
            except FAILURES as error:
                if getattr(error, "code", None) == UNKNOWN_MESSAGE:
                    raise
                log.info("message %s: edited without the click: %s", message_id, error)
            else:
                return ()
        try:
            return await self._tokens.edit(message_id, content, shown)
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
        parts = await content.parts()
        try:
            async with asyncio.timeout(PATIENCE):
                message = await self._channel(table).send(**parts, nonce=_make_nonce(table))
        except FAILURES as error:
            if getattr(error, "code", None) == UNKNOWN_CHANNEL:
                raise ChannelGone from error
            log.warning("table %s: no new message could be posted: %s", table.id, error)
            return Outcome.FAILED if passes(error) else Outcome.IMPOSSIBLE
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


def _make_nonce(table: Table) -> str:
    """Return the nonce of a post: the table, its revision, and the message that is replaced.

    Where a message has been deleted, the next one differs by what it replaces, though the table may
    be the same.
    """
    return f"{table.id}-{table.revision}-{(table.message_id or 0) % 10**8}"[:NONCE_LENGTH]


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
