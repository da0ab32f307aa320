"""What the live messages show, as far as that is remembered."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cogs.core.content import MessageContent

REMEMBERED: Final = 4096
"""How many messages are remembered; another one is edited once more than needed."""


class RenderedCache:
    """The digests of messages."""

    def __init__(self) -> None:
        self._digests: OrderedDict[int, bytes] = OrderedDict()

    def is_same(self, message_id: int, content: MessageContent) -> bool:
        """Return whether the message is known to show the content already."""
        return self._digests.get(message_id) == content.digest

    def remember(self, message_id: int, content: MessageContent) -> None:
        """Note that the message shows the content now."""
        self._digests[message_id] = content.digest
        self._digests.move_to_end(message_id)
        while len(self._digests) > REMEMBERED:
            self._digests.popitem(last=False)

    def forget(self, message_id: int) -> None:
        """Note that nobody knows what the message shows."""
        self._digests.pop(message_id, None)
