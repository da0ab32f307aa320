"""Counting what a bot asks of the sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.state.record import Record

if TYPE_CHECKING:
    from sandbox.protocol.json_values import Json
    from sandbox.state.core import Core

_BY_CLICKS: Final = ("/interactions/", "/webhooks/")
_AT_START: Final = ("/applications/", "/gateway", "/oauth2/", "/users/@me")
"""Emojis, commands, the login, and the list of servers: each once for a process."""


class Requests(Record):
    """Counts the requests of a bot, however many there are.

    Attributes:
        own: those with the bot's own token, without those of a start.
        limited: those that were answered with 429.
    """

    def __init__(self) -> None:
        super().__init__()
        self.own = 0
        self.limited = 0

    def add(self, entry: Json) -> None:
        """Count one request."""
        super().add(entry)
        self.own += not entry["path"].startswith((*_BY_CLICKS, *_AT_START))
        self.limited += entry["status"] == 429


def count_requests(core: Core) -> Requests:
    """Count the requests to a sandbox from now on."""
    core.record = requests = Requests()
    return requests
