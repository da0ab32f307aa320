"""The use cases: people open tables, join them, play and leave. Knows rules and storage, not Discord."""
