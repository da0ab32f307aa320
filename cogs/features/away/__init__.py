"""`/away`: a person says until when to be away; slow clocks stand still till then."""

from cogs.app.feature import Feature

FEATURE = Feature(name="away", cog="cogs.features.away.cog")
