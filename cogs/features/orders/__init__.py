"""Standing orders: a move that a player at a slow table has decided in advance."""

from cogs.app.feature import Feature

FEATURE = Feature(name="orders", cog="cogs.features.orders.cog")
