"""The events of one person, for a page or a test client."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sandbox.protocol.json_values import Json

if TYPE_CHECKING:
    from collections.abc import Iterable


Event = dict[str, object]


class Live:
    """The open views of people. Each view is a queue of events."""

    def __init__(self) -> None:
        self._queues: dict[int, list[asyncio.Queue[Event]]] = {}

    def subscribe(self, user_id: int) -> asyncio.Queue[Event]:
        """Open a view for a person; return its queue."""
        queue: asyncio.Queue[Event] = asyncio.Queue()
        self._queues.setdefault(user_id, []).append(queue)
        return queue

    def unsubscribe(self, user_id: int, queue: asyncio.Queue[Event]) -> None:
        self._queues[user_id].remove(queue)

    def is_watched(self, user_id: int) -> bool:
        return bool(self._queues.get(user_id))

    def push(self, people: Iterable[int], event: str, data: Json) -> None:
        """Send an event to these people."""
        for user_id in people:
            self.push_to_one(user_id, event, data)

    def push_to_one(self, user_id: int, event: str, data: Json) -> None:
        """Send an event to every view of one person."""
        for queue in self._queues.get(user_id, ()):
            queue.put_nowait({"t": event, "d": data})

    def push_all(self, event: str, data: Json) -> None:
        """Send an event to every person with an open view."""
        self.push(list(self._queues), event, data)
