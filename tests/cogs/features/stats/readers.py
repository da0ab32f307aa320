"""What a `Server` of the tests has by this feature."""

from cogs.features.stats.reader import StatsReader

READERS = {"stats": StatsReader}
