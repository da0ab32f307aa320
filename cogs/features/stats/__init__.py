"""`/stats`: what a server remembers of a person, with the album of achievements."""

from cogs.app.feature import Feature
from cogs.features.stats.entering import ON_RESULT

FEATURE = Feature(name="stats", cog="cogs.features.stats.cog", on_result=ON_RESULT)
