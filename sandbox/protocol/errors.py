"""Refusals: the status, code and message with which Discord refuses a request.

The codes and messages come from Discord's documentation ("Opcodes and Status Codes") and from
answers that its users have reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sandbox.protocol.json_values import Json


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of refusal, known by its number."""

    status: int
    code: int
    message: str


UNAUTHORIZED: Final = Kind(401, 0, "401: Unauthorized")
NO_ROUTE: Final = Kind(404, 0, "404: Not Found")
BAD_METHOD: Final = Kind(405, 0, "405: Method Not Allowed")
UNKNOWN_APPLICATION: Final = Kind(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL: Final = Kind(404, 10003, "Unknown Channel")
UNKNOWN_GUILD: Final = Kind(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER: Final = Kind(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE: Final = Kind(404, 10008, "Unknown Message")
UNKNOWN_USER: Final = Kind(404, 10013, "Unknown User")
UNKNOWN_EMOJI: Final = Kind(404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK: Final = Kind(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION: Final = Kind(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND: Final = Kind(404, 10063, "Unknown application command")
TOO_MANY_EMOJIS: Final = Kind(400, 30008, "Maximum number of emojis reached (2000)")
TOO_MANY_OLD_EDITS: Final = Kind(
    429,
    30046,
    "Maximum number of edits to messages older than 1 hour reached. Try again later",
)
TOO_LARGE: Final = Kind(413, 40005, "Request entity too large")
ALREADY_ACKNOWLEDGED: Final = Kind(400, 40060, "Interaction has already been acknowledged.")
TOO_MANY_FOLLOW_UPS: Final = Kind(
    400, 40094, "This interaction has hit the maximum number of follow up messages"
)
MISSING_ACCESS: Final = Kind(403, 50001, "Missing Access")
NOT_IN_DM: Final = Kind(403, 50003, "Cannot execute action on a DM channel")
NOT_THE_AUTHOR: Final = Kind(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE: Final = Kind(400, 50006, "Cannot send an empty message")
CLOSED_TO_MESSAGES: Final = Kind(403, 50007, "Cannot send messages to this user")
NO_COMMON_GUILD: Final = Kind(
    403, 50278, "Cannot send messages to this user due to having no mutual guilds"
)
MISSING_PERMISSIONS: Final = Kind(403, 50013, "Missing Permissions")
INVALID_WEBHOOK_TOKEN: Final = Kind(401, 50027, "Invalid Webhook Token")
NOT_A_TEXT_CHANNEL: Final = Kind(400, 50008, "Cannot send messages in a non-text channel")
WRONG_CHANNEL: Final = Kind(400, 50024, "Cannot execute action on this channel type")
THREAD_EXISTS: Final = Kind(400, 160004, "A thread has already been created for this message")
THREAD_ARCHIVED: Final = Kind(400, 50083, "Thread is archived")
INVALID_FORM: Final = Kind(400, 50035, "Invalid Form Body")
INVALID_JSON: Final = Kind(400, 50109, "The request body contains invalid JSON.")


class Refusal(Exception):
    """Discord would refuse this request of the bot."""

    def __init__(self, kind: Kind, errors: Json | None = None) -> None:
        super().__init__(kind.message)
        self.kind = kind
        self.errors = errors

    def body(self) -> Json:
        """Return the answer in Discord's format."""
        body: Json = {"message": self.kind.message, "code": self.kind.code}
        if self.errors:
            body["errors"] = self.errors
        return body
