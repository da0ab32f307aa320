"""A house to play in, as the tests of tables have it."""

from tests.tables.conftest import clock, house, real

__all__ = ["clock", "house", "real"]
