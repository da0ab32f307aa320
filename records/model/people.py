"""What the records say about one person."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Goal:
    """An achievement that a person can earn; `people`: not where computers play."""

    key: str
    game: str
    sign: str
    title: str
    words: str
    people: bool


@dataclass(frozen=True, slots=True)
class StoredCounts:
    """How much is kept about a person on all servers, without the moves.

    Attributes:
        servers: how many servers have something, without direct messages.
        tables: seats at all tables, live or over.
        opened: tables that name the person as their opener.
        finishes: results of finished tables, with the rating after each.
    """

    servers: int
    tables: int
    opened: int
    finishes: int
