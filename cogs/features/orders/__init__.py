"""Standing orders: what a person at a slow table has settled in advance."""

from cogs.app.feature import Feature

FEATURE = Feature(name="orders", cog="cogs.features.orders.cog")
