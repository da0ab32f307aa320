"""Additions of this feature to the `Server` of the tests."""

from cogs.features.reviews.regrets import Regrets

READERS = {"regrets": Regrets}
