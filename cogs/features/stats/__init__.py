"""`/stats`: what a server remembers of a person, with the album of achievements."""

from cogs.app.feature import Feature

FEATURE = Feature(name="stats", cog="cogs.features.stats.cog")
