"""What is known of the latest messages of channels: whether people have written below a board.

The bot reads no messages. But each interaction says which message is the last of its channel
(`last_message_id`), and so does the channel itself, which is asked before the bot calls somebody
there. Where that is none of the bot's own, somebody else has written it. It may have been deleted
since; so the bot's own messages are remembered also when they are gone.
"""

from __future__ import annotations

from typing import Final

from cachetools import LRUCache

REMEMBERED: Final = 20_000
"""How many messages and how many channels are remembered."""


class ChannelLog:
    """The bot's own messages, and the latest one of somebody else in each channel."""

    def __init__(self) -> None:
        self._own: LRUCache[int, None] = LRUCache(REMEMBERED)
        self._others: LRUCache[int, int] = LRUCache(REMEMBERED)

    def note_own(self, *message_ids: int) -> None:
        """Remember messages of the bot."""
        self._own.update(dict.fromkeys(message_ids))

    def note_last(self, channel_id: int, message_id: int | None) -> None:
        """Note which message Discord calls the last one of a channel."""
        if message_id is None or message_id in self._own:
            return
        self._others[channel_id] = max(message_id, self._others.get(channel_id, 0))

    def is_covered(self, channel_id: int, message_id: int) -> bool:
        """Return whether somebody is known to have written below a message."""
        return self._others.get(channel_id, 0) > message_id
