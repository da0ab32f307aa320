"""A house to play in, a server, and a bot, as the tests of tables, records and processes have.

Tests of the core and measurements name no feature. They go over files that a folder here may have:

    readers.py   what reads its records: an attribute of a `Server` of the tests; what it tells
    entered.py   the rows that it enters of games, computed from their logs
    screens.py   its pages, which are searched for phrases that misled people; `told.py`: those
                 that are committed as text, too
    scans.py     its queries that read all rows of a table
    asked.py     the questions of which `bench.records` measures the answers
"""

from tests.e2e.conftest import answer_within, bot, box, lets_go, memory, past, people
from tests.records.conftest import server
from tests.tables.conftest import clock, house, real

__all__ = [
    "answer_within",
    "bot",
    "box",
    "clock",
    "house",
    "lets_go",
    "memory",
    "past",
    "people",
    "real",
    "server",
]
