"""The base of the parts of `Tables`, and what they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from db.connection import Database
    from tables.storage.lookup import TableLookup
    from tables.storage.repository import TableRepository
    from tables.storage.writer import TableWriter


@dataclass(frozen=True, slots=True)
class Shared:
    """The services that each part of `Tables` uses.

    Attributes:
        database: open; the caller closes it.
        repository: reads and writes tables, and has the games.
        lookup: finds tables.
        writer: changes tables.
        clock: returns the time in Unix seconds.
        aging: returns the time for comparing ages; see `Heartbeat.now`.
        looks_after: as in `Tables`.
    """

    database: Database
    repository: TableRepository
    lookup: TableLookup
    writer: TableWriter
    clock: Callable[[], float]
    aging: Callable[[], float]
    looks_after: Callable[[int | None], bool]


class Part:
    def __init__(self, shared: Shared) -> None:
        self._database = shared.database
        self._repository = shared.repository
        self._lookup = shared.lookup
        self._writer = shared.writer
        self._now = shared.clock
        self._aging = shared.aging
        self._looks_after = shared.looks_after
