"""`/history`: finished tables, and their replays."""

from cogs.app.feature import Feature

FEATURE = Feature(name="history", cog="cogs.features.history.cog")
