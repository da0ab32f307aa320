"""What a `Server` of the tests has by this feature."""

from cogs.features.history.reader import HistoryReader

READERS = {"history": HistoryReader}
