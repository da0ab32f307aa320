"""Refusals, each with Discord's status, code and message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sandbox.protocol.json_values import Json


@dataclass(frozen=True, slots=True)
class RefusalKind:
    """A kind of refusal: HTTP status, Discord's error code, and Discord's message."""

    status: int
    code: int
    message: str


UNAUTHORIZED: Final = RefusalKind(401, 0, "401: Unauthorized")

NO_ROUTE: Final = RefusalKind(404, 0, "404: Not Found")

BAD_METHOD: Final = RefusalKind(405, 0, "405: Method Not Allowed")

UNKNOWN_APPLICATION: Final = RefusalKind(404, 10002, "Unknown Application")

UNKNOWN_CHANNEL: Final = RefusalKind(404, 10003, "Unknown Channel")

UNKNOWN_GUILD: Final = RefusalKind(404, 10004, "Unknown Guild")

UNKNOWN_MEMBER: Final = RefusalKind(404, 10007, "Unknown Member")

UNKNOWN_MESSAGE: Final = RefusalKind(404, 10008, "Unknown Message")

UNKNOWN_USER: Final = RefusalKind(404, 10013, "Unknown User")

UNKNOWN_EMOJI: Final = RefusalKind(404, 10014, "Unknown Emoji")

UNKNOWN_WEBHOOK: Final = RefusalKind(404, 10015, "Unknown Webhook")

UNKNOWN_INTERACTION: Final = RefusalKind(404, 10062, "Unknown interaction")

UNKNOWN_COMMAND: Final = RefusalKind(404, 10063, "Unknown application command")

TOO_MANY_EMOJIS: Final = RefusalKind(400, 30008, "Maximum number of emojis reached (2000)")

TOO_MANY_OLD_EDITS: Final = RefusalKind(
    429,
    30046,
    "Maximum number of edits to messages older than 1 hour reached. Try again later",
)

TOO_LARGE: Final = RefusalKind(413, 40005, "Request entity too large")

ALREADY_ACKNOWLEDGED: Final = RefusalKind(400, 40060, "Interaction has already been acknowledged.")

TOO_MANY_FOLLOW_UPS: Final = RefusalKind(
    400, 40094, "This interaction has hit the maximum number of follow up messages"
)

MISSING_ACCESS: Final = RefusalKind(403, 50001, "Missing Access")

NOT_IN_DM: Final = RefusalKind(403, 50003, "Cannot execute action on a DM channel")

NOT_THE_AUTHOR: Final = RefusalKind(403, 50005, "Cannot edit a message authored by another user")

EMPTY_MESSAGE: Final = RefusalKind(400, 50006, "Cannot send an empty message")

CLOSED_TO_MESSAGES: Final = RefusalKind(403, 50007, "Cannot send messages to this user")

NO_COMMON_GUILD: Final = RefusalKind(
    403, 50278, "Cannot send messages to this user due to having no mutual guilds"
)

MISSING_PERMISSIONS: Final = RefusalKind(403, 50013, "Missing Permissions")

INVALID_WEBHOOK_TOKEN: Final = RefusalKind(401, 50027, "Invalid Webhook Token")

NOT_A_TEXT_CHANNEL: Final = RefusalKind(400, 50008, "Cannot send messages in a non-text channel")

WRONG_CHANNEL: Final = RefusalKind(400, 50024, "Cannot execute action on this channel type")

THREAD_EXISTS: Final = RefusalKind(
    400, 160004, "A thread has already been created for this message"
)

THREAD_ARCHIVED: Final = RefusalKind(400, 50083, "Thread is archived")

INVALID_FORM: Final = RefusalKind(400, 50035, "Invalid Form Body")

INVALID_JSON: Final = RefusalKind(400, 50109, "The request body contains invalid JSON.")


class Refusal(Exception):
    """A request that Discord would refuse."""

    def __init__(self, kind: RefusalKind, errors: Json | None = None) -> None:
        super().__init__(kind.message)
        self.kind = kind
        self.errors = errors

    def body(self) -> Json:
        body: Json = {"message": self.kind.message, "code": self.kind.code}
        if self.errors:
            body["errors"] = self.errors
        return body
