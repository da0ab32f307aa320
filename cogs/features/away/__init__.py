"""`/away`: a person states an absence; slow clocks stand still until the absence ends."""

from cogs.app.feature import Feature

FEATURE = Feature(name="away", cog="cogs.features.away.cog")
