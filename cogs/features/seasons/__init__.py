"""Seasons: each month's winners are announced on the 2nd of the next month."""

from cogs.app.feature import Feature

FEATURE = Feature(name="seasons", cog="cogs.features.seasons.cog")
