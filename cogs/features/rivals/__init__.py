"""Who has beaten whom, of two people who play with each other."""

from cogs.app.feature import Feature

FEATURE = Feature(name="rivals", cog="cogs.features.rivals.cog")
