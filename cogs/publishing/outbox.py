"""The outbox: posts and deletes the messages of tables, and judges what Discord answers.

A post uses a follow-up of the click, else the bot's account with a nonce. So most requests do not
count against the bot's rate limit. With the nonce, Discord recognises a post that is repeated after
a crash. Where the bot is a guest, its account can do nothing. Without a click or a token, the
change then waits for the next click.

The bot cannot read messages. But each interaction names the last message of its channel
(`last_message_id`). Discord also names it when the bot requests the channel, which the bot does
before it calls somebody there. If the last message is not the bot's own, somebody else has written.
The named message may already be deleted, so the bot also remembers its own deleted messages.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from cogs.display.routing import stamp_of
from cogs.interactions.failures import (
    FAILURES,
    UNKNOWN_MESSAGE,
    Outcome,
    code_of,
    is_of_message,
    judge_edit,
    judge_post,
    nonce_of,
)
from cogs.interactions.interaction import is_kept_private
from cogs.interactions.wire import Mine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.interactions.content import MessageContent
    from cogs.interactions.responder import Responder
    from cogs.publishing.tools import Tools
    from tables.model.table import Table


log = logging.getLogger(__name__)


class Outbox:
    """Carries the messages of tables to Discord."""

    def __init__(self, tools: Tools) -> None:
        self._messages = tools.messages
        self._lives = tools.lives
        self._wire = tools.messages.wire

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
            return await responder.send(content, private=False)
        except FAILURES as error:
            log.info("table %s: no post through the click was possible: %s", table.id, error)
            return None

    async def _post_as_bot(self, table: Table, content: MessageContent) -> int | Outcome:
        """Post with a nonce, so that Discord recognises a post repeated after a crash."""
        letter, in_words = await self._messages.compose(content)
        # The nonce depends on the message that this post replaces. Otherwise Discord would treat
        # this post as a repeat of that message.
        nonce = nonce_of("board", table.board_channel, table.id, table.revision, table.message_id)
        try:
            sent = await self._wire.post(table.board_channel, letter, nonce)
        except FAILURES as error:
            outcome = judge_post(error)
            self._log(table, outcome, "no new message could be posted", error)
            return outcome
        channel_id = table.board_channel
        self._messages.note_sent(sent, content, in_words=in_words, channel_id=channel_id)
        return sent.message_id

    def note_posted(self, table: Table, message_id: int, content: MessageContent) -> None:
        """Note the content of a posted message."""
        channel_id = channel_of(table, message_id)
        self._messages.note(message_id, digest=content.digest, channel_id=channel_id)

    async def is_gone(self, table: Table, message_id: int) -> bool:
        """Return whether a message is deleted; False where the bot is a guest and cannot ask."""
        channel_id = channel_of(table, message_id)
        if channel_id is None:
            return False
        try:
            await self._wire.fetch_message(Mine(channel_id, message_id))
        except FAILURES as error:
            return code_of(error) == UNKNOWN_MESSAGE
        return False

    async def find_boards(self, table: Table) -> list[int]:
        """Return the ids of the table's messages among the latest of its channel.

        Empty if Discord does not tell.
        """
        stamp = stamp_of(table)
        try:
            found = await self._wire.list_messages(table.board_channel)
        except FAILURES as error:
            log.info("table %s: its boards are unknown: %s", table.id, error)
            return []
        return [int(each["id"]) for each in found if _is_stamped(each, stamp)]

    async def delete(self, table: Table, message_id: int) -> None:
        """Delete a message of a table: a call, or an old board."""
        await self._messages.delete(message_id, channel_of(table, message_id))

    def judge(
        self, table: Table, message_id: int, error: BaseException, *, by_person: bool
    ) -> Outcome:
        """Return the outcome of a failed edit; raise ChannelGone if the channel was deleted.

        A guest has no other way to edit. So after a click the outcome is GONE, and a new message is
        posted.
        """
        if table.guest is not None and not is_of_message(error):
            return Outcome.GONE if by_person else Outcome.IMPOSSIBLE
        outcome = judge_edit(message_id, error, by_person=by_person)
        self._log(table, outcome, "its message could not be edited", error)
        return outcome

    def _log(self, table: Table, outcome: Outcome, words: str, error: BaseException) -> None:
        if outcome is Outcome.BROKEN:
            self.report_broken(table.id, error)
            return
        level = logging.INFO if outcome is Outcome.GONE else logging.WARNING
        log.log(level, "table %s: %s: %s", table.id, words, error)

    def report_broken(self, table_id: int, error: BaseException) -> None:
        """Log, once for each table, that Discord refuses what its game shows."""
        if not self._lives.find(table_id).reported:
            self._lives.note(table_id, reported=True)
            log.error("table %s: its game is broken, because Discord refuses: %s", table_id, error)

    async def look_below(self, table: Table) -> None:
        """Ask Discord for the channel's last message, and note it.

        Do this before posting a call. Afterwards, the call itself is the last message.
        """
        try:
            channel = await self._wire.fetch_channel(table.board_channel)
        except FAILURES as error:
            log.info("table %s: the last message of its channel is unknown: %s", table.id, error)
        else:
            last: int | None = getattr(channel, "last_message_id", None)
            if last is not None:
                self._messages.note_last(table.board_channel, last)


def channel_of(table: Table, message_id: int) -> int | None:
    """Return the channel where the bot's account can edit a message; None where it is a guest."""
    if table.guest is not None:
        return None
    starter = table.thread_id is not None and message_id == table.thread_id
    return table.channel_id if starter else table.board_channel


def _is_stamped(message: Mapping[str, Any], stamp: int) -> bool:
    return any(component.get("id") == stamp for component in message["components"])
