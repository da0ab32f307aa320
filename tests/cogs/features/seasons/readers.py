"""What a `Server` of the tests has by this feature."""

from cogs.features.seasons.firsts import Seasons

READERS = {"seasons": Seasons}
