"""What the live messages show, as far as that is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cachetools import LRUCache

if TYPE_CHECKING:
    from cogs.interactions.content import Attachments, MessageContent

REMEMBERED: Final = 4096
"""How many messages are remembered; another one is edited once more than needed."""


class RenderedCache:
    """The digests and the attachments of messages."""

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
