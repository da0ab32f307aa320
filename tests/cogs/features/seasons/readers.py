"""Additions of this feature to the `Server` of the tests."""

from cogs.features.seasons.firsts import Seasons

READERS = {"seasons": Seasons}
