"""What an engine has to offer: SQLite and PostgreSQL do.

`db.connection.Database` says what each of these is for, and gives typed functions over it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager as Block

    from db.errors import DatabaseCorrupt
    from db.query import Session


class Engine(ABC):
    """An open database. Every method may raise the named errors of `db.errors`.

    Args:
        name: which database it is, as sentences for the host say it; without a password.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def write(self) -> Block[Session]:
        """Begin a transaction: the end of the block commits, an exception rolls back."""

    @abstractmethod
    def rewrite(self) -> Block[Session]:
        """Begin one that changes much, and leave to `checkpoint` what can be done later."""

    @abstractmethod
    def read_one(self) -> Block[Session]:
        """Allow single queries without a transaction."""

    @abstractmethod
    def read(self) -> Block[Session]:
        """Begin a transaction that reads one state."""

    @abstractmethod
    def read_slow(self) -> Block[Session]:
        """Begin one as `read` does, out of the way of those that a click waits for."""

    @abstractmethod
    def read_beside(self) -> Block[Session]:
        """Begin one as `read` does, which may run at the same time as others of its kind."""

    @abstractmethod
    def can_save(self) -> bool:
        """Return whether the last change was saved, and nothing is known that prevents the next."""

    @abstractmethod
    def was_checked(self) -> bool:
        """Return whether there is nothing left for `find_damage` to look at."""

    @abstractmethod
    async def find_damage(self) -> DatabaseCorrupt | None:
        """Read everything, and return what is wrong with it, or None."""

    @abstractmethod
    async def size(self) -> int:
        """Return how many bytes the database has."""

    @abstractmethod
    async def compact(self) -> None:
        """Write everything anew, without what is left between rows; `checkpoint` has to follow."""

    @abstractmethod
    async def checkpoint(self) -> bool:
        """Remove from the log what was deleted, and return whether that was possible."""

    @abstractmethod
    async def close(self) -> None:
        """Wait for running transactions and close the database."""
