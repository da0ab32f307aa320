"""The body of a request, with an error for each wrong field."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sandbox.protocol.refusals import INVALID_FORM, Refusal

if TYPE_CHECKING:
    from sandbox.protocol.json_values import Json

Path: TypeAlias = tuple[str | int, ...]
"""Position in a form: keys of objects and indices of lists."""


class Form:
    """Collects the errors of a form, each under its path, and reports all of them together."""

    def __init__(self, *prefix: str) -> None:
        self._prefix = prefix
        self._errors: Json = {}

    def add_error(self, path: Path, code: str, message: str) -> None:
        """Add an error in Discord's nested format."""
        node = self._errors
        for step in (*self._prefix, *path):
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check(self) -> None:
        if self._errors:
            raise Refusal(INVALID_FORM, self._errors)
