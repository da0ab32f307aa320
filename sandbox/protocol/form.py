"""A form: the body of a request while it is checked, with an error for each wrong field."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sandbox.protocol.errors import INVALID_FORM, Refusal

if TYPE_CHECKING:
    from sandbox.protocol.json_values import Json

Path: TypeAlias = tuple[str | int, ...]
"""Where in a form something stands: keys of objects and indices of lists."""


class Form:
    """Collects the errors of a form, each under its path, and refuses with all of them."""

    def __init__(self, *prefix: str) -> None:
        self._prefix = prefix
        self._errors: Json = {}

    def add_error(self, path: Path, code: str, message: str) -> None:
        """Add one error at a path, in Discord's nested format."""
        node = self._errors
        for step in (*self._prefix, *path):
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check(self) -> None:
        """Raise Refusal (50035) if there is any error."""
        if self._errors:
            raise Refusal(INVALID_FORM, self._errors)
