"""`/practice`: hard choices to practise on, first those of one's own games."""

from cogs.app.feature import Feature

FEATURE = Feature(name="practice", cog="cogs.features.practice.cog", needs=("reviews",))
