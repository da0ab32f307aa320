"""The use cases: people open tables, join, play and leave. No word of Discord here."""
