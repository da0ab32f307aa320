"""`/away`: a person states an absence, and slow clocks stand still until it ends."""

from cogs.app.feature import Feature

FEATURE = Feature(name="away", cog="cogs.features.away.cog")
