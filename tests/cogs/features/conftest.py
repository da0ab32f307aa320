"""A house to play in, a server, and a bot, as the tests of tables, records and processes have."""

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
