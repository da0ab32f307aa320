"""`/turns`: all tables that wait for a person, and reminders of long turns."""

from cogs.app.feature import Feature

FEATURE = Feature(name="turns", cog="cogs.features.turns.cog")
