"""`/leaderboard`: who wins on a server."""

from cogs.app.feature import Feature

FEATURE = Feature(name="leaderboards", cog="cogs.features.leaderboards.cog")
