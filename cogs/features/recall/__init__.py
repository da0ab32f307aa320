"""A lobby opens as its opener last began this game on this server. The feature stores nothing."""

from cogs.app.feature import Feature

FEATURE = Feature(name="recall", cog="cogs.features.recall.cog")
