"""The error for what Discord's client would not let a person do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.protocol.json_values import Json


class Mistake(Exception):
    """The client would not send this. The message is for the person."""

    def __init__(self, message: str, option: str | None = None, status: int = 400) -> None:
        super().__init__(message)
        self.option = option
        self.status = status

    def body(self) -> Json:
        """Return the answer to the page."""
        body: Json = {"message": str(self)}
        return body | ({"option": self.option} if self.option else {})
