"""Watching: a spectator is shown how a game stands, and is sent its result card."""

from cogs.app.feature import Feature

FEATURE = Feature(name="watching", cog="cogs.features.watching.cog")
