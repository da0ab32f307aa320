"""Counts of a person's data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredCounts:
    """The amounts of a person's data on all servers, without the moves.

    Attributes:
        servers: servers with data, without direct messages.
        tables: seats at all tables, live or over.
        opened: tables that name the person as their opener.
        finishes: results of finished tables, with the rating after each.
    """

    servers: int
    tables: int
    opened: int
    finishes: int
