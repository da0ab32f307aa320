"""What a `Server` of the tests has by this feature."""

from cogs.features.leaderboards.reader import Leaderboards

READERS = {"leaderboards": Leaderboards}
