"""Whether what is played is saved: the file is in its place, can be written, and is not damaged."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from db.errors import DatabaseGone
from db.place import Place

if TYPE_CHECKING:
    from db.errors import DatabaseError

log = logging.getLogger(__name__)


class Condition:
    """The condition of an open database, as far as it has shown.

    Attributes:
        require: raises DatabaseGone unless its files are those that were opened.
        damage: what a check of the whole file has found; None before one, and for a good file.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._failed = False
        self.require = Place(path).require
        self.damage: DatabaseError | None = None

    def is_good(self) -> bool:
        """Whether the file is in its place, took the last change, and has no known damage."""
        return self._is_in_place() and not self._failed and self.damage is None

    def note_failure(self, error: DatabaseError) -> None:
        """Note that a change could not be saved; the first of several in a row is logged."""
        if not self._failed and not isinstance(error, DatabaseGone):  # which is logged already
            log.error("%s Nothing is saved until that is over.", error)
        self._failed = error.logged = True

    def note_saved(self) -> None:
        """Note that a change was saved."""
        if self._failed:
            log.info("The database %s can be written again.", self._path)
        self._failed = False

    def _is_in_place(self) -> bool:
        try:
            self.require()
        except DatabaseGone:
            return False
        return True
