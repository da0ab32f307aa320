"""The fixtures of the tests of tables, records and processes: a house, a server and a bot.

Tests of the core and measurements name no feature. They read the files that a folder here may have:

    readers.py   readers of its records, as attributes of the tests' `Server`, and all they tell
    entered.py   the rows that it enters for games, computed from their logs
    screens.py   its pages, which are searched for phrases that misled people
    told.py      its pages that are also committed as text
    scans.py     its queries that read all rows of a table
    asked.py     the questions whose answers `bench.records` measures
"""

from tests.e2e.conftest import answer_within, bot, box, lets_go, memory, past, people
from tests.records.conftest import server
from tests.tables.conftest import clock, house, processes, real

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
    "processes",
    "real",
    "server",
]
