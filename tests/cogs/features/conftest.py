"""A house to play in, and a server, as the tests of tables and records have them."""

from tests.records.conftest import server
from tests.tables.conftest import clock, house, real

__all__ = ["clock", "house", "real", "server"]
