"""Another game for the same people, and a card of the games that they have played in a row."""

from cogs.app.feature import Feature

FEATURE = Feature(name="tonight", cog="cogs.features.tonight.cog")
