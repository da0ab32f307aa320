"""Reviews of finished games, and hints: what moves are worth."""

from cogs.app.feature import Feature

FEATURE = Feature(name="reviews", cog="cogs.features.reviews.cog")
