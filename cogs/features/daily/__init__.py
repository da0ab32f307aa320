"""`/daily`: one short game a day for each person."""

from cogs.app.feature import Feature

FEATURE = Feature(name="daily", cog="cogs.features.daily.cog", needs=("reviews", "pond"))
