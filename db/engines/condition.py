"""Whether what is played is saved: all is in its place, can be written, and is not damaged."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from db.errors import DatabaseGone

if TYPE_CHECKING:
    from collections.abc import Callable

    from db.errors import DatabaseError

log = logging.getLogger(__name__)


class Condition:
    """The condition of an open database, as far as it has shown.

    Args:
        name: which database it is.
        require: raises DatabaseGone where what is written would be lost.

    Attributes:
        damage: what a check of all of it has found; None before one, and where nothing was found.
    """

    def __init__(self, name: str, require: Callable[[], None] = lambda: None) -> None:
        self._name = name
        self._failed = False
        self._require = require
        self.damage: DatabaseError | None = None

    def is_good(self) -> bool:
        """Whether it is in its place, took the last change, and has no known damage."""
        return self._is_in_place() and not self._failed and self.damage is None

    def note_failure(self, error: DatabaseError) -> None:
        """Note that a change could not be saved; the first of several in a row is logged."""
        if not self._failed and not isinstance(error, DatabaseGone):  # which is logged already
            log.error("%s Nothing is saved until that is over.", error)
        self._failed = error.logged = True

    def note_saved(self) -> None:
        """Note that a change was saved."""
        if self._failed:
            log.info("The database %s can be written again.", self._name)
        self._failed = False

    def _is_in_place(self) -> bool:
        try:
            self._require()
        except DatabaseGone:
            return False
        return True
