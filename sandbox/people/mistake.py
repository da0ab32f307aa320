"""The error for input that Discord's client would refuse."""

from __future__ import annotations

from sandbox.protocol.json_values import Json


class Mistake(Exception):
    """Input that Discord's client would not send. The message is for the person."""

    def __init__(self, message: str, option: str | None = None, status: int = 400) -> None:
        super().__init__(message)
        self.option = option
        self.status = status

    def body(self) -> Json:
        body: Json = {"message": str(self)}
        return body | ({"option": self.option} if self.option else {})
