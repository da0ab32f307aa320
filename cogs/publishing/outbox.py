"""The outbox: edits, posts and deletes messages in any way that Discord allows.

An edit uses the response to a click on the message, else the token of an earlier click, else the
bot's account. A post uses a follow-up of the click, else the bot's account with a nonce. So most
requests do not count against the bot's rate limit. With the nonce, Discord recognises a post that
is repeated after a crash. Where the bot is a guest, its account can do nothing. Without a click or
a token, the change then waits for the next click.

Each interaction has a token that can edit its message for 15 minutes. Such requests do not count
against Discord's limit of 50 a second for a bot (Discord's documentation, "Rate Limits": endpoints
of interactions are not bound to the bot's global limit). They have their own limit of 5 in 2
seconds per token, which discord.py's webhook adapter respects. Tokens are kept in memory only, and
never logged.

The bot cannot read messages. But each interaction names the last message of its channel
(`last_message_id`). Discord also names it when the bot requests the channel, which the bot does
before it calls somebody there. If the last message is not the bot's own, somebody else has written.
The named message may already be deleted, so the bot also remembers its own deleted messages.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import discord
from cachetools import LRUCache

from cogs.display.routing import stamp_of
from cogs.interactions.content import edit_as_bot, is_in_words
from cogs.interactions.failures import (
    FAILURES,
    INVALID_TOKEN,
    PATIENCE,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    NoToken,
    Outcome,
    code_of,
    is_of_message,
    judge_edit,
    judge_post,
    nonce_of,
    report_broken,
)
from cogs.interactions.interaction import is_kept_private, may_attach
from cogs.interactions.raw import edit_by_token, follow_up_by
from cogs.interactions.responder import ORIGINAL

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cogs.interactions.content import Attached, Attachments, MessageContent, Way
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.responder import Responder
    from tables.model.table import Table


# Background work, such as the update of boards after a start.
#
# Each channel has its own queue, and several queues run at once. So a channel that Discord slows
# down does not delay other channels.

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""Limit on channels that are worked on at the same time."""

LAST_WORK: Final = 3.0
"""Seconds for running work to end when the queue is closed."""


class WorkQueue:
    """Tables that wait for work, by channel.

    Args:
        work: Does the work for a table.
    """

    def __init__(self, work: Callable[[int], Awaitable[None]]) -> None:
        self._work = work
        self._waiting: dict[int, OrderedDict[int, None]] = {}
        self._workers: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._closed = False

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def add(self, channel_id: int, table_id: int) -> None:
        """Add a table, unless it waits already."""
        if self._closed:
            return
        waiting = self._waiting.get(channel_id)
        if waiting is not None:
            waiting[table_id] = None
            return
        self._waiting[channel_id] = OrderedDict({table_id: None})
        worker = asyncio.create_task(self._work_off(channel_id))
        self._workers.add(worker)
        worker.add_done_callback(self._workers.discard)

    async def work_off(self) -> None:
        """Wait until all tables that wait now are done."""
        if self._workers:
            await asyncio.wait(set(self._workers))

    async def close(self) -> None:
        """Let running work end, and drop waiting work, which the next start finds again."""
        self._closed = True
        for waiting in self._waiting.values():
            waiting.clear()
        if self._workers:
            _, late = await asyncio.wait(self._workers, timeout=LAST_WORK)
            for worker in late:
                worker.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _work_off(self, channel_id: int) -> None:
        async with self._slots:
            waiting = self._waiting[channel_id]
            while waiting:
                table_id, _ = waiting.popitem(last=False)
                try:
                    await self._work(table_id)
                except Exception:
                    log.exception("table %s: could not be brought up to date", table_id)
            del self._waiting[channel_id]


LIFETIME: Final = 14.5 * 60
"""Seconds for which a token is used. Discord accepts it for 15 minutes."""

NEAR_END: Final = 3 * 60
"""Remaining seconds of a token below which it is worth replacing."""

REMEMBERED: Final = 4096
"""Size of both caches: messages with a token, and messages whose content is known.

A message that has dropped out of the second cache gets one needless edit.
"""

LAST_REMEMBERED: Final = 20_000
"""Size of both caches: the bot's own messages, and channels whose last message is known."""


@dataclass(frozen=True, slots=True)
class _Token:
    """A token that can edit a message.

    Attributes:
        text: The secret text of the token.
        target: The name of the message in requests with this token: `ORIGINAL`, or its id.
        expires_at: The end of its use, in monotonic seconds.
    """

    text: str = field(repr=False)
    target: str | int
    expires_at: float


class Outbox:
    """Carries messages to Discord.

    Attributes:
        rendered: Digests of the contents of messages, as far as known, by message id. A message
            that still lacks pictures has the digest of its complete content.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.rendered: LRUCache[int, bytes] = LRUCache(REMEMBERED)
        self.may_attach = partial(may_attach, client)
        self._tokens: LRUCache[int, _Token] = LRUCache(REMEMBERED)
        self._own: LRUCache[int, None] = LRUCache(LAST_REMEMBERED)
        self._others: LRUCache[int, int] = LRUCache(LAST_REMEMBERED)

    # Messages of tables

    async def edit(
        self, table: Table, message_id: int, content: MessageContent, responder: Responder | None
    ) -> Outcome:
        """Replace the content of a message, unless the message already shows this content.

        Raises:
            ChannelGone: The channel was deleted.
        """
        click = responder if responder is not None and responder.message_id == message_id else None
        # An edit answers a click even if nothing changes. In a game with hidden moves, such an edit
        # could reveal a move, so it is left out.
        needed = click is not None and not table.game.info.hidden
        if not needed and self.rendered.get(message_id) == content.digest:
            return Outcome.DONE
        self.rendered.pop(message_id, None)
        ways = self._ways(table, message_id)
        try:
            if click is not None:
                await content.update(message_id, click.attachments, click.edit_clicked, *ways)
            elif table.guest is None or self.can_edit(message_id):
                await content.update(message_id, (), *ways)
            else:
                raise NoToken("as a guest, the bot waits for the next click")
        except FAILURES as error:
            return _judge(table, message_id, error, by_person=responder is not None)
        if not needed:
            self.rendered[message_id] = content.digest
        return Outcome.DONE

    def _ways(self, table: Table, message_id: int) -> list[Way]:
        """Return the ways to edit a table's message without a click on it, best way first."""
        by_token = partial(self._edit_by_token, message_id)
        if table.guest is not None:
            return [by_token]
        by_bot = partial(self._edit_as_bot, table, message_id)
        return [by_token, by_bot] if self.can_edit(message_id) else [by_bot]

    async def _edit_as_bot(
        self, table: Table, message_id: int, content: MessageContent, attached: Attached
    ) -> Attachments:
        """Edit a message of a table with the bot's account. This is a `Way`."""
        return await edit_as_bot(self._partial(table, message_id), content, attached)

    async def post(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> int | Outcome:
        """Post a new message and return its id, or the outcome if the post fails.

        Raises:
            ChannelGone: The channel was deleted.
        """
        posted: int | Outcome | None = await self._post_by_click(table, content, responder)
        if posted is None and table.guest is not None:
            return Outcome.IMPOSSIBLE
        if posted is None:
            posted = await self._post_as_bot(table, content)
        if isinstance(posted, int):
            self.note_posted(table, posted, content)
        return posted

    async def _post_by_click(
        self, table: Table, content: MessageContent, responder: Responder | None
    ) -> int | None:
        """Post a follow-up of a click in the table's channel. A follow-up needs no permissions.

        Returns None if there is no such click, if only one person would see the follow-up, or if
        Discord refuses.
        """
        if responder is None or responder.interaction.channel_id != table.board_channel:
            return None
        if is_kept_private(responder.interaction):
            return None
        try:
            await responder.ensure_acknowledged()
            message_id = await responder.send(content, private=False)
        except FAILURES as error:
            log.info("table %s: no post through the click was possible: %s", table.id, error)
            return None
        self.keep_token(message_id, responder.interaction, responder.target_of(message_id))
        return message_id

    async def _post_as_bot(self, table: Table, content: MessageContent) -> int | Outcome:
        """Post with a nonce, so that Discord recognises a post repeated after a crash."""
        drawn, files = await content.drawn()
        # The nonce depends on the message that this post replaces. Otherwise Discord would treat
        # this post as a repeat of that message.
        nonce = nonce_of("board", table.board_channel, table.id, table.revision, table.message_id)
        try:
            async with asyncio.timeout(PATIENCE):
                message = await self._channel(table).send(**drawn.parts(files), nonce=nonce)
        except FAILURES as error:
            outcome = judge_post(error)
            _log(table, outcome, "no new message could be posted", error)
            return outcome
        ways = self._ways(table, message.id)
        content.follow(message.id, *ways, in_words=drawn.in_words)
        return message.id

    def note_posted(self, table: Table, message_id: int, content: MessageContent) -> None:
        """Note the content of a posted message, and add its pictures once they are ready."""
        self.note_own(message_id)
        self.rendered[message_id] = content.digest
        ways = self._ways(table, message_id)
        content.follow(message_id, *ways, in_words=is_in_words(message_id))

    async def is_gone(self, table: Table, message_id: int) -> bool:
        """Return whether a message is deleted; False where the bot is a guest and cannot ask."""
        if table.guest is not None:
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                await self._partial(table, message_id).fetch()
        except FAILURES as error:
            return code_of(error) == UNKNOWN_MESSAGE
        return False

    async def find_boards(self, table: Table) -> list[int]:
        """Return the ids of the table's messages among the latest hundred of its channel.

        Empty if Discord does not tell.
        """
        stamp, history = stamp_of(table), self._channel(table).history(limit=100)
        try:
            async with asyncio.timeout(PATIENCE):
                return [each.id async for each in history if _is_stamped(each, stamp)]
        except FAILURES as error:
            log.info("table %s: its boards are unknown: %s", table.id, error)
            return []

    async def delete(self, table: Table, message_id: int) -> None:
        """Delete a message of a table: a call, or an old board."""
        self.note_own(message_id)
        self.rendered.pop(message_id, None)
        try:
            if not await self._is_deleted(message_id) and table.guest is None:
                async with asyncio.timeout(PATIENCE):
                    await self._partial(table, message_id).delete()
        except FAILURES as error:
            log.info("table %s: an old message was not deleted: %s", table.id, error)
        self._tokens.pop(message_id, None)

    async def _is_deleted(self, message_id: int) -> bool:
        """Delete a message with the token of a click; return False if it may still exist."""
        try:
            await self._delete_by_token(message_id)
        except FAILURES as error:
            return code_of(error) == UNKNOWN_MESSAGE
        return True

    def _partial(self, table: Table, message_id: int) -> discord.PartialMessage:
        return self._channel(table, message_id).get_partial_message(message_id)

    def _channel(self, table: Table, message_id: int | None = None) -> discord.PartialMessageable:
        """Return the channel of a message of the table, or of its next message."""
        starter = table.thread_id is not None and message_id == table.thread_id
        channel_id = table.channel_id if starter else table.board_channel
        return self._client.get_partial_messageable(channel_id, guild_id=table.guild_id)

    # Private pages

    async def edit_page(self, message_id: int, content: MessageContent) -> None:
        """Edit a private page with the token of an earlier click; raise one of FAILURES."""
        await content.update(message_id, (), partial(self._edit_by_token, message_id))

    async def delete_page(self, message_id: int) -> None:
        """Delete a private page with the token of an earlier click, if possible."""
        try:
            await self._delete_by_token(message_id)
        except FAILURES as error:
            log.info("a private page was not deleted: %s", error)
        self._tokens.pop(message_id, None)

    # Tokens

    def keep_token(
        self, message_id: int, interaction: Interaction, target: str | int = ORIGINAL
    ) -> None:
        """Keep the token of an interaction for a message.

        Args:
            message_id: The message that the token can edit.
            interaction: A click or command after its first response.
            target: `ORIGINAL` for the message that was clicked or sent first, else its id.
        """
        age = time.time() - interaction.created_at.timestamp()
        expires_at = time.monotonic() + LIFETIME - max(age, 0.0)
        self._tokens[message_id] = _Token(interaction.token, target, expires_at)

    def can_edit(self, message_id: int) -> bool:
        token = self._tokens.get(message_id)
        return token is not None and token.expires_at > time.monotonic()

    def is_near_end(self, message_id: int) -> bool:
        """Return whether a message has no token, or one that soon expires."""
        token = self._tokens.get(message_id)
        return token is None or token.expires_at - time.monotonic() < NEAR_END

    async def follow_up(self, message_id: int | None, content: MessageContent) -> int | None:
        """Send a new message with the token of another message, and keep the token for both.

        Returns the id of the new message; None without a token. Raises one of FAILURES.
        """
        if message_id is None or not self.can_edit(message_id):
            return None
        token = self._tokens[message_id]
        async with asyncio.timeout(PATIENCE):
            webhook = follow_up_by(self._client, token.text)
            sent = await webhook.send(**content.parts(), wait=True)
        self._tokens[sent.id] = _Token(token.text, sent.id, token.expires_at)
        return sent.id

    async def _edit_by_token(
        self, message_id: int, content: MessageContent, attached: Attached
    ) -> Attachments:
        """Edit a message with the token of an earlier click. This is a `Way`."""
        token = self._find_token(message_id)
        try:
            async with asyncio.timeout(PATIENCE):
                return await edit_by_token(
                    self._client, token.text, token.target, content.items, attached
                )
        except discord.HTTPException as error:
            self._forget_refused(message_id, error)
            raise

    async def _delete_by_token(self, message_id: int) -> None:
        token = self._find_token(message_id)
        webhook = follow_up_by(self._client, token.text)
        try:
            async with asyncio.timeout(PATIENCE):
                await webhook.delete_message(cast("Any", token.target))
        except discord.HTTPException as error:
            self._forget_refused(message_id, error)
            raise

    def _find_token(self, message_id: int) -> _Token:
        """Return the token of a message; raise NoToken if there is none or it has expired."""
        if not self.can_edit(message_id):
            self._tokens.pop(message_id, None)
            raise NoToken("no token is known")
        return self._tokens[message_id]

    def _forget_refused(self, message_id: int, error: discord.HTTPException) -> None:
        if error.code in (INVALID_TOKEN, UNKNOWN_WEBHOOK):
            self._tokens.pop(message_id, None)

    # The last message of a channel

    def note_own(self, *message_ids: int) -> None:
        self._own.update(dict.fromkeys(message_ids))

    def note_last(self, channel_id: int, message_id: int | None) -> None:
        """Note the last message of a channel, as Discord names it, unless it is the bot's own."""
        if message_id is None or message_id in self._own:
            return
        self._others[channel_id] = max(message_id, self._others.get(channel_id, 0))

    def is_covered(self, channel_id: int, message_id: int) -> bool:
        """Return whether somebody is known to have written below a message."""
        return self._others.get(channel_id, 0) > message_id

    async def look_below(self, table: Table) -> None:
        """Ask Discord for the channel's last message, and note it.

        Do this before posting a call. Afterwards, the call itself is the last message.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                channel = await self._client.fetch_channel(table.board_channel)
        except FAILURES as error:
            log.info("table %s: the last message of its channel is unknown: %s", table.id, error)
        else:
            last: int | None = getattr(channel, "last_message_id", None)
            self.note_last(table.board_channel, last)


def _is_stamped(message: discord.Message, stamp: int) -> bool:
    return any(getattr(component, "id", None) == stamp for component in message.components)


def _judge(table: Table, message_id: int, error: BaseException, *, by_person: bool) -> Outcome:
    """Return the outcome of a failed edit; raise ChannelGone if the channel was deleted.

    A guest has no other way to edit. So after a click the outcome is GONE, and a new message is
    posted.
    """
    if table.guest is not None and not is_of_message(error):
        return Outcome.GONE if by_person else Outcome.IMPOSSIBLE
    outcome = judge_edit(message_id, error, by_person=by_person)
    _log(table, outcome, "its message could not be edited", error)
    return outcome


def _log(table: Table, outcome: Outcome, words: str, error: BaseException) -> None:
    if outcome is Outcome.BROKEN:
        report_broken(table.id, error)
        return
    level = logging.INFO if outcome is Outcome.GONE else logging.WARNING
    log.log(level, "table %s: %s: %s", table.id, words, error)
