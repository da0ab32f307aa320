"""Seasons: who was first in a month is told on the 2nd of the next."""

from cogs.app.feature import Feature

FEATURE = Feature(name="seasons", cog="cogs.features.seasons.cog")
