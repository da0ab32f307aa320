"""Fixtures for the tests of features, imported from the tests of tables, records and processes.

Tests of the core and measurements name no feature. Instead they find the following files in the
folders here. A feature's folder has the files that it needs:

    readers.py   readers of the feature's records, as attributes of the tests' `Server`, and a
                 function that returns everything they read
    entered.py   the rows that the feature enters for games, computed from the games' logs
    screens.py   the feature's pages, which are searched for phrases that misled people
    told.py      the feature's pages that are also committed as text
    scans.py     the feature's queries that read all rows of a table
    asked.py     the questions whose answers `bench.records` measures
"""

from tests.e2e.conftest import answer_within, bot, box, memory, past, people
from tests.records.conftest import server
from tests.tables.conftest import clock, house, processes, real

__all__ = [
    "answer_within",
    "bot",
    "box",
    "clock",
    "house",
    "memory",
    "past",
    "people",
    "processes",
    "real",
    "server",
]
